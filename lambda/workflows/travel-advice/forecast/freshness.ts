import type { Verdict } from '../../../define/evidence.ts';
import type { Forecast } from './forecast.ts';

/** A forecast answer older than this is none: it comes from something that keeps answers. */
const OLD_AFTER_MINUTES = 180;
/** The quarter-hour that is computed may lie a little ahead. */
const AHEAD_MINUTES = 16;

/** Whether a forecast is of now, by the run's clock. */
export function freshness({ issuedAt }: Forecast, now: Date): Verdict {
  const age = (now.getTime() - Date.parse(issuedAt)) / 60_000;
  if (age > OLD_AFTER_MINUTES) {
    const message = `the forecast is of ${issuedAt}, ${Math.round(age)} minutes ago; at most ${OLD_AFTER_MINUTES} are taken`;
    return { ok: false, code: 'STALE', message, field: 'issuedAt' };
  }
  if (age < -AHEAD_MINUTES)
    return {
      ok: false,
      code: 'BAD_TIME',
      message: `the forecast is of ${issuedAt}, which is to come`,
      field: 'issuedAt',
    };
  return { ok: true };
}
