import type { Process, Processes } from './process.ts';

/** One request to the outside, numbered in the order of the run. */
export type Point = { readonly n: number; readonly process: string; readonly request: string };

/** Who dies at a point, and whether the request had taken effect: only the process, or the machine it runs on. */
export type Crash = {
  readonly at: number;
  readonly side: 'before' | 'after';
  readonly takes: 'process' | 'host';
};

type Method = (...args: unknown[]) => Promise<unknown>;

/** A request of the dead: it never returns, so that no `catch` of theirs sees their own death. */
const silence = (): Promise<never> => new Promise(() => {});

/** Counts every request that processes make through their ports, and kills where it is told to. */
export class Tap {
  readonly points: Point[] = [];
  readonly #processes: Processes;
  readonly #crashes: readonly Crash[];
  readonly #powerCut: () => void;

  constructor(processes: Processes, crashes: readonly Crash[], powerCut: () => void) {
    this.#processes = processes;
    this.#crashes = crashes;
    this.#powerCut = powerCut;
  }

  /** The port as one process has it, with a point at each of these methods; `say` names a request in the table. */
  on<P extends object>(
    process: Process,
    port: P,
    methods: readonly (keyof P)[],
    say: (method: string, args: readonly unknown[]) => string,
  ): P {
    return new Proxy(port, {
      get: (target, name) => {
        const member = Reflect.get(target, name) as unknown;
        if (typeof member !== 'function') return member;
        const method = member.bind(target) as Method;
        if (!methods.includes(name as keyof P)) return method;
        return (...args: unknown[]) => this.#pass(process, say(String(name), args), () => method(...args));
      },
    });
  }

  async #pass(process: Process, request: string, send: () => Promise<unknown>): Promise<unknown> {
    if (process.dead) return silence();
    const n = this.points.length + 1;
    this.points.push({ n, process: process.name, request });
    const crash = this.#crashes.find(({ at }) => at === n);
    if (crash?.side === 'before') return this.#die(process, crash);
    const answer = await settled(send());
    if (crash) return this.#die(process, crash);
    if (process.dead) return silence();
    return answer();
  }

  #die(process: Process, { takes }: Crash): Promise<never> {
    if (takes === 'host') this.#powerCut();
    else this.#processes.kill(process);
    return silence();
  }
}

/** How a request ended, to be told later. */
const settled = (answer: Promise<unknown>): Promise<() => unknown> =>
  answer.then(
    (value) => () => value,
    (error) => () => {
      throw error;
    },
  );
