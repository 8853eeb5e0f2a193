import { priceOf } from '../../../lambda/agent/price.ts';
import type { DecisionItem } from '../../../lambda/ledger/decision.ts';
import type { GateItem } from '../../../lambda/ledger/gate.ts';
import type { RunRecord, TurnItem } from '../../../lambda/ledger/record.ts';
import type { WriteItem } from '../../../lambda/ledger/write.ts';
import { Drawing } from './drawing.tsx';
import { Badge, Shell, When } from './shell.tsx';

export type RunSheet = {
  readonly record: RunRecord;
  readonly asl: unknown;
  /** States entered, in order, and the one it is in. */
  readonly path: readonly string[];
  readonly current: string | undefined;
  readonly gates: readonly { readonly gate: GateItem; readonly decision: DecisionItem | undefined }[];
  readonly writes: readonly WriteItem[];
};

/** One run: its machine, what happened, what was said, what is on record. */
export function RunPage({ sheet, dry }: { sheet: RunSheet; dry: boolean }) {
  const { record, asl, path, current } = sheet;
  const { run, turns } = record;
  return (
    <Shell title={run.run} dry={dry}>
      <h1>
        {run.run} <Badge state={run.state} />
      </h1>
      <p>
        {run.code && <b>{run.code}</b>} {run.message}
      </p>
      <Controls run={run.run} open={run.state === 'RUNNING'} control={run.control} />
      <div class="two">
        <section>
          <h2>Machine</h2>
          <Drawing asl={asl} path={path} current={current} />
        </section>
        <div>
          <Timeline sheet={sheet} />
          {sheet.gates.map(({ gate, decision }) => (
            <Gate gate={gate} decision={decision} />
          ))}
          <Writes writes={sheet.writes} />
          <Facts record={record} />
        </div>
      </div>
      <section>
        <h2>Conversation</h2>
        {turns.map((turn) => (
          <details>
            <summary>
              turn {turn.turn}, {turn.stage}: {turn.calls.map(({ tool }) => tool).join(', ') || 'last words'}
            </summary>
            <small>sent</small>
            <pre>{pretty(turn.sent)}</pre>
            <small>answered</small>
            <pre>{pretty(turn.content)}</pre>
          </details>
        ))}
      </section>
    </Shell>
  );
}

const Controls = ({ run, open, control }: { run: string; open: boolean; control: string }) =>
  open ? (
    <p>
      {(control === 'PAUSE' ? ['resume'] : ['pause']).map((verb) => (
        <form method="post" action={`/console/runs/${run}/${verb}`}>
          <button type="submit">{verb}</button>
        </form>
      ))}{' '}
      <form method="post" action={`/console/runs/${run}/cancel`}>
        <button class="bad" type="submit">
          cancel
        </button>
      </form>
    </p>
  ) : null;

const tokensOf = ({ usage }: TurnItem) => usage.input + usage.output + usage.cacheRead + usage.cacheWrite;

function Timeline({ sheet }: { sheet: RunSheet }) {
  const { run, turns } = sheet.record;
  const cost = turns.map(({ usage }) => priceOf(run.model, usage));
  const known = cost.every((price) => price !== undefined);
  const usd = cost.reduce<number>((sum, price) => sum + (price ?? 0), 0);
  return (
    <section>
      <h2>Timeline</h2>
      <table>
        <tbody>
          <tr>
            <td>
              <When at={run.startedAt} />
            </td>
            <td>started ({run.trigger})</td>
          </tr>
          {turns.map((turn) => (
            <tr>
              <td>
                <When at={turn.at} />
              </td>
              <td>
                {turn.stage}:{' '}
                {turn.calls.map(({ tool, standing }) => `${tool} (${standing})`).join(', ') || 'last words'}
              </td>
              <td>{tokensOf(turn)} tokens</td>
            </tr>
          ))}
          {run.endedAt && (
            <tr>
              <td>
                <When at={run.endedAt} />
              </td>
              <td>{run.state}</td>
            </tr>
          )}
        </tbody>
      </table>
      <p class="soft">
        model {run.model}, {turns.reduce((sum, turn) => sum + tokensOf(turn), 0)} tokens,{' '}
        {known ? `USD ${usd.toFixed(4)}` : 'no price is known for this model'}
      </p>
    </section>
  );
}

const Gate = ({ gate, decision }: { gate: GateItem; decision: DecisionItem | undefined }) => (
  <section>
    <h2>
      Gate, turn {gate.turn} <small>{gate.kind}</small>
    </h2>
    {gate.proposals.map(({ preview, digest, standing, note }) => (
      <p>
        {preview.act.en}: <b>{preview.title}</b> <small>{note ?? standing}</small>
        <br />
        <small>digest {digest.slice(0, 16)}…</small>
      </p>
    ))}
    {decision ? (
      <p>
        <Badge state={decision.outcome} /> by {decision.by.name} ({decision.by.how}) <When at={decision.at} />
        <br />
        {decision.rulings
          .map(({ ruling, comment }) => `${ruling}${comment ? `: ${comment}` : ''}`)
          .join('; ')}
      </p>
    ) : (
      <p class="WAITING">
        open until <When at={gate.decideBy} />
      </p>
    )}
    <small>mails: {gate.mails.map(({ to, kind }) => `${kind} to ${to}`).join(', ') || 'none'}</small>
  </section>
);

const Writes = ({ writes }: { writes: readonly WriteItem[] }) =>
  writes.length === 0 ? null : (
    <section>
      <h2>Writes</h2>
      {writes.map((write) => (
        <p>
          {write.tool} <Badge state={write.state} /> {write.receipt?.id ?? write.failure?.message}
          <br />
          <small>key {write.key.slice(0, 16)}…</small>
        </p>
      ))}
    </section>
  );

const Facts = ({ record }: { record: RunRecord }) =>
  record.facts.length === 0 ? null : (
    <section>
      <h2>Facts</h2>
      {record.facts.map((fact) => (
        <details>
          <summary>
            {fact.id} from {fact.tool}{' '}
            {fact.verdict.ok ? (
              <span class="DONE">valid</span>
            ) : (
              <span class="FAILED">{fact.verdict.code}</span>
            )}
          </summary>
          <pre>{JSON.stringify(fact.value, null, 2)}</pre>
        </details>
      ))}
    </section>
  );

function pretty(json: string): string {
  const blocks = JSON.parse(json) as {
    type: string;
    text?: string;
    content?: unknown;
    name?: string;
    input?: unknown;
  }[];
  return blocks
    .map(
      (block) =>
        block.text ?? (block.type === 'tool_result' ? String(block.content) : JSON.stringify(block, null, 2)),
    )
    .join('\n\n');
}
