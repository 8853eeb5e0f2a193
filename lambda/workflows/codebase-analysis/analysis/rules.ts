import type { Finding } from './analysis.ts';
import { importedBy, unquoted } from './names.ts';
import { argumentsOf, calleeOf, givenTo, isBuiltText, isInLoop, isString, type Site } from './sites.ts';
import { loopsAround } from './source.ts';

export type Rule = Pick<Finding, 'rule' | 'kind' | 'severity' | 'message'> & {
  readonly at: (site: Site) => boolean;
};

const calls =
  (callee: RegExp, language?: 'python' | 'script') =>
  (site: Site): boolean => {
    if (language && (language === 'python') !== (site.source.language === 'python')) return false;
    return callee.test(calleeOf(site) ?? '');
  };
const any =
  (...tests: readonly ((site: Site) => boolean)[]) =>
  (site: Site): boolean =>
    tests.some((test) => test(site));
const argument = (pattern: RegExp) => (site: Site) => pattern.test(site.text.replace(/\s+/g, ''));

const SHELL =
  /^((child_process|cp)\.)?(exec|execSync)$|^os\.(system|popen)$|^subprocess\.(run|call|Popen|check_output|check_call|getoutput)$/;
const QUERY =
  /(^|\.)(query|execute|executemany|findOne|findUnique|raw)$|^(fetch|axios(\.\w+)?|requests\.(get|post|put|delete))$/;
const COSTLY =
  /^(fs\.)?(readFileSync|writeFileSync|readdirSync|statSync|existsSync)$|^(JSON\.(parse|stringify)|structuredClone|RegExp)$|^(re\.compile|json\.(loads|dumps)|open|copy\.deepcopy)$/;

/** What is looked for, and why it matters: one line each, so that a new rule is a line. */
export const RULES: readonly Rule[] = [
  {
    rule: 'eval',
    kind: 'risk',
    severity: 'high',
    message: 'text is run as code',
    at: any(
      calls(/^((window|globalThis)\.)?eval$|^Function$|^(vm\.)?runIn(This|New)?Context$/, 'script'),
      calls(/^(eval|exec|compile)$/, 'python'),
    ),
  },
  {
    rule: 'child-process',
    kind: 'risk',
    severity: 'medium',
    message: 'other programs are started from here',
    at: ({ source, node }) =>
      importedBy(source, node).some((name) => /^(node:)?child_process$|^subprocess$/.test(name)),
  },
  {
    rule: 'shell-command',
    kind: 'risk',
    severity: 'high',
    message: 'a shell runs a command that is put together from values',
    at: (site) =>
      SHELL.test(calleeOf(site) ?? '') &&
      (/shell=True/.test(site.text.replace(/\s+/g, '')) ||
        argumentsOf(site).some((node) => isBuiltText({ ...site, node }))),
  },
  {
    rule: 'string-built-sql',
    kind: 'risk',
    severity: 'high',
    message: 'a database statement is put together from values; bind them instead',
    at: isBuiltSql,
  },
  {
    rule: 'hard-coded-secret',
    kind: 'risk',
    severity: 'high',
    message: 'a secret stands in the code',
    at: isSecret,
  },
  {
    rule: 'html-injection',
    kind: 'risk',
    severity: 'medium',
    message: 'markup is put into the page as it is',
    at: isMarkup,
  },
  {
    rule: 'tls-not-verified',
    kind: 'risk',
    severity: 'high',
    message: "the other side's certificate is not checked",
    at: any(
      (site) => site.node.name === 'Property' && argument(/^['"]?rejectUnauthorized['"]?:false$/)(site),
      (site) => calls(/^(requests|httpx)\.\w+$/, 'python')(site) && argument(/verify=False/)(site),
    ),
  },
  {
    rule: 'unsafe-load',
    kind: 'risk',
    severity: 'high',
    message: 'data that is loaded this way can run code',
    at: (site) =>
      calls(/^(pickle|marshal|dill)\.loads?$/, 'python')(site) ||
      (calls(/^yaml\.load$/, 'python')(site) && !/SafeLoader/.test(site.text)),
  },
  {
    rule: 'query-in-loop',
    kind: 'performance',
    severity: 'medium',
    message: 'something far away is asked once for each turn of a loop',
    at: (site) => QUERY.test(calleeOf(site) ?? '') && isInLoop(site),
  },
  {
    rule: 'work-in-loop',
    kind: 'performance',
    severity: 'low',
    message: 'costly work is repeated in a loop',
    at: (site) => COSTLY.test(calleeOf(site) ?? '') && isInLoop(site),
  },
  {
    rule: 'search-in-loop',
    kind: 'performance',
    severity: 'low',
    message: 'a list is searched from its beginning for each turn of a loop',
    at: (site) => calls(/\.(includes|indexOf|find|findIndex)$/, 'script')(site) && isInLoop(site),
  },
  {
    rule: 'nested-loops',
    kind: 'performance',
    severity: 'medium',
    message: 'loops run three deep',
    at: ({ source, node }) => source.grammar.loops.includes(node.name) && loopsAround(source, node) === 2,
  },
];

/** A page's markup that is set to anything but a fixed text. */
function isMarkup({ node, source, text }: Site): boolean {
  if (node.name === 'JSXAttribute') return text.startsWith('dangerouslySetInnerHTML');
  if (node.name !== 'AssignmentExpression' || !node.firstChild) return false;
  return /\.(inner|outer)HTML$/.test(source.textOf(node.firstChild)) && node.lastChild?.name !== 'String';
}

const SQL =
  /\b(select\b[\s\S]+\bfrom|insert\s+into|update\b[\s\S]+\bset|delete\s+from|drop\s+table|alter\s+table)\b/i;
const SQL_IN_CAPITALS = /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|DROP TABLE|ALTER TABLE)\b/;

/** In capitals it is a statement wherever it stands; otherwise where it is given to something that takes one. */
function isBuiltSql(site: Site): boolean {
  const { node, source } = site;
  const formatted = /^(\w*(['"])[\s\S]*\2)\.format$/.exec(calleeOf(site) ?? '') !== null;
  if ((!isBuiltText(site) && !formatted) || !SQL.test(site.text)) return false;
  if (SQL_IN_CAPITALS.test(site.text)) return true;
  const call = node.parent?.name === 'ArgList' ? node.parent.parent : null;
  const taken = call ? calleeOf({ ...site, node: call }) : givenTo({ source, node, text: site.text });
  return /sql|query|statement|stmt|execute|prepare/i.test(taken ?? '');
}

const SECRET_NAME =
  /secret|passw(or)?d|pwd|api_?key|access_?key|auth_?token|private_?key|credential|^token$/i;
const SECRET_TEXT =
  /AKIA[0-9A-Z]{16}|gh[pousr]_\w{30,}|sk-(live|ant|proj)[\w-]{16,}|-----BEGIN [A-Z ]*PRIVATE KEY-----/;
const PLACEHOLDER = /example|changeme|placeholder|your[-_ ]|dummy|xxx|<|\$\{|%\(|\.\.\./i;

/** Text of a known form, or letters and digits mixed that are given to something named like a secret. */
function isSecret(site: Site): boolean {
  if (!isString(site.node)) return false;
  const value = unquoted(site.text);
  if (SECRET_TEXT.test(value)) return true;
  const isMixed = /[A-Za-z]/.test(value) && /\d/.test(value) && value.length >= 8 && !/\s/.test(value);
  return isMixed && !PLACEHOLDER.test(value) && SECRET_NAME.test(givenTo(site) ?? '');
}
