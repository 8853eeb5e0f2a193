import type { Standing } from './machine.ts';
import type { Move } from './moves.ts';

/** What has to be remembered of a path to judge it: as little as its promises are about. */
export type Seen = {
  /** The acts that the decision read last lets run, and at which kind of gate; nothing after anything else. */
  readonly granted: { readonly kind: string; readonly writes: readonly number[] } | undefined;
  /** The kind of gate that a person was asked at last. */
  readonly asked: string | undefined;
  /** What finish answered last; LOST: it gave no answer. */
  readonly finished: string | undefined;
  /** ADMIT said that there is nothing to run. */
  readonly skipped: boolean;
  /** Somebody called back with what no function says. */
  readonly lied: boolean;
};

export const NOTHING: Seen = {
  granted: undefined,
  asked: undefined,
  finished: undefined,
  skipped: false,
  lied: false,
};

/** What is remembered after a move. */
export function after(seen: Seen, { call, happening, lie }: Move): Seen {
  const lied = seen.lied || lie === true;
  if (!call) return seen;
  const { granted, asked, finished, skipped } = seen;
  const value = 'value' in happening ? (happening.value as Fields | null) : undefined;
  const now = { granted, asked, finished, skipped, lied };
  switch (call.name) {
    case 'admit':
      return { ...now, skipped: value?.next === 'SKIPPED' };
    case 'ask':
      if (happening.is === 'answer') return { ...now, asked: String(call.kind) };
      return { ...now, granted: grantOf(value, String(asked)) };
    case 'closeGate':
      return { ...now, granted: grantOf(value, String(call.kind)) };
    case 'write':
    case 'read':
      return now;
    case 'finish':
      return { ...now, granted: undefined, finished: value ? String(value.outcome) : 'LOST' };
    default:
      return { ...now, granted: undefined };
  }
}

type Fields = { readonly [field: string]: unknown };

const grantOf = (value: Fields | null | undefined, kind: string): Seen['granted'] =>
  value?.verdict === 'WRITE' ? { kind, writes: (value.writes ?? []) as number[] } : undefined;

const WELL = ['DONE', 'REJECTED', 'SKIPPED'];

/** The promises that do not hold where a path stands now. */
export function* broken({ threads, end }: Standing, seen: Seen): Iterable<string> {
  for (const { doing, state } of threads.values()) {
    if (doing.kind !== 'task') continue;
    const payload = doing.payload as Fields;
    if (doing.deadline === null) yield `P2: ${state} waits for ever`;
    if (doing.functionName === 'write' && !isGranted(payload, seen))
      yield `P1: ${state} runs act ${payload.index} at a ${payload.kind} gate that did not grant it`;
    if (doing.functionName === 'finish' && payload.error === 'States.QueryEvaluationError' && !seen.lied)
      yield 'B9: an expression failed though every function answered as it does';
  }
  if (!end) return;
  const { status, error } = end;
  const outcome = end.output === undefined ? undefined : (JSON.parse(end.output) as Fields).outcome;
  if (status === 'SUCCEEDED') {
    const said = outcome === seen.finished || (outcome === 'SKIPPED' && seen.skipped);
    if (outcome === 'DONE' && seen.finished !== 'DONE') yield `P6: DONE, and finish said ${seen.finished}`;
    if (!said || !WELL.includes(String(outcome)))
      yield `P7: it succeeded as ${outcome}, and finish said ${seen.finished}`;
  } else if (status === 'FAILED') {
    // what could not be closed from inside is closed by the watch, which is told of every end
    if (seen.finished === undefined) yield `P7: it failed with ${error} and nobody closed the run`;
    else if (WELL.includes(seen.finished))
      yield `P7: it failed with ${error}, and finish said ${seen.finished}`;
  } else yield `P7: it ended ${status}`;
}

const isGranted = ({ index, kind }: Fields, { granted }: Seen): boolean =>
  granted !== undefined && granted.kind === kind && granted.writes.includes(index as number);
