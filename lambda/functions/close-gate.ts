import { closeGate } from '../states/close-gate.ts';
import { deployed, type Wire } from './deployed.ts';
import { items } from './deps.ts';

export const wire: Wire<Parameters<typeof closeGate>[0], Awaited<ReturnType<typeof closeGate>>> =
  (host) => (event) =>
    closeGate(event, { items: items(host), clock: host.clock });

export const handler = deployed(wire);
