import { headline } from '../../../lambda/gate/asked.ts';
import { Shown } from '../../../lambda/gate/layout.tsx';
import type { DecisionItem } from '../../../lambda/ledger/decision.ts';
import { type GateItem, gateKey } from '../../../lambda/ledger/gate.ts';
import type { FactItem } from '../../../lambda/ledger/record.ts';
import type { WriteItem } from '../../../lambda/ledger/write.ts';
import { Badge, When } from './shell.tsx';
import { Undelivered } from './undelivered.tsx';

type GateProps = {
  readonly gate: GateItem;
  readonly decision: DecisionItem | undefined;
  /** Whether the run goes on. */
  readonly open: boolean;
};

/** What was asked, of whom, and what they decided. */
export const GateCard = ({ gate, decision, open }: GateProps) => (
  <section>
    <h2>
      Gate: <Shown text={headline(gate).en} />
    </h2>
    <dl class="facts">
      <dt>decision</dt>
      <dd>
        {decision ? (
          <>
            <Badge state={decision.outcome} /> <Shown text={by(decision)} />, <When at={decision.at} />
          </>
        ) : open ? (
          <>
            <Badge state="OPEN" /> until <When at={gate.decideBy} />
          </>
        ) : (
          'none'
        )}
      </dd>
      {decision?.rulings.map(({ index, ruling, comment, edited, digest }) => (
        <>
          <dt>proposal {index + 1}</dt>
          <dd>
            <b class={ruling}>{edited ? `${ruling}, edited` : ruling}</b>{' '}
            {comment && <Shown text={`“${comment}”`} />}
            <br />
            <small>
              what may run: <code>{digest}</code>
            </small>
          </dd>
        </>
      ))}
      <dt>kind</dt>
      <dd>
        {gate.kind}, turn {gate.turn}
      </dd>
      <dt>asked</dt>
      <dd>
        <Shown text={gate.approvers.map(({ name, lang }) => `${name} (${lang})`).join(', ')} />
      </dd>
      <dt>mails</dt>
      <dd>
        <Shown
          text={
            gate.mails
              .map(({ to, kind, about }) => `${kind}${about ? ` (${about})` : ''} to ${to}`)
              .join(', ') || 'none'
          }
        />
      </dd>
      <Undelivered gate={gate} />
    </dl>
    <details id={gateKey(gate).pk}>
      <summary>Proposals</summary>
      {gate.proposals.map(({ tool, preview, digest, standing, note, args }) => (
        <div class="said">
          <h3>
            <Shown text={preview.title} />
          </h3>
          <small>
            <Shown text={`${tool}, ${note ?? standing}`} />
          </small>
          <pre>
            <Shown text={JSON.stringify(args, null, 2)} />
          </pre>
          <small>
            digest <code>{digest}</code>
          </small>
        </div>
      ))}
    </details>
  </section>
);

const by = ({ by: last, earlier = [] }: DecisionItem): string =>
  last.how === 'link'
    ? [...earlier.map((one) => one.by.name), last.name].join(', ')
    : `by the ${last.how === 'clock' ? 'clock' : last.how}`;

/** What is remembered of each act: the one place that says whether it happened. */
export const Ledger = ({ writes }: { writes: readonly WriteItem[] }) =>
  writes.length === 0 ? null : (
    <section>
      <h2>Ledger</h2>
      {writes.map(({ tool, state, receipt, failure, key }) => (
        <dl class="facts">
          <dt>act</dt>
          <dd>
            <Shown text={tool} /> <Badge state={state} />
          </dd>
          {receipt && (
            <>
              <dt>receipt</dt>
              <dd>
                <Shown text={receipt.id ?? JSON.stringify(receipt)} />
              </dd>
            </>
          )}
          {failure && (
            <>
              <dt>failure</dt>
              <dd>
                <Shown text={`${failure.code}: ${failure.message}`} />
              </dd>
            </>
          )}
          <dt>key</dt>
          <dd>
            <code>{key}</code>
          </dd>
        </dl>
      ))}
    </section>
  );

/** Facts with the verdict code gave them. */
export const Facts = ({ facts }: { facts: readonly FactItem[] }) =>
  facts.length === 0 ? null : (
    <section>
      <h2>Facts</h2>
      {facts.map(({ id, tool, verdict, value, at }) => (
        <details id={`fact-${id}`}>
          <summary>
            <Shown text={id} />
            {verdict.ok ? (
              <span class="badge good">valid</span>
            ) : (
              <span class="badge bad">{verdict.code}</span>
            )}
            <small>
              <Shown text={tool} />, <When at={at} as="clock" />
            </small>
          </summary>
          <pre>
            <Shown text={JSON.stringify(value, null, 2)} />
          </pre>
        </details>
      ))}
    </section>
  );
