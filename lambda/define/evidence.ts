import type { Tool } from './tool.ts';

/** A judgement that is made once and stored. */
export type Verdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: string; readonly message: string; readonly field?: string };

/** What must be on record before a run may end DONE. */
export type Evidence =
  | { readonly kind: 'fresh'; readonly fact: string; readonly judge: (value: unknown, now: Date) => Verdict }
  | { readonly kind: 'grounded'; readonly fact: string; readonly on: string }
  | {
      readonly kind: 'said';
      readonly fact: string;
      readonly figures: (value: unknown) => readonly number[];
      readonly about: (value: unknown, given: unknown) => number;
    }
  | { readonly kind: 'receipt'; readonly tool: string };

/** The fact is there and was fresh when VALIDATE judged it; a stale one ends the run by the verdict's code. */
export const fresh = <V>(fact: string, judge: (value: V, now: Date) => Verdict): Evidence => ({
  kind: 'fresh',
  fact,
  judge: (value, now) => judge(value as V, now),
});

/** The fact was computed from the newest fact `on`, by code. */
export const grounded = (fact: string, on: string): Evidence => ({ kind: 'grounded', fact, on });

/**
 * The last words name these figures of at least one such fact, and no figure that is not on record. The model is told
 * once what is wrong; the second time the run ends.
 *
 * @param about how well a fact fits what the run was given: of several the best will do, not any. @default all alike
 */
export const said = <V>(
  fact: string,
  figures: (value: V) => readonly number[],
  about: (value: V, given: unknown) => number = () => 0,
): Evidence => ({
  kind: 'said',
  fact,
  figures: (value) => figures(value as V),
  about: (value, given) => about(value as V, given),
});

/** The write happened: its WRITE# item says so. */
export const receipt = (tool: Tool): Evidence => ({ kind: 'receipt', tool: tool.name });
