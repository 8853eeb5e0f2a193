/** The floor: no engine at all, the same loop with one SQLite commit per step (WAL, synchronous=NORMAL). */
import path from 'node:path';
import Database from 'better-sqlite3';
import * as job from './job.mjs';
import { serve } from './serve.mjs';

let db;
let insert;
let select;
const keep = (run, step, value) => insert.run(run, step, JSON.stringify(value));

serve({
  async open({ directory }) {
    db = new Database(path.join(directory, 'floor.db'));
    db.pragma('journal_mode=WAL');
    db.pragma('synchronous=NORMAL');
    db.exec(
      'create table if not exists steps(run text, step integer, body text, primary key(run, step)) without rowid',
    );
    insert = db.prepare('insert into steps values(?,?,?)');
    select = db.prepare('select body from steps where run=? order by step');
  },
  async start(run) {
    keep(run, 1, job.modelTurn(1));
    keep(run, 2, job.getHkoWeather());
    keep(run, 3, job.modelTurn(2));
    keep(run, 4, job.draftBilingualBrief());
    keep(run, 5, job.modelTurn(3));
    keep(run, 6, { waiting: 'call_3' });
  },
  async approve(run) {
    const steps = select.all(run).map(({ body }) => JSON.parse(body));
    if (steps.length < 6) throw new Error('the run is not waiting');
    if (steps.length === 6) keep(run, 7, { approved: true });
    const result = job.createReviewTask(run);
    keep(run, 8, result);
    keep(run, 9, job.modelTurn(4, result));
  },
  status: async (run) => (select.all(run).length === 9 ? 'done' : 'not done'),
  async bytes() {
    db.pragma('wal_checkpoint(TRUNCATE)');
    return db.pragma('page_count', { simple: true }) * db.pragma('page_size', { simple: true });
  },
});
