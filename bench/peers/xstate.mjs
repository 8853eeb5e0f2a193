/** XState 5, whose snapshot is put into SQLite after every settled transition; what many write themselves. */
import path from 'node:path';
import Database from 'better-sqlite3';
import { assign, createActor, fromPromise, setup, waitFor } from 'xstate';
import * as job from './job.mjs';
import { serve } from './serve.mjs';

const step = (src, target) => ({
  invoke: {
    src,
    input: ({ context }) => context,
    onDone: {
      target,
      actions: assign({ messages: ({ context, event }) => [...context.messages, event.output] }),
    },
  },
});
const tool = (content) => ({ role: 'tool', content });
const machine = setup({
  actors: {
    turn1: fromPromise(async () => job.modelTurn(1)),
    read: fromPromise(async () => tool(job.getHkoWeather())),
    turn2: fromPromise(async () => job.modelTurn(2)),
    draft: fromPromise(async () => tool(job.draftBilingualBrief())),
    turn3: fromPromise(async () => job.modelTurn(3)),
    write: fromPromise(async ({ input }) => tool(job.createReviewTask(input.run))),
    turn4: fromPromise(async ({ input }) => job.modelTurn(4, input.messages.at(-1).content)),
  },
}).createMachine({
  context: ({ input }) => ({ run: input.run, messages: [job.SYSTEM, job.USER] }),
  initial: 'turn1',
  states: {
    turn1: step('turn1', 'read'),
    read: step('read', 'turn2'),
    turn2: step('turn2', 'draft'),
    draft: step('draft', 'turn3'),
    turn3: step('turn3', 'waiting'),
    waiting: { on: { APPROVE: 'write' } },
    write: step('write', 'turn4'),
    turn4: step('turn4', 'done'),
    done: { type: 'final' },
  },
});

let db;
let put;
let get;
function actorOf(run, snapshot) {
  const actor = createActor(machine, snapshot ? { snapshot } : { input: { run } });
  let last;
  actor.subscribe(({ value }) => {
    if (value === last) return;
    last = value;
    put.run(run, value, JSON.stringify(actor.getPersistedSnapshot()));
  });
  actor.start();
  return actor;
}

serve({
  async open({ directory }) {
    db = new Database(path.join(directory, 'xstate.db'));
    db.pragma('journal_mode=WAL');
    db.pragma('synchronous=NORMAL');
    db.exec('create table if not exists runs(id text primary key, state text, snapshot text)');
    put = db.prepare(
      'insert into runs values(?,?,?) on conflict(id) do update set state=excluded.state, snapshot=excluded.snapshot',
    );
    get = db.prepare('select state, snapshot from runs where id=?');
  },
  async start(run) {
    const actor = actorOf(run);
    await waitFor(actor, (state) => state.matches('waiting'), { timeout: 60_000 });
    actor.stop();
  },
  async approve(run) {
    const { state, snapshot } = get.get(run);
    const actor = actorOf(run, JSON.parse(snapshot));
    if (state === 'waiting') actor.send({ type: 'APPROVE' });
    await waitFor(actor, ({ status }) => status === 'done', { timeout: 60_000 });
  },
  status: async (run) => get.get(run)?.state ?? 'unknown',
  async bytes() {
    db.pragma('wal_checkpoint(TRUNCATE)');
    return db.pragma('page_count', { simple: true }) * db.pragma('page_size', { simple: true });
  },
});
