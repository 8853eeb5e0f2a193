import path from 'node:path';
import { SFNClient } from '@aws-sdk/client-sfn';
import { getRequestListener } from '@hono/node-server';
import sesEmulator from 'aws-ses-v2-local';
import type { Clock } from '../../lambda/define/clock.ts';
import { toSeconds } from '../../lambda/define/duration.ts';
import { SWEEP_EVERY } from '../../lambda/define/gate-policy.ts';
import { items as itemsOf } from '../../lambda/functions/deps.ts';
import type { Env, Host } from '../../lambda/functions/host.ts';
import type { Items } from '../../lambda/ledger/items.ts';
import { start, type Trigger } from '../../lambda/states/start.ts';
import { workflows } from '../../lambda/workflows/registry.ts';
import { rehearsals } from '../../lambda/workflows/rehearsals.ts';
import { compile } from '../machine/compile.ts';
import { TIMEOUTS } from '../machine/shapes.ts';
import { substitute } from '../machine/substitute.ts';
import type { Machines, Watch } from './console/console.tsx';
import { startDynamo } from './dynamodb.ts';
import { stepFunctionsApi } from './engine/api.ts';
import {
  type Engine,
  type HistoryEvent,
  openEngine,
  type StatusChange,
  systemTimers,
  type Timers,
} from './engine/engine.ts';
import { openFileJournal } from './engine/file-journal.ts';
import { detailsOf } from './engine/history.ts';
import { localFunction, localFunctions } from './functions.ts';
import { type Listening, listen, PortTaken } from './listen.ts';
import { startMessagesApi } from './messages-api.ts';
import { feedSettings, layFiles, scriptOf, startFeeds } from './recorded-world.ts';
import { keepPort, keptSettings } from './settings.ts';
import { localSite } from './site.tsx';

export type LocalHostOptions = {
  /** Where everything is kept; dry and real runs never share one. */
  readonly directory: string;
  /** Scripted models and recorded feeds instead of real ones. */
  readonly dry: boolean;
  /** ANTHROPIC_*, HKO_BASE_URL, approvers: what a real run reads from its surroundings. */
  readonly env: Env;
  /** @default the one kept in the directory, first 4780; 0 is any free one */
  readonly port?: number;
  readonly timers?: Timers;
  readonly onEvent?: (execution: string, event: HistoryEvent) => void;
  readonly onStatusChange?: (change: StatusChange) => void;
};

export type LocalHost = {
  /** Where people look: gates, mailbox, tasks. */
  readonly url: string;
  readonly stepFunctionsUrl: string;
  readonly mailUrl: string;
  readonly items: Items;
  readonly engine: Engine;
  readonly clock: Clock;
  readonly env: Env;
  start(trigger: Trigger): ReturnType<typeof start>;
  close(): Promise<void>;
};

const REGION = 'ap-east-1';
const PERSON = { id: 'approver', name: 'Approver', email: 'approver@holdpoint.example', lang: 'en' };

/**
 * Everything on one machine: the machines' engine, the Step Functions API, DynamoDB and mail on loopback, the same
 * functions in process. What was running when the last host stopped goes on.
 */
export async function openLocalHost(options: LocalHostOptions): Promise<LocalHost> {
  const timers = options.timers ?? systemTimers;
  const clock: Clock = { now: () => new Date(timers.now()) };
  const kept = keptSettings(options.directory);
  const closing: (() => Promise<void>)[] = [];
  const opened = <T extends { close(): Promise<void> }>(part: T): T => {
    closing.unshift(() => part.close());
    return part;
  };
  const close = async () => {
    for (const part of closing.splice(0)) await part();
  };
  try {
    // The journal's lock comes first: a second host on this directory is refused before it touches anything.
    const journal = await openFileJournal(path.join(options.directory, 'journal'));
    let engine: Engine | undefined;
    closing.unshift(async () => void (engine ?? (await journal.close())));
    const dynamo = opened(await startDynamo('holdpoint', path.join(options.directory, 'dynamodb')));
    const mail = await startMail();
    closing.unshift(mail.close);
    const world = options.dry ? await startRecordedWorld(opened, options.directory) : {};

    const api = opened(
      await listen((request, response) => void (engine && stepFunctionsApi(engine)(request, response))),
    );
    let site: ((request: Request) => Response | Promise<Response>) | undefined;
    const answer = (request: Request) => site?.(request) ?? new Response('starting', { status: 503 });
    const web = opened(await listenFor(answer, options.port ?? kept.port));
    keepPort(options.directory, kept, web.port);

    const env: Env = {
      WORKSPACE: path.join(options.directory, 'workspace'),
      ...options.env,
      ...(options.env.HKO_BASE_URL ? { TOOL_HKO_BASE_URL: options.env.HKO_BASE_URL } : {}),
      CATALOGUE: 'invented',
      ...world,
      ...PEOPLE(options.env),
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_ENDPOINT_URL_DYNAMODB: dynamo.url,
      AWS_ENDPOINT_URL_SFN: api.url,
      AWS_ENDPOINT_URL_SESV2: mail.url,
      TABLE_NAME: 'holdpoint',
      GATE_URL: web.url,
      LINK_KEYS: kept.linkKeys,
    };
    const host: Host = { env, clock };
    const watching = watchers();
    const functions = localFunctions(host);
    const call = (name: string, payload: unknown) => {
      const handler = functions.get(name);
      if (!handler)
        throw Object.assign(new Error(`no function "${name}" is here`), {
          name: 'Lambda.ResourceNotFoundException',
        });
      const until = timers.now() + budgetMs(name);
      return handler(payload, { getRemainingTimeInMillis: () => until - timers.now() });
    };
    engine = await openEngine({
      journal,
      timers,
      region: REGION,
      invoke: async (name, payload) => call(name, payload),
      onEvent: (execution, event) => {
        watching.changed();
        options.onEvent?.(execution, event);
      },
      onStatusChange: (change) => {
        // As EventBridge does: after the fact, best effort; the sweep finds what is lost here.
        const told = change.status === 'RUNNING' ? Promise.resolve() : call('watch', { detail: change });
        void Promise.resolve(told)
          .catch(() => undefined)
          .then(() => options.onStatusChange?.(change));
      },
    });
    closing.unshift(() => (engine as Engine).close());
    closing.unshift(everyTick(timers, () => call('sweep', {})));
    const machines = loadMachines(engine);
    const sfn = new SFNClient({
      region: REGION,
      endpoint: api.url,
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
    closing.unshift(async () => sfn.destroy());
    const items = itemsOf(host);
    site = (
      await localSite({
        host,
        items,
        sfn,
        mailUrl: mail.url,
        dry: options.dry,
        machines: machinesOf(engine),
        watch: watching.watch,
      })
    ).fetch;

    return {
      url: web.url,
      stepFunctionsUrl: api.url,
      mailUrl: mail.url,
      items,
      engine,
      clock,
      env,
      start: (trigger) =>
        start(trigger, { sfn, stateMachineArn: (workflow) => machines.get(workflow) ?? workflow }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Ticks the sweep as the deployed schedule does; a tick that fails leaves its work to the next. */
function everyTick(timers: Timers, tick: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  let cancel = () => {};
  const arm = () => {
    cancel = timers.at(timers.now() + toSeconds(SWEEP_EVERY) * 1000, () => {
      arm();
      running = running.then(tick).catch(() => undefined);
    });
  };
  arm();
  return async () => {
    cancel();
    await running;
  };
}

const budgetMs = (name: string): number => {
  const [kind = ''] = name.split('-');
  return (Object.hasOwn(TIMEOUTS, kind) ? TIMEOUTS[kind as keyof typeof TIMEOUTS] : 60) * 1000;
};

const PEOPLE = (env: Env): Env => ({
  MAIL_FROM: env.MAIL_FROM ?? JSON.stringify({ name: 'Holdpoint', address: 'holdpoint@holdpoint.example' }),
  APPROVERS: env.APPROVERS ?? JSON.stringify([PERSON]),
  OWNER:
    env.OWNER ?? JSON.stringify({ ...PERSON, id: 'owner', name: 'Owner', email: 'owner@holdpoint.example' }),
});

/** What the console asks of the engine. */
const machinesOf = (engine: Engine): Machines => ({
  async definitionOf(executionArn) {
    const { definition } = await engine.describeStateMachineForExecution({ executionArn });
    return JSON.parse(engine.machines.textOf(definition));
  },
  async statesOf(executionArn) {
    const history = await engine.getExecutionHistory({ executionArn });
    return history.flatMap((event) =>
      event.type.endsWith('StateEntered') ? [String(detailsOf(event).name)] : [],
    );
  },
});

/** Those who watch, each told of every change. */
function watchers(): { watch: Watch; changed: () => void } {
  const watching = new Set<() => void>();
  return {
    watch(changed) {
      watching.add(changed);
      return () => void watching.delete(changed);
    },
    changed: () => watching.forEach((changed) => void changed()),
  };
}

function loadMachines(engine: Engine): ReadonlyMap<string, string> {
  return new Map(
    workflows.map((workflow) => {
      const definition = substitute(compile(workflow), (name) => localFunction(workflow.name, name));
      return [workflow.name, engine.createStateMachine({ name: workflow.name, definition }).stateMachineArn];
    }),
  );
}

async function startMail(): Promise<{ url: string; close: () => Promise<void> }> {
  const server = await sesEmulator.default({ host: '127.0.0.1', port: 0 });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the mail emulator has no port');
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${address.port}`, close };
}

async function startRecordedWorld(
  opened: <T extends { close(): Promise<void> }>(part: T) => T,
  directory: string,
): Promise<Env> {
  const workspace = path.join(directory, 'workspace');
  layFiles(rehearsals, workspace);
  const feeds = opened(await startFeeds(rehearsals));
  const model = opened(await startMessagesApi(scriptOf(rehearsals, workflows)));
  return {
    RECORDINGS: 'allowed',
    WORKSPACE: workspace,
    ...feedSettings(rehearsals, feeds.url),
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: 'dry-run',
    ANTHROPIC_MODEL: 'scripted',
  };
}

const DEFAULT_PORT = 4780;

/** A port that nobody named and no link points to yet may be another, when the usual one is taken. */
async function listenFor(
  fetch: (request: Request) => Response | Promise<Response>,
  port: number | undefined,
): Promise<Listening> {
  const listener = getRequestListener(fetch);
  return listen(listener, port ?? DEFAULT_PORT).catch((error: unknown) => {
    if (port === undefined && error instanceof PortTaken) return listen(listener, 0);
    throw error;
  });
}
