import type { Item } from './items.ts';

/** The version written on every item. */
export const SCHEMA = 1;

/** An item that a later version wrote: what it means is not known here, and a guess could act. */
export class SchemaUnknown extends Error {
  override readonly name = 'SchemaUnknown';
  constructor({ pk, sk }: Item, version: unknown) {
    super(`the item ${pk} ${sk} has version ${version}, this code reads versions up to ${SCHEMA}`);
  }
}

type Fields = { readonly [field: string]: unknown };

/**
 * What each version added, by kind of item, with what its absence meant. Items from before versions were written count as
 * version 0.
 */
const SINCE: readonly { readonly [kind: string]: Fields }[] = [
  {
    RUN: { control: 'RUN', attempt: 0, spent: 0 },
    GATE: { asked: 1, roundsLeft: 0, quorum: 1, mails: [] },
    CALL: { standing: 'final' },
    FACT: { from: {} },
  },
];

const LEDGER = /^(?:RUN|GATE|DECISION|WRITE|TASK)#/;

/**
 * An item as this version has it, whichever wrote it.
 *
 * @throws {SchemaUnknown} when a later one did
 */
export function inThisVersion<I extends Item>(item: I): I {
  // a table may hold other things beside a ledger, and what has this version is as it is
  if (item.v === SCHEMA || !LEDGER.test(item.pk)) return item;
  const version = item.v ?? 0;
  if (typeof version !== 'number' || version > SCHEMA) throw new SchemaUnknown(item, version);
  const [kind = ''] = item.sk.split('#');
  const added: Fields = Object.assign({}, ...SINCE.slice(version).map((kinds) => kinds[kind]));
  return { ...added, ...item };
}
