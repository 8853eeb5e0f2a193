import { Shown } from '../../../lambda/gate/layout.tsx';
import type { RunItem } from '../../../lambda/ledger/record.ts';
import { spent } from '../spent.ts';
import { Conversation } from './conversation.tsx';
import { Drawing } from './drawing.tsx';
import { Facts, GateCard, Ledger } from './on-record.tsx';
import type { RunSheet } from './run-sheet.ts';
import { Badge, dayOf, Shell, When } from './shell.tsx';
import { Spending } from './spending.tsx';
import { Timeline } from './timeline.tsx';

type Props = {
  readonly sheet: RunSheet;
  /** What was asked of the run and came too late. */
  readonly refused?: string | undefined;
  readonly dry: boolean;
};

/** One run: its machine, what happened, what was said, what is on record. */
export function RunPage({ sheet, refused, dry }: Props) {
  const { record, machine, gates, writes } = sheet;
  const { run } = record;
  return (
    <Shell title={run.run} dry={dry}>
      <h1>
        <Shown text={run.run} /> <Badge state={run.state} />
      </h1>
      {refused && (
        <section class="notice" role="alert">
          <p>
            <b>It was not {refused}:</b> the run had ended, or was being cancelled. Nothing was changed.
          </p>
        </section>
      )}
      <Why run={run} />
      <Summary sheet={sheet} />
      <Controls run={run} />
      <div class="two">
        {machine && (
          <section class="machine">
            <h2>State machine</h2>
            <section class="scroll" tabindex={0} aria-label="State machine">
              <Drawing {...machine} state={run.state} />
            </section>
            <p class="key">
              <span>path taken</span>
              {run.state === 'RUNNING' && <span class="here">where it is now</span>}
            </p>
          </section>
        )}
        <div>
          <Timeline sheet={sheet} />
          {gates.map(({ gate, decision }) => (
            <GateCard gate={gate} decision={decision} open={run.state === 'RUNNING'} />
          ))}
          <Ledger writes={writes} />
          <Facts facts={record.facts} />
          <Spending record={record} />
        </div>
      </div>
      <Conversation turns={record.turns} />
    </Shell>
  );
}

function Why({ run: { code, state, message } }: { run: RunItem }) {
  const why = [code === state ? undefined : code, message].filter(Boolean).join(': ');
  return why ? (
    <p class="lead">
      <Shown text={why} />
    </p>
  ) : null;
}

function Summary({ sheet: { record } }: { sheet: RunSheet }) {
  const { run } = record;
  const { tokens, usd } = spent(record);
  return (
    <dl class="sum">
      <div>
        <dt>workflow</dt>
        <dd>
          <Shown text={run.workflow} />
        </dd>
      </div>
      <div>
        <dt>business date</dt>
        <dd>{dayOf(run.businessDate)}</dd>
      </div>
      <div>
        <dt>started</dt>
        <dd>
          <When at={run.startedAt} />
        </dd>
      </div>
      {run.endedAt && (
        <div>
          <dt>ended</dt>
          <dd>
            <When at={run.endedAt} />
          </dd>
        </div>
      )}
      <div>
        <dt>model</dt>
        <dd>
          <Shown text={run.model} />
        </dd>
      </div>
      <div>
        <dt>tokens</dt>
        <dd>{tokens.toLocaleString('en-US')}</dd>
      </div>
      <div>
        <dt>cost</dt>
        <dd>{usd === undefined ? 'not known' : `US$${usd.toFixed(4)}`}</dd>
      </div>
    </dl>
  );
}

/** What an operator may do; to cancel takes two acts, since it cannot be undone. */
function Controls({ run }: { run: RunItem }) {
  if (run.state !== 'RUNNING') return null;
  const action = (verb: string) => `/console/runs/${encodeURIComponent(run.run)}/${verb}`;
  const paused = run.control === 'PAUSE';
  if (run.control === 'CANCEL') return <p class="lead">It is being cancelled.</p>;
  return (
    <div class="controls">
      <form method="post" action={action(paused ? 'resume' : 'pause')}>
        <button type="submit" class={paused ? 'main' : undefined}>
          {paused ? 'Resume' : 'Pause before the next turn'}
        </button>
      </form>
      <details id="cancel">
        <summary>Cancel this run…</summary>
        <p>
          Its links stop working and its proposals are withdrawn first; then the run ends CANCELLED. An act
          that has begun is finished and reported.
        </p>
        <form method="post" action={action('cancel')}>
          <button class="stop" type="submit">
            Cancel the run
          </button>
        </form>
      </details>
    </div>
  );
}
