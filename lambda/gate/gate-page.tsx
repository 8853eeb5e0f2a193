import type { Lang } from '../define/preview.ts';
import type { Approver, GateItem, Moment, Proposal } from '../ledger/gate.ts';
import { headline, noticesFor, openOnes } from './asked.ts';
import { DecisionForm, type Draft } from './decision-form.tsx';
import { FiguresTable, someOld } from './figures.tsx';
import { type Frame, Layout, Shown } from './layout.tsx';
import { clockIn, sameDay, span, timeIn } from './when.ts';
import { each, tagOf, words } from './words.ts';

type Props = {
  readonly frame: Frame;
  readonly gate: GateItem;
  readonly approver: Approver;
  /** By the run's clock. */
  readonly now: Date;
  readonly draft?: Draft | undefined;
};

/** Asks one person. Everything on it was frozen when the question was asked, but for the ages and the time left. */
export function GatePage({ frame, gate, approver, now, draft }: Props) {
  const { lang } = frame;
  const act = headline(gate)[lang];
  const open = openOnes(gate);
  const warnings = noticesFor(gate.exhibit, 'warning', lang);
  const reminders = noticesFor(gate.exhibit, 'reminder', lang);
  const old = someOld(gate.exhibit.figures, now);
  return (
    <Layout frame={frame} title={act}>
      <main>
        <div class="top">
          <p class="eyebrow">{words.waiting[lang]}</p>
          <h1>
            <Shown text={act} />
          </h1>
          <Due gate={gate} now={now} lang={lang} />
          {gate.banner && (
            <p class="soft">
              <Shown text={gate.banner} />
            </p>
          )}
        </div>
        {warnings.length > 0 && (
          <section class="warn" aria-labelledby="warnings">
            <h2 id="warnings">{words.warnings[lang]}</h2>
            <ul>
              {warnings.map((notice) => (
                <li lang={tagOf(notice.lang)}>
                  <Shown text={notice.text} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {old && (
          <section class="note">
            <p>{words.someOld[lang]}</p>
          </section>
        )}
        {gate.proposals.map((proposal) => (
          <ProposalCard proposal={proposal} lang={lang} />
        ))}
        {reminders.length > 0 && (
          <section class="note" aria-labelledby="reminders">
            <h2 id="reminders">{words.reminders[lang]}</h2>
            <ul>
              {reminders.map((notice) => (
                <li lang={tagOf(notice.lang)}>
                  <Shown text={notice.text} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {gate.exhibit.figures.length > 0 && (
          <section aria-labelledby="figures">
            <h2 id="figures">{words.figures[lang]}</h2>
            <FiguresTable figures={gate.exhibit.figures} lang={lang} now={now} />
          </section>
        )}
        {open.length > 0 && <DecisionForm gate={gate} lang={lang} path={frame.path} draft={draft} />}
        <History gate={gate} lang={lang} />
      </main>
      <footer>
        <p>
          {words.yours(approver.name)[lang]} {words.opening[lang]}
        </p>
      </footer>
    </Layout>
  );
}

function Due({ gate, now, lang }: { gate: GateItem; now: Date; lang: Lang }) {
  const ms = new Date(gate.decideBy).getTime() - now.getTime();
  const time = each((l) =>
    sameDay(gate.decideBy, now.toISOString()) ? clockIn(gate.decideBy) : timeIn(gate.decideBy, l),
  );
  return (
    <p class="due">
      <time datetime={gate.decideBy}>{words.until(time)[lang]}</time> ·{' '}
      <b>{words.left(each((l) => span(ms, l)))[lang]}</b>
      <br />
      <span class="soft">{words.afterThat[lang]}</span>
    </p>
  );
}

function ProposalCard({ proposal, lang }: { proposal: Proposal; lang: Lang }) {
  const { preview, standing, note } = proposal;
  const inReadersLanguageFirst = [...preview.texts].sort(
    (a, b) => Number(b.lang === lang) - Number(a.lang === lang),
  );
  return (
    <article>
      <h2>
        <Shown text={preview.title} />
      </h2>
      {standing !== 'open' && (
        <p class="soft">
          {(standing === 'done' ? words.doneAlready : words.blocked)[lang]} {note && <Shown text={note} />}
        </p>
      )}
      {inReadersLanguageFirst.map((text) => (
        <div class="draft">
          <span class="tag">{LANGUAGE[text.lang]}</span>
          <p class="text" lang={tagOf(text.lang)}>
            <Shown text={text.text} />
          </p>
        </div>
      ))}
      <details>
        <summary>{words.exactly[lang]}</summary>
        <dl>
          <dt>{words.tool[lang]}</dt>
          <dd class="code">
            <Shown text={proposal.tool} />
          </dd>
          {Object.entries(proposal.args).map(([name, value]) => (
            <>
              <dt>
                <Shown text={name} />
              </dt>
              <dd class="code text">
                <Shown text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} />
              </dd>
            </>
          ))}
          {Object.entries(proposal.injected).map(([name, value]) => (
            <>
              <dt>
                <Shown text={name} /> <small>({words.injected[lang]})</small>
              </dt>
              <dd class="code text">
                <Shown text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} />
              </dd>
            </>
          ))}
          <dt>{words.digest[lang]}</dt>
          <dd>
            <code>{proposal.digest}</code>
            <br />
            <small>{words.digestNote[lang]}</small>
          </dd>
        </dl>
      </details>
    </article>
  );
}

const LANGUAGE: { readonly [L in Lang]: string } = { en: 'English', tc: '繁體中文', sc: '简体中文' };

function History({ gate, lang }: { gate: GateItem; lang: Lang }) {
  return (
    <details>
      <summary>{words.history[lang]}</summary>
      <ol class="time">
        {gate.moments.map((moment) => (
          <li>
            <b>{words.turn(moment.turn)[lang]}</b> · <Shown text={moment.stage} /> ·{' '}
            <time datetime={moment.at}>{clockIn(moment.at)}</time>
            <br />
            <span class="soft">
              <Shown text={moment.tools.join(', ') || words.noTools[lang]} /> ·{' '}
              {words.tokens(tokensOf(moment))[lang]}
            </span>
          </li>
        ))}
      </ol>
      <dl>
        <dt>{words.model[lang]}</dt>
        <dd>
          <Shown text={gate.model} />
        </dd>
        <dt>{words.run[lang]}</dt>
        <dd class="code">{gate.run}</dd>
      </dl>
    </details>
  );
}

function tokensOf({ usage }: Moment): string {
  return (usage.input + usage.output + usage.cacheRead + usage.cacheWrite).toLocaleString('en-US');
}
