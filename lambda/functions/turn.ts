import { takeTurn } from '../states/take-turn.ts';
import { deployed, type Wire } from './deployed.ts';
import { items, model, strictTools } from './deps.ts';
import { workflow } from './workflow-of.ts';

export const wire: Wire<Parameters<typeof takeTurn>[0], Awaited<ReturnType<typeof takeTurn>>> =
  (host) => (event, invocation) =>
    takeTurn(event, {
      items: items(host),
      clock: host.clock,
      workflow: workflow(host),
      model: model(host),
      strictTools: strictTools(host),
      remainingMs: invocation.getRemainingTimeInMillis,
    });

export const handler = deployed(wire);
