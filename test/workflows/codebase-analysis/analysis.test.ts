import { describe, expect, it } from 'vitest';
import { analyze } from '../../../lambda/workflows/codebase-analysis/analysis/analyze.ts';
import { stackOf } from '../../../lambda/workflows/codebase-analysis/analysis/manifests.ts';
import { languageOf } from '../../../lambda/workflows/codebase-analysis/analysis/source.ts';
import { LEDGER, type Planted, SHOP } from './planted.ts';

const analyzed = ({ files }: Planted) =>
  Object.entries(files)
    .filter(([path]) => languageOf(path) && !path.startsWith('node_modules'))
    .map(([path, text]) => analyze(path, text));
const moduleOf = (planted: Planted, path: string) => analyze(path, planted.files[path] ?? '').module;

describe('what is found in code', () => {
  it.each([
    ['a shop in JavaScript and TypeScript', SHOP],
    ['a ledger in Python', LEDGER],
  ])('is all that was planted in %s, and nothing else', (_, planted) => {
    const found = analyzed(planted).flatMap(({ findings }) =>
      findings.map(({ file, line, rule }) => `${file}:${line} ${rule}`),
    );
    expect(found.sort()).toEqual([...planted.problems].sort());
  });

  it('is shown as it stands on its line, but for a secret', () => {
    const { findings } = analyze('src/config.ts', SHOP.files['src/config.ts'] ?? '');
    expect(findings[0]).toEqual({
      file: 'src/config.ts',
      line: 3,
      kind: 'risk',
      rule: 'hard-coded-secret',
      severity: 'high',
      message: 'a secret stands in the code',
      code: "password: '…',",
    });
    expect(findings[2]?.code).toBe('export const tls = { rejectUnauthorized: false };');
  });

  it('shows no secret, whatever stands beside it and however long it is', () => {
    const long = 'a1'.repeat(3000);
    const { findings } = analyze(
      'a.js',
      [
        'connect({ password: "hunter2-hunter2", token: "corr3ct-h0rse", f: eval(x) });',
        `const secret = "${long}"; eval(y);`,
        'const privateKey = `-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKC4096\n-----END`; eval(z);',
      ].join('\n'),
    );
    expect(findings.map(({ line, rule, code }) => [line, rule, code])).toEqual([
      [1, 'hard-coded-secret', "connect({ password: '…', token: '…', f: eval(x) });"],
      [1, 'eval', "connect({ password: '…', token: '…', f: eval(x) });"],
      [2, 'hard-coded-secret', "const secret = '…'"],
      [2, 'eval', "const secret = '…'"],
      [3, 'hard-coded-secret', "const privateKey = '…'"],
      [5, 'eval', "'…'; eval(z);"],
    ]);
  });

  it('is looked for without end in no line, however long it is', () => {
    const text = `q(\`${'select '.repeat(35_000)}\${a}\`)`;
    expect(analyze('a.js', text).findings).toEqual([]);
  });

  it.each([
    ['a.js', '', 0],
    ['a.py', '', 0],
    ['a.py', '\n', 1],
    ['a.js', 'a();\r\nb();\r\n', 2],
    ['a.js', '\uFEFFa();', 1],
    ['a.py', 'def f(:\n  pass\n', 2],
  ])('%s with %j is read without a fault', (path, text, lines) => {
    const { module, findings } = analyze(path, text);
    expect(module.lines).toBe(lines || 1);
    expect(findings.map(({ rule, line }) => [rule, line])).toEqual(
      text.includes('(:') ? [['syntax', 1]] : [],
    );
  });

  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the code that is read holds them
  it.each([
    ['a.ts', 'const q = `SELECT id FROM t WHERE id = ${id}`;', ['string-built-sql']],
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above
    ['a.ts', 'db.query("select a from t where b = " + b);', ['string-built-sql']],
    ['a.ts', 'log("select one from the list " + name);', []],
    ['a.ts', 'const sql = "SELECT a FROM t WHERE b = $1" + " LIMIT 1";', []],
    ['a.ts', 'const token = "Bearer"; const secretName = "DB_PASSWORD";', []],
    ['a.ts', 'const key = "-----BEGIN PRIVATE KEY-----";', ['hard-coded-secret']],
    ['a.ts', 'for (const line of JSON.parse(text)) use(line);', []],
    ['a.ts', 'for (const x of xs) ys.forEach(() => fetch(x));', []],
    ['a.ts', 'while (more()) work(await fetch(next));', ['query-in-loop']],
    ['a.ts', 'el.innerHTML = "<b>fixed</b>";', []],
    ['a.ts', 'new Function("return " + x)();', ['eval']],
    ['a.ts', 'evaluate(x); retrieval(eval_);', []],
    ['a.py', 'cur.execute("SELECT * FROM t WHERE a = {}".format(a))', ['string-built-sql']],
    ['a.py', 'subprocess.run(["ls", name])', []],
    ['a.py', 'connect(password="corr3ct-h0rse")', ['hard-coded-secret']],
    ['a.py', 'settings = {"password": "corr3ct-h0rse", "user": "u"}', ['hard-coded-secret']],
    ['a.py', 'retrieve("SELECT")', []],
    ['a.js', 'function (', ['syntax']],
  ])('%s: %s', (path, text, rules) => {
    expect(analyze(path, text).findings.map(({ rule }) => rule)).toEqual(rules);
  });
});

describe('what a module is made of', () => {
  it('names what JavaScript takes in and gives out', () => {
    expect(moduleOf(SHOP, 'src/orders.ts')).toMatchObject({
      language: 'typescript',
      lines: 35,
      imports: ['node:child_process', 'pg'],
      exports: ['ordersOf', 'orderById', 'totals', 'archive', 'Basket'],
      functions: 6,
    });
    expect(moduleOf(SHOP, 'src/page.jsx')).toMatchObject({ imports: ['fs'], exports: ['default'] });
    expect(moduleOf(SHOP, 'src/tax.js')).toMatchObject({ exports: ['rate', 'default'] });
    const text = `export * from './a.ts';
export { b, c as d } from './b.ts';
export const e = 1, f = () => import('./f.ts');
export type G = string;
exports.h = 1;
`;
    expect(analyze('x.ts', text).module).toMatchObject({
      imports: ['./a.ts', './b.ts', './f.ts'],
      exports: ['*', 'b', 'd', 'e', 'f', 'G', 'h'],
    });
  });

  it('names what Python takes in and gives out', () => {
    expect(moduleOf(LEDGER, 'ledger/accounts.py')).toMatchObject({
      imports: ['os', 'pickle', 'subprocess', 'yaml', 'decimal'],
      exports: ['find', 'balances', 'backup', 'load', 'Formula'],
      functions: 5,
    });
    expect(moduleOf(LEDGER, 'ledger/rates.py').exports).toEqual(['rates', 'grade']);
    expect(
      analyze('x.py', 'from . import a\nfrom ..b.c import d\nimport e.f as g, h\n').module.imports,
    ).toEqual([...['.', '..b.c', 'e.f', 'h']]);
  });

  it('counts the paths through each function for itself', () => {
    expect(moduleOf(SHOP, 'src/tax.js').most_complex).toEqual([{ name: 'rate', line: 1, complexity: 16 }]);
    expect(moduleOf(LEDGER, 'ledger/rates.py').most_complex).toEqual([
      { name: 'grade', line: 20, complexity: 18 },
      { name: 'rates', line: 9, complexity: 3 },
      { name: '_private', line: 5, complexity: 1 },
    ]);
    const nested = 'function outer(a) { if (a) return () => (a ? 1 : b && 2); const named = (x) => x ?? 1; }';
    expect(analyze('x.js', nested).module.most_complex).toEqual([
      { name: '(anonymous)', line: 1, complexity: 3 },
      { name: 'outer', line: 1, complexity: 2 },
      { name: 'named', line: 1, complexity: 2 },
    ]);
  });
});

describe('the stack', () => {
  it('is read from package.json, with the line of each part', () => {
    expect(stackOf('package.json', SHOP.files['package.json'] ?? '')).toEqual([
      { file: 'package.json', line: 3, name: 'node', version: '>=20', use: 'platform' },
      { file: 'package.json', line: 5, name: 'express', version: '4.21.0', use: 'runtime' },
      { file: 'package.json', line: 6, name: 'pg', version: '^8.13.0', use: 'runtime' },
      { file: 'package.json', line: 8, name: 'vitest', version: '4.1.12', use: 'development' },
    ]);
  });

  it('is read behind a byte order mark, each part at the line where it is given its version', () => {
    const text = '\uFEFF{ "description":\n"made with express",\n"dependencies": {\n"express": "4.21.0" } }';
    expect(stackOf('package.json', text)).toEqual([
      { file: 'package.json', line: 4, name: 'express', version: '4.21.0', use: 'runtime' },
    ]);
  });

  it('is read from pyproject.toml and requirements.txt', () => {
    expect(stackOf('pyproject.toml', LEDGER.files['pyproject.toml'] ?? '')).toEqual([
      { file: 'pyproject.toml', line: 3, name: 'requires-python', version: '>=3.11', use: 'platform' },
      { file: 'pyproject.toml', line: 5, name: 'requests', version: '>=2.32', use: 'runtime' },
      { file: 'pyproject.toml', line: 6, name: 'PyYAML', version: '==6.0.2', use: 'runtime' },
      { file: 'pyproject.toml', line: 10, name: 'pytest', version: '>=8', use: 'development' },
    ]);
    expect(stackOf('a/requirements.txt', LEDGER.files['requirements.txt'] ?? '')).toEqual([
      { file: 'a/requirements.txt', line: 2, name: 'requests', version: '==2.32.3', use: 'runtime' },
      { file: 'a/requirements.txt', line: 3, name: 'PyYAML', version: '==6.0.2', use: 'runtime' },
    ]);
  });

  it.each([
    ['package.json', '{'],
    ['pyproject.toml', 'a = '],
  ])('is not guessed from a %s that cannot be read', (file, text) => {
    expect(() => stackOf(file, text)).toThrow(`"${file}" cannot be read`);
  });
});
