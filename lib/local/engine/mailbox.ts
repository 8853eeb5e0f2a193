import { EngineClosed } from './errors.ts';

type Letter<Signal> = {
  readonly signal: Signal;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
};

/** Takes signals one at a time, in the order they came, however long each one takes. */
export class Mailbox<Signal> {
  readonly #take: (signal: Signal) => Promise<void>;
  readonly #letters: Letter<Signal>[] = [];
  #working: Promise<void> | undefined;
  #closed = false;

  constructor(take: (signal: Signal) => Promise<void>) {
    this.#take = take;
  }

  /** Resolves when the signal has been taken; rejects with what taking it threw, or if nobody will take it any more. */
  send(signal: Signal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new EngineClosed());
      this.#letters.push({ signal, resolve, reject });
      this.#working ??= this.#work();
    });
  }

  /** Refuses what waits and what will come; resolves when what is being taken is done. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { reject } of this.#letters.splice(0)) reject(new EngineClosed());
    await this.#working;
  }

  async #work(): Promise<void> {
    for (let next = this.#letters.shift(); next; next = this.#letters.shift()) {
      await this.#take(next.signal).then(next.resolve, next.reject);
    }
    this.#working = undefined;
  }
}
