import type { ToolResult } from '../define/tool-error.ts';
import { ABSENT, type Items } from './items.ts';
import {
  type CallItem,
  type FactItem,
  ordinal,
  type PauseItem,
  pad,
  type ReviewItem,
  runKey,
  SCHEMA,
} from './record.ts';

/** The longest result that is kept, in bytes of JSON: what is longer is refused before anything is written. */
export const RESULT_BYTES = 256 * 1024;

/** absent, or a transient failure -> result. The first final one stands: a read that is run again changes nothing. */
export async function recordCall(
  items: Items,
  run: string,
  call: { readonly turn: number; readonly index: number; readonly result: ToolResult; readonly at: string },
): Promise<CallItem> {
  const bytes = Buffer.byteLength(JSON.stringify(call.result));
  const result: ToolResult = bytes <= RESULT_BYTES ? call.result : tooLarge(call.result.key, bytes);
  const key = { pk: runKey(run).pk, sk: `CALL#${pad(call.turn)}#${pad(call.index)}` };
  const standing =
    !result.ok && result.error.kind === 'transient' && result.error.retryable ? 'transient' : 'final';
  const item = { ...call, ...key, result, standing, v: SCHEMA };
  const put = await items.put(item, [{ absentOrIn: ['standing', ['transient']] }]);
  return put.item as CallItem;
}

function tooLarge(key: string, bytes: number): ToolResult {
  const message = `the result has ${bytes} bytes, at most ${RESULT_BYTES} are kept: ask for less`;
  return {
    ok: false,
    key,
    error: { kind: 'parameter', code: 'RESULT_TOO_LARGE', message, retryable: false },
  };
}

/** absent -> why a run was parked. */
export async function recordPause(
  items: Items,
  run: string,
  pause: Omit<PauseItem, 'pk' | 'sk'>,
): Promise<void> {
  const sk = `PAUSE#${pad(pause.turn)}${ordinal(pause.nth)}`;
  await items.put({ ...pause, pk: runKey(run).pk, sk, v: SCHEMA }, ABSENT);
}

/** absent -> what a person said of a parked run. The first word stands. */
export async function recordReview(
  items: Items,
  run: string,
  review: Omit<ReviewItem, 'pk' | 'sk'>,
): Promise<void> {
  const sk = `REVIEW#${pad(review.turn)}${ordinal(review.nth)}`;
  await items.put({ ...review, pk: runKey(run).pk, sk, v: SCHEMA }, ABSENT);
}

/** absent -> a fact with its verdict. Judged once: the verdict that stands is returned. */
export async function recordFact(
  items: Items,
  run: string,
  fact: Omit<FactItem, 'pk' | 'sk'>,
): Promise<FactItem> {
  const key = { pk: runKey(run).pk, sk: `FACT#${fact.name}#${pad(fact.turn)}#${pad(fact.index)}` };
  const put = await items.put({ ...fact, ...key, v: SCHEMA }, ABSENT);
  return put.item as FactItem;
}
