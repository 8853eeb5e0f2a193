import { localTime } from '../../../define/local-time.ts';
import { runner } from '../../../define/runner.ts';
import { ToolError } from '../../../define/tool-error.ts';
import { languageOf } from '../../shared/asker/language.ts';
import { findPlace } from '../place/find-place.ts';
import { resolveDay } from '../place/resolve-day.ts';
import { PARTS_OF_DAY } from '../place/trip.ts';
import { questionOf } from '../question.ts';
import { resolveTrip } from './resolve-trip.ts';

export const runResolveTrip = runner(
  resolveTrip,
  async ({ city, place_id, day, part_of_day, purpose }, world) => {
    const place = await findPlace(city, place_id, languageOf(questionOf(world.given)), world);
    const asked = new Date(world.run.startedAt);
    const date = resolveDay(day, asked, place.timezone);
    const window = PARTS_OF_DAY[part_of_day];
    const there = localTime(asked, place.timezone);
    if (date === there.date && window.to <= there.time) {
      const message = `the ${part_of_day} of ${date} is over: it is ${there.time} there`;
      throw new ToolError('business', 'HOURS_ARE_PAST', message, 'part_of_day');
    }
    return {
      city,
      place,
      picked: place_id !== undefined,
      date,
      partOfDay: part_of_day,
      window: { ...window },
      purpose,
    };
  },
);
