import type { Env } from '../../../lambda/functions/host.ts';
import { openLocalHost } from '../host.ts';
import { Progress } from '../progress.ts';
import type { StoreKind } from '../store/store.ts';
import { dataDirectory } from './data-directory.ts';
import type { Out } from './usage.ts';

/** Takes up every run that is parked or was interrupted, and serves links, mailbox and tasks until stopped. */
export async function serve(options: {
  dry: boolean;
  port?: number | undefined;
  store?: StoreKind | undefined;
  home: string;
  env: Env;
  out: Out;
}): Promise<number> {
  const progress = new Progress(options.out.note);
  const host = await openLocalHost({
    directory: dataDirectory(options.home, options.dry),
    dry: options.dry,
    env: options.env,
    onEvent: progress.onEvent,
    onStatusChange: progress.onStatusChange,
    onFault: progress.onFault,
    store: options.store,
    ...(options.port === undefined ? {} : { port: options.port }),
  });
  options.out.note(`Serving ${host.url} (mailbox, tasks). Step Functions API: ${host.stepFunctionsUrl}`);
  try {
    await Promise.race([options.out.interrupted(), host.failed]);
  } finally {
    await host.close();
  }
  return 0;
}
