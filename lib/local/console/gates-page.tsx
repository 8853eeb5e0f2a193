import { headline } from '../../../lambda/gate/asked.ts';
import { Shown } from '../../../lambda/gate/layout.tsx';
import { span } from '../../../lambda/gate/when.ts';
import type { GateItem } from '../../../lambda/ledger/gate.ts';
import { Shell, When } from './shell.tsx';
import { Undelivered } from './undelivered.tsx';

type Props = {
  readonly gates: readonly GateItem[];
  readonly more: string | undefined;
  /** By the host's clock; a rehearsal's gate has its own. */
  readonly now: Date;
  readonly dry: boolean;
};

/** Open gates, the longest waiting first. Links are in the mails only: an operator is not an approver. */
export const GatesPage = ({ gates, more, now, dry }: Props) => (
  <Shell title="Open gates" dry={dry} room="Open gates">
    <h1>Open gates</h1>
    <p class="lead soft">The longest waiting first. Who may decide has the link by e-mail.</p>
    {gates.length === 0 && (
      <section>
        <p>Nobody is being waited for.</p>
      </section>
    )}
    {gates.map((gate) => (
      <Waiting gate={gate} now={now} />
    ))}
    {more && (
      <a class="button" href={`/console/gates?after=${more}`}>
        Younger gates
      </a>
    )}
  </Shell>
);

const KINDS = { CONFIRM: 'confirm', SETTLE: 'settle an unknown outcome', REVIEW: 'review' };

function Waiting({ gate, now }: { gate: GateItem; now: Date }) {
  const at = now.getTime() + gate.clockOffsetMs;
  const left = Date.parse(gate.decideBy) - at;
  return (
    <section>
      <h2>
        <Shown text={headline(gate).en} />
      </h2>
      <dl class="facts">
        <dt>waiting</dt>
        <dd>
          <b>{span(at - Date.parse(gate.openedAt), 'en')}</b>, since <When at={gate.openedAt} />
        </dd>
        <dt>until</dt>
        <dd>
          <When at={gate.decideBy} />,{' '}
          {left > 0 ? `${span(left, 'en')} left` : <span class="bad">time is over</span>}
        </dd>
        <dt>asks to</dt>
        <dd>{KINDS[gate.kind]}</dd>
        <dt>asked</dt>
        <dd>
          <Shown text={gate.approvers.map(({ name }) => name).join(', ')} />
        </dd>
        <Undelivered gate={gate} />
        <dt>run</dt>
        <dd>
          <a href={`/console/runs/${encodeURIComponent(gate.run)}`}>
            <Shown text={gate.run} />
          </a>
        </dd>
      </dl>
    </section>
  );
}
