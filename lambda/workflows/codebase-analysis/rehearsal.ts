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
  const [, places] = /^- List the files \(completed\): To analyze: (.*)$/m.exec(task) ?? [];
  const reasoning = 'One thing after another.';
  if (places === undefined) return say({ reasoning, new_sub_tasks: [LIST], is_goal_achieved: false });
  const left = places.split(', ').filter((place) => !task.includes(`- Analyze ${place} (`));
  return say({
    reasoning,
    new_sub_tasks: left.slice(0, 10).map((place) => `Analyze ${place}`),
    is_goal_achieved: left.length === 0,
  });
}

function decide(task: string): Said {
  const [, subTask = ''] = /^Work on the sub-task on top: (.*)$/m.exec(task) ?? [];
  if (subTask === LIST) return { calls: [{ tool: 'list_files', input: {} }] };
  const place = subTask.replace('Analyze ', '');
  const latest = task.split('The latest action:').at(-1) ?? '';
  const after = latest.includes(`"paths":["${place}"]`) ? continued(latest) : undefined;
  return {
    calls: [{ tool: 'analyze_code', input: { paths: [place], ...(after ? { continue_after: after } : {}) } }],
  };
}

function evaluate(task: string): Said {
  const more = continued(task) !== undefined;
  const summary = task.includes('\nlist_files')
    ? `To analyze: ${placesIn(task).join(', ')}`
    : 'It was analyzed.';
  return say({
    reasoning: 'The call was answered.',
    sub_task_status: more ? 'needs_more_work' : 'completed',
    summary,
    suggested_next_step: more ? 'Go on where it stopped.' : 'Take the next sub-task.',
  });
}

const continued = (text: string): string | undefined =>
  /answered: \{"continue_after":"([^"]+)"/.exec(text)?.[1];

/** The folders at the top that hold code, and the files of code and manifests beside them. */
function placesIn(task: string): string[] {
  const paths = [...task.matchAll(/"path":"([^"]+)"/g)].map(([, path = '']) => path);
  const readable = paths.filter((path) =>
    /\.([cm]?[jt]sx?|py)$|(^|\/)(package\.json|requirements\.txt|pyproject\.toml)$/.test(path),
  );
  return [...new Set(readable.map((path) => path.split('/')[0] ?? path))];
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
