import type { Lang, Trilingual } from '../define/preview.ts';
import type { DecisionItem } from '../ledger/decision.ts';
import { named } from './language.ts';
import { type Frame, Layout, Phrase, Shown } from './layout.tsx';
import { Changes } from './proposal-card.tsx';
import type { Standing } from './standing.ts';
import { timeIn } from './when.ts';
import * as words from './words.ts';

type Props = {
  readonly frame: Frame;
  readonly decision: DecisionItem;
  readonly standings: readonly Standing[];
  /** The reader's id among those asked. */
  readonly reader: string;
  /** Where a task can be seen, by its receipt's id. */
  readonly taskUrl?: ((id: string) => string) | undefined;
  /** Whether the page will look again by itself. */
  readonly looking: boolean;
  /** Said above when this reader's own answer was not taken. */
  readonly notice?: Trilingual | undefined;
};

/** What was decided, by whom, and what has come of it so far. */
export function ReceiptPage({ frame, decision, standings, reader, taskUrl, looking, notice }: Props) {
  const { lang } = frame;
  const title = titleOf(decision, reader)[lang];
  return (
    <Layout frame={frame} title={notice ? words.already[lang] : title}>
      <main>
        {notice && (
          <section class="warn" role="alert">
            <h2>{words.already[lang]}</h2>
            <p>{notice[lang]}</p>
          </section>
        )}
        <div class="top">
          <h1>
            <Shown text={title} />
          </h1>
          {decision.outcome !== 'DECIDED' &&
            decision.shown.map(({ act, title }) => (
              <p>
                <b>
                  <Phrase text={(act as Trilingual | undefined)?.[lang] ?? title} />
                </b>
              </p>
            ))}
          {decision.outcome !== 'DECIDED' && (
            <p>{(decision.outcome === 'EXPIRED' ? words.expiredText : words.cancelledText)[lang]}</p>
          )}
          <p class="soft">
            <Who decision={decision} lang={lang} />
            <br />
            <time datetime={decision.at}>{timeIn(decision.at, lang)}</time> · {words.hongKongTime[lang]}
          </p>
        </div>
        {decision.outcome === 'DECIDED' &&
          standings.map((standing) => (
            <Act decision={decision} standing={standing} frame={frame} taskUrl={taskUrl} />
          ))}
        {!standings.every(({ settled }) => settled) && (
          <p class="after">
            <a class="button quiet" href={`?lang=${lang}`}>
              {words.again[lang]}
            </a>
            {looking && <small>{words.looking[lang]}</small>}
          </p>
        )}
      </main>
      <footer>
        <p>
          {named(words.run, lang)}
          <code>{decision.run}</code>
        </p>
      </footer>
    </Layout>
  );
}

/** Names of people, and how we know; a clock or the system has no name. */
function Who({ decision, lang }: { decision: DecisionItem; lang: Lang }) {
  const { by, earlier = [] } = decision;
  const how = HOW[by.how][lang];
  if (by.how !== 'link') return <>{how}</>;
  return <Shown text={`${[...earlier, decision].map((one) => one.by.name).join(', ')} · ${how}`} />;
}

type ActProps = {
  readonly decision: DecisionItem;
  readonly standing: Standing;
  readonly frame: Frame;
  readonly taskUrl: Props['taskUrl'];
};

function Act({ decision, standing, frame: { lang }, taskUrl }: ActProps) {
  const { ruling, ruled, now, tone, write } = standing;
  const shown = decision.shown.find(({ index }) => index === ruling.index);
  const receipt = write?.state === 'SUCCEEDED' ? write.receipt : undefined;
  const failure = write?.state === 'FAILED' || write?.state === 'UNKNOWN' ? write.failure : undefined;
  return (
    <section>
      <div class="state">
        <span class={`sign ${tone}`} aria-hidden="true">
          {SIGN[tone]}
        </span>
        <div>
          <p class="soft">{ruled[lang]}</p>
          <h2>
            <Phrase text={(shown?.act as Trilingual | undefined)?.[lang] ?? shown?.title ?? ''} />
          </h2>
          <p role="status">
            <b>{now[lang]}</b>
          </p>
        </div>
      </div>
      {failure && (
        <p class="well">
          <Shown text={`${failure.code}: ${failure.message}`} />
        </p>
      )}
      <dl>
        {receipt && (
          <>
            <dt>{words.task[lang]}</dt>
            <dd>
              {taskUrl ? (
                <a href={taskUrl(receipt.id)}>
                  <Shown text={receipt.id} />
                </a>
              ) : (
                <Shown text={receipt.id} />
              )}
            </dd>
            <dt>{words.at[lang]}</dt>
            <dd>
              <time datetime={receipt.at}>{timeIn(receipt.at, lang)}</time>
            </dd>
          </>
        )}
        {ruling.comment && (
          <>
            <dt>{words.said[lang]}</dt>
            <dd class="text">
              <Shown text={ruling.comment} />
            </dd>
          </>
        )}
        <dt>{words.digest[lang]}</dt>
        <dd>
          <code>{ruling.digest}</code>
        </dd>
      </dl>
      {ruling.edited && ruling.before && <Changes before={ruling.before} after={ruling.edited} lang={lang} />}
    </section>
  );
}

const SIGN = { go: '✓', no: '×', wait: '…' };

const HOW: { readonly [H in DecisionItem['by']['how']]: Trilingual } = {
  link: words.viaLink,
  clock: words.viaClock,
  operator: words.viaOperator,
  machine: words.viaMachine,
};

function titleOf(decision: DecisionItem, reader: string): Trilingual {
  if (decision.outcome === 'EXPIRED') return words.expired;
  if (decision.outcome === 'CANCELLED') return words.cancelled;
  return decision.by.approver === reader ? words.youDecided : words.someoneDecided(decision.by.name);
}
