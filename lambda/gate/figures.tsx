// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the style lays rows out as blocks, which takes the roles away
import type { Figure, Lang } from '../define/preview.ts';
import { each } from './language.ts';
import { Shown } from './layout.tsx';
import { span, timeIn } from './when.ts';
import * as words from './words.ts';

const ageOf = (figure: Figure, now: Date): number => now.getTime() - new Date(figure.observedAt).getTime();
const isOld = (figure: Figure, now: Date): boolean => ageOf(figure, now) > figure.oldAfterMinutes * 60_000;

/** Whether any figure has passed its limit since it was observed. */
export const someOld = (figures: readonly Figure[], now: Date): boolean =>
  figures.some((figure) => isOld(figure, now));

/** Each figure with where it came from: source, field, value as received, time, age. */
export function FiguresTable({ figures, lang, now }: { figures: readonly Figure[]; lang: Lang; now: Date }) {
  return (
    <table role="table">
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">
            {words.figure[lang]}
          </th>
          <th scope="col" role="columnheader">
            {words.value[lang]}
          </th>
          <th scope="col" role="columnheader">
            {words.source[lang]}
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {figures.map((figure) => (
          <tr role="row">
            <th scope="row" role="rowheader">
              <Shown text={figure.label[lang]} />
            </th>
            <td class="value" role="cell">
              {figure.value} <small>{<Shown text={figure.unit} />}</small>
            </td>
            <td class="from" role="cell">
              <Source figure={figure} />
              <span>
                <code>
                  <Shown text={figure.field} />
                </code>{' '}
                {words.is[lang]} <code>{<Shown text={figure.received} />}</code>
              </span>
              <span>
                <time datetime={figure.observedAt}>{timeIn(figure.observedAt, lang)}</time> ·{' '}
                <span class={isOld(figure, now) ? 'old' : 'age'}>
                  {ageWords(ageOf(figure, now))[lang]}
                  {isOld(figure, now) ? ` · ${words.old[lang]}` : ''}
                </span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const ageWords = (ms: number) => (ms < 60_000 ? words.justNow : words.ago(each((lang) => span(ms, lang))));

/** The source's name, a link only to a plain https address; a recording's feed on this machine goes by its host. */
function Source({ figure }: { figure: Figure }) {
  const { url, source } = figure;
  const [, here] = /^http:\/\/((?:127\.0\.0\.1|localhost):\d{1,5})\/[\x21-\x7e]*$/.exec(url) ?? [];
  if (here) return <Shown text={`${source} · ${here}`} />;
  if (!/^https:\/\/[a-z0-9.-]+\/[\x21-\x7e]*$/.test(url)) return <Shown text={`${source} ${url}`} />;
  return (
    <a href={url} rel="noopener noreferrer nofollow" target="_blank">
      <Shown text={source} />
    </a>
  );
}
