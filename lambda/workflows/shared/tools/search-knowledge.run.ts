import { type Runner, runner } from '../../../define/runner.ts';
import { ToolError } from '../../../define/tool-error.ts';
import type { FileEntry, Workspace } from '../../../define/workspace.ts';
import { type Passage, passagesOf } from '../knowledge/passages.ts';
import { searchKnowledge } from './search-knowledge.ts';

/** The most that is read to answer one query, in bytes, and how many pages are read at once. */
const MOST_BYTES = 4 * 1024 * 1024;
const AT_ONCE = 8;

/** KNOWLEDGE is a folder of markdown pages, or s3://bucket/prefix; `open` opens either. */
export const runSearchKnowledge = (open: (place: string) => Workspace): Runner =>
  runner(searchKnowledge, async ({ query }, { settings }) => {
    const pages = open(settings.KNOWLEDGE ?? '');
    const { files, more } = await pages.list('');
    const { wanted, left } = within(files.filter(({ path }) => /\.(?:md|markdown)$/i.test(path)));
    const read = await inTurns(wanted, ({ path }) => passagesIn(pages, path));
    // Loaded when it is first wanted: most deployments have no pages.
    const { search, termsOf } = await import('../knowledge/search.ts');
    if (termsOf(query).length === 0)
      throw new ToolError('parameter', 'EMPTY_QUERY', `"${query}" has no word to look for`, 'query');
    const known = read.filter((passages) => passages !== undefined);
    return {
      passages: search(known.flat(), query),
      pages: known.length,
      unread: left + read.length - known.length + (more ? 1 : 0),
    };
  });

/** The pages that may be read together, in the order of their paths. */
function within(pages: readonly FileEntry[]): { wanted: readonly FileEntry[]; left: number } {
  let bytes = 0;
  const wanted = pages.filter((page) => {
    bytes += page.bytes;
    return bytes <= MOST_BYTES;
  });
  return { wanted, left: pages.length - wanted.length };
}

/** A page that is too large or no text is left out; a place that cannot be read at all is an error. */
async function passagesIn(pages: Workspace, path: string): Promise<Passage[] | undefined> {
  try {
    return passagesOf(path, await pages.read(path));
  } catch (error) {
    if (error instanceof ToolError && error.failure.kind === 'business') return undefined;
    throw error;
  }
}

async function inTurns<T, R>(all: readonly T[], each: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < all.length; at += AT_ONCE)
    done.push(...(await Promise.all(all.slice(at, at + AT_ONCE).map(each))));
  return done;
}
