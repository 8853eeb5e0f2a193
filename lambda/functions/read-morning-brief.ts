import { runDraftBilingualBrief } from '../workflows/morning-brief/tools/draft-bilingual-brief.run.ts';
import { runGetHkoWeather } from '../workflows/morning-brief/tools/get-hko-weather.run.ts';
import { runReadCalendar } from '../workflows/shared/tools/read-calendar.run.ts';
import { deployed } from './deployed.ts';
import { reads } from './reads.ts';

export const wire = reads([runGetHkoWeather, runDraftBilingualBrief, runReadCalendar]);
export const handler = deployed(wire);
