import type { Writer } from '../define/runner.ts';
import { fetchHttp } from '../states/http.ts';
import { write } from '../states/write.ts';
import type { Wire } from './deployed.ts';
import { items, toolSettings } from './deps.ts';

/** The function that runs a workflow's approved acts: the only one that may touch their targets. */
export const writes =
  (writers: readonly Writer[]): Wire<Parameters<typeof write>[0], Awaited<ReturnType<typeof write>>> =>
  (host) =>
  (event) =>
    write(event, {
      items: items(host),
      clock: host.clock,
      writers,
      http: host.http ?? fetchHttp,
      settings: toolSettings(host),
      deadline: (seconds) => AbortSignal.timeout(seconds * 1000),
    });
