import { Shown } from '../../../lambda/gate/layout.tsx';
import { gateKey } from '../../../lambda/ledger/gate.ts';
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

/** Turn by turn, so that what happened within one second keeps its order. */
function* entriesOf(sheet: RunSheet): Generator<Entry> {
  const { run, turns, pauses } = sheet.record;
  yield { at: run.startedAt, what: `Started (${run.trigger})`, detail: `for ${run.businessDate}` };
  for (const turn of [0, ...turns.map((each) => each.turn)]) {
    const taken = turns.find((each) => each.turn === turn);
    if (taken) yield { at: taken.at, what: `Turn ${turn}, ${taken.stage}`, detail: calls(taken) };
    for (const pause of pauses.filter((each) => each.turn === turn))
      yield { at: pause.at, what: 'Paused for a person', detail: pause.message };
    for (const asked of sheet.gates.filter(({ gate }) => gate.turn === turn))
      yield* gateEntries(asked, sheet);
  }
  if (run.endedAt)
    yield {
      at: run.endedAt,
      what: `Ended ${run.state}`,
      detail: run.message ?? '',
      tone: run.state === 'DONE' || run.state === 'SKIPPED' ? 'good' : 'bad',
    };
}

/** A question, its answer, and the acts that followed. */
function* gateEntries(
  { gate, decision }: RunSheet['gates'][number],
  { record, writes }: RunSheet,
): Generator<Entry> {
  const open = !decision && record.run.state === 'RUNNING';
  yield {
    at: gate.openedAt,
    what: open ? 'Waiting for a decision' : 'A person was asked',
    detail: gate.approvers.map(({ name }) => name).join(', '),
    ...(open ? { tone: 'now' as const } : {}),
  };
  if (!decision) return;
  const rulings = decision.rulings.map(({ ruling, edited }) => (edited ? `${ruling}, edited` : ruling));
  const good = decision.rulings.some(({ ruling }) => ruling === 'APPROVED' || ruling === 'ANSWERED');
  yield {
    at: decision.at,
    what: `${decision.by.name || decision.by.how}: ${rulings.join('; ') || decision.outcome}`,
    detail: decision.rulings.flatMap(({ comment }) => comment ?? []).join('; '),
    tone: good ? 'good' : 'bad',
  };
  for (const { tool, receipt } of writes.filter((write) => write.gate === gateKey(gate).pk)) {
    if (receipt?.at)
      yield { at: receipt.at, what: `${tool} was done`, detail: receipt.id ?? '', tone: 'good' };
  }
}

const calls = ({ calls, text }: TurnItem): string =>
  calls.map(({ tool, standing }) => (standing === 'refused' ? `${tool} (refused)` : tool)).join(', ') ||
  `last words: ${text.slice(0, 200)}`;
