import { type Duration, toSeconds } from './duration.ts';
import { localTime } from './local-time.ts';
import { MACHINE_SECONDS } from './machine-words.ts';

/** When the person has to decide by: so long after asking, or a wall-clock time of the business day's zone. */
export type Expiry =
  | Duration
  | { readonly at: `${number}:${number}`; readonly zone: string; readonly atLeast: Duration };

/** How a workflow's proposals are put to people; who they are is the deployment's to say. */
export type GatePolicy = {
  readonly expires: Expiry;
  readonly remindAfter?: Duration;
  readonly deputyAfter?: Duration;
  /** How many approvers must approve. @default 1 */
  readonly quorum?: number;
  /** How often changes may be asked for, and the turns each round brings. @default none */
  readonly changes?: { readonly rounds: number; readonly turns: number };
};

/** Approved acts may still begin this long after the time people are shown. */
export const GRACE: Duration = { minutes: 30 };
/** How often the sweep looks; a gate's state waits two of these past its time. */
export const SWEEP_EVERY: Duration = { minutes: 5 };
/** How long it may look: the next one finds nobody at work. */
export const SWEEP_WITHIN: Duration = { seconds: 270 };

/** The three times of one gate: shown to people, checked by the write's claim, waited for by the state. */
export type GateTimes = {
  readonly decideBy: Date;
  readonly executeBy: Date;
  readonly timeoutSeconds: number;
};

/** The times of a gate that opens at `now` by the run's clock. */
export function gateTimes(policy: GatePolicy, now: Date): GateTimes {
  const decideBy = decideByOf(policy.expires, now);
  return {
    decideBy,
    executeBy: new Date(decideBy.getTime() + toSeconds(GRACE) * 1000),
    timeoutSeconds: Math.ceil((decideBy.getTime() - now.getTime()) / 1000) + 2 * toSeconds(SWEEP_EVERY),
  };
}

function decideByOf(expires: Expiry, now: Date): Date {
  if (!('at' in expires)) return new Date(now.getTime() + toSeconds(expires) * 1000);
  const earliest = now.getTime() + toSeconds(expires.atLeast) * 1000;
  return new Date(Math.max(earliest, atToday(expires.at, expires.zone, now).getTime()));
}

/** The instant the clocks of `zone` show `at` on the day that `now` falls on there. */
function atToday(at: string, zone: string, now: Date): Date {
  const { date, time } = localTime(now, zone);
  const minute = Math.floor(now.getTime() / 60_000) * 60_000;
  const ahead = Date.parse(`${date}T${time}:00Z`) - minute;
  return new Date(Date.parse(`${date}T${at}:00Z`) - ahead);
}

/** @throws {TypeError} naming the setting that cannot work */
export function checkGatePolicy(policy: GatePolicy, where: string): void {
  const fault = (what: string) => new TypeError(`${where}: gate.${what}`);
  const { expires } = policy;
  if ('at' in expires) {
    if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(expires.at))
      throw fault(`expires.at wants HH:MM, "${expires.at}" was given`);
    if (!isZone(expires.zone))
      throw fault(`expires.zone wants a zone such as Asia/Hong_Kong, "${expires.zone}" was given`);
  }
  const [least, most] =
    'at' in expires
      ? [toSeconds(expires.atLeast), Math.max(86_400, toSeconds(expires.atLeast))]
      : [toSeconds(expires), toSeconds(expires)];
  if (least < 60) throw fault(`expires${'at' in expires ? '.atLeast' : ''} wants a minute or more`);
  if (most + 2 * toSeconds(SWEEP_EVERY) >= MACHINE_SECONDS)
    throw fault(`expires wants less than the ${MACHINE_SECONDS / 3600} hours a whole run may take`);
  const quorum = policy.quorum ?? 1;
  if (!Number.isInteger(quorum) || quorum < 1)
    throw fault(`quorum wants a whole number from 1, ${quorum} was given`);
  if (
    policy.remindAfter &&
    policy.deputyAfter &&
    toSeconds(policy.deputyAfter) < toSeconds(policy.remindAfter)
  ) {
    throw fault('deputyAfter comes before remindAfter');
  }
}

function isZone(zone: string): boolean {
  try {
    localTime(new Date(0), zone);
    return true;
  } catch {
    return false;
  }
}
