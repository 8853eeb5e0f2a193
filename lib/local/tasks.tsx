import { Hono } from 'hono';
import type { Clock } from '../../lambda/define/clock.ts';
import type { Lang } from '../../lambda/define/preview.ts';
import { tagOf } from '../../lambda/gate/language.ts';
import { Shown } from '../../lambda/gate/layout.tsx';
import type { Items } from '../../lambda/ledger/items.ts';
import { reviewTask, type TaskItem } from '../../lambda/ledger/tasks.ts';
import { HEADERS, Message, Shell, When } from './console/shell.tsx';

const MOST = 100;

/** /tasks: the review tasks that were created, each with its full draft to copy and a button for "reviewed". */
export function tasks(items: Items, clock: Clock, dry: boolean): Hono {
  const site = new Hono();
  const listed = async () =>
    (await items.list('TASK', { newestFirst: true, limit: MOST })).items as TaskItem[];

  site.get('/', async (context) => {
    const all = await listed();
    const page = (
      <Shell title="Review tasks" dry={dry} room="Tasks">
        <h1>Review tasks</h1>
        {all.length === 0 && (
          <section>
            <p>No task yet.</p>
          </section>
        )}
        {all.map((task) => (
          <Task task={task} />
        ))}
      </Shell>
    );
    return context.html(`<!doctype html>${page}`, 200, HEADERS);
  });

  site.get('/:id', async (context) => {
    const task = (await listed()).find(({ id }) => id === context.req.param('id'));
    if (!task) {
      const none = <Message title="No such task" text="It is not among the newest tasks." dry={dry} />;
      return context.html(`<!doctype html>${none}`, 404, HEADERS);
    }
    const page = (
      <Shell title={`Review task ${task.id}`} dry={dry}>
        <h1>Review task</h1>
        <Task task={task} />
        <a class="button" href="/tasks">
          All tasks
        </a>
      </Shell>
    );
    return context.html(`<!doctype html>${page}`, 200, HEADERS);
  });

  site.post('/:key/reviewed', async (context) => {
    const task = await reviewTask(items, context.req.param('key'), clock.now().toISOString());
    return task ? context.redirect('/tasks', 303) : context.text('there is no such task', 404);
  });
  return site;
}

const Task = ({ task }: { task: TaskItem }) => (
  <article>
    <h2>
      <Shown text={task.title} />
    </h2>
    <p class="soft">
      <Shown text={task.id} />, created <When at={task.createdAt} />
    </p>
    {texts(task.body).map(({ lang, text }) => (
      <p class="said prose" lang={lang && tagOf(lang)}>
        <Shown text={text} />
      </p>
    ))}
    {task.reviewedAt ? (
      <p class="good">
        <b>Reviewed</b> <When at={task.reviewedAt} />
      </p>
    ) : (
      <form method="post" action={`/tasks/${task.key}/reviewed`}>
        <button type="submit" class="main">
          Mark as reviewed
        </button>
      </form>
    )}
  </article>
);

/** The texts of a draft, in each language it has. */
const texts = (body: unknown): { readonly lang: Lang | undefined; readonly text: string }[] =>
  Object.values((body ?? {}) as Record<string, unknown>).flatMap((part) => {
    const { text, lang } = (part ?? {}) as { text?: unknown; lang?: Lang };
    return typeof text === 'string' ? [{ lang, text }] : [];
  });
