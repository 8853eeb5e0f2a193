import { Shown } from '../../../lambda/gate/layout.tsx';
import type { RunItem } from '../../../lambda/ledger/record.ts';
import type { Found, Search } from './find-runs.ts';
import { Badge, dayOf, Shell, When } from './shell.tsx';

const OUTCOMES = ['RUNNING', 'DONE', 'REJECTED', 'EXPIRED', 'CANCELLED', 'SKIPPED', 'FAILED'];

type Props = {
  readonly found: Found;
  readonly search: Search;
  /** Whether this is the first page. */
  readonly first: boolean;
  readonly dry: boolean;
};

/** Runs by day and outcome, newest first. */
export function RunsPage({ found: { runs, more }, search, first, dry }: Props) {
  const days = [...new Set(runs.map(({ businessDate }) => businessDate))].sort().reverse();
  return (
    <Shell title="Runs" dry={dry} room="Runs">
      <h1>Runs</h1>
      <SearchForm search={search} />
      {runs.length === 0 && (
        <section>
          <p>{more ? 'No run fits so far.' : 'No run fits.'}</p>
        </section>
      )}
      {days.map((day) => (
        <section>
          <h2>{dayOf(day)}</h2>
          <ul class="rows">
            {runs
              .filter(({ businessDate }) => businessDate === day)
              .map((run) => (
                <Row run={run} />
              ))}
          </ul>
        </section>
      ))}
      <p class="controls">
        {!first && (
          <a class="button" href={`/console?${query(search)}`}>
            Newest runs
          </a>
        )}
        {more && (
          <a class="button" href={`/console?${query(search, more)}`}>
            Older runs
          </a>
        )}
      </p>
    </Shell>
  );
}

const query = (search: Search, after?: string): string =>
  new URLSearchParams({ ...search, ...(after ? { after } : {}) }).toString();

const SearchForm = ({ search }: { search: Search }) => (
  <form method="get" action="/console" class="search">
    <label class="grow">
      Run, workflow or code
      <input type="search" name="text" value={search.text} />
    </label>
    <label>
      Business date
      <input type="date" name="day" value={search.day} />
    </label>
    <label>
      Outcome
      <select name="outcome">
        <option value="">any</option>
        {OUTCOMES.map((outcome) => (
          <option value={outcome} selected={outcome === search.outcome}>
            {outcome}
          </option>
        ))}
      </select>
    </label>
    <button type="submit">Show</button>
  </form>
);

function Row({ run }: { run: RunItem }) {
  const code = run.code && run.code !== run.state ? run.code : '';
  const why = [code, run.message].filter(Boolean).join(': ');
  return (
    <li>
      <a href={`/console/runs/${encodeURIComponent(run.run)}`}>
        <span class="name">
          <Shown text={run.run} />
        </span>
        <Badge state={run.state === 'RUNNING' && run.control !== 'RUN' ? run.control : run.state} />
        <span class="why">
          <Shown text={why} />
        </span>
        <When at={run.startedAt} />
        <span class="trigger">{run.trigger}</span>
      </a>
    </li>
  );
}
