import type { Peer } from '../peers.ts';
import { each, round } from './many.ts';
import { checkEffects } from './speed.ts';
import { Subject } from './subject.ts';

export type Parked = {
  readonly asked: number;
  /** Fewer than asked when the time for parking them was over. */
  readonly parked: number;
  readonly parkSeconds: number;
  readonly mbBefore?: number;
  readonly mbParked?: number;
  /** After `kill -9`: from starting the process again until it answers. */
  readonly restartSeconds: number;
  readonly mbRestarted?: number;
  readonly resumed: number;
  readonly resumeSeconds: number;
};

const AT_ONCE = 64;

/** Parks so many runs, kills the process with SIGKILL, starts it again and approves every one. */
export const parked = (
  peer: Peer,
  options: { readonly runs: number; readonly capSeconds: number },
): Promise<Parked> =>
  Subject.with(peer, async (subject) => {
    await subject.up();
    const warm = Array.from({ length: 20 }, () => subject.next());
    await each(warm, 8, async (run) => {
      const { link } = await subject.start(run);
      await subject.approve(run, link);
    });
    const mbBefore = await subject.memory();
    const runs: string[] = [];
    const parkSeconds = await timed(options.capSeconds, async (isOver) => {
      const all = Array.from({ length: options.runs }, () => subject.next());
      await each(all, AT_ONCE, async (run) => {
        if (isOver()) return;
        await subject.start(run);
        runs.push(run);
      });
    });
    const mbParked = await subject.memory();
    await subject.kill();
    const restartSeconds = await timed(options.capSeconds, () => subject.up());
    const mbRestarted = await subject.memory();
    let resumed = 0;
    const resumeSeconds = await timed(options.capSeconds, (isOver) =>
      each(runs, AT_ONCE, async (run) => {
        if (isOver()) return;
        await subject.approve(run, await subject.linkOf(run));
        resumed += 1;
      }),
    );
    checkEffects(subject, warm.length + resumed);
    return {
      asked: options.runs,
      parked: runs.length,
      parkSeconds,
      ...(mbBefore === undefined ? {} : { mbBefore }),
      ...(mbParked === undefined ? {} : { mbParked }),
      restartSeconds,
      ...(mbRestarted === undefined ? {} : { mbRestarted }),
      resumed,
      resumeSeconds,
    };
  });

async function timed(capSeconds: number, work: (isOver: () => boolean) => Promise<void>): Promise<number> {
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  await work(() => seconds() > capSeconds);
  return round(seconds());
}
