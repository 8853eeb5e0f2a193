import { Hono } from 'hono';
import type { Clock } from '../../lambda/define/clock.ts';
import type { Items } from '../../lambda/ledger/items.ts';
import { reviewTask, type TaskItem } from '../../lambda/ledger/tasks.ts';
import { Frame, HEADERS } from './frame.tsx';

const MOST = 100;

/** /tasks: the review tasks that were created, each with its full draft to copy and a button for "reviewed". */
export function tasks(items: Items, clock: Clock, dry: boolean): Hono {
  const site = new Hono();
  site.get('/', async (context) => {
    const { items: listed } = await items.list('TASK', { newestFirst: true, limit: MOST });
    const page = (
      <Frame title="Review tasks" dry={dry}>
        {listed.length === 0 && <p>No task yet.</p>}
        {(listed as TaskItem[]).map((task) => (
          <article>
            <h2>
              {task.id} {task.title}
            </h2>
            <small>created {task.createdAt}</small>
            {texts(task.body).map((text) => (
              <pre>{text}</pre>
            ))}
            {task.reviewedAt ? (
              <p>Reviewed {task.reviewedAt}</p>
            ) : (
              <form method="post" action={`/tasks/${task.key}/reviewed`}>
                <button type="submit">Mark as reviewed</button>
              </form>
            )}
          </article>
        ))}
      </Frame>
    );
    return context.html(`<!doctype html>${page}`, 200, HEADERS);
  });
  site.post('/:key/reviewed', async (context) => {
    const task = await reviewTask(items, context.req.param('key'), clock.now().toISOString());
    return task ? context.redirect('/tasks', 303) : context.text('there is no such task', 404);
  });
  return site;
}

/** The texts of a draft, in each language it has. */
const texts = (body: unknown): string[] =>
  Object.values((body ?? {}) as Record<string, unknown>).flatMap((part) => {
    const text = (part as { text?: unknown } | null)?.text;
    return typeof text === 'string' ? [text] : [];
  });
