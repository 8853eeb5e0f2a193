import type { Bus } from './eventbridge.ts';
import { type Host, once } from './host.ts';

/** The bus of this host; undefined where there is none. Its client is loaded when there is something to tell. */
export const bus: (host: Host) => Bus | undefined = /* @__PURE__ */ once(({ env }) => {
  const name = env.EVENT_BUS_NAME;
  if (!name) return undefined;
  let opened: Promise<Bus> | undefined;
  return async (type, detail) => {
    opened ??= import('./eventbridge.ts').then(({ openEventBridge }) => openEventBridge(env, name));
    return (await opened)(type, detail);
  };
});
