import { effectsIn } from '../app.ts';
import { busyMs, cpuMs } from '../machine.ts';
import type { Peer } from '../peers.ts';
import { during, each, quantile, round } from './many.ts';
import { Subject } from './subject.ts';

export const CONCURRENCIES = [1, 16, 64] as const;

export type AtConcurrency = {
  readonly runs: number;
  readonly runsPerSecond: number;
  /** Milliseconds as the caller sees them over HTTP. */
  readonly start: { readonly p50: number; readonly p95: number };
  readonly approve: { readonly p50: number; readonly p95: number };
};

export type Speed = {
  /** From starting a process on an empty directory until its first run is parked. */
  readonly coldStartMs: number;
  readonly idleMb?: number;
  readonly busyMb?: number;
  readonly bytesPerRun: number;
  readonly at: Readonly<Record<string, AtConcurrency>>;
  /** How much of one core others used meanwhile, in per cent: a noisy round shows. */
  readonly foreignCpu: number;
};

/** One round: a fresh process on an empty directory, warmed up, then each concurrency for so many seconds. */
export const speed = (peer: Peer, { seconds }: { readonly seconds: number }): Promise<Speed> =>
  Subject.with(peer, async (subject) => {
    const spawned = performance.now();
    await subject.up();
    const first = subject.next();
    const { link } = await subject.start(first);
    const coldStartMs = performance.now() - spawned;
    await subject.approve(first, link);
    let finished = 1;
    const whole = async () => {
      const run = subject.next();
      const started = await subject.start(run);
      const approved = await subject.approve(run, started.link);
      finished += 1;
      return { start: started.ms, approve: approved };
    };
    await each(Array.from({ length: 40 }), 8, async () => void (await whole()));
    const idleMb = await subject.memory();
    const bytesBefore = await subject.bytes();
    const runsBefore = finished;

    const ours = () =>
      subject.pids().reduce((sum, pid) => sum + cpuMs(pid), 0) +
      process.cpuUsage().user / 1000 +
      process.cpuUsage().system / 1000;
    const busy = busyMs() - ours();
    const begun = performance.now();
    const at: Record<string, AtConcurrency> = {};
    for (const atOnce of CONCURRENCIES) {
      const starts: number[] = [];
      const approvals: number[] = [];
      const took = await during(seconds, atOnce, async () => {
        const { start, approve } = await whole();
        starts.push(start);
        approvals.push(approve);
      });
      at[atOnce] = {
        runs: starts.length,
        runsPerSecond: round(starts.length / took),
        start: { p50: round(quantile(starts, 0.5)), p95: round(quantile(starts, 0.95)) },
        approve: { p50: round(quantile(approvals, 0.5)), p95: round(quantile(approvals, 0.95)) },
      };
    }
    const foreign = (busyMs() - ours() - busy) / (performance.now() - begun);
    const bytes = (await subject.bytes()) - bytesBefore;
    const busyMb = await subject.memory();
    checkEffects(subject, finished);
    return {
      coldStartMs: round(coldStartMs, 0),
      ...(idleMb === undefined ? {} : { idleMb }),
      ...(busyMb === undefined ? {} : { busyMb }),
      bytesPerRun: round(bytes / (finished - runsBefore), 0),
      at,
      foreignCpu: Math.max(0, round(foreign * 100, 0)),
    };
  });

/** A fast answer that did not do the work is none. */
export function checkEffects({ directory, peer }: Subject, runs: number): void {
  const writes = [...effectsIn(directory).values()].reduce((sum, count) => sum + count, 0);
  if (writes !== runs) throw new Error(`${peer.name} did ${runs} runs and ${writes} writes`);
}
