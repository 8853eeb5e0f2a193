import jsonata from 'jsonata';
import { at, type Fields } from './mutants.ts';

/**
 * Walks a machine through everything its functions can answer and every error its catchers know, with variables and conditions
 * evaluated by JSONata itself. It shares nothing with the proof, so that the two can be held against each other.
 *
 * @returns the shortest way on which a write runs that the gate just before it did not grant; undefined: there is none
 */
export async function unasked(machine: Fields): Promise<readonly string[] | undefined> {
  const seen = new Set<string>();
  const queue: Here[] = [{ at: String(machine.StartAt), variables: {}, granted: false, way: [] }];
  for (let here = queue.shift(); here; here = queue.shift()) {
    const known = JSON.stringify([here.at, here.variables, here.granted]);
    const state = at(machine, 'States')[here.at] as Fields | undefined;
    if (!state || seen.has(known)) continue;
    seen.add(known);
    const way = [...here.way, here.at];
    if (JSON.stringify(state).includes(WRITE) && !here.granted) return way;
    for (const next of await leave(state, here)) queue.push({ ...next, way });
  }
  return undefined;
}

type Here = { at: string; variables: Fields; granted: boolean; way: readonly string[] };
type Next = Omit<Here, 'way'>;

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: placeholders of the machine's text
const WRITE = '${write}';
const NEXT = ['NEW', 'SKIPPED', 'READ', 'GATE', 'STAGE', 'PAUSE', 'THROTTLED', 'FINISH'];
const routes = NEXT.map((next) => ({
  next,
  stage: 'PLANNING',
  turn: 1,
  reads: [0],
  seconds: 1,
  gate: { seconds: 1 },
}));
const verdicts = ['WRITE', 'CLOSE', 'TURN', 'END'].map((verdict) => ({ verdict, writes: [0] }));
const ANSWERS: Record<string, readonly Fields[]> = {
  '${admit}': routes,
  '${turn}': routes,
  '${validate}': routes,
  '${ask}': verdicts,
  '${closeGate}': verdicts,
  '${finish}': ['DONE', 'FAILED'].map((outcome) => ({ outcome, code: 'C', message: 'm' })),
};
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: placeholders of the machine's text

async function leave(state: Fields, here: Here): Promise<readonly Next[]> {
  if (state.Type === 'Choice') return choose(state, here);
  const errors = ((state.Catch ?? []) as Fields[]).map((by) =>
    go(by, here.variables, { errorOutput: { Error: (by.ErrorEquals as string[])[0] } }, false),
  );
  const answers = results(state).map(({ result, granted }) => go(state, here.variables, { result }, granted));
  return (await Promise.all([...errors, ...answers])).flat();
}

/** A Choice decides nothing: what was granted on the way in is granted on the way out. */
async function choose(state: Fields, { variables, granted }: Here): Promise<readonly Next[]> {
  for (const rule of state.Choices as Fields[]) {
    if ((await evaluated(rule.Condition, variables, {})) === true) return go(rule, variables, {}, granted);
  }
  return go({ ...state, Next: state.Default }, variables, {}, granted);
}

/** Everything a state can end with, and whether a person's yes is in it. */
function results(state: Fields): readonly { result: unknown; granted: boolean }[] {
  if (state.Type === 'Map')
    return ['UNKNOWN', 'SUCCEEDED'].map((outcome) => ({ result: [{ outcome }], granted: false }));
  if (state.Type !== 'Task') return [{ result: {}, granted: false }];
  const { FunctionName, Payload } = state.Arguments as { FunctionName: string; Payload: Fields };
  const waits = String(state.Resource).endsWith('.waitForTaskToken');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder of the machine's text
  const gate = waits ? Payload.kind !== 'REVIEW' : FunctionName === '${closeGate}';
  return (ANSWERS[FunctionName] ?? [{}]).map((answer) => ({
    result: waits ? answer : { Payload: answer },
    granted: gate && answer.verdict === 'WRITE',
  }));
}

async function go(by: Fields, variables: Fields, given: Fields, granted: boolean): Promise<readonly Next[]> {
  const assigned = Object.entries((by.Assign ?? {}) as Fields);
  const values = await Promise.all(assigned.map(([, value]) => evaluated(value, variables, given)));
  const after = { ...variables, ...Object.fromEntries(assigned.map(([name], i) => [name, values[i]])) };
  return typeof by.Next === 'string' ? [{ at: by.Next, variables: after, granted }] : [];
}

const MEMORY = new Map<string, unknown>();
const STATES = { context: { Execution: { Id: 'e', Name: 'r' } }, input: {} };

/** A text that is an expression, evaluated; lists and objects through; anything else as it is. */
async function evaluated(value: unknown, variables: Fields, given: Fields): Promise<unknown> {
  if (Array.isArray(value) || (typeof value === 'object' && value !== null)) {
    const entries = await Promise.all(
      Object.entries(value).map(async ([key, part]) => [key, await evaluated(part, variables, given)]),
    );
    return Array.isArray(value) ? entries.map(([, part]) => part) : Object.fromEntries(entries);
  }
  if (typeof value !== 'string' || !value.startsWith('{%')) return value;
  const key = JSON.stringify([value, variables, given]);
  if (!MEMORY.has(key)) {
    const states = { ...STATES, ...given };
    const result: unknown = await jsonata(value.slice(2, -2)).evaluate({}, { ...variables, states });
    MEMORY.set(key, result === undefined ? null : JSON.parse(JSON.stringify(result)));
  }
  return MEMORY.get(key);
}
