/**
 * Holdpoint's own local host, opened as `holdpoint serve --dry-run` opens it: the real functions, Messages API, feed, mail and
 * gate page. A run of the harness is the brief of a date. The approval itself is not here: the driver sends the page's form.
 */
import { openSync, readdirSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { digest } from '../../lambda/define/json.ts';
import { linkKeys } from '../../lambda/functions/deps.ts';
import { gateLink } from '../../lambda/gate/link.ts';
import { ABSENT, type Items } from '../../lambda/ledger/items.ts';
import { readRecord } from '../../lambda/ledger/record.ts';
import type { Trigger } from '../../lambda/states/start.ts';
import { workflows } from '../../lambda/workflows/registry.ts';
import { rehearsals } from '../../lambda/workflows/rehearsals.ts';
import { type LocalHost, openLocalHost } from '../../lib/local/host.ts';
import { scriptOf } from '../../lib/local/recorded-world.ts';
import { scriptedModel } from '../../lib/local/scripted-model.ts';
import { bound, meter } from '../cost/meter.ts';
import { serve } from './serve.mjs';

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';

const WORKFLOW = 'morning-brief';
const rehearsal = rehearsals.find(({ workflow }) => workflow === WORKFLOW);
if (!rehearsal) throw new Error('the morning brief has no rehearsal');

const DAY = 86_400_000;
/** Run 17 of the harness is the brief of the 17th day after this one. */
const FIRST_DATE = Date.UTC(2031, 0, 1);
const dateOf = (run: string) => new Date(FIRST_DATE + Number(run) * DAY).toISOString().slice(0, 10);
const nameOf = (run: string) => `${WORKFLOW}-${dateOf(run)}`;

let host: LocalHost;
let directory = '';
/** Resolved when a run is parked, and when one has ended; what came before anybody asked is remembered. */
const parked = signals();
const ended = signals();
const spent = meter();

serve({
  async open(place: { directory: string }) {
    directory = place.directory;
    host = await openLocalHost({
      directory: path.join(directory, 'data'),
      dry: true,
      env: {},
      port: 0,
      model: scriptedModel(scriptOf(rehearsals, workflows)),
      onEvent: (execution, { type }) => {
        if (type === 'TaskSubmitted') parked.give(nameIn(execution));
      },
      onStatusChange: ({ name, status }) => {
        if (status !== 'RUNNING') ended.give(name);
      },
    });
    plain = bound(host.items);
    // counting takes time of its own: only where costs are asked for
    if (process.env.BENCH_METER) spent.watch(host.items);
    watchWrites();
  },
  async start(run: string) {
    const name = nameOf(run);
    const waiting = parked.of(name);
    const trigger: Trigger = {
      workflow: WORKFLOW,
      businessDate: dateOf(run),
      trigger: 'manual',
      input: rehearsal.input,
      recording: { observedAt: rehearsal.observedAt },
    };
    await host.start(trigger);
    await waiting;
    return { link: await linkOf(name) };
  },
  /** The way to a run's gate, for a driver that lost the answer of `start`. */
  async link(run: string) {
    return { link: await linkOf(nameOf(run)) };
  },
  async approve(run: string) {
    await ended.of(nameOf(run));
    const state = await stateOf(run);
    if (state !== 'DONE') throw new Error(`the run is ${state}`);
  },
  async status(run: string) {
    const state = await stateOf(run);
    return state === 'DONE' ? 'done' : state;
  },
  bytes: async () => bytesIn(path.join(directory, 'data')),
  /** Puts copies of the first run's items into the ledger, as if so many runs more had ended. */
  seed: async (many: string) => seed(Number(many)),
  /** What the ledger was asked since the last time this was asked. */
  cost: async () => spent.take(),
});

const nameIn = (execution: string) => execution.split(':').at(-1) ?? '';
const stateOf = async (run: string) => (await readRecord(plain, nameOf(run))).run.state;
/** The proposal is the third turn's. */
const linkOf = async (run: string) =>
  gateLink(host.url, await linkKeys(host), { run, turn: 3, kind: 'CONFIRM' }, 0);

/** Where the items of the first run are, as long as it is the only one. */
const places = new Set<string>();
let seeded = 0;
/** Days that no run of the harness has. */
const SEEDED_FROM = 200_000;
const AT_ONCE = 64;

async function seed(many: number): Promise<{ seeded: number }> {
  const items = (await Promise.all([...places].map((pk) => plain.query(pk)))).flat();
  const key = items.find(({ pk }) => pk.startsWith('WRITE#'))?.pk.slice('WRITE#'.length) ?? '';
  const text = JSON.stringify(items);
  const until = seeded + many;
  const worker = async () => {
    while (seeded < until) {
      const n = seeded++;
      const copy = text
        .replaceAll(dateOf('1'), dateOf(String(SEEDED_FROM + n)))
        .replaceAll(key, digest({ seeded: n }));
      for (const item of JSON.parse(copy)) await plain.put(item, ABSENT);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { seeded };
}

/** As they were before anybody watched them: what the harness itself does is no cost of a run. */
let plain: Items;

/** Notes each time the target took a write; where it is told to, the process dies right after. */
function watchWrites() {
  const effects = openSync(process.env.BENCH_EFFECTS ?? '', 'a');
  const { put } = bound(host.items);
  Object.assign(host.items, {
    put: async (...asked: Parameters<typeof put>) => {
      const written = await put(...asked);
      const [item] = asked;
      if (ended.count() === 0) places.add(item.pk);
      if (!item.pk.startsWith('TASK#')) return written;
      const run = process.env.BENCH_KILL;
      if (written.won) writeSync(effects, `${run ?? 'any'}\n`);
      if (run !== undefined) process.kill(process.pid, 'SIGKILL');
      return written;
    },
  });
}

function bytesIn(place: string): number {
  return readdirSync(place, { withFileTypes: true })
    .map((entry) => {
      const inside = path.join(place, entry.name);
      if (entry.isDirectory()) return bytesIn(inside);
      return statSync(inside, { throwIfNoEntry: false })?.size ?? 0;
    })
    .reduce((sum, size) => sum + size, 0);
}

function signals() {
  const given = new Set<string>();
  let count = 0;
  const waiting = new Map<string, () => void>();
  return {
    count: () => count,
    give(name: string) {
      count += 1;
      const resolve = waiting.get(name);
      if (!resolve) return void given.add(name);
      waiting.delete(name);
      resolve();
    },
    of: (name: string) =>
      given.delete(name) ? Promise.resolve() : new Promise<void>((resolve) => waiting.set(name, resolve)),
  };
}
