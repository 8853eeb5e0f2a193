import type { Json } from '../../define/json.ts';
import type { Heard, Rehearsal, Said } from '../../define/rehearsal.ts';

const LIST = 'List the files';
const say = (output: Json): Said => ({ text: JSON.stringify(output) });

/** Lists the files, analyzes every folder with code and the manifests beside them, and reports what was found. */
function model(heard: Heard): Said {
  switch (heard.stage) {
    case 'PLANNING':
      return plan(heard.task);
    case 'DECIDING':
      return decide(heard.task);
    case 'EVALUATING':
      return evaluate(heard.task);
    default:
      return say({
        summary: 'The code was read and analyzed; what was found is listed below.',
        findings: [],
      });
  }
}

function plan(task: string): Said {
  const reasoning = 'One thing after another.';
  const listed = [...task.matchAll(/To analyze: (.*?)(?: Next: .*)?$/gm)].flatMap(([, groups = '']) =>
    groups.split(', '),
  );
  if (listed.length === 0) return say({ reasoning, new_sub_tasks: [LIST], is_goal_achieved: false });
  const left = [...new Set(listed)].filter((group) => group && !task.includes(`- Analyze ${group} (`));
  return say({
    reasoning,
    new_sub_tasks: left.slice(0, 10).map((group) => `Analyze ${group}`),
    is_goal_achieved: left.length === 0,
  });
}

/** Each part of a sub-task in a call of its own, all at once; then those that were not read to their end. */
function decide(task: string): Said {
  const [, subTask = ''] = /^Work on the sub-task on top: (.*)$/m.exec(task) ?? [];
  const round = task.split('\n').findLast((line) => line.startsWith(`- ${subTask}, `));
  const rest = round?.split(` Next: ${GO_ON}`)[1]?.split(', ');
  if (subTask === LIST)
    return { calls: [{ tool: 'list_files', input: rest ? { after: rest[0] ?? '' } : {} }] };
  const parts = subTask.replace('Analyze ', '').split(' + ');
  const calls = rest ? rest.map((part) => part.split(' after ')) : parts.map((part) => [part]);
  return {
    calls: calls.map(([path = '', after]) => ({
      tool: 'analyze_code',
      input: { paths: [path], ...(after ? { continue_after: after } : {}) },
    })),
  };
}

const GO_ON = 'Go on with ';

function evaluate(task: string): Said {
  const isList = task.includes('\nlist_files');
  const rest = isList
    ? unlisted(task)
    : [...task.matchAll(UNFINISHED)].map(([, path, after]) => `${path} after ${after}`);
  const summary = isList ? `To analyze: ${groupsIn(task, rest[0]).join(', ')}` : 'It was analyzed.';
  return say({
    reasoning: 'The calls were answered.',
    sub_task_status: rest.length > 0 ? 'needs_more_work' : 'completed',
    summary,
    suggested_next_step: rest.length > 0 ? `${GO_ON}${rest.join(', ')}` : 'Take the next sub-task.',
  });
}

const UNFINISHED = /^analyze_code \{"paths":\["([^"]+)"\][^\n]*? answered: \{"continue_after":"([^"]+)"/gm;

/** Behind which path a list that ended early is to go on: before the folder at the top that it ended in. */
function unlisted(task: string): string[] {
  if (!/^list_files .*"more":true/m.test(task)) return [];
  const paths = [...task.matchAll(/"path":"([^"]+)"/g)].map(([, path = '']) => path);
  const last = paths.at(-1) ?? '';
  return [paths.findLast((path) => topOf(path) !== topOf(last)) ?? last];
}

const topOf = (path: string): string => path.split('/')[0] ?? path;

/** How many files of one folder are worth a look at its own folders, and how many parts one sub-task has. */
const MANY = 40;
const PARTS = 10;

/** The folders at the top that hold code, and the files of code and manifests beside them; a large one by its own folders. */
function groupsIn(task: string, until: string | undefined): string[] {
  const all = [...task.matchAll(/"path":"([^"]+)"/g)].map(([, path = '']) => path);
  const paths = until === undefined ? all : all.slice(0, all.indexOf(until) + 1);
  const readable = paths.filter((path) =>
    /\.([cm]?[jt]sx?|py)$|(^|\/)(package\.json|requirements\.txt|pyproject\.toml)$/.test(path),
  );
  const at = (depth: number, under: readonly string[]) => [
    ...new Set(under.map((path) => path.split('/').slice(0, depth).join('/'))),
  ];
  return at(1, readable).flatMap((place) => {
    const below = readable.filter((path) => path.startsWith(`${place}/`));
    if (below.length <= MANY) return [place];
    const parts = at(2, below);
    return Array.from({ length: Math.ceil(parts.length / PARTS) }, (_, n) =>
      parts.slice(n * PARTS, (n + 1) * PARTS).join(' + '),
    );
  });
}

const files = {
  'package.json': `{
  "name": "parcel-desk",
  "engines": { "node": ">=20" },
  "dependencies": { "express": "4.21.0", "pg": "8.13.0" }
}
`,
  'src/find-parcel.js': `import { pool } from './pool.js';

export async function findParcel(id) {
  const { rows } = await pool.query("SELECT * FROM parcels WHERE id = '" + id + "'");
  return rows[0];
}

export async function findAll(ids) {
  const found = [];
  for (const id of ids) {
    found.push(await pool.query('SELECT * FROM parcels WHERE id = $1', [id]));
  }
  return found;
}
`,
  'src/pool.js': `import pg from 'pg';

export const pool = new pg.Pool({ user: 'desk', password: 'n0t-4-real-one' });
`,
  'scripts/report.py': `import pickle


def load(path):
    with open(path, 'rb') as handle:
        return pickle.load(handle)


def total(rows, formula):
    return sum(eval(formula) for row in rows)
`,
};

export const rehearsal: Rehearsal = {
  workflow: 'codebase-analysis',
  input: {
    goal: 'Find what is risky or slow in this code base.',
    iterations: 30,
    pause_points: ['after_plan'],
  },
  observedAt: '2026-08-25T11:02:00+08:00',
  model,
  feeds: [],
  feed: () => undefined,
  files,
};
