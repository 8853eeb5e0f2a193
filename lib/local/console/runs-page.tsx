import type { RunItem } from '../../../lambda/ledger/record.ts';
import { Badge, Shell, When } from './shell.tsx';

export type Search = { readonly text: string; readonly outcome: string; readonly day: string };

const OUTCOMES = ['RUNNING', 'DONE', 'REJECTED', 'EXPIRED', 'CANCELLED', 'SKIPPED', 'FAILED'];

/** Runs by day and outcome, newest first. */
export function RunsPage(props: {
  runs: readonly RunItem[];
  search: Search;
  more: string | undefined;
  dry: boolean;
}) {
  const { runs, search, more, dry } = props;
  const days = [...new Set(runs.map(({ businessDate }) => businessDate))];
  const on = new URLSearchParams({
    text: search.text,
    outcome: search.outcome,
    day: search.day,
    ...(more ? { after: more } : {}),
  });
  return (
    <Shell title="Runs" dry={dry}>
      <h1>Runs</h1>
      <form method="get" action="/console">
        <input
          type="search"
          name="text"
          value={search.text}
          placeholder="run, workflow or code"
          aria-label="Search"
        />{' '}
        <input type="date" name="day" value={search.day} aria-label="Business date" />{' '}
        <select name="outcome" aria-label="Outcome">
          <option value="">any outcome</option>
          {OUTCOMES.map((outcome) => (
            <option value={outcome} selected={outcome === search.outcome}>
              {outcome}
            </option>
          ))}
        </select>{' '}
        <button type="submit">Show</button>
      </form>
      {runs.length === 0 && <p>No run fits.</p>}
      {days.map((day) => (
        <section>
          <h2>{day}</h2>
          <table>
            <tbody>
              {runs
                .filter(({ businessDate }) => businessDate === day)
                .map((run) => (
                  <tr>
                    <td>
                      <a href={`/console/runs/${run.run}`}>{run.run}</a>
                    </td>
                    <td>
                      <Badge state={run.state} />
                    </td>
                    <td>{run.code}</td>
                    <td>
                      <When at={run.startedAt} />
                    </td>
                    <td class="soft">{run.trigger}</td>
                  </tr>
                ))}
            </tbody>
          </table>
        </section>
      ))}
      {more && <a href={`/console?${on}`}>Older runs</a>}
    </Shell>
  );
}
