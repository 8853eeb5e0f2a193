import { localTime } from '../../../define/local-time.ts';
import { runner } from '../../../define/runner.ts';
import { ToolError } from '../../../define/tool-error.ts';
import { getTime } from './get-time.ts';

export const runGetTime = runner(getTime, async ({ zone }, { now }) => {
  try {
    const { date, time } = localTime(now, zone);
    return { zone, instant: now.toISOString(), date, time };
  } catch {
    throw new ToolError('parameter', 'UNKNOWN_ZONE', `"${zone}" is no IANA time zone`, 'zone');
  }
});
