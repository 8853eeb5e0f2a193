import type { Receipt, Tasks } from '../define/runner.ts';
import { ABSENT, type Items, type Key } from './items.ts';
import { SCHEMA } from './record.ts';

/** TASK#key / TASK: a review task, keyed by the idempotency key, so that creating it is itself conditional. */
export type TaskItem = Key & {
  readonly key: string;
  readonly id: string;
  readonly title: string;
  readonly body: unknown;
  readonly createdAt: string;
  readonly reviewedAt?: string;
};

const taskKey = (key: string) => ({ pk: `TASK#${key}`, sk: 'TASK' });
const receiptOf = (task: TaskItem): Receipt => ({ id: task.id, at: task.createdAt, title: task.title });

/** The embedded target of create_review_task; `now` is the run's time. */
export function ledgerTasks(items: Items): Tasks {
  return {
    async createOnce(key, { title, body }, now) {
      const at = now.toISOString();
      const id = `T-${key.slice(0, 8)}`;
      const put = await items.put(
        { ...taskKey(key), v: SCHEMA, key, id, title, body, createdAt: at, list: 'TASK', at },
        ABSENT,
      );
      return receiptOf(put.item as TaskItem);
    },
    async find(key) {
      const task = (await items.get(taskKey(key))) as TaskItem | undefined;
      return task && receiptOf(task);
    },
  };
}

/** Marks a task reviewed, once; the first mark stands. */
export async function reviewTask(items: Items, key: string, at: string): Promise<TaskItem | undefined> {
  const written = await items.update(taskKey(key), { reviewedAt: at }, [
    { equals: ['sk', 'TASK'] },
    { absent: 'reviewedAt' },
  ]);
  return written.item as TaskItem | undefined;
}
