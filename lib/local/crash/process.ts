/** Something that runs and may die at any moment: a function's invocation, a request to the site, a tick of the sweep. */
export type Process = { readonly name: string; dead: boolean; readonly end: (error: Error) => void };

/** As Lambda names it, and as machines retry it. */
export class ProcessDied extends Error {
  override readonly name = 'Runtime.ExitError';
}

/** The whole machine went down: the engine that called does not hear of it either. */
export class PowerCut extends Error {
  override readonly name = 'PowerCut';
}

/** What runs now, and how it is killed. */
export class Processes {
  readonly #running = new Set<Process>();

  get busy(): boolean {
    return this.#running.size > 0;
  }

  /**
   * Runs `act` as a process of its own. What it does after its death is nobody's to see: its requests never return.
   *
   * @throws {ProcessDied | PowerCut} when it is killed
   */
  run<T>(name: string, act: (process: Process) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const process: Process = { name, dead: false, end: reject };
      this.#running.add(process);
      const end = (settle: () => void) => {
        this.#running.delete(process);
        if (!process.dead) settle();
      };
      act(process).then(
        (value) => end(() => resolve(value)),
        (error) => end(() => reject(error)),
      );
    });
  }

  kill(process: Process): void {
    this.#end(process, new ProcessDied(`${process.name} exited: signal: killed`));
  }

  killAll(): void {
    for (const process of [...this.#running]) this.#end(process, new PowerCut('the power was cut'));
  }

  #end(process: Process, error: Error): void {
    process.dead = true;
    this.#running.delete(process);
    process.end(error);
  }
}
