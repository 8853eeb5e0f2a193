import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { digest, type Json } from '../../../lambda/define/json.ts';
import { businessDate, HONG_KONG, localTime } from '../../../lambda/define/local-time.ts';
import type { Env } from '../../../lambda/functions/host.ts';
import { type RunItem, RunUnknown, readRecord, readRun } from '../../../lambda/ledger/record.ts';
import { runName, type Trigger } from '../../../lambda/states/start.ts';
import { workflowNamed } from '../../../lambda/workflows/registry.ts';
import { rehearsals } from '../../../lambda/workflows/rehearsals.ts';
import { approve } from '../approve.ts';
import { lockDirectory } from '../engine/lock.ts';
import { type LocalHost, openLocalHost } from '../host.ts';
import { Progress } from '../progress.ts';
import type { StoreKind } from '../store/store.ts';
import { exitCode, type Summary, summarize } from '../summary.ts';
import { costOf } from './cost.ts';
import { dataDirectory } from './data-directory.ts';
import { type Out, Usage } from './usage.ts';

export type RunOptions = {
  readonly workflow: string;
  readonly dry: boolean;
  readonly confirm: boolean;
  readonly fresh: boolean;
  readonly input?: string | undefined;
  /** An explicit re-run: of which date and slot, and the how manyth attempt it is. */
  readonly again?: { readonly date: string; readonly slot?: string; readonly attempt: number };
  readonly port?: number | undefined;
  readonly store?: StoreKind | undefined;
  readonly home: string;
  readonly env: Env;
  readonly out: Out;
};

/** Starts a run, or finds the one of its date; leaves it parked, or decides it when told to. */
export async function run(options: RunOptions): Promise<number> {
  checkUsage(options);
  // Before anything is opened or cleared.
  const said = options.input === undefined ? undefined : fitting(options.workflow, parseInput(options.input));
  const { out } = options;
  const directory = dataDirectory(options.home, options.dry);
  if (options.fresh) await clear(directory);
  if (options.dry)
    out.note(
      'Dry run: a scripted model and a recorded observation; nothing is read from or sent to anywhere.',
    );
  const progress = new Progress(out.note);
  const host = await openLocalHost({
    directory,
    dry: options.dry,
    env: options.env,
    onEvent: progress.onEvent,
    onStatusChange: progress.onStatusChange,
    onFault: progress.onFault,
    store: options.store,
    ...(options.port === undefined ? {} : { port: options.port }),
  });
  try {
    return await Promise.race([conduct(options, host, progress, said), host.failed]);
  } finally {
    await host.close();
  }
}

async function conduct(
  options: RunOptions,
  host: LocalHost,
  progress: Progress,
  said: Json | undefined,
): Promise<number> {
  const { out } = options;
  const trigger = triggerOf(options, host, said ?? (await firstInput(options, host)));
  const before = await readRun(host.items, runName(trigger));
  if (before) out.note(`${before.run} is on record already: ${before.state}.`);
  const { run } = before ? { run: before.run } : await host.start(trigger);
  let summary = await settle(host, progress, run, before);
  while (options.confirm && summary.link) {
    out.note(`Approving through ${summary.link}`);
    progress.leaves(run);
    await approve(summary.link);
    await progress.settled(run);
    summary = await summarize(host, run);
  }
  return await tell(summary, options, host);
}

/** @throws {DirectoryLocked} while a host serves it: its runs would lose their ground */
async function clear(directory: string): Promise<void> {
  const journal = path.join(directory, 'journal');
  const unlock = existsSync(journal) ? await lockDirectory(journal) : undefined;
  await rm(directory, { recursive: true, force: true });
  await unlock?.();
}

function checkUsage({ workflow, dry, confirm, fresh, env }: RunOptions): void {
  const wanted = workflowNamed(workflow);
  if (dry && !rehearsals.some((rehearsal) => rehearsal.workflow === wanted.name))
    throw new Usage(`${workflow} has no rehearsal to dry-run`);
  if (dry) return;
  if (confirm)
    throw new Usage(
      '--confirm decides in place of a person: it works on dry runs only; a real run is decided through its link',
    );
  if (fresh) throw new Usage('--fresh clears dry-run data; real runs are kept');
  for (const name of ['ANTHROPIC_API_KEY', 'ANTHROPIC_MODEL']) {
    if (!env[name]) throw new Usage(`a real run needs ${name}; without a key, try --dry-run`);
  }
}

/**
 * What the attempt was given that is to be run again.
 *
 * @throws {RunUnknown} there is nothing to run again
 */
async function firstInput({ workflow, again }: RunOptions, host: LocalHost): Promise<Json | undefined> {
  if (!again) return undefined;
  const first = runName({ workflow, businessDate: again.date, ...(again.slot ? { slot: again.slot } : {}) });
  const run = await readRun(host.items, first);
  if (!run) throw new RunUnknown(first);
  return run.input ?? undefined;
}

function fitting(workflow: string, given: Json): Json {
  const valid = workflowNamed(workflow).input.strict().safeParse(given);
  if (valid.success) return given;
  const faults = valid.error.issues.map((issue) => `${issue.path.join('.') || 'input'}: ${issue.message}`);
  throw new Usage(`--input does not fit ${workflow}: ${faults.join('; ')}`);
}

function triggerOf({ workflow, dry, again }: RunOptions, host: LocalHost, input: Json | undefined): Trigger {
  const rehearsal = rehearsals.find((candidate) => candidate.workflow === workflow);
  const given = input ?? rehearsal?.input;
  if (given === undefined) throw new Usage(`${workflow} needs --input`);
  const recording = dry && rehearsal ? { recording: { observedAt: rehearsal.observedAt } } : {};
  const now = dry && rehearsal ? new Date(rehearsal.observedAt) : host.clock.now();
  return {
    workflow,
    businessDate: again?.date ?? businessDate(now),
    trigger: 'manual',
    input: fitting(workflow, given),
    ...(workflowNamed(workflow).runs === 'asked' ? { slot: again?.slot ?? slotOf(now, given) } : {}),
    ...recording,
    ...(again ? { rerun: again.attempt } : {}),
  };
}

/** One run per question and minute: asked again at once it is the same, asked again later it is answered anew. */
const slotOf = (now: Date, input: Json): string =>
  `${localTime(now, HONG_KONG).time.replace(':', '')}-${digest(input).slice(0, 6)}`;

function parseInput(text: string): Json {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Usage(`--input wants JSON: ${(error as Error).message}`);
  }
}

/** Waits until the run is parked or has ended; one that was parked before this host opened is parked already. */
async function settle(
  host: LocalHost,
  progress: Progress,
  run: string,
  before: RunItem | undefined,
): Promise<Summary> {
  const standing = before ? await summarize(host, run) : undefined;
  if (standing && standing.state !== 'RUNNING') return standing;
  await progress.settled(run);
  return summarize(host, run);
}

async function tell(summary: Summary, options: RunOptions, host: LocalHost): Promise<number> {
  const { out } = options;
  out.note(costOf(await readRecord(host.items, summary.run)));
  if (summary.link) out.note(`Waiting for a person. Decide here: ${summary.link}`);
  else if (summary.state === 'RUNNING')
    out.note(`${summary.run} stopped without an outcome; a host that serves it closes it within minutes.`);
  else out.note(`${summary.run} ended ${summary.state}${summary.message ? `: ${summary.message}` : '.'}`);
  if (!summary.link && options.dry) out.note('--fresh clears dry-run data and begins again.');
  if (summary.link && out.terminal) {
    out.result(summary);
    out.note(`Serving ${host.url} (mailbox, tasks) until Ctrl-C; the run stays parked.`);
    await out.interrupted();
    return exitCode(summary.state);
  }
  if (summary.link) out.note('The run stays parked on disk; "holdpoint serve" takes it up again.');
  out.result(summary);
  return exitCode(summary.state);
}
