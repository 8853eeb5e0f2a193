import type { FactView, RunView } from '../../define/run-view.ts';
import { languageOf } from '../shared/asker/language.ts';
import { Recommendation } from './forecast/recommendation.ts';
import { WORDS } from './forecast/words.ts';
import { Trip } from './place/trip.ts';
import { questionOf } from './question.ts';

const newest = ({ facts }: RunView, name: string): FactView | undefined =>
  facts.filter((fact) => fact.name === name && fact.ok).at(-1);

/** The trip that is understood so far. */
export const tripOf = (view: RunView): { readonly id: string; readonly trip: Trip } | undefined => {
  const fact = newest(view, 'trip');
  return fact && { id: fact.id, trip: Trip.parse(fact.value) };
};

/** The forecast that may be advised from. */
export const forecastOf = (view: RunView): FactView | undefined => newest(view, 'forecast');

/**
 * The place has to be one that a person named: looked for by the asker's own word, or by one of an answer; and where it was
 * picked from several, picked by its label or its id.
 */
export function isNamed({ city, place, picked }: Trip, { input, calls }: RunView): boolean {
  const answers = calls.flatMap(({ tool, result }) =>
    tool === 'ask_human' && result?.ok ? [(result.data as { answer: string }).answer] : [],
  );
  const isSaid = [questionOf(input), ...answers].some((said) => plain(said).includes(plain(city)));
  const isPicked = answers.some(
    (said) => said.includes(place.label) || said.split(/\D+/).includes(String(place.geonames)),
  );
  return isSaid && (isPicked || !picked);
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');

/** The goal: a recommendation, made from the newest forecast, which is for the trip that was understood. */
export function isFinal(view: RunView): boolean {
  const [trip, forecast, recommendation] = ['trip', 'forecast', 'recommendation'].map((name) =>
    newest(view, name),
  );
  return (
    recommendation?.from.forecast === forecast?.id && forecast?.from.trip === trip?.id && trip !== undefined
  );
}

/** What the asker is told at the end, in their language; without a recommendation it carries no advice. */
export function answer(view: RunView, ending: { readonly state: string; readonly code?: string }): string {
  const words = WORDS[languageOf(questionOf(view.input))];
  if (ending.state === 'DONE') return Recommendation.parse(newest(view, 'recommendation')?.value).answer;
  if (ending.state !== 'FAILED') return words.stopped;
  if (ending.code === 'NOT_UNDERSTOOD') return words.notUnderstood;
  return tripOf(view) && !forecastOf(view) ? words.noReliableData : words.stopped;
}
