import type { Clock } from '../../../lambda/define/clock.ts';
import type { FunctionName } from '../../../lambda/define/machine-words.ts';
import type { Env, Host } from '../../../lambda/functions/host.ts';
import type { Mail, Mailer } from '../../../lambda/gate/mail.ts';
import { gateSite } from '../../../lambda/gate/site.tsx';
import type { Items } from '../../../lambda/ledger/items.ts';
import { cancel } from '../../../lambda/states/control.ts';
import { start, type Trigger } from '../../../lambda/states/start.ts';
import { compile } from '../../machine/compile.ts';
import { substitute } from '../../machine/substitute.ts';
import type { Engine, StatusChange } from '../engine/engine.ts';
import { type VirtualTimers, virtualTimers } from '../engine/virtual-timers.ts';
import { localFunction } from '../functions.ts';
import { EngineRoom } from './engine-room.ts';
import { type LedgerEntry, LedgerLog } from './ledger-log.ts';
import { memoryWorkspace } from './memory-workspace.ts';
import { memoryParts, type OpenParts } from './parts.ts';
import { type Crash, type Point, Tap } from './point.ts';
import { type Process, Processes } from './process.ts';
import type { Outside, Subject } from './subject.ts';

/** One run's whole surroundings in memory: every request its processes make is a point where they may die. */
export type World = {
  readonly subject: Subject;
  readonly timers: VirtualTimers;
  /** The table, looked at from outside. */
  readonly items: Items;
  readonly ledger: readonly LedgerEntry[];
  readonly mails: readonly Mail[];
  /** What became different in the world outside: a task by its key, a file by its name. */
  readonly effects: readonly string[];
  readonly points: readonly Point[];
  /** Every record the engine wrote, as text. */
  readonly journal: readonly string[];
  engine(): Engine;
  readonly stateMachineArn: string;
  onMail(listener: (mail: Mail) => void): void;
  onEnd(listener: (change: StatusChange) => void): void;
  /** One invocation of a function from outside the machine, such as the sweep. */
  invoke(name: string, payload: unknown): Promise<unknown>;
  start(trigger: Trigger): ReturnType<typeof start>;
  /** What an operator's command does. */
  cancel(run: string): Promise<boolean>;
  /** One request to the gate's site, by a process of its own. */
  request(request: Request): Promise<Response>;
  sleep(minutes: number): Promise<void>;
  /** Lets time pass until `done` says so, nothing moves any more, or it is `until`. */
  pass(done: () => boolean, until: number): Promise<void>;
  close(): Promise<void>;
};

/** A recording's clock and the host's are never the same. */
const AHEAD_MS = 400 * 86_400_000;

const PERSON = { id: 'approver', name: 'Approver', email: 'approver@holdpoint.example', lang: 'en' };
const LINK_KEY = Buffer.alloc(32, 'a key of this world alone');
export const GATE_URL = 'https://gate.holdpoint.example';

export async function openWorld(
  subject: Subject,
  crashes: readonly Crash[] = [],
  openParts: OpenParts = memoryParts,
): Promise<World> {
  const { workflow, rehearsal } = subject;
  const timers = virtualTimers(Date.parse(rehearsal.observedAt) + AHEAD_MS);
  const clock: Clock = { now: () => new Date(timers.now()) };
  const processes = new Processes();
  const mails: Mail[] = [];
  const onMail: ((mail: Mail) => void)[] = [];
  const onEnd: ((change: StatusChange) => void)[] = [];

  const invoke = (name: string, payload: unknown): Promise<unknown> =>
    processes.run(name.split('-')[0] ?? name, async (process) => {
      const outside: Outside = (port, methods, name) =>
        tap.on(process, port, methods, (method) => `${name} ${method}`);
      const handler = subject.handler(name, hostOf(process), outside);
      if (!handler) throw new TypeError(`no function "${name}" is here`);
      return handler(payload, { getRemainingTimeInMillis: () => 300_000 });
    });
  const room = new EngineRoom({
    timers,
    invoke,
    onStatusChange: (change) => {
      if (change.status !== 'RUNNING') for (const listener of onEnd) listener(change);
    },
  });
  const tap = new Tap(processes, crashes, () => {
    processes.killAll();
    void room.restart();
  });

  const effects: string[] = [];
  const parts = await openParts(subject, () => room.engine);
  const ledger = new LedgerLog(parts.items, timers.now, ({ before, after }) => {
    if (after.sk === 'TASK' && !before) effects.push(after.pk);
  });
  const files = new Map(
    Object.entries(rehearsal.files ?? {}).map(([name, text]) => [name, Buffer.from(text)]),
  );
  const workspace = memoryWorkspace(files, (path) => effects.push(`file ${path}`));
  const mailer: Mailer = {
    async send(mail) {
      const sent = await parts.mailer.send(mail);
      mails.push(mail);
      for (const listener of onMail) listener(mail);
      return sent;
    },
  };
  const env = { ...SETTINGS, ...parts.env, ...subject.env };
  /** Each process starts cold, as a function's first invocation does, with ports of its own. */
  const hostOf = (process: Process): Required<Host> => ({
    env,
    workflows: [workflow],
    clock,
    items: tap.on(process, ledger.as(process.name), ['get', 'query', 'put', 'update', 'list'], ledgerRequest),
    sfn: tap.on(process, parts.sfn, ['send'], (_, [command]) => `Step Functions ${operationOf(command)}`),
    mailer: tap.on(process, mailer, ['send'], (_, [mail]) => `mail to ${(mail as Mail).to.split('@')[0]}`),
    model: tap.on(process, parts.model, ['turn'], () => MODEL_TURN),
    http: tap.on(process, parts.http, ['get'], (_, [url]) => `GET ${new URL(String(url)).pathname}`),
    workspace: () =>
      tap.on(process, workspace, ['list', 'read', 'write'], (method, [path]) => `file ${method} ${path}`),
  });

  await room.open();
  const { stateMachineArn } = room.engine.createStateMachine({
    name: workflow.name,
    definition: substitute(compile(workflow), (name: FunctionName) => localFunction(workflow.name, name)),
  });
  const settle = async () => {
    do await new Promise((resolve) => setImmediate(resolve));
    while (processes.busy || !room.hasPower);
  };
  return {
    subject,
    timers,
    items: parts.items,
    ledger: ledger.entries,
    mails,
    effects,
    points: tap.points,
    journal: room.journal,
    engine: () => room.engine,
    stateMachineArn,
    onMail: (listener) => void onMail.push(listener),
    onEnd: (listener) => void onEnd.push(listener),
    invoke,
    start: (trigger) =>
      processes.run('start', async (process) =>
        start(trigger, { sfn: hostOf(process).sfn, stateMachineArn: () => stateMachineArn }),
      ),
    cancel: (run) => processes.run('operator', (process) => cancel(hostOf(process), run, 'operator')),
    request: (request) =>
      processes.run(`site ${request.method}`, async (process) => {
        const site = gateSite({ ...hostOf(process), keys: { current: LINK_KEY }, https: true });
        return whole(await site.fetch(request));
      }),
    sleep: (minutes) =>
      new Promise((resolve) => void timers.at(timers.now() + minutes * 60_000, () => resolve())),
    async pass(done, until) {
      for (;;) {
        await settle();
        if (done() || (timers.next() ?? until) >= until) return;
        timers.runNext();
      }
    },
    async close() {
      await room.engine.close();
      await parts.close();
    },
  };
}

/** How a model call is named among the points. */
export const MODEL_TURN = 'model turn';

/** An answer is an answer when all of it has come. */
async function whole(response: Response): Promise<Response> {
  const text = await response.text();
  return new Response(response.status === 204 || response.status === 304 ? null : text, response);
}

const SETTINGS: Env = {
  RECORDINGS: 'allowed',
  ANTHROPIC_MODEL: 'scripted',
  APPROVERS: JSON.stringify([PERSON]),
  OWNER: JSON.stringify({ ...PERSON, id: 'owner', name: 'Owner', email: 'owner@holdpoint.example' }),
  GATE_URL,
  LINK_KEYS: JSON.stringify({ current: LINK_KEY.toString('base64') }),
  CATALOGUE: 'invented',
};

/** The operation with what its key is about: the run's name and hashes say nothing in a table. */
function ledgerRequest(method: string, args: readonly unknown[]): string {
  const [first, second] = args;
  if (method === 'query') return `DynamoDB query ${roomOf(String(first))} ${second ?? ''}`.trim();
  if (method === 'list') return `DynamoDB list ${first}`;
  const { pk, sk } = first as { pk: string; sk: string };
  return `DynamoDB ${method} ${roomOf(pk)}${sk === roomOf(pk) ? '' : ` ${sk}`}`;
}

const operationOf = (command: unknown): string => (command as object).constructor.name.replace('Command', '');

const roomOf = (pk: string): string => pk.split('#')[0] ?? pk;
