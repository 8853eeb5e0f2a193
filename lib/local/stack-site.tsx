import { Hono } from 'hono';
import type { Clock } from '../../lambda/define/clock.ts';
import { consoleSite, type Watch } from './console/console.tsx';
import { HEADERS, Message } from './console/shell.tsx';
import type { Timers } from './engine/engine.ts';
import { guarded, ownFormsOnly } from './own-pages.ts';
import type { Stack } from './stack.ts';

/** How often an open page looks again: a deployed stack tells nobody of its changes. */
const LOOK_EVERY_MS = 10_000;

/** The console of a deployed stack, on this machine. Letters and tasks are where its people have them. */
export function stackSite(stack: Stack, clock: Clock, timers: Timers): Hono {
  const site = new Hono();
  site.use(guarded);
  site.use('/console/*', ownFormsOnly);
  site.get('/', (context) => context.redirect('/console'));
  site.route('/console', consoleSite({ ...stack, clock, watch: lookingAgain(timers), dry: false }));
  site.notFound((context) => {
    const text =
      'A deployed stack has its runs and open gates here; its letters and tasks are where people get them.';
    return context.html(
      `<!doctype html>${<Message title="There is nothing here" text={text} dry={false} />}`,
      404,
      HEADERS,
    );
  });
  return site;
}

const lookingAgain =
  (timers: Timers): Watch =>
  (changed) => {
    let cancel = () => {};
    const arm = () => {
      cancel = timers.at(timers.now() + LOOK_EVERY_MS, () => {
        arm();
        changed();
      });
    };
    arm();
    return () => cancel();
  };
