import { Shown } from '../../../lambda/gate/layout.tsx';
import type { TurnItem } from '../../../lambda/ledger/record.ts';
import type { RunSheet } from './run-sheet.ts';
import { When } from './shell.tsx';

type Entry = {
  readonly at: string;
  readonly what: string;
  readonly detail?: string;
  readonly tone?: 'good' | 'bad' | 'now';
};

/** What happened, in the order it did, by the run's clock. */
export function Timeline({ sheet }: { sheet: RunSheet }) {
  const entries = [...entriesOf(sheet)].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return (
    <section>
      <h2>Timeline</h2>
      <ol class="time">
        {entries.map(({ at, what, detail, tone }) => (
          <li class={tone}>
            <When at={at} as="clock" />
            <b>
              <Shown text={what} />
            </b>
            {detail && (
              <>
                <br />
                <small>
                  <Shown text={detail} />
                </small>
              </>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function* entriesOf({ record, gates, writes }: RunSheet): Generator<Entry> {
  const { run, turns, pauses } = record;
  yield { at: run.startedAt, what: `Started (${run.trigger})`, detail: `for ${run.businessDate}` };
  for (const turn of turns)
    yield { at: turn.at, what: `Turn ${turn.turn}, ${turn.stage}`, detail: calls(turn) };
  for (const { at, message } of pauses) yield { at, what: 'Paused for a person', detail: message };
  for (const { gate, decision } of gates) {
    const names = gate.approvers.map(({ name }) => name).join(', ');
    const open = !decision && run.state === 'RUNNING';
    yield {
      at: gate.openedAt,
      what: open ? 'Waiting for a decision' : 'A person was asked',
      detail: names,
      ...(open ? { tone: 'now' as const } : {}),
    };
    if (!decision) continue;
    const rulings = decision.rulings.map(({ ruling, edited }) => (edited ? `${ruling}, edited` : ruling));
    const good = decision.rulings.some(({ ruling }) => ruling === 'APPROVED' || ruling === 'ANSWERED');
    yield {
      at: decision.at,
      what: `${decision.by.name || decision.by.how}: ${rulings.join('; ') || decision.outcome}`,
      detail: decision.rulings.flatMap(({ comment }) => comment ?? []).join('; '),
      tone: good ? 'good' : 'bad',
    };
  }
  for (const { tool, receipt } of writes) {
    if (receipt?.at)
      yield { at: receipt.at, what: `${tool} was done`, detail: receipt.id ?? '', tone: 'good' };
  }
  if (run.endedAt)
    yield {
      at: run.endedAt,
      what: `Ended ${run.state}`,
      detail: run.message ?? '',
      tone: run.state === 'DONE' || run.state === 'SKIPPED' ? 'good' : 'bad',
    };
}

const calls = ({ calls, text }: TurnItem): string =>
  calls.map(({ tool, standing }) => (standing === 'refused' ? `${tool} (refused)` : tool)).join(', ') ||
  `last words: ${text.slice(0, 200)}`;
