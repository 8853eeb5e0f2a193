import { fresh, grounded } from '../../define/evidence.ts';
import { HONG_KONG, localTime } from '../../define/local-time.ts';
import type { RunView } from '../../define/run-view.ts';
import type { RunIdentity } from '../../define/tool.ts';
import { defineWorkflow } from '../../define/workflow.ts';
import { askHuman } from '../shared/asker/ask-human.ts';
import { freshness } from './forecast/freshness.ts';
import { answer, forecastOf, isFinal, isNamed, tripOf } from './goal.ts';
import { Question, questionOf } from './question.ts';
import { getWeather } from './tools/get-weather.ts';
import { recommend } from './tools/recommend.ts';
import { resolveTrip } from './tools/resolve-trip.ts';

const understanding = `You find out what a question about the weather of a trip is about: the place, the day, the part of the day, the purpose.
1. If the question names no place or no day, or can be read in two ways, ask with ask_human, in the language of the question.
2. resolve_trip, with the place in the asker's own word, not translated, and the day as they meant it. Code turns them into a place on the map
   and a local date.
3. If it answers with candidates, ask with ask_human and offer their labels, exactly as they stand, as choices; then
   resolve_trip again with the place_id of the one that was chosen. Never choose yourself.
If it cannot be found out, say so and stop.`;

const advising = `You advise whether to take an umbrella on a trip that was found out already.
1. get_weather, with the id of the trip.
2. recommend, with the id of the forecast. "yes" when rain is more likely than not, "no" when it is unlikely, otherwise
   "take_one_to_be_safe". Give the reason in one sentence in the asker's language, fitting their purpose.
If a tool answers with an error, do what its message says; if there is no forecast to be had, say so and stop. You never
write a figure of your own, and you never advise without a forecast.`;

export const travelAdvice = defineWorkflow({
  name: 'travel-advice',
  input: Question,
  task: ({ question }, run) => questionWithTime(question, run),
  start: 'UNDERSTANDING',
  stages: {
    UNDERSTANDING: {
      prompt: understanding,
      tools: [resolveTrip, askHuman],
      turns: 8,
      maxTokens: 1024,
      acted: understood,
      decide: (view) => understood(view) ?? 'not_understood',
      opening: asked,
      on: { understood: 'ADVISING', named_by_nobody: 'UNDERSTANDING', not_understood: 'FAILED' },
    },
    ADVISING: {
      prompt: advising,
      tools: [getWeather, recommend],
      turns: 6,
      maxTokens: 1024,
      acted: (view) => (isFinal(view) ? 'advised' : undefined),
      decide: (view) => (isFinal(view) ? 'advised' : forecastOf(view) ? 'no_advice' : 'no_reliable_data'),
      opening: toldTrip,
      on: { advised: 'DONE', no_advice: 'FAILED', no_reliable_data: 'FAILED' },
    },
  },
  evidence: [
    grounded('forecast', 'trip'),
    fresh('forecast', freshness),
    grounded('recommendation', 'forecast'),
  ],
  budget: { tokens: 60_000 },
  gate: { expires: { hours: 4 }, remindAfter: { hours: 1 } },
  runs: 'asked',
  answer,
});

/** Where understanding leads once a trip is on record; a place that nobody named is found out again. */
function understood(view: RunView): string | undefined {
  const found = tripOf(view);
  if (!found) return undefined;
  if (isNamed(found.trip, view)) return 'understood';
  const isNew = view.turns.at(-1)?.calls.some(({ tool, result }) => tool === 'resolve_trip' && result?.ok);
  return isNew ? 'named_by_nobody' : undefined;
}

function asked(view: RunView): string {
  const question = questionWithTime(questionOf(view.input), view.run);
  if (!tripOf(view)) return question;
  const candidates = view.calls.flatMap(({ result }) =>
    result?.ok === false && /^PLACE_/.test(result.error.code) ? [result.error.message] : [],
  );
  return [question, NAMED_BY_NOBODY, ...candidates.slice(-1)].join('\n\n');
}

const NAMED_BY_NOBODY =
  'A place was taken that no person named. Look for it by the asker’s own word; where it has several meanings, ask with ask_human.';

function questionWithTime(question: string, { startedAt }: RunIdentity): string {
  const { date, time } = localTime(new Date(startedAt), HONG_KONG);
  return `${question}\n\n(Asked on ${date} at ${time}, Hong Kong time.)`;
}

function toldTrip(view: RunView): string {
  const found = tripOf(view);
  return JSON.stringify({ question: questionOf(view.input), trip: { id: found?.id, ...found?.trip } });
}
