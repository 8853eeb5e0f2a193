import type { Json } from '../../define/json.ts';
import type { Heard, Rehearsal, Said } from '../../define/rehearsal.ts';

const ZONE = 'Asia/Hong_Kong';
const FILE = 'seconds.txt';

const plan: Json = {
  steps: [
    { tool: 'get_time', arguments: { zone: ZONE }, purpose: 'the time to write down' },
    { tool: 'calculate', arguments: { expression: '365*24*60*60' }, purpose: 'the seconds of a year' },
    {
      tool: 'write_file',
      arguments: { path: FILE, content: 'the values of steps 1 and 2' },
      purpose: 'to keep both',
    },
  ],
};

/** Plans the task, does each step with what the ones before it found, reads the file, and judges it by the results. */
function model(heard: Heard): Said {
  if (heard.stage === 'PLANNING') return { text: JSON.stringify(plan) };
  return heard.stage === 'EXECUTING' ? execute(heard) : review(heard);
}

function execute({ task }: Heard): Said {
  const [, tool = '', args = '{}'] = /^Do step \d+ of \d+: (\w+) (\{.*\})\. Its purpose/m.exec(task) ?? [];
  if (tool !== 'write_file') return { calls: [{ tool, input: JSON.parse(args) }] };
  return { calls: [{ tool, input: { path: FILE, content: textOf(task) } }] };
}

function review({ task, turns, results }: Heard): Said {
  if (turns === 0) return { calls: [{ tool: 'read_file', input: { path: FILE } }] };
  const read = results.at(-1)?.result as { ok: boolean; data?: { text: string } };
  const holds = read.data?.text === `1: ${textOf(task).trim()}`;
  return {
    text: JSON.stringify({
      verdict: holds ? 'pass' : 'fail',
      reason: holds
        ? 'The file holds the time and the number of seconds.'
        : 'The file does not hold both values.',
      summary: `The time and the number of seconds of a year were written to ${FILE}.`,
    }),
  };
}

function textOf(task: string): string {
  const found = (step: number) =>
    JSON.parse(new RegExp(`^Step ${step} found: (.*)$`, 'm').exec(task)?.[1] ?? '{}');
  const { date, time } = found(1);
  return `At ${date} ${time} in ${ZONE}: 365 days have ${found(2).value} seconds.\n`;
}

export const rehearsal: Rehearsal = {
  workflow: 'plan-execute-review',
  input: { task: `Write the current time in Hong Kong and the result of 365*24*60*60 to ${FILE}.` },
  observedAt: '2026-08-25T11:02:00+08:00',
  model,
  feeds: [],
  feed: () => undefined,
};
