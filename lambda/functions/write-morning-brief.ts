import { ledgerTasks } from '../ledger/tasks.ts';
import { runCreateReviewTask } from '../workflows/morning-brief/tools/create-review-task.run.ts';
import { deployed } from './deployed.ts';
import { items } from './deps.ts';
import { writes } from './writes.ts';

export const wire: ReturnType<typeof writes> = (host) =>
  writes([runCreateReviewTask(ledgerTasks(items(host)))])(host);

export const handler = deployed(wire);
