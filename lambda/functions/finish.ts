import type { FinishAnswer } from '../define/machine-words.ts';
import { type Closing, closeRun } from './close-run.ts';
import { deployed, type Wire } from './deployed.ts';

export const wire: Wire<Closing, FinishAnswer> = (host) => (event) => closeRun(host, event);

export const handler = deployed(wire, ({ outcome }) => ({ [outcome]: 1 }));
