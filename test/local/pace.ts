import type { HistoryEvent, StatusChange } from '../../lib/local/engine/engine.ts';
import { type VirtualTimers, virtualTimers } from '../../lib/local/engine/virtual-timers.ts';

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
 * Time for runs on one host: it moves only while the run that is waited for sleeps (a retry, a Wait), and then exactly to the
 * moment it wakes. A person's gate is left alone.
 */
export function pace(start: Date) {
  const timers: VirtualTimers = virtualTimers(start.getTime());
  const courses = new Map<string, Course>();
  let look = () => {};
  const courseOf = (run: string): Course => {
    const known = courses.get(run);
    if (known) return known;
    const course = { events: [], calls: 0, parked: 0, told: 0, waiting: false, status: 'NONE' };
    courses.set(run, course);
    return course;
  };
  return {
    timers,
    onEvent(execution: string, event: HistoryEvent) {
      const course = courseOf(execution.split(':').at(-1) ?? '');
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
      setImmediate(() => look());
    },
    onStatusChange({ name, status }: StatusChange) {
      courseOf(name).status = status;
      setImmediate(() => look());
    },
    events: (run: string): readonly HistoryEvent[] => courseOf(run).events,
    /** Resolves when the run waits for a person once more, or has ended. */
    async settled(run: string): Promise<'parked' | 'ended'> {
      const course = courseOf(run);
      try {
        return await new Promise((resolve) => {
          look = () => {
            if (course.status !== 'RUNNING' && course.status !== 'NONE') return resolve('ended');
            if (course.waiting && course.parked > course.told) {
              course.told = course.parked;
              return resolve('parked');
            }
            if (course.status === 'RUNNING' && course.calls === 0 && !course.waiting && isAsleep(course))
              timers.runNext();
          };
          look();
        });
      } finally {
        look = () => {};
      }
    },
  };
}

const isAsleep = ({ events }: Course): boolean =>
  ['TaskFailed', 'TaskTimedOut', 'WaitStateEntered'].includes(events.at(-1)?.type ?? '');

export type Pace = ReturnType<typeof pace>;
