#!/usr/bin/env -S npx tsx
import { parseArgs } from 'node:util';
import { isDate } from '../lambda/define/local-time.ts';
import { onlyDry } from '../lib/local/commands/data-directory.ts';
import { printable, printableLines } from '../lib/local/commands/printable.ts';
import { type Out, Usage } from '../lib/local/commands/usage.ts';
import { PEOPLE, type PersonName } from '../lib/local/crash/person.ts';
import { STORES, type StoreKind } from '../lib/local/store/store.ts';

// A notice about the Node versions of future SDK releases; other warnings stay.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';

const home = process.env.HOLDPOINT_HOME || '.holdpoint';
const env = process.env;

const out: Out = {
  terminal: process.stdout.isTTY === true,
  note: (line) => void process.stderr.write(`${printable(line)}\n`),
  result: (value) =>
    void process.stdout.write(
      `${printableLines(typeof value === 'string' ? value : JSON.stringify(value))}\n`,
    ),
  interrupted: () =>
    new Promise((resolve) => ['SIGINT', 'SIGTERM'].map((signal) => process.once(signal, () => resolve()))),
};

/** Whose data a command looks at: the rehearsals' when they are asked for, or when there are no other. */
const meansDry = (asked: unknown): boolean => asked === true || onlyDry(home);

const VERBS = {
  pause: 'stop a run before its next turn',
  resume: 'let a paused run go on',
  cancel: 'revoke links and proposals, then end the run',
};

/** Each loads what it needs when it is called: most of it is a host's. */
const COMMANDS: Record<string, { usage: string; summary: string; call(args: string[]): Promise<number> }> = {
  run: {
    usage:
      'run <workflow> [--dry-run] [--confirm] [--fresh] [--input JSON] [--model scripted|anthropic] [--store embedded|dynamodb] [--port N]',
    summary: 'start a run, or find the one of its date',
    async call(args) {
      const { values, positionals } = parse(args, {
        'dry-run': { type: 'boolean' },
        confirm: { type: 'boolean' },
        fresh: { type: 'boolean' },
        input: { type: 'string' },
        model: { type: 'string' },
        store: { type: 'string' },
        port: { type: 'string' },
      });
      const dry = values['dry-run'] === true || values.model === 'scripted';
      if (values.model !== undefined && values.model !== 'scripted' && values.model !== 'anthropic') {
        throw new Usage(`--model wants scripted or anthropic, "${values.model}" was given`);
      }
      if (values['dry-run'] && values.model === 'anthropic')
        throw new Usage('a dry run has the scripted model');
      const { run } = await import('../lib/local/commands/run.ts');
      return run({
        workflow: one(positionals, 'a workflow'),
        dry,
        confirm: values.confirm === true,
        fresh: values.fresh === true,
        input: values.input as string | undefined,
        port: portOf(values.port),
        store: storeOf(values.store),
        home,
        env,
        out,
      });
    },
  },
  rerun: {
    usage: 'rerun <run> [--dry-run] [--confirm]',
    summary: 'run a date again whose attempt ended without its effect',
    async call(args) {
      const { values, positionals } = parse(args, {
        'dry-run': { type: 'boolean' },
        confirm: { type: 'boolean' },
      });
      const name = one(positionals, 'a run');
      const [, workflow, date, slot, attempt] =
        /^([a-z0-9-]+?)-(\d{4}-\d{2}-\d{2})(?:-(.+?))??(?:-r(\d+))?$/.exec(name) ?? [];
      if (!workflow || !date || !isDate(date))
        throw new Usage(`a run such as morning-brief-2026-11-30 is wanted, "${name}" was given`);
      const { run } = await import('../lib/local/commands/run.ts');
      return run({
        workflow,
        dry: meansDry(values['dry-run']),
        confirm: values.confirm === true,
        fresh: false,
        again: { date, ...(slot ? { slot } : {}), attempt: Number(attempt ?? 1) + 1 },
        home,
        env,
        out,
      });
    },
  },
  ...Object.fromEntries(
    (['pause', 'resume', 'cancel'] as const).map((verb) => [
      verb,
      {
        usage: `${verb} <run> [--dry-run]`,
        summary: VERBS[verb],
        async call(args: string[]) {
          const { values, positionals } = parse(args, { 'dry-run': { type: 'boolean' } });
          const { control } = await import('../lib/local/commands/control.ts');
          return control({
            verb,
            run: one(positionals, 'a run'),
            dry: meansDry(values['dry-run']),
            home,
            env,
            out,
          });
        },
      },
    ]),
  ),
  serve: {
    usage: 'serve [--dry-run] [--store embedded|dynamodb] [--stack NAME] [--port N]',
    summary: "take up parked runs; serve links, mailbox and tasks; or a deployed stack's console",
    async call(args) {
      const { values } = parse(args, {
        'dry-run': { type: 'boolean' },
        store: { type: 'string' },
        stack: { type: 'string' },
        port: { type: 'string' },
      });
      if (values.stack !== undefined) {
        if (values['dry-run'] || values.store !== undefined)
          throw new Usage('serve --stack has its own data: neither --dry-run nor --store goes with it');
        const { serveStack } = await import('../lib/local/commands/serve-stack.ts');
        return serveStack({ stack: String(values.stack), port: portOf(values.port), env, out });
      }
      const { serve } = await import('../lib/local/commands/serve.ts');
      return serve({
        dry: meansDry(values['dry-run']),
        port: portOf(values.port),
        store: storeOf(values.store),
        home,
        env,
        out,
      });
    },
  },
  runs: {
    usage: 'runs [--dry-run]',
    summary: 'list runs, newest first',
    async call(args) {
      const { runs } = await import('../lib/local/commands/look.ts');
      return runs({
        dry: meansDry(parse(args, { 'dry-run': { type: 'boolean' } }).values['dry-run']),
        home,
        out,
      });
    },
  },
  show: {
    usage: 'show <run> [--audit] [--dry-run]',
    summary: 'print all that is on record of a run',
    async call(args) {
      const { values, positionals } = parse(args, {
        audit: { type: 'boolean' },
        'dry-run': { type: 'boolean' },
      });
      const where = { dry: meansDry(values['dry-run']), home, out };
      const { show } = await import('../lib/local/commands/look.ts');
      return show({ run: one(positionals, 'a run'), audit: values.audit === true, ...where });
    },
  },
  delete: {
    usage: 'delete <run> [--dry-run] [--table NAME]',
    summary: 'delete what is on record of a run that has ended, but that it was there and what it did',
    async call(args) {
      const { values, positionals } = parse(args, {
        table: { type: 'string' },
        'dry-run': { type: 'boolean' },
      });
      const where = { dry: meansDry(values['dry-run']), home, out };
      const table = values.table as string | undefined;
      const { deleteRun } = await import('../lib/local/commands/delete.ts');
      return deleteRun({ run: one(positionals, 'a run'), table, at: new Date(Date.now()), ...where });
    },
  },
  replay: {
    usage: 'replay <run|file.json> [--save] [--dry-run]',
    summary: "run a recorded run through today's code, without model or network",
    async call(args) {
      const { values, positionals } = parse(args, {
        save: { type: 'boolean' },
        'dry-run': { type: 'boolean' },
      });
      const where = { dry: meansDry(values['dry-run']), home, out };
      const { replayRun } = await import('../lib/local/commands/replay.ts');
      return replayRun({ run: one(positionals, 'a run'), save: values.save === true, ...where });
    },
  },
  new: {
    usage: 'new <name>',
    summary: "write a workflow's skeleton, which runs and passes the checks as it stands",
    async call(args) {
      const { positionals } = parse(args, {});
      const { newWorkflow } = await import('../lib/local/commands/new.ts');
      return newWorkflow({ name: one(positionals, 'a name'), root: '.', out });
    },
  },
  prove: {
    usage: 'prove [workflow]',
    summary: 'prove the gate on the text that is deployed',
    async call(args) {
      const { positionals } = parse(args, {});
      const { proveGates } = await import('../lib/local/commands/machine.ts');
      return proveGates({ workflow: positionals[0], out });
    },
  },
  graph: {
    usage: 'graph <workflow> --asl|--mermaid',
    summary: "print a workflow's state machine",
    async call(args) {
      const { values, positionals } = parse(args, { asl: { type: 'boolean' }, mermaid: { type: 'boolean' } });
      if (values.asl === values.mermaid) throw new Usage('graph wants --asl or --mermaid');
      const { graph } = await import('../lib/local/commands/machine.ts');
      return graph({ workflow: one(positionals, 'a workflow'), as: values.asl ? 'asl' : 'mermaid', out });
    },
  },
  crash: {
    usage:
      'crash [workflow] [--person approves|rejects|changes|silent|cancelled] [--over-http] [--pairs N] [--seed N]',
    summary: 'kill a dry run at every request it makes, and show what came of it',
    async call(args) {
      const { values, positionals } = parse(args, {
        person: { type: 'string' },
        'over-http': { type: 'boolean' },
        pairs: { type: 'string' },
        seed: { type: 'string' },
      });
      const { crash } = await import('../lib/local/commands/crash.ts');
      return crash({
        workflow: positionals.length > 0 ? one(positionals, 'a workflow') : undefined,
        person: personOf(values.person),
        overHttp: values['over-http'] === true,
        pairs: wholeOf(values.pairs, '--pairs') ?? 0,
        seed: wholeOf(values.seed, '--seed') ?? 1,
        out,
      });
    },
  },
};

type Options = NonNullable<Parameters<typeof parseArgs>[0]>['options'];

function parse(args: string[], options: Options) {
  try {
    return parseArgs({ args, options: options ?? {}, allowPositionals: true });
  } catch (error) {
    throw new Usage((error as Error).message);
  }
}

function one([first, ...more]: string[], what: string): string {
  if (first === undefined || more.length > 0)
    throw new Usage(`${what} is wanted, ${first ? `"${[first, ...more].join(' ')}"` : 'nothing'} was given`);
  return first;
}

function personOf(text: unknown = 'approves'): PersonName {
  const people = Object.keys(PEOPLE) as PersonName[];
  const person = people.find((name) => name === text);
  if (!person) throw new Usage(`--person wants ${people.join(', ')}; "${text}" was given`);
  return person;
}

/** Undefined: the one the data is in, or the usual one. */
function storeOf(text: unknown = env.HOLDPOINT_STORE): StoreKind | undefined {
  if (text === undefined || text === '') return undefined;
  const store = STORES.find((kind) => kind === text);
  if (!store) throw new Usage(`--store wants ${STORES.join(' or ')}; "${text}" was given`);
  return store;
}

const portOf = (text: unknown): number | undefined => wholeOf(text, '--port', 65_535);

function wholeOf(text: unknown, option: string, most = 1_000_000): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0 || number > most)
    throw new Usage(`${option} wants 0 to ${most}, "${text}" was given`);
  return number;
}

const HELP = ['help', '--help', '-h'];
const WRONG_USAGE = ['Usage', 'WorkflowUnknown', 'RunUnknown', 'SettingsInvalid'];

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
const usageOf = ({ usage, summary }: { usage: string; summary: string }) =>
  `  holdpoint ${usage}\n      ${summary}`;
const usage = (command ? [command] : Object.values(COMMANDS)).map(usageOf).join('\n');
try {
  if (HELP.includes(name) || args.some((arg) => HELP.slice(1).includes(arg))) {
    out.result(usage);
    process.exitCode = 0;
  } else if (!command) throw new Usage(name ? `there is no command "${name}"` : 'a command is wanted');
  else process.exitCode = await command.call(args);
} catch (error) {
  const { name, message } = error as Error;
  out.note(`holdpoint: ${message}`);
  if (name === 'Usage') for (const line of usage.split('\n')) out.note(line);
  process.exitCode = WRONG_USAGE.includes(name) ? 2 : 1;
}
