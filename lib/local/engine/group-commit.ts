type Batch<Write> = {
  readonly writes: Write[];
  readonly done: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
};

/** What is thrown of a write that failed, by the name of whoever keeps the writes. */
type Failed = new (message: string, options?: ErrorOptions) => Error;

/** Writes what gathers in batches: while one is being made safe, the next one gathers, and needs one fsync as well. */
export class GroupCommit<Write> {
  readonly #place: string;
  readonly #makeSafe: (writes: readonly Write[]) => Promise<void>;
  #gathering: Batch<Write> | undefined;
  #writing: Batch<Write> | undefined;
  #failure: Error | undefined;
  readonly #Failed: Failed;

  constructor(place: string, Failed: Failed, makeSafe: (writes: readonly Write[]) => Promise<void>) {
    this.#place = place;
    this.#Failed = Failed;
    this.#makeSafe = makeSafe;
  }

  /** @throws {Failed} for ever after a write that failed: nothing may rest on what was lost. */
  add(write: Write): void {
    if (this.#failure) throw this.#failure;
    if (!this.#gathering) {
      this.#gathering = newBatch();
      // Whatever else happens in this turn of the event loop goes into the same batch.
      if (!this.#writing) setImmediate(() => this.#flush());
    }
    this.#gathering.writes.push(write);
  }

  /** Resolves when everything added so far is safe. */
  settled(): Promise<void> {
    const last = this.#gathering ?? this.#writing;
    if (last) return last.done;
    return this.#failure ? Promise.reject(this.#failure) : Promise.resolve();
  }

  /** Finishes what was added and takes nothing more. */
  async close(): Promise<void> {
    await this.settled().catch(() => undefined);
    this.#failure ??= new this.#Failed(`${this.#place} is closed`);
  }

  async #flush(): Promise<void> {
    while (this.#gathering) {
      const batch = this.#gathering;
      this.#writing = batch;
      this.#gathering = undefined;
      try {
        if (this.#failure) throw this.#failure;
        await this.#makeSafe(batch.writes);
        batch.resolve();
      } catch (cause) {
        const message = `${this.#place} cannot be written: ${(cause as Error).message}`;
        this.#failure ??= new this.#Failed(message, { cause });
        batch.reject(this.#failure);
      }
    }
    this.#writing = undefined;
  }
}

function newBatch<Write>(): Batch<Write> {
  let resolve = () => {};
  let reject: Batch<Write>['reject'] = () => {};
  const done = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // Whoever needs to know asks `settled`; a batch that nobody asks about is no unhandled rejection.
  done.catch(() => undefined);
  return { writes: [], done, resolve, reject };
}
