import type { Item } from '../../../lambda/ledger/items.ts';

/** An item as it stands (undefined: there is none), how long its text is, and whether a crash could still take it back. */
export type Row = { readonly item: Item | undefined; readonly length: number; readonly safe: boolean };

/** What is known of one partition: these rows, and once it was read whole, that there are no others. */
export type Partition = {
  readonly rows: Map<string, Row>;
  whole: boolean;
  /** Rows that are not safe, and readers on their way to making it whole: as long as there are any, it stays. */
  holds: number;
  bytes: number;
};

/** Of text; as objects in memory some four times that. Enough for a few hundred runs that are under way. */
const LIMIT_BYTES = 8 * 2 ** 20;
/** What a row or a partition takes besides. */
const OVERHEAD_BYTES = 200;

/** What was read or written last, by partition. What is not safe yet is always here. */
export class Kept {
  /** Those used longest ago first. */
  readonly #partitions = new Map<string, Partition>();
  #bytes = 0;

  /** A row that is known; nothing is kept for having been looked at. */
  peek(pk: string, sk: string): Row | undefined {
    return this.#partitions.get(pk)?.rows.get(sk);
  }

  of(pk: string): Partition {
    const known = this.#partitions.get(pk);
    const partition = known ?? { rows: new Map(), whole: false, holds: 0, bytes: 0 };
    this.#partitions.delete(pk);
    this.#partitions.set(pk, partition);
    if (!known) this.#grow(partition, OVERHEAD_BYTES);
    return partition;
  }

  set(partition: Partition, sk: string, row: Row): void {
    const before = partition.rows.get(sk);
    if (before?.safe === false) partition.holds -= 1;
    if (!row.safe) partition.holds += 1;
    partition.rows.set(sk, row);
    this.#grow(partition, row.length - (before?.length ?? -OVERHEAD_BYTES));
    if (this.#bytes > LIMIT_BYTES) this.#forget();
  }

  #grow(partition: Partition, bytes: number): void {
    partition.bytes += bytes;
    this.#bytes += bytes;
  }

  #forget(): void {
    for (const [pk, { holds, bytes }] of this.#partitions) {
      if (holds > 0) continue;
      this.#partitions.delete(pk);
      this.#bytes -= bytes;
      if (this.#bytes <= LIMIT_BYTES) return;
    }
  }
}
