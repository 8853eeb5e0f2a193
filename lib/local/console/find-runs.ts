import type { Items } from '../../../lambda/ledger/items.ts';
import type { RunItem } from '../../../lambda/ledger/record.ts';

export type Search = { readonly text: string; readonly outcome: string; readonly day: string };
export type Found = { readonly runs: readonly RunItem[]; readonly more: string | undefined };

/** Rows of one page without a search; a search looks through so many at a time. */
const PAGE = 50;
const LOOK = 200;
/** How many looks one search takes before it offers to go on. */
const LOOKS = 10;

type Place = { readonly list: 'RUNNING' | 'RUN'; readonly after?: string };

/**
 * Running ones first, then the ended, newest first; what does not fit the search is passed over. `after` is where an earlier
 * page ended.
 *
 * @throws {CursorUnknown} for an `after` that no page gave
 */
export async function findRuns(items: Items, search: Search, after: string | undefined): Promise<Found> {
  const searching = Boolean(search.text || search.outcome || search.day);
  // The running list has the ended too of whom somebody has not been told.
  let place: Place | undefined = after ? readPlace(after) : { list: 'RUNNING' };
  const runs: RunItem[] = [];
  for (let looks = 0; place && runs.length < PAGE && looks < LOOKS; looks++) {
    const { list, after: from }: Place = place;
    const limit = searching ? LOOK : PAGE - runs.length;
    const page = await items.list(list, { newestFirst: true, limit, ...(from ? { after: from } : {}) });
    runs.push(...(page.items as RunItem[]).filter((run) => fits(run, search)));
    if (page.next) place = { list, after: page.next };
    else place = list === 'RUNNING' && search.outcome !== 'RUNNING' ? { list: 'RUN' } : undefined;
  }
  return { runs, more: place && `${place.list}.${place.after ?? ''}` };
}

const fits = (run: RunItem, { text, outcome, day }: Search): boolean =>
  (!outcome || run.state === outcome) &&
  (!day || run.businessDate === day) &&
  `${run.run} ${run.workflow} ${run.code ?? ''}`.toLowerCase().includes(text.toLowerCase());

function readPlace(given: string): Place {
  const [, list, after] = /^(RUNNING|RUN)\.([A-Za-z0-9_-]*)$/.exec(given) ?? [];
  if (!list) throw new CursorUnknown();
  return { list: list as Place['list'], ...(after ? { after } : {}) };
}

export class CursorUnknown extends Error {
  override readonly name = 'CursorUnknown';
  constructor() {
    super('this is not where an earlier page ended');
  }
}
