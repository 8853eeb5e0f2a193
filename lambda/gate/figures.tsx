import type { Figure, Lang } from '../define/preview.ts';
import { Shown } from './layout.tsx';
import { span, timeIn } from './when.ts';
import { each, words } from './words.ts';

const ageOf = (figure: Figure, now: Date): number => now.getTime() - new Date(figure.observedAt).getTime();
const isOld = (figure: Figure, now: Date): boolean => ageOf(figure, now) > figure.oldAfterMinutes * 60_000;

/** Whether any figure has passed its limit since it was observed. */
export const someOld = (figures: readonly Figure[], now: Date): boolean =>
  figures.some((figure) => isOld(figure, now));

/** Each figure with where it came from: source, field, value as received, time, age. */
export function FiguresTable({ figures, lang, now }: { figures: readonly Figure[]; lang: Lang; now: Date }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{words.figure[lang]}</th>
          <th scope="col">{words.value[lang]}</th>
          <th scope="col">{words.source[lang]}</th>
        </tr>
      </thead>
      <tbody>
        {figures.map((figure) => (
          <tr>
            <th scope="row">
              <Shown text={figure.label[lang]} />
            </th>
            <td class="value">
              {figure.value} <small>{<Shown text={figure.unit} />}</small>
            </td>
            <td class="from">
              <span>
                <Source figure={figure} />
              </span>
              <span class="soft">
                <code>
                  <Shown text={figure.field} />
                </code>{' '}
                = <Shown text={figure.received} />
              </span>
              <span class="soft">
                <time datetime={figure.observedAt}>{timeIn(figure.observedAt, lang)}</time> ·{' '}
                <span class={isOld(figure, now) ? 'old' : ''}>
                  {words.ago(each((l) => span(ageOf(figure, now), l)))[lang]}
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

/** The source's name, a link only to a plain https address. */
function Source({ figure }: { figure: Figure }) {
  const { url, source } = figure;
  if (!/^https:\/\/[a-z0-9.-]+\/[\x21-\x7e]*$/.test(url)) return <Shown text={`${source} ${url}`} />;
  return (
    <a href={url} rel="noopener noreferrer nofollow" target="_blank">
      <Shown text={source} />
    </a>
  );
}
