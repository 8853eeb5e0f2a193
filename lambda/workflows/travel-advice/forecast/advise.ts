import { hiddenIn } from '../../../define/claims/plain-text.ts';
import { checkAgainst } from '../../../define/contradiction.ts';
import { ungroundedFigure } from '../../../define/grounded.ts';
import { localTime } from '../../../define/local-time.ts';
import type { Lang } from '../../../define/preview.ts';
import { ToolError } from '../../../define/tool-error.ts';
import type { Forecast } from './forecast.ts';
import type { Recommendation } from './recommendation.ts';
import type { Umbrella } from './umbrella.ts';
import { UMBRELLA_RULES } from './umbrella-rules.ts';
import { WORDS } from './words.ts';

/**
 * The recommendation as the asker gets it, unless it contradicts the forecast or its reason says what that does not.
 *
 * @throws {ToolError} CONTRADICTS_FACT, HIDDEN_TEXT, UNGROUNDED_FIGURE, OTHER_LANGUAGE
 */
export function advise(
  { umbrella, because }: { readonly umbrella: Umbrella; readonly because: string },
  forecast: Forecast,
  lang: Lang,
): Recommendation {
  checkAgainst(umbrella, forecast, UMBRELLA_RULES, 'umbrella');
  const hidden = hiddenIn(because);
  if (hidden) throw new ToolError('parameter', 'HIDDEN_TEXT', `the reason hides ${hidden}`, 'because');
  const { rain, temperature, window, date } = forecast;
  const invented = ungroundedFigure(because, { rain, temperature, window: [window.from, window.to], date });
  if (invented) {
    const message = `the forecast says nothing of "${invented}"; give the reason in its figures, or without any`;
    throw new ToolError('parameter', 'UNGROUNDED_FIGURE', message, 'because');
  }
  if (/\p{Script=Han}/u.test(because) !== (lang !== 'en')) {
    const message = `the question is in ${WORDS[lang].language}; give the reason in it`;
    throw new ToolError('parameter', 'OTHER_LANGUAGE', message, 'because');
  }
  const reason = because.replace(/\s+/gu, ' ').trim();
  return { umbrella, because: reason, lang, answer: answerOf(umbrella, reason, forecast, WORDS[lang]) };
}

function answerOf(
  umbrella: Umbrella,
  because: string,
  { place, date, partOfDay, window, timezone, rain, temperature, issuedAt, source }: Forecast,
  words: (typeof WORDS)[Lang],
): string {
  const issued = localTime(new Date(issuedAt), timezone);
  return [
    words.umbrella[umbrella],
    words.because(because),
    words.forecast(place, words.day(date), words.parts[partOfDay], `${window.from}–${window.to}`, timezone),
    words.figures(rain.probabilityPercent, rain.millimetres, temperature.lowestC, temperature.highestC),
    words.source(source.name, source.url, source.licence, `${issued.date} ${issued.time}`),
  ].join('\n');
}
