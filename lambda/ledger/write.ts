import type { Json } from '../define/json.ts';
import type { Receipt } from '../define/runner.ts';
import type { RunIdentity } from '../define/tool.ts';
import type { Proposal } from './gate.ts';
import type { Condition, Items, Key } from './items.ts';
import { SCHEMA } from './record.ts';

export type WriteState = 'PROPOSED' | 'EXECUTING' | 'SUCCEEDED' | 'FAILED' | 'UNKNOWN' | 'CANCELLED';

/** WRITE#key / WRITE: one act, whoever asks for it and however often. */
export type WriteItem = Key & {
  readonly state: WriteState;
  readonly key: string;
  readonly tool: string;
  /** The gate that proposed it, as its partition key. */
  readonly gate: string;
  readonly digest: string;
  readonly args: { readonly [field: string]: Json };
  readonly injected: { readonly [need: string]: Json };
  readonly for: RunIdentity;
  readonly clockOffsetMs: number;
  /** ISO 8601, by that clock: the proposing gate's time to run. */
  readonly executeBy: string;
  /** A person had it done once more after its end was unknown. */
  readonly redone?: true;
  /** Epoch milliseconds by the host's clock until which the claim holds. */
  readonly leaseUntil?: number;
  readonly receipt?: Receipt;
  readonly failure?: { readonly code: string; readonly message: string };
};

export const writeKey = (key: string): Key => ({ pk: `WRITE#${key}`, sk: 'WRITE' });

export const readWrite = async (items: Items, key: string) =>
  (await items.get(writeKey(key))) as WriteItem | undefined;

export type NewWrite = Pick<Proposal, 'key' | 'tool' | 'digest' | 'args' | 'injected'> &
  Pick<WriteItem, 'for' | 'clockOffsetMs' | 'executeBy'> & { readonly gate: string };

/** absent, FAILED (surely not done) or CANCELLED -> PROPOSED(gate, digest); otherwise what stands. */
export async function propose(
  items: Items,
  write: NewWrite,
  over?: WriteItem,
): Promise<{ won: boolean; write: WriteItem }> {
  const when: Condition = over
    ? [{ equals: ['state', 'PROPOSED'] }, { equals: ['gate', over.gate] }]
    : [{ absentOrIn: ['state', ['FAILED', 'CANCELLED']] }];
  const put = await items.put({ ...write, ...writeKey(write.key), v: SCHEMA, state: 'PROPOSED' }, when);
  return { won: put.won, write: put.item as WriteItem };
}

/** PROPOSED by this gate -> EXECUTING under a lease; an edit brings its own arguments and digest. */
export async function claimWrite(
  items: Items,
  claim: {
    readonly key: string;
    readonly gate: string;
    readonly shown: string;
    readonly digest: string;
    readonly args?: { readonly [field: string]: Json };
    readonly leaseUntil: number;
  },
): Promise<{ won: boolean; write: WriteItem | undefined }> {
  const edited = claim.args ? { args: claim.args, digest: claim.digest } : {};
  const written = await items.update(
    writeKey(claim.key),
    { state: 'EXECUTING', leaseUntil: claim.leaseUntil, ...edited },
    [
      { equals: ['state', 'PROPOSED'] },
      { equals: ['gate', claim.gate] },
      { equals: ['digest', claim.shown] },
    ],
  );
  return { won: written.won, write: written.item as WriteItem | undefined };
}

/** EXECUTING or UNKNOWN with the lease this writer saw -> EXECUTING again: to look the outcome up, or to act once more. */
export async function reclaimWrite(
  items: Items,
  write: WriteItem,
  set: { readonly leaseUntil: number; readonly redone?: true },
): Promise<{ won: boolean; write: WriteItem | undefined }> {
  const written = await items.update(writeKey(write.key), { state: 'EXECUTING', ...set }, [
    { in: ['state', ['EXECUTING', 'UNKNOWN']] },
    { equals: ['leaseUntil', write.leaseUntil ?? 0] },
  ]);
  return { won: written.won, write: written.item as WriteItem | undefined };
}

/** UNKNOWN, or EXECUTING by nobody any more -> SUCCEEDED, because a person saw that it happened. */
export async function settleWrite(
  items: Items,
  key: string,
  receipt: Receipt,
): Promise<WriteItem | undefined> {
  const written = await items.update(writeKey(key), { state: 'SUCCEEDED', receipt }, [
    { in: ['state', ['EXECUTING', 'UNKNOWN']] },
  ]);
  return written.item as WriteItem | undefined;
}

export type WriteOutcome =
  | { readonly state: 'SUCCEEDED'; readonly receipt: Receipt }
  | { readonly state: 'FAILED'; readonly failure: { readonly code: string; readonly message: string } }
  | { readonly state: 'UNKNOWN'; readonly failure: { readonly code: string; readonly message: string } };

/**
 * EXECUTING -> SUCCEEDED, FAILED or UNKNOWN; what stands is returned. That it happened is true whoever saw it; that it did
 * not, or may not have, is for the holder of the claim alone to say.
 */
export async function recordWrite(
  items: Items,
  claimed: Pick<WriteItem, 'key' | 'leaseUntil'>,
  outcome: WriteOutcome,
): Promise<WriteItem> {
  const happened = outcome.state === 'SUCCEEDED';
  const when: Condition = happened
    ? [{ in: ['state', ['EXECUTING', 'UNKNOWN']] }]
    : [{ equals: ['state', 'EXECUTING'] }, { equals: ['leaseUntil', claimed.leaseUntil ?? 0] }];
  const written = await items.update(writeKey(claimed.key), outcome, when);
  return written.item as WriteItem;
}

/** PROPOSED by this gate -> CANCELLED; an act that has begun stands. */
export async function withdraw(items: Items, key: string, gate: string): Promise<WriteItem | undefined> {
  const written = await items.update(writeKey(key), { state: 'CANCELLED' }, [
    { equals: ['state', 'PROPOSED'] },
    { equals: ['gate', gate] },
  ]);
  return written.item as WriteItem | undefined;
}
