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

/** A place that was picked from several has to be one a person named: by its label, or by its id. */
export function isConfirmed({ place, picked }: Trip, { calls }: RunView): boolean {
  if (!picked) return true;
  return calls.some(({ tool, result }) => {
    if (tool !== 'ask_human' || !result?.ok) return false;
    const { answer } = result.data as { answer: string };
    return answer.includes(place.label) || answer.includes(String(place.geonames));
  });
}

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
