import type { Env } from '../../../lambda/functions/host.ts';
import { systemTimers } from '../engine/engine.ts';
import { openStack, StackUnknown } from '../stack.ts';
import { stackSite } from '../stack-site.tsx';
import { serveSite } from '../web.ts';
import { type Out, Usage } from './usage.ts';

/**
 * Serves the console of a deployed stack until stopped, with the operator's own credentials: what they may not do, it cannot.
 * It looks, pauses, resumes and cancels; nobody decides here.
 */
export async function serveStack(options: {
  readonly stack: string;
  readonly port?: number | undefined;
  readonly env: Env;
  readonly out: Out;
}): Promise<number> {
  const stack = await openStack(options.stack, options.env).catch((error: unknown) => {
    throw error instanceof StackUnknown ? new Usage(error.message) : error;
  });
  const clock = { now: () => new Date(systemTimers.now()) };
  const site = stackSite(stack, clock, systemTimers);
  const web = await serveSite((request) => site.fetch(request), options.port);
  options.out.note(`Serving the console of the stack ${options.stack} on ${web.url}`);
  try {
    await options.out.interrupted();
  } finally {
    await web.close();
    stack.close();
  }
  return 0;
}
