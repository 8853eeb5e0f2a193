import type { Lang } from '../define/preview.ts';
import type { Proposal } from '../ledger/gate.ts';
import { textsFor } from './asked.ts';
import { difference, type Line } from './difference.ts';
import { LANGS, named, tagOf } from './language.ts';
import { Shown } from './layout.tsx';
import * as words from './words.ts';

/** After changes were asked for: in what words, and which lines are other than they were. */
export function Revision({ proposal, lang }: { proposal: Proposal; lang: Lang }) {
  const { earlier, preview } = proposal;
  if (!earlier) return null;
  const parts = [
    { lang: undefined, lines: difference(earlier.title, preview.title) },
    ...textsFor(preview, lang).map((text) => ({
      lang: text.lang,
      lines: difference(earlier.texts.find((one) => one.lang === text.lang)?.text ?? '', text.text),
    })),
  ].filter(({ lines }) => lines.some(({ is }) => is !== 'kept'));
  return (
    <section class="revision" aria-label={words.whatChanged[lang]}>
      <h3>{words.whatChanged[lang]}</h3>
      <p>
        <small>
          <Shown text={named(words.askedBy(earlier.by), lang)} />
        </small>
        <q>
          <Shown text={earlier.asked} />
        </q>
      </p>
      {parts.length === 0 && <p class="wrong">{words.nothingChanged[lang]}</p>}
      {parts.map((part) => (
        <div class="lines" lang={part.lang && tagOf(part.lang)}>
          {part.lang && <span class="tag">{LANGS.find((one) => one.lang === part.lang)?.name}</span>}
          {part.lines
            .filter(({ is, text }) => is !== 'kept' && text.trim() !== '')
            .map((line) => (
              <OneLine line={line} lang={lang} />
            ))}
        </div>
      ))}
    </section>
  );
}

/** What was and what is, told apart by sign and word, not by colour alone. */
function OneLine({ line: { is, text }, lang }: { line: Line; lang: Lang }) {
  const Mark = is === 'gone' ? 'del' : 'ins';
  return (
    <p class={is}>
      <span class="visually-hidden">{named(is === 'gone' ? words.before : words.after, lang)}</span>
      <Mark>
        <Shown text={text} />
      </Mark>
    </p>
  );
}
