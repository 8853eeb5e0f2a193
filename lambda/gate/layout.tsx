import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import type { Lang } from '../define/preview.ts';
import type { Recording } from '../ledger/record.ts';
import { each, LANGS, named, tagOf } from './language.ts';
import { CSS } from './style.ts';
import { stretches, visible } from './visible.ts';
import { timeIn } from './when.ts';
import * as words from './words.ts';

/** What every page of the gate is told. */
export type Frame = {
  readonly lang: Lang;
  readonly workflow?: string | undefined;
  readonly recording?: Recording | undefined;
};

/** The shell of every page. Its doctype is added where it is sent. */
export function Layout({ frame, title, children }: { frame: Frame; title: string; children: Child }) {
  const { lang, workflow, recording } = frame;
  return (
    <html lang={tagOf(lang)}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{visible(recording ? `${named(words.rehearsal, lang)}${title}` : title)}</title>
        <style>{raw(CSS)}</style>
      </head>
      <body>
        {recording && (
          <aside class="tape" aria-label={words.rehearsal[lang]}>
            <div>
              <b>{words.rehearsal[lang]}</b>
              {words.recorded(each((l) => timeIn(recording.observedAt, l)))[lang]}
            </div>
          </aside>
        )}
        <header>
          <div class="brand">
            Holdpoint{' '}
            {workflow && (
              <span>
                · <Shown text={workflow} />
              </span>
            )}
          </div>
          <nav aria-label={words.language[lang]}>
            {LANGS.map((one) => (
              <a
                href={`?lang=${one.lang}`}
                lang={one.tag}
                hreflang={one.tag}
                aria-label={one.name}
                aria-current={one.lang === lang ? 'true' : undefined}
              >
                {one.short}
              </a>
            ))}
          </nav>
        </header>
        {children}
      </body>
    </html>
  );
}

/** Any text that this system did not write: escaped by JSX, and what would not show is shown. */
export function Shown({ text }: { text: string }) {
  return (
    <>{stretches(text).map((stretch) => ('text' in stretch ? stretch.text : <mark>{stretch.mark}</mark>))}</>
  );
}

/** A line of words in which dates stay in one piece. */
export function Phrase({ text }: { text: string }) {
  return (
    <>
      {text
        .split(DATE)
        .map((part, index) => (index % 2 ? <span class="date">{part}</span> : <Shown text={part} />))}
    </>
  );
}

const DATE = /(\d{1,2} [A-Z][a-z]{2} \d{4}|\d{4}年\d{1,2}月\d{1,2}日)/;

/** A page that says one thing. */
export function MessagePage({
  frame,
  title,
  text,
  about,
  link,
}: {
  frame: Frame;
  title: string;
  text: string;
  /** The act it is about. */
  about?: string | undefined;
  link?: boolean;
}) {
  return (
    <Layout frame={frame} title={title}>
      <main>
        <div class="top">
          <h1>{title}</h1>
          {about && (
            <p>
              <b>
                <Phrase text={about} />
              </b>
            </p>
          )}
          <p>{text}</p>
          {link && (
            <a class="button quiet" href={`?lang=${frame.lang}`}>
              {words.backToPage[frame.lang]}
            </a>
          )}
        </div>
      </main>
    </Layout>
  );
}
