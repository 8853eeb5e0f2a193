import type { HistoryEvent } from '../../lib/local/engine/history.ts';
import { type Bench, openBench } from '../../test/local/bench.ts';
import { filled, formOf, send } from '../../test/local/person.ts';
import { type Exchange, tapDynamo } from '../../test/local/wire.ts';
import { type Units, unitCounter } from './capacity.ts';

export type Counted = Exchange & { readonly units: Units };
type Part = { readonly requests: readonly Counted[]; readonly units: Units };

/** Everything one approved brief takes, counted; no clock is read. */
export type Counts = {
  readonly stateTransitions: number;
  readonly invocations: number;
  readonly modelCalls: number;
  readonly tokens: { readonly input: number; readonly output: number };
  /** Requests to DynamoDB: by the machine's functions, by the page's. */
  readonly machine: Part;
  readonly decision: Part;
  readonly page: Part;
  readonly receipt: Part;
  /** By the watch, which hears that the execution is over and sends the receipts. */
  readonly watch: Part;
  /** Bytes of every state's input and output together, and of the largest. */
  readonly stateBytes: { readonly all: number; readonly largest: number };
  readonly mails: number;
};

/** A world whose ledger is reached over DynamoDB's own API, where each request can be seen and counted. */
export const openCounted = (): Promise<Bench> => openBench({ store: 'dynamodb' });

/** Outside the machine: `start`, the watch, and the gate's site for the page, the decision and the receipt. */
const OTHER_INVOCATIONS = 5;
const DECISION_REQUESTS = 4;
const WATCH_REQUESTS = 7;

/**
 * Runs one brief from its trigger to its receipt as a person does it, and counts.
 *
 * @param meanwhile something that happens while the run is parked: a mutant's chance
 */
export async function countBrief(
  bench: Bench,
  businessDate: string,
  meanwhile: (run: string) => Promise<unknown> = async () => undefined,
): Promise<Counts> {
  const wire = tapDynamo();
  const count = unitCounter();
  /** What came since, in its order: a write's units depend on what was there before. */
  const taken = () => wire.takeWhole().map((exchange) => ({ ...exchange, units: count(exchange) }));
  try {
    const run = await bench.start(businessDate);
    await bench.time.settled(run);
    await meanwhile(run);
    const toParked = taken();
    const { link = '' } = await bench.standingNow(run);
    wire.take();
    await fetch(link);
    const page = part(taken());
    const form = filled(await formOf(link), 'APPROVED');
    wire.take();
    const { status } = await send(link, form);
    if (status !== 303) throw new Error(`the gate answered ${status}`);
    await bench.time.settled(run);
    const all = taken();
    const watch = part(all.slice(-WATCH_REQUESTS));
    const afterwards = all.slice(0, -WATCH_REQUESTS);
    await fetch(link);
    const receipt = part(taken());
    // the machine goes on while the page notes that it was told: what is the page's is told by its kind
    const decided = afterwards.filter(isOfDecision);
    if (decided.length !== DECISION_REQUESTS)
      throw new Error(`${DECISION_REQUESTS} requests of a decision are wanted, ${decided.length} were seen`);
    const asked = bench.asked(businessDate);
    const turns = (await bench.record(run)).turns;
    const events = bench.time.events(run);
    const seen = (pattern: RegExp) => events.filter(({ type }) => pattern.test(type)).length;
    return {
      stateTransitions: seen(/StateEntered$/) + seen(/Failed$|TimedOut$/),
      invocations: seen(/^TaskScheduled$/) + OTHER_INVOCATIONS,
      modelCalls: asked.length,
      tokens: {
        input: turns.reduce((sum, { usage }) => sum + usage.input + usage.cacheRead + usage.cacheWrite, 0),
        output: turns.reduce((sum, { usage }) => sum + usage.output, 0),
      },
      machine: part([...toParked, ...afterwards.filter((exchange) => !isOfDecision(exchange))]),
      decision: part(decided),
      page,
      receipt,
      watch,
      stateBytes: bytesThrough(events),
      mails: (await bench.mailsAbout(run)).length,
    };
  } finally {
    wire.close();
  }
}

const part = (requests: readonly Counted[]): Part => ({ requests, units: unitsOf(requests) });

export const unitsOf = (requests: readonly Counted[]): Units => ({
  read: requests.reduce((sum, { units }) => sum + units.read, 0),
  write: requests.reduce((sum, { units }) => sum + units.write, 0),
});

/** The gate's site reads the decision's partition and the gate, puts the decision, and notes on the gate that it told the machine. */
function isOfDecision({ operation, request }: Exchange): boolean {
  const pk = String((request.Item ?? request.Key)?.pk?.S ?? request.ExpressionAttributeValues?.[':pk']?.S);
  if (pk.startsWith('GATE#')) return true;
  return pk.startsWith('DECISION#') && (operation === 'Query' || operation === 'PutItem');
}

function bytesThrough(events: readonly HistoryEvent[]): Counts['stateBytes'] {
  const sizes = events.flatMap((event) =>
    [event.stateEnteredEventDetails?.input, event.stateExitedEventDetails?.output].flatMap((text) =>
      typeof text === 'string' ? [Buffer.byteLength(text)] : [],
    ),
  );
  return { all: sizes.reduce((sum, size) => sum + size, 0), largest: Math.max(...sizes) };
}
