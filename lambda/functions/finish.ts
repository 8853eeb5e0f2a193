import { finish } from '../states/finish.ts';
import { deployed, type Wire } from './deployed.ts';
import { finishDeps } from './finish-deps.ts';

export const wire: Wire<Parameters<typeof finish>[0], Awaited<ReturnType<typeof finish>>> =
  (host) => (event) =>
    finish(event, finishDeps(host));

export const handler = deployed(wire);
