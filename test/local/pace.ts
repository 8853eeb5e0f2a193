import type { HistoryEvent, StatusChange } from '../../lib/local/engine/engine.ts';
import { virtualTimers } from '../../lib/local/engine/virtual-timers.ts';

type Course = {
  readonly events: HistoryEvent[];
  /** Functions that have been called and not answered. */
  calls: number;
  /** How often the run has come to wait for a person, and how often a test has been told. */
  parked: number;
  told: number;
  waiting: boolean;
  status: string;
};

/**
 * Time for the runs on one host: it moves only while the run that is waited for sleeps (a retry, a Wait), and then to the moment
 * that somebody wakes. The wall clock has no part in it.
 */
export function pace(start: Date) {
  const timers = virtualTimers(start.getTime());
  const courses = new Map<string, Course>();
  let seen = 0;
  /** How many events had been seen when a sleeper was woken of whom nothing was seen yet. */
  let woken: number | undefined;
  let ticks = 0;
  /** How far the clock was set from where it would be. */
  let set = 0;
  let look = () => {};
  const courseOf = (run: string): Course => {
    const known = courses.get(run);
    if (known) return known;
    const course = { events: [], calls: 0, parked: 0, told: 0, waiting: false, status: 'NONE' };
    courses.set(run, course);
    return course;
  };
  const wakeNext = () => {
    woken = seen;
    // a tick of the sweep wakes no run by itself
    for (let before = ticks; timers.runNext() && ticks > before; before = ticks);
  };
  return {
    timers: {
      ...timers,
      now: () => timers.now() + set,
      at(epochMs: number, wake: () => void) {
        // who asks is told by where it asks from: the sweep's ticks come from there
        const isTick = /\/lib\/local\/ticks\.ts/.test(new Error().stack?.split('\n')[2] ?? '');
        return timers.at(epochMs - set, () => {
          if (isTick) ticks += 1;
          wake();
        });
      },
    },
    onEvent(execution: string, event: HistoryEvent) {
      const course = courseOf(execution.split(':').at(-1) ?? '');
      if (event.id <= (course.events.at(-1)?.id ?? 0)) return;
      take(course, event);
      seen += 1;
      setImmediate(() => look());
    },
    /** Takes up a run that another host began, by its whole history. */
    adopt(run: string, events: readonly HistoryEvent[], status: string) {
      const { events: heard, status: now } = courseOf(run);
      const course = {
        events: [],
        calls: 0,
        parked: 0,
        told: 0,
        waiting: false,
        status: now === 'NONE' ? status : now,
      };
      // what was heard since the history was read comes after it
      const last = events.at(-1)?.id ?? 0;
      for (const event of [...events, ...heard.filter(({ id }) => id > last)]) take(course, event);
      courses.set(run, course);
    },
    onStatusChange({ name, status }: StatusChange) {
      courseOf(name).status = status;
      setImmediate(() => look());
    },
    /** Sets the clock, as a person does: nobody wakes because of it. */
    setClock: (to: Date) => {
      set = to.getTime() - timers.now();
    },
    events: (run: string): readonly HistoryEvent[] => courseOf(run).events,
    /** Resolves when the run has ended. */
    async over(run: string): Promise<void> {
      while (!hasEnded(courseOf(run))) await new Promise((resolve) => setImmediate(resolve));
    },
    /** Resolves when the run waits for a person once more, or has ended. */
    async settled(run: string): Promise<'parked' | 'ended'> {
      const course = courseOf(run);
      try {
        return await new Promise((resolve) => {
          look = () => {
            if (hasEnded(course)) return resolve('ended');
            if (course.waiting && course.parked > course.told) {
              course.told = course.parked;
              return resolve('parked');
            }
            const isQuiet = [...courses.values()].every(
              (other) => hasEnded(other) || other.waiting || isAsleep(other),
            );
            if (woken !== seen && isQuiet && isAsleep(course)) wakeNext();
          };
          look();
        });
      } finally {
        look = () => {};
      }
    },
  };
}

function take(course: Course, event: HistoryEvent): void {
  course.events.push(event);
  switch (event.type) {
    case 'TaskScheduled':
      course.calls += 1;
      break;
    case 'TaskSubmitted':
      course.calls -= 1;
      course.waiting = true;
      course.parked += 1;
      break;
    case 'TaskSucceeded':
    case 'TaskFailed':
    case 'TaskTimedOut':
      if (course.waiting) course.waiting = false;
      else course.calls -= 1;
  }
}

const hasEnded = ({ status }: Course): boolean => status !== 'RUNNING' && status !== 'NONE';

/** Waits for the clock alone: whatever goes on by itself goes on in the step whose events came together. */
const isAsleep = ({ events, calls, waiting }: Course): boolean =>
  calls === 0 && !waiting && events.length > 0 && !events.at(-1)?.type.startsWith('Execution');
