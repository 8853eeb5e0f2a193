import type { CurrentWeather } from './current-weather.ts';

/** One age of an observation that has passed its warning level. */
export type Ageing = { readonly field: TimeField; readonly minutes: number; readonly message: string };
export type Freshness =
  | { readonly ok: true; readonly ageing: readonly Ageing[] }
  | {
      readonly ok: false;
      readonly code: 'STALE' | 'BAD_TIME';
      readonly field: string;
      readonly message: string;
    };

/**
 * How old each time may be, in minutes. Just before the next bulletin the normal ages are 60, 62 and 77, and late
 * bulletins add up to 9: past `warn` something is late, past `fail` one bulletin was missed. All are judged, since
 * the re-issue of a warning renews the bulletin's time alone.
 */
export const HKO_LIMITS = {
  ages: {
    updateTime: { warnMinutes: 75, failMinutes: 130 },
    recordTime: { warnMinutes: 80, failMinutes: 130 },
    humidityRecordTime: { warnMinutes: 80, failMinutes: 130 },
    'rainfall.endTime': { warnMinutes: 95, failMinutes: 150 },
  },
  futureMinutes: 5,
} as const;

export type TimeField = keyof typeof HKO_LIMITS.ages;
const TIMES = Object.keys(HKO_LIMITS.ages) as TimeField[];

/** Judges an observation once, at `now`; only code that stores the verdict should ask. */
export function freshness(weather: CurrentWeather, now: Date): Freshness {
  const ageing: Ageing[] = [];
  for (const field of TIMES) {
    const { warnMinutes, failMinutes } = HKO_LIMITS.ages[field];
    const { futureMinutes } = HKO_LIMITS;
    const time = field === 'rainfall.endTime' ? weather.rainfall.endTime : weather[field];
    const minutes = (now.getTime() - Date.parse(time)) / 60_000;
    const age = `${field} ${time} is ${Math.floor(Math.abs(minutes))} minutes ${minutes < 0 ? 'ahead' : 'old'}`;
    if (!(minutes >= -futureMinutes)) {
      return {
        ok: false,
        code: 'BAD_TIME',
        field,
        message: `${age}, at most ${futureMinutes} ahead is wanted`,
      };
    }
    if (minutes > failMinutes) {
      return { ok: false, code: 'STALE', field, message: `${age}, at most ${failMinutes} is wanted` };
    }
    if (minutes > warnMinutes) {
      ageing.push({
        field,
        minutes: Math.floor(minutes),
        message: `${age}, usually it is ${warnMinutes} at most`,
      });
    }
  }
  return { ok: true, ageing };
}
