import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SFNClient } from '@aws-sdk/client-sfn';

type Send = (this: unknown, command: unknown, ...more: unknown[]) => Promise<unknown>;

/** As a service answers that has failed for now. */
const serverFault = () =>
  Object.assign(new Error('injected'), { name: 'InternalServerError', $fault: 'server', $metadata: {} });
/** As fetch throws when a connection is lost. */
const lostConnection = () =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('injected'), { code: 'ECONNRESET' }) });

/**
 * Lets a share of this process's requests fail: half of them before they are sent, half after they took effect, when
 * only the answer is lost. All AWS clients and `fetch` go through it: the ledger, the machine, mail, model, feeds, and
 * people's browsers.
 */
export function injectFaults(share: number, random: () => number) {
  const counts = { requests: 0, faults: 0 };
  let rate = 0;
  const pass = async <T>(send: () => Promise<T>, fault: () => Error): Promise<T> => {
    counts.requests += 1;
    const fails = random() < rate;
    if (fails) counts.faults += 1;
    if (fails && random() < 0.5) throw fault();
    const answer = await send();
    if (fails) throw fault();
    return answer;
  };
  for (const { prototype } of [DynamoDBClient, SESv2Client, SFNClient]) {
    const { send } = prototype as unknown as { send: Send };
    const failing: Send = function (this: unknown, ...args) {
      return pass(() => send.apply(this, args), serverFault);
    };
    Object.assign(prototype, { send: failing });
  }
  const { fetch } = globalThis;
  globalThis.fetch = (...args) => pass(() => fetch(...args), lostConnection);
  return {
    counts,
    start() {
      rate = share;
    },
    stop() {
      rate = 0;
    },
  };
}
