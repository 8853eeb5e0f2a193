import type { Runner } from '../define/runner.ts';
import { callTool } from '../states/call-tool.ts';
import { fetchHttp } from '../states/http.ts';
import type { Wire } from './deployed.ts';
import { items, toolSettings } from './deps.ts';

/** The function that runs a workflow's reads; each workflow's bundle carries its own runners alone. */
export const reads =
  (runners: readonly Runner[]): Wire<Parameters<typeof callTool>[0], Awaited<ReturnType<typeof callTool>>> =>
  (host) =>
  (event) =>
    callTool(event, {
      items: items(host),
      clock: host.clock,
      runners,
      http: host.http ?? fetchHttp,
      settings: toolSettings(host),
    });
