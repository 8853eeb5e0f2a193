import type { Item, Items, Key, Written } from '../../../lambda/ledger/items.ts';

/** One write that took effect: the item before it and after it. */
export type LedgerEntry = {
  /** Epoch milliseconds by the host's clock. */
  readonly at: number;
  readonly process: string;
  readonly before: Item | undefined;
  readonly after: Item;
};

/** Notes every write to a table that takes effect, in order: what the ledger went through, not only how it ended. */
export class LedgerLog {
  readonly entries: LedgerEntry[] = [];
  readonly #items: Items;
  readonly #now: () => number;
  readonly #heard: (entry: LedgerEntry) => void;
  readonly #known = new Map<string, Item>();

  constructor(items: Items, now: () => number, heard: (entry: LedgerEntry) => void) {
    this.#items = items;
    this.#now = now;
    this.#heard = heard;
  }

  /** The table as a process of this name has it. */
  as(process: string): Items {
    const items = this.#items;
    return {
      ...items,
      put: (item, when) => this.#note(process, item, items.put(item, when)),
      update: (key, set, when) => this.#note(process, key, items.update(key, set, when)),
    };
  }

  async #note(process: string, { pk, sk }: Key, written: Promise<Written>): Promise<Written> {
    const result = await written;
    if (!result.won) return result;
    const name = `${pk}/${sk}`;
    const entry = { at: this.#now(), process, before: this.#known.get(name), after: result.item };
    this.entries.push(entry);
    this.#heard(entry);
    this.#known.set(name, result.item);
    return result;
  }
}
