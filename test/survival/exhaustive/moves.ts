import type { Json } from '../../../lib/local/engine/json.ts';
import type { Thread } from '../../../lib/local/engine/thread.ts';
import { answersOf, CALLBACKS, ERRORS, LIES } from './answers.ts';
import type { Happening, Standing } from './machine.ts';

/** The function a happening is about, and the kind of gate it was called for. */
export type Called = { readonly name: string; readonly kind: unknown };

/** One thing that can happen next. */
export type Move = {
  readonly thread: number;
  readonly happening: Happening;
  readonly call: Called | undefined;
  /** It happens at every attempt, until the state gives up. */
  readonly always?: true;
  readonly lie?: true;
};

export type Shape = { readonly stages: readonly string[]; readonly start: string };

/**
 * Everything that can happen next. An error comes once, or at every attempt until the state gives up; items of a Map
 * move in turn.
 */
export function movesFrom({ threads }: Standing, shape: Shape): readonly Move[] {
  const moving = [...threads.values()].find(({ doing }) => doing.kind === 'task' || doing.kind === 'waiting');
  if (!moving) return [];
  const { id: thread, doing } = moving;
  const move = (happening: Happening, more: Partial<Move> = {}): Move => ({
    thread,
    happening,
    call: callOf(moving),
    ...more,
  });
  if (doing.kind !== 'task') return [move({ is: 'time' })];
  if (doing.submitted) {
    return [
      ...CALLBACKS.map((value) => move({ is: 'callback', value })),
      ...LIES.map((value) => move({ is: 'callback', value }, { lie: true })),
      ...['TypeError', 'GateDecided', 'States.Timeout'].map((error) => move({ is: 'failure', error })),
      move({ is: 'time' }),
    ];
  }
  const answers = answersOf(doing.functionName, shape.stages, shape.start);
  const faults: readonly Happening[] = [
    ...ERRORS.map((error) => ({ is: 'error', error }) as const),
    { is: 'time' },
  ];
  return [
    ...answers.map((value: Json) => move({ is: 'answer', value })),
    ...(triedBefore(moving) ? [] : faults.map((fault) => move(fault))),
    ...faults.map((fault) => move(fault, { always: true })),
  ];
}

const triedBefore = ({ retries }: Thread): boolean => retries.some((count) => count > 0);

function callOf({ doing }: Thread): Called | undefined {
  if (doing.kind !== 'task') return undefined;
  return { name: doing.functionName, kind: (doing.payload as { kind?: unknown } | null)?.kind };
}

/** What a person reads of a move. */
export function told({ happening, call, always }: Move): string {
  const what =
    'value' in happening
      ? JSON.stringify(happening.value)
      : happening.is === 'time'
        ? 'time'
        : happening.error;
  return `${call?.name ?? 'wait'}: ${what}${always ? ' (always)' : ''}`;
}
