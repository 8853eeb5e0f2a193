import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { filled, formOf, send } from '../../test/local/person.ts';
import { App } from '../app.ts';
import { type Engine, engineOf } from '../engines/engine.ts';
import { bytesIn, children, memoryMb } from '../machine.ts';
import { commandOf, type Peer } from '../peers.ts';

/** A peer with all it needs, on a directory of its own that goes when it goes. */
export class Subject {
  readonly peer: Peer;
  readonly directory: string;
  readonly #engine: Engine | undefined;
  #settings: Readonly<Record<string, string>> = {};
  #app: App | undefined;
  #runs = 0;

  private constructor(peer: Peer, engine: Engine | undefined) {
    this.peer = peer;
    this.#engine = engine;
    this.directory = mkdtempSync(path.join(os.tmpdir(), `bench-${peer.name}-`));
  }

  /** Opens a peer, hands it to `work`, and clears up whatever comes of it. */
  static async with<T>(peer: Peer, work: (subject: Subject) => Promise<T>): Promise<T> {
    const subject = new Subject(peer, peer.engine && (await engineOf(peer.engine)));
    try {
      subject.#settings = (await subject.#engine?.up(subject.directory)) ?? {};
      return await work(subject);
    } finally {
      await subject.#app?.kill();
      await subject.#engine?.down();
      rmSync(subject.directory, { recursive: true, force: true });
    }
  }

  get app(): App {
    if (!this.#app) throw new Error(`${this.peer.name} is not up`);
    return this.#app;
  }

  async up(more: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#app = await App.up(commandOf(this.peer), this.directory, { ...this.#settings, ...more });
  }

  async kill(): Promise<void> {
    await this.app.kill();
    this.#app = undefined;
  }

  /** The name of a run that was never used here. */
  next(): string {
    this.#runs += 1;
    return String(this.#runs);
  }

  /** Starts a run; resolves when it is durably waiting, with the milliseconds the caller waited. */
  async start(run: string): Promise<{ ms: number; link: string }> {
    const before = performance.now();
    const { link } = await this.app.call('start', run);
    return { ms: performance.now() - before, link: String(link ?? '') };
  }

  /**
   * Approves a run; resolves when it is done, with the milliseconds from the approval. Where there is a page a person reads it
   * first, outside the milliseconds, and sends its form.
   */
  async approve(run: string, link: string): Promise<number> {
    if (!link) {
      const before = performance.now();
      await this.app.call('approve', run);
      return performance.now() - before;
    }
    const form = filled(await formOf(link), 'APPROVED');
    const before = performance.now();
    const { status } = await send(link, form);
    if (status !== 303) throw new Error(`the gate of run ${run} answered ${status}`);
    await this.app.call('approve', run);
    return performance.now() - before;
  }

  /** The link of a run that was started before the process died; none where approval is no page. */
  async linkOf(run: string): Promise<string> {
    if (this.peer.name !== 'holdpoint') return '';
    return String((await this.app.call('link', run)).link);
  }

  /** Megabytes of the peer with what runs beside it, after a collection of garbage. */
  async memory(): Promise<number | undefined> {
    await this.app.call('collect');
    return memoryMb([this.app.pid, ...children(this.app.pid), ...(this.#engine?.pids() ?? [])]);
  }

  async bytes(): Promise<number> {
    if (this.#engine) return this.#engine.bytes();
    const { bytes } = await this.app.call('bytes');
    return Number(bytes ?? bytesIn(this.directory));
  }

  pids(): readonly number[] {
    return [this.app.pid, ...(this.#engine?.pids() ?? [])];
  }
}
