import { runGetWeather } from '../workflows/travel-advice/tools/get-weather.run.ts';
import { runRecommend } from '../workflows/travel-advice/tools/recommend.run.ts';
import { runResolveTrip } from '../workflows/travel-advice/tools/resolve-trip.run.ts';
import { deployed } from './deployed.ts';
import { reads } from './reads.ts';

export const wire = reads([runResolveTrip, runGetWeather, runRecommend]);
export const handler = deployed(wire);
