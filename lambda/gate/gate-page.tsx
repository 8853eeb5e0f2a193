import type { Lang, Notice, Trilingual } from '../define/preview.ts';
import type { Approver, GateItem, Moment } from '../ledger/gate.ts';
import { totalOf } from '../ledger/usage.ts';
import { personOf, type VoteItem, versionOf } from '../ledger/vote.ts';
import { bannerIn, headline, noticesFor, openOnes } from './asked.ts';
import { choicesFor } from './choices.ts';
import { DecisionForm, type Draft } from './decision-form.tsx';
import { FiguresTable, someOld } from './figures.tsx';
import { each, tagOf } from './language.ts';
import { type Frame, Layout, Phrase, Shown } from './layout.tsx';
import { ProposalCard } from './proposal-card.tsx';
import { stageWords } from './terms.ts';
import { clockIn, sameDay, span, timeIn } from './when.ts';
import * as words from './words.ts';

type Props = {
  readonly frame: Frame;
  readonly gate: GateItem;
  readonly votes: readonly VoteItem[];
  readonly approver: Approver;
  /** By the run's clock. */
  readonly now: Date;
  readonly draft?: Draft | undefined;
};

/** Asks one person. Everything on it was frozen when the question was asked, but for votes, ages and the time left. */
export function GatePage({ frame, gate, votes, approver, now, draft }: Props) {
  const { lang } = frame;
  const act = headline(gate)[lang];
  const { figures } = gate.exhibit;
  const old = someOld(figures, now);
  return (
    <Layout frame={frame} title={act}>
      <main class="gate">
        <div class="top">
          <p class="eyebrow">{words.waiting[lang]}</p>
          <h1>
            <Phrase text={act} />
          </h1>
          <Due gate={gate} now={now} lang={lang} />
          {gate.banner && (
            <p class="soft">
              <Shown text={bannerIn(gate.banner, lang)} />
            </p>
          )}
          <a class="button quiet jump" href="#decide">
            {words.toDecision[lang]}
          </a>
        </div>
        <Notices kind="warning" gate={gate} lang={lang} />
        {old && (
          <section class="note">
            <p>{(canRefresh(gate) ? words.someOld : words.someOldOnly)[lang]}</p>
          </section>
        )}
        {gate.proposals.map((proposal) => (
          <ProposalCard gate={gate} proposal={proposal} votes={votes} lang={lang} />
        ))}
        <Notices kind="reminder" gate={gate} lang={lang} />
        {figures.length > 0 && (
          <section aria-labelledby="figures">
            <h2 id="figures">{words.figures[lang]}</h2>
            <FiguresTable figures={figures} lang={lang} now={now} />
          </section>
        )}
        <div class="decide">
          <Deciding frame={frame} gate={gate} votes={votes} approver={approver} old={old} draft={draft} />
        </div>
        <History gate={gate} lang={lang} />
      </main>
      <footer>
        <p>
          <Shown text={words.joined(lang, words.yours(approver.name)[lang], words.opening[lang])} />
        </p>
      </footer>
    </Layout>
  );
}

const canRefresh = (gate: GateItem): boolean =>
  openOnes(gate).some((proposal) => choicesFor(gate, proposal).includes('REFRESH'));

/** The form; for one whose answer counts already and waits for others', the form behind a word of thanks. */
function Deciding({ frame, gate, votes, approver, old, draft }: Omit<Props, 'now'> & { old: boolean }) {
  const mine = votes.find(({ person }) => person === personOf(approver));
  const counts = mine?.rulings.every(({ index, digest }) =>
    openOnes(gate).some(
      (proposal) => proposal.index === index && versionOf(proposal, votes).digest === digest,
    ),
  );
  const form = <DecisionForm gate={gate} votes={votes} lang={frame.lang} old={old} draft={draft} />;
  if (!mine || draft) return form;
  return (
    <>
      <section class="note" role="status">
        <p>
          <b>{(counts ? words.voted : words.voteVoid)[frame.lang]}</b>
        </p>
      </section>
      {counts ? (
        <details>
          <summary>{words.changeMind[frame.lang]}</summary>
          {form}
        </details>
      ) : (
        form
      )}
    </>
  );
}

function Due({ gate: { decideBy }, now, lang }: { gate: GateItem; now: Date; lang: Lang }) {
  const ms = new Date(decideBy).getTime() - now.getTime();
  const time = each((l) => (sameDay(decideBy, now.toISOString()) ? clockIn(decideBy) : timeIn(decideBy, l)));
  return (
    <p class="due">
      <time datetime={decideBy}>{words.until(time)[lang]}</time>
      <b>{words.left(each((l) => span(ms, l)))[lang]}</b>
      <span class="soft">{words.afterThat[lang]}</span>
    </p>
  );
}

function Notices({ kind, gate, lang }: { kind: Notice['kind']; gate: GateItem; lang: Lang }) {
  const notices = noticesFor(gate.exhibit, kind, lang);
  if (notices.length === 0) return null;
  return (
    <section class={kind === 'warning' ? 'warn' : 'note'} aria-labelledby={kind}>
      <h2 id={kind}>{(kind === 'warning' ? words.warnings : words.reminders)[lang]}</h2>
      <ul>
        {notices.map((notice) => (
          <li lang={tagOf(notice.lang)}>
            <Shown text={notice.text} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function History({ gate, lang }: { gate: GateItem; lang: Lang }) {
  return (
    <details>
      <summary>{words.history[lang]}</summary>
      <ol class="time">
        {gate.moments.map((moment) => (
          <li>
            <b>{words.turn(moment.turn)[lang]}</b> · <Shown text={stageWords(moment.stage)[lang]} /> ·{' '}
            <time datetime={moment.at}>{clockIn(moment.at)}</time>
            <br />
            <span class="soft">
              {moment.tools.length === 0 && words.noTools[lang]}
              {moment.tools.map((tool, index) => (
                <>
                  {index > 0 && ', '}
                  <code>
                    <Shown text={tool} />
                  </code>
                </>
              ))}{' '}
              · {words.tokens(counted([moment]))[lang]}
            </span>
          </li>
        ))}
      </ol>
      <dl>
        <dt>{words.model[lang]}</dt>
        <dd>
          <Shown text={gate.model} />
        </dd>
        <dt>{words.cost[lang]}</dt>
        <dd>{costOf(gate.moments)[lang]}</dd>
        <dt>{words.run[lang]}</dt>
        <dd class="code">{gate.run}</dd>
      </dl>
    </details>
  );
}

const counted = (moments: readonly Moment[]): string => totalOf(moments).toLocaleString('en-US');

/** What it has cost so far; one answer whose price is not known leaves the whole unknown. */
function costOf(moments: readonly Moment[]): Trilingual {
  if (moments.some(({ usd }) => usd === undefined)) return words.unpriced(counted(moments));
  return words.priced(counted(moments), moments.reduce((sum, { usd = 0 }) => sum + usd, 0).toFixed(4));
}
