import { runner } from '../../../define/runner.ts';
import { readForecast } from '../forecast/read-forecast.ts';
import { getWeather } from './get-weather.ts';

export const runGetWeather = runner(getWeather, (_input, world) => readForecast(world.needs.trip, world));
