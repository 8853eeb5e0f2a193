import { named } from '../../test/local/wire.ts';
import { type Counts, unitsOf } from './count-brief.ts';
import { ASSUMED, PRICES, type PriceName } from './prices.ts';

/** One line of a bill: so many of something at a price, for one run. */
export type Line = { readonly what: string; readonly count: number; readonly price: PriceName };

export type Bill = { readonly title: string; readonly lines: readonly Line[] };

export const usdPer1000 = ({ count, price }: Line): number => count * PRICES[price].usd * 1000;
export const total = ({ lines }: Bill): number => lines.reduce((sum, line) => sum + usdPer1000(line), 0);

const EVENTS = 3;
const HTTP_REQUESTS = 3;

/** What every way of running it takes: a trigger, a letter, three requests of a person, news on the bus. */
const around = ({ mails }: Counts): readonly Line[] => [
  { what: 'schedule', count: 1, price: 'scheduled' },
  { what: 'page, decision and receipt over HTTP', count: HTTP_REQUESTS, price: 'httpRequest' },
  { what: 'letters', count: mails, price: 'mail' },
];

const gbSeconds = (turns: number, others: number): number =>
  turns * ASSUMED.turnSeconds * ASSUMED.turnGb + others * ASSUMED.otherSeconds * ASSUMED.otherGb;

export const requestsOf = ({ machine, decision, page, receipt, watch }: Counts) =>
  [machine, decision, page, receipt, watch].flatMap(({ requests }) => requests);

const ledger = (requests: ReturnType<typeof requestsOf>): readonly Line[] => [
  { what: 'DynamoDB write units', count: unitsOf(requests).write, price: 'writeUnit' },
  { what: 'DynamoDB read units', count: unitsOf(requests).read, price: 'readUnit' },
];

/** Holdpoint as it is deployed. */
export const holdpointBill = (counts: Counts): Bill => ({
  title: 'Holdpoint on Step Functions',
  lines: [
    { what: 'state transitions', count: counts.stateTransitions, price: 'stateTransition' },
    { what: 'function invocations', count: counts.invocations, price: 'lambdaRequest' },
    {
      what: 'GB-seconds',
      count: gbSeconds(counts.modelCalls, counts.invocations - counts.modelCalls),
      price: 'lambdaGbSecond',
    },
    ...ledger(requestsOf(counts)),
    { what: 'events on the bus', count: EVENTS, price: 'busEvent' },
    ...around(counts),
  ],
});

/**
 * The start of the execution, seven steps (four turns, two reads, one write), and waitForCallback, which is a context, a
 * callback and the step that hands its id out: as the SDK's local runner lists them.
 */
const DURABLE = { operations: 11, steps: 7, invocations: 2 };

/**
 * The same flow as one Lambda durable function. Its checkpoints replace the run's own record; the gate, the decision and the
 * write's claim stay, since a step that is run again must not act again.
 */
export function durableFunctionBill(counts: Counts): Bill {
  const kept = requestsOf(counts).filter((exchange) => !named(exchange).includes(' RUN '));
  const replaced = requestsOf(counts).filter((exchange) => named(exchange).startsWith('Put RUN '));
  const written = replaced.reduce(
    (sum, { request }) => sum + Buffer.byteLength(JSON.stringify(request.Item)),
    0,
  );
  // start, the watch, and the gate's site three times
  const others = DURABLE.invocations + 5;
  return {
    title: 'a Lambda durable function',
    lines: [
      { what: 'durable operations', count: DURABLE.operations, price: 'durableOperation' },
      { what: 'GB of checkpoints', count: written / 1e9, price: 'durableGbWritten' },
      { what: 'function invocations', count: others, price: 'lambdaRequest' },
      { what: 'GB-seconds', count: gbSeconds(counts.modelCalls, others), price: 'lambdaGbSecond' },
      ...ledger(kept),
      ...around(counts),
    ],
  };
}

/** A loop in a container of its own that waits for the person, keeping the run in memory. */
export function containerBill(counts: Counts): Bill {
  const hours = ASSUMED.waitHours + (counts.modelCalls * ASSUMED.turnSeconds) / 3600;
  return {
    title: 'a loop in one container that waits',
    lines: [
      { what: 'vCPU-hours', count: hours * ASSUMED.containerVcpu, price: 'fargateVcpuHour' },
      { what: 'GB-hours', count: hours * ASSUMED.containerGb, price: 'fargateGbHour' },
      ...around(counts),
    ],
  };
}
