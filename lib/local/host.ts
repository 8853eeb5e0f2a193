import path from 'node:path';
import { SFNClient } from '@aws-sdk/client-sfn';
import type { Model } from '../../lambda/agent/model.ts';
import type { Clock } from '../../lambda/define/clock.ts';
import { items as itemsOf } from '../../lambda/functions/deps.ts';
import type { Env, Host } from '../../lambda/functions/host.ts';
import type { Items } from '../../lambda/ledger/items.ts';
import { start, type Trigger } from '../../lambda/states/start.ts';
import { TIMEOUTS } from '../machine/shapes.ts';
import { stepFunctionsApi, withoutSocket } from './engine/api.ts';
import {
  type Engine,
  type HistoryEvent,
  openEngine,
  type StatusChange,
  systemTimers,
  type Timers,
} from './engine/engine.ts';
import { openFileJournal } from './engine/file-journal.ts';
import { localFunctions } from './functions.ts';
import { listen } from './listen.ts';
import { loadMachines, machinesOf, watchers } from './machines.ts';
import { startMail } from './mail-emulator.ts';
import { startRecordedWorld } from './recorded-world.ts';
import { keepPort, keptSettings } from './settings.ts';
import { localSite } from './site.tsx';
import { openStore, type StoreKind } from './store/store.ts';
import { surroundings } from './surroundings.ts';
import { everyTick } from './ticks.ts';
import { serveSite } from './web.ts';

export type LocalHostOptions = {
  /** Where everything is kept; dry and real runs never share one. */
  readonly directory: string;
  /** Scripted models and recorded feeds instead of real ones. */
  readonly dry: boolean;
  /** ANTHROPIC_*, HKO_BASE_URL, approvers: what a real run reads from its surroundings. */
  readonly env: Env;
  /** @default the one kept in the directory, first 4780; 0 is any free one */
  readonly port?: number;
  /** What keeps the ledger. @default the one that keeps it already, first embedded */
  readonly store?: StoreKind | undefined;
  /** @default the one the settings name, through its client */
  readonly model?: Model;
  readonly timers?: Timers;
  readonly onEvent?: (execution: string, event: HistoryEvent) => void;
  readonly onStatusChange?: (change: StatusChange) => void;
  /** Told why a person read "not just now" on a gate's page. */
  readonly onFault?: (error: unknown) => void;
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
  /** Rejects when nothing can go on any more: the disk refuses, or what is kept is damaged. */
  readonly failed: Promise<never>;
  start(trigger: Trigger): ReturnType<typeof start>;
  close(): Promise<void>;
};

const REGION = 'ap-east-1';

/**
 * Everything on one machine: the machines' engine, the Step Functions API and mail on loopback, the ledger and the
 * same functions in process. What was running when the last host stopped goes on.
 */
export async function openLocalHost(options: LocalHostOptions): Promise<LocalHost> {
  const timers = options.timers ?? systemTimers;
  const clock: Clock = { now: () => new Date(timers.now()) };
  const given = surroundings(options.env, options.dry);
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
    const store = opened(
      await openStore(options.directory, options.store, (fault) => void engine?.stop(fault)),
    );
    // As EventBridge does: after the fact, best effort.
    const mail = await startMail(
      (detail) =>
        void Promise.resolve()
          .then(() => invoke('undelivered', { detail }))
          .catch(() => undefined),
    );
    closing.unshift(mail.close);
    const world = options.dry ? await startRecordedWorld(opened, options.directory) : {};

    const api = opened(
      await listen((request, response) => void (engine && stepFunctionsApi(engine)(request, response))),
    );
    let site: ((request: Request) => Response | Promise<Response>) | undefined;
    const answer = (request: Request) => site?.(request) ?? new Response('starting', { status: 503 });
    const web = opened(await serveSite(answer, options.port ?? kept.port));
    keepPort(options.directory, kept, web.port);

    const env: Env = {
      WORKSPACE: path.join(options.directory, 'workspace'),
      ...given,
      ...(given.HKO_BASE_URL ? { TOOL_HKO_BASE_URL: given.HKO_BASE_URL } : {}),
      CATALOGUE: 'invented',
      ...world,
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_ENDPOINT_URL_SFN: api.url,
      AWS_ENDPOINT_URL_SESV2: mail.url,
      ...store.env,
      GATE_URL: web.url,
      LINK_KEYS: kept.linkKeys,
    };
    const sfn = new SFNClient({
      region: REGION,
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      requestHandler: withoutSocket(() => engine as Engine),
    });
    closing.unshift(async () => sfn.destroy());
    const host: Host = {
      env,
      clock,
      sfn,
      ...(store.items ? { items: store.items } : {}),
      ...(options.model ? { model: options.model } : {}),
    };
    const watching = watchers();
    const functions = localFunctions(host);
    const invoke = async (name: string, payload: unknown) => {
      const handler = functions.get(name);
      if (!handler)
        throw Object.assign(new Error(`no function "${name}" is here`), {
          name: 'Lambda.ResourceNotFoundException',
        });
      const until = timers.now() + budgetMs(name);
      return handler(payload, { getRemainingTimeInMillis: () => until - timers.now() });
    };
    let fail: (reason: unknown) => void = () => {};
    const failed = new Promise<never>((_, reject) => {
      fail = reject;
    });
    failed.catch(() => undefined);
    engine = await openEngine({
      journal,
      timers,
      region: REGION,
      invoke,
      onBroken: fail,
      onEvent: (execution, event) => {
        watching.changed();
        options.onEvent?.(execution, event);
      },
      onStatusChange: (change) => {
        // As EventBridge does: after the fact, best effort; the sweep finds what is lost here.
        const told = change.status === 'RUNNING' ? Promise.resolve() : invoke('watch', { detail: change });
        void told.catch(() => undefined).then(() => options.onStatusChange?.(change));
      },
    });
    closing.unshift(() => (engine as Engine).close());
    closing.unshift(everyTick(timers, () => invoke('sweep', {})));
    const machines = loadMachines(engine);
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
        report: (error) => options.onFault?.(error),
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
      failed,
      start: (trigger) =>
        start(trigger, { sfn, stateMachineArn: (workflow) => machines.get(workflow) ?? workflow }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const budgetMs = (name: string): number => {
  const [kind = ''] = name.split('-');
  return (Object.hasOwn(TIMEOUTS, kind) ? TIMEOUTS[kind as keyof typeof TIMEOUTS] : 60) * 1000;
};
