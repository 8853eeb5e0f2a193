import type { Deliver } from '../define/answer.ts';
import { bus } from './bus.ts';
import { DependencyUnavailable } from './deployed.ts';
import type { Host } from './host.ts';

/** Delivers on the deployment's bus, where its receipt is the event's id; without a bus the ledger's own record is the result. */
export const deliver =
  (host: Host): Deliver =>
  async (answer) => {
    const told = await bus(host)?.('Answered', answer);
    if (told && 'refused' in told) throw new DependencyUnavailable(`the bus took no answer: ${told.refused}`);
    return told ?? {};
  };
