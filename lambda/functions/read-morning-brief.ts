import { runDraftBilingualBrief } from '../workflows/morning-brief/tools/draft-bilingual-brief.run.ts';
import { runGetHkoWeather } from '../workflows/morning-brief/tools/get-hko-weather.run.ts';
import { runReadCalendar } from '../workflows/shared/tools/read-calendar.run.ts';
import { runSearchKnowledge } from '../workflows/shared/tools/search-knowledge.run.ts';
import { deployed } from './deployed.ts';
import { reads } from './reads.ts';
import { workspaceAt } from './workspace.ts';

export const wire: ReturnType<typeof reads> = (host) =>
  reads([
    runGetHkoWeather,
    runDraftBilingualBrief,
    runReadCalendar,
    runSearchKnowledge((place) => workspaceAt(host.env, place)),
  ])(host);

export const handler = deployed(wire);
