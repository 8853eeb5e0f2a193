import { type Engine, type EngineOptions, memoryJournal, openEngine } from '../engine/engine.ts';
import { PowerCut } from './process.ts';

type Options = Pick<EngineOptions, 'timers' | 'invoke' | 'onStatusChange'>;

/** An engine that can lose its power: what it had written down is all that is left, and the next one goes on from there. */
export class EngineRoom {
  /** Every record, as text. */
  readonly journal: string[] = [];
  readonly #options: Options;
  #engine: Engine | undefined;
  #cut = () => {};

  constructor(options: Options) {
    this.#options = options;
  }

  get engine(): Engine {
    if (!this.#engine) throw new Error('the engine has no power');
    return this.#engine;
  }

  get hasPower(): boolean {
    return this.#engine !== undefined;
  }

  async open(): Promise<void> {
    const log = memoryJournal(this.journal);
    let powered = true;
    this.#cut = () => {
      powered = false;
    };
    const { invoke } = this.#options;
    this.#engine = await openEngine({
      ...this.#options,
      random: () => 0.5,
      journal: { ...log, append: (record) => (powered ? log.append(record) : Number.NaN) },
      invoke: (name, payload) =>
        invoke(name, payload).catch((error: unknown) => {
          // What went down with its host hears of nothing.
          if (error instanceof PowerCut) return new Promise(() => {});
          throw error;
        }),
    });
  }

  async restart(): Promise<void> {
    const before = this.#engine;
    this.#engine = undefined;
    this.#cut();
    await before?.close();
    await this.open();
  }
}
