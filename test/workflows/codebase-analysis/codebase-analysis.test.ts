import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SFNClient } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../../lambda/define/json.ts';
import { pause, resume } from '../../../lambda/states/control.ts';
import { viewOf } from '../../../lambda/states/view.ts';
import { workflowNamed, workflows } from '../../../lambda/workflows/registry.ts';
import { rehearsals } from '../../../lambda/workflows/rehearsals.ts';
import {
  call,
  endTurn,
  error,
  inOrder,
  type Script,
  type Step,
  toolUse,
} from '../../../lib/local/messages-api.ts';
import { scriptOf } from '../../../lib/local/recorded-world.ts';
import { decide, formOf, send } from '../../local/person.ts';
import { startS3 } from '../../workspace/s3-server.ts';
import { type Asker, openAsker } from '../asker.ts';
import { json, openingOf, staged, stageOf } from '../staged.ts';
import { LEDGER, type Planted, SHOP } from './planted.ts';

const NAME = 'codebase-analysis';
const GOAL = { goal: 'Find what is risky or slow.' };
const UNWATCHED = { ...GOAL, pause_points: [] };

const root = mkdtempSync(path.join(tmpdir(), 'holdpoint-code-'));
const lay = ({ files }: Planted) => {
  rmSync(root, { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.join(root, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
};

const sfn = (host: Asker['host']) =>
  new SFNClient({
    region: 'local',
    endpoint: host.stepFunctionsUrl,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
const control = () => ({ items: asker.host.items, sfn: sfn(asker.host), clock: asker.host.clock });

let asker: Asker;
beforeAll(async () => {
  asker = await openAsker(NAME, { env: { WORKSPACE_CODEBASE_ANALYSIS: root } });
  lay(SHOP);
});
afterAll(async () => {
  await asker.close();
  rmSync(root, { recursive: true, force: true });
});

const plan = (...titles: string[]) =>
  json({ reasoning: 'It helps.', new_sub_tasks: titles, is_goal_achieved: false });
const achieved = json({ reasoning: 'It is all known.', new_sub_tasks: [], is_goal_achieved: true });
const judged = (status: string, summary = 'It was looked at.') =>
  json({ reasoning: 'Seen.', sub_task_status: status, summary, suggested_next_step: 'Go on.' });
const completed = judged('completed');
const list = toolUse(call('list_files', {}));
const analyze = (...paths: string[]) => toolUse(call('analyze_code', { paths }));
const read = (file: string, more = {}) => toolUse(call('read_file', { path: file, ...more }));
const report = (summary = 'It is risky.', findings: Json = []) => json({ summary, findings });
const always =
  (step: Step): Script =>
  () =>
    step;

const ask = (input: Json, script: { [stage: string]: Script }) => asker.ask(input, staged(NAME, script));
const inTurn = (PLANNING: Step[], DECIDING: Step[], EVALUATING: Step[], REPORTING: Step[] = [report()]) => ({
  PLANNING: inOrder(...PLANNING),
  DECIDING: inOrder(...DECIDING),
  EVALUATING: inOrder(...EVALUATING),
  REPORTING: inOrder(...REPORTING),
});
const requestsIn = (stage: string) => asker.requests().filter((body) => stageOf(NAME, body) === stage);
const openingIn = (stage: string, visit: number) => openingOf(requestsIn(stage)[visit] as never);

type Memory = {
  stage: string;
  sub_tasks: { title: string; status: string }[];
  completed: { title: string; status: string }[];
  actions: { tool: string; sub_task: string; ok: boolean }[];
  context: { summary: string }[];
  iterations: { taken: number; limit: number };
  report?: {
    summary: string;
    stack: { name: string; version: string }[];
    modules: { file: string }[];
    findings: { file: string; line: number; rule?: string; message: string; code?: string }[];
  };
};
const memory = async (run: string, from = asker) =>
  workflowNamed(NAME).memory?.(viewOf(await from.record(run))) as unknown as Memory;

describe('two code bases with planted problems', () => {
  it.each([
    ['a shop', SHOP, ['node', 'express', 'pg', 'vitest']],
    ['a ledger', LEDGER, ['requires-python', 'requests', 'PyYAML', 'pytest', 'requests', 'PyYAML']],
  ])(
    'all of them are found in %s by the rehearsed model, each plan looked at first',
    async (_, planted, stack) => {
      lay(planted);
      let parked = await asker.ask(GOAL, scriptOf(rehearsals, workflows));
      for (let plans = 0; parked.state === 'PAUSED_FOR_REVIEW' && plans < 3; plans++) {
        await decide(parked.link ?? '', 'APPROVED');
        parked = await asker.standing(parked.run);
      }
      expect(parked).toMatchObject({ state: 'DONE', text: expect.stringContaining('# Report') });
      const { report: made } = await memory(parked.run);
      const found = made?.findings.map(({ file, line, rule }) => `${file}:${line} ${rule}`);
      expect(found?.sort()).toEqual([...planted.problems].sort());
      expect(made?.stack.map(({ name }) => name)).toEqual(stack);
      for (const problem of planted.problems) expect(parked.text).toContain(`\`${problem.split(' ')[0]}\``);
      expect(parked.text).not.toMatch(/hunter2-hunter2|k9-54f1c0de77/);
      lay(SHOP);
    },
  );
});

describe('this project', () => {
  it('is analyzed whole, and each finding is shown as it stands at its line', async () => {
    const here = path.resolve(import.meta.dirname, '../../..');
    const own = await openAsker(NAME, { env: { WORKSPACE_CODEBASE_ANALYSIS: here } });
    try {
      const input = { goal: 'Find what is risky or slow.', iterations: 50, pause_points: [] };
      const end = await own.ask(input, scriptOf(rehearsals, workflows));
      expect(end).toMatchObject({ state: 'DONE', text: expect.stringMatching(/^# Report\n/) });
      const { report: made } = await memory(end.run, own);
      const modules = made?.modules.map(({ file }) => file);
      for (const file of [
        'bin/holdpoint.ts',
        'lambda/states/ask.ts',
        'lib/machine/prove.ts',
        'vitest.config.ts',
      ])
        expect(modules).toContain(file);
      expect(made?.stack).toContainEqual(expect.objectContaining({ name: 'jsonata', version: '2.2.2' }));
      expect(made?.findings.length).toBeGreaterThan(50);
      for (const { file, line, code } of made?.findings ?? []) {
        const [shown = ''] = (code ?? '').split("'…'");
        const stands = readFileSync(path.join(here, file), 'utf8').split('\n')[line - 1] ?? '';
        expect([file, line, stands]).toEqual([file, line, expect.stringContaining(shown)]);
      }
    } finally {
      await own.close();
    }
  });
});

describe('a plan', () => {
  it('is put up before it is followed, and what a person makes of it is what runs', async () => {
    const script = inTurn(
      [plan('List the files', 'Read the README', 'Analyze src'), achieved],
      [analyze('src'), list, read('src/tax.js')],
      [completed, completed, completed],
    );
    const parked = await ask(GOAL, script);
    expect(parked).toMatchObject({ state: 'PAUSED_FOR_REVIEW', pending_tools: ['review'], steps: 1 });
    const page = await (await fetch(parked.link ?? '')).text();
    expect(page).toContain('Read the README');
    const form = {
      ...(await formOf(parked.link ?? '')),
      '0.choice': 'EDITED',
      '0.edit.new_sub_tasks': 'Analyze src\nList the files\nRead src/tax.js',
    };
    expect((await send(parked.link ?? '', form)).status).toBe(303);
    const end = await asker.standing(parked.run);
    expect(end.state).toBe('DONE');
    const { completed: done, actions } = await memory(end.run);
    expect(done.map(({ title }) => title)).toEqual(['Analyze src', 'List the files', 'Read src/tax.js']);
    expect(actions.map(({ tool, sub_task }) => `${tool}: ${sub_task}`)).toEqual([
      'analyze_code: Analyze src',
      'list_files: List the files',
      'read_file: Read src/tax.js',
    ]);
    expect(openingIn('DECIDING', 0)).not.toContain('README');
  });

  it('that is rejected ends the run with nothing done', async () => {
    const parked = await ask(GOAL, inTurn([plan('Delete everything')], [], []));
    await decide(parked.link ?? '', 'REJECTED', 'not that');
    expect(await asker.standing(parked.run)).toMatchObject({
      state: 'REJECTED',
      message: 'a person stopped it: not that',
      steps: 1,
    });
  });

  it('that is to be changed is made anew with what the person said, and put up again', async () => {
    const parked = await ask(
      GOAL,
      inTurn([plan('Read the README'), plan('List the files'), achieved], [list], [completed]),
    );
    await decide(parked.link ?? '', 'CHANGES', 'the files first');
    const again = await asker.standing(parked.run);
    expect(again).toMatchObject({ state: 'PAUSED_FOR_REVIEW', steps: 2 });
    expect(openingIn('PLANNING', 1)).toContain('A person who looked at the run says: the files first');
    await decide(again.link ?? '', 'APPROVED');
    const end = await asker.standing(parked.run);
    expect(end.state).toBe('DONE');
    expect((await memory(end.run)).completed).toMatchObject([{ title: 'List the files' }]);
  });

  it('that nobody looks at in time expires', async () => {
    const parked = await ask(GOAL, inTurn([plan('List the files')], [], []));
    const ended = asker.standing(parked.run);
    asker.time.timers.advance(9 * 3_600_000);
    expect(await ended).toMatchObject({ state: 'EXPIRED', steps: 1 });
  });

  it('is a stack: the first sub-task lies on top, and new ones come on top of what is left', async () => {
    const script = inTurn(
      [plan('one', 'two'), plan('three'), achieved],
      [list, read('README.md'), list, analyze('src')],
      [judged('needs_more_work'), judged('completed'), judged('failed'), judged('completed')],
    );
    const end = await ask(UNWATCHED, script);
    expect(end).toMatchObject({ state: 'DONE', steps: 12 });
    expect((await memory(end.run)).completed.map(({ title, status }) => `${title} ${status}`)).toEqual([
      ...['one completed', 'two failed', 'three completed'],
    ]);
    expect(openingIn('DECIDING', 1)).toContain(
      'To do, the first on top:\n- one (in_progress)\n- two (pending)',
    );
    expect(openingIn('PLANNING', 1)).toContain('- two (failed): It was looked at.');
  });

  it.each([
    ['without sub-tasks', { reasoning: '', new_sub_tasks: [], is_goal_achieved: false }],
    [
      'of a goal that is achieved before anything was done',
      { reasoning: '', new_sub_tasks: [], is_goal_achieved: true },
    ],
    ['with more than ten', { reasoning: '', new_sub_tasks: Array(11).fill('x'), is_goal_achieved: false }],
  ])('%s is corrected once, then the run fails', async (_, output) => {
    const end = await ask(GOAL, inTurn([json(output), json(output)], [], []));
    expect(end).toMatchObject({ state: 'FAILED', code: 'OUTPUT_INVALID', steps: 2 });
  });
});

describe('a person is asked', () => {
  it('a question with choices, and the answer is the result', async () => {
    const question = call('ask_human', { question: 'Which folder matters?', choices: ['src', 'test'] });
    const parked = await ask(
      UNWATCHED,
      inTurn([plan('Find out what matters'), achieved], [toolUse(question)], [completed]),
    );
    expect(parked).toMatchObject({ state: 'PAUSED_FOR_REVIEW', pending_tools: ['ask_human'] });
    const form = { ...(await formOf(parked.link ?? '')), '0.choice': 'ANSWERED.1' };
    expect((await send(parked.link ?? '', form)).status).toBe(303);
    expect(await asker.standing(parked.run)).toMatchObject({ state: 'DONE' });
    expect(openingIn('EVALUATING', 0)).toContain('answered: {"answer":"test"}');
  });

  it('before a tool runs that is to be looked at, and not again for the same call', async () => {
    const parked = await ask(
      { ...GOAL, pause_points: ['before:read_file'] },
      inTurn([plan('Read'), achieved], [list, read('README.md')], [judged('needs_more_work'), completed]),
    );
    expect(parked).toMatchObject({ state: 'PAUSED_FOR_REVIEW', steps: 4 });
    expect((await asker.record(parked.run)).pauses).toMatchObject([
      {
        turn: 4,
        code: 'BEFORE_TOOL',
        message: 'read_file is about to run with {"path":"README.md","from_line":1,"lines":100}',
      },
    ]);
    expect((await asker.record(parked.run)).calls).toHaveLength(1);
    await decide(parked.link ?? '', 'APPROVED');
    expect(await asker.standing(parked.run)).toMatchObject({ state: 'DONE' });
  });

  it('when five actions in a row were the same in tool, arguments and result, and what they say is heard', async () => {
    let decided = 0;
    const parked = await ask(UNWATCHED, {
      PLANNING: inOrder(plan('List the files'), achieved),
      DECIDING: () => (++decided <= 5 ? list : analyze('src')),
      EVALUATING: () => judged(decided <= 5 ? 'needs_more_work' : 'completed'),
      REPORTING: always(report()),
    });
    expect(parked).toMatchObject({ state: 'PAUSED_FOR_REVIEW', steps: 10 });
    expect(await (await fetch(parked.link ?? '')).text()).toContain(
      'list_files was called 5 times with {&quot;folder&quot;:&quot;&quot;} and answered the same',
    );
    await decide(parked.link ?? '', 'CHANGES', 'analyze src instead');
    expect(await asker.standing(parked.run)).toMatchObject({ state: 'DONE' });
    const said = 'A person who looked at the run says: analyze src instead';
    expect(openingIn('EVALUATING', 4)).toContain(said);
    expect(openingIn('DECIDING', 5)).toContain(said);
  });

  it('when the model fails three times in a row, before the first turn too', async () => {
    let asked = 0;
    const failsThrice: Script = () => (++asked <= 3 ? error(500) : plan('List the files'));
    const planning = inOrder(achieved);
    const parked = await ask(UNWATCHED, {
      ...inTurn([], [list], [completed]),
      PLANNING: (body, attempt) => (asked <= 3 ? failsThrice(body, attempt) : planning(body, attempt)),
    });
    expect(parked).toMatchObject({ state: 'PAUSED_FOR_REVIEW', steps: 0 });
    expect((await asker.record(parked.run)).pauses).toMatchObject([
      { turn: 0, code: 'MODEL_FAILED', message: 'the model failed to answer 3 times' },
    ]);
    await decide(parked.link ?? '', 'APPROVED');
    expect(await asker.standing(parked.run)).toMatchObject({ state: 'DONE' });
  });

  it('and may end the run there', async () => {
    const parked = await ask(UNWATCHED, { PLANNING: always(error(500)) });
    await decide(parked.link ?? '', 'REJECTED', 'try tomorrow');
    expect(await asker.standing(parked.run)).toMatchObject({
      state: 'REJECTED',
      message: 'a person stopped it: try tomorrow',
      steps: 0,
    });
  });

  it('once, and if the model fails again the run does', async () => {
    let asked = 0;
    const parked = await ask(UNWATCHED, {
      ...inTurn([plan('List the files')], [], []),
      DECIDING: () => (++asked > 0 ? error(500) : list),
    });
    expect(parked).toMatchObject({ state: 'PAUSED_FOR_REVIEW', steps: 1 });
    expect(asked).toBe(3);
    await decide(parked.link ?? '', 'APPROVED');
    expect(await asker.standing(parked.run)).toMatchObject({ state: 'FAILED', code: 'MODEL_UNAVAILABLE' });
    expect(asked).toBe(6);
  });
});

describe('one look after another, before the next turn', () => {
  it('a plan, and then a model that fails three times: each has a gate of its own', async () => {
    let asked = 0;
    const go = inOrder(list);
    const parked = await ask(GOAL, {
      ...inTurn([plan('List the files'), achieved], [], [completed]),
      DECIDING: (body, attempt) => (++asked <= 3 ? error(500) : go(body, attempt)),
    });
    await decide(parked.link ?? '', 'APPROVED');
    const again = await asker.standing(parked.run);
    expect(again).toMatchObject({ state: 'PAUSED_FOR_REVIEW', steps: 1 });
    expect(again.link).not.toBe(parked.link);
    expect((await asker.record(parked.run)).pauses.map(({ nth, code }) => [nth, code])).toEqual([
      [1, 'AFTER_PLAN'],
      [2, 'MODEL_FAILED'],
    ]);
    await decide(again.link ?? '', 'APPROVED');
    expect(await asker.standing(parked.run)).toMatchObject({ state: 'DONE' });
  });

  it('an answer, and then an operator’s pause: the answer does not end it', async () => {
    const question = call('ask_human', { question: 'Which folder matters?', choices: ['src', 'test'] });
    const parked = await ask(
      UNWATCHED,
      inTurn([plan('Find out what matters'), achieved], [toolUse(question)], [completed]),
    );
    const deps = control();
    expect(await pause(deps, parked.run)).toBe(true);
    const form = { ...(await formOf(parked.link ?? '')), '0.choice': 'ANSWERED.0' };
    await send(parked.link ?? '', form);
    const paused = await asker.standing(parked.run);
    expect(paused).toMatchObject({ state: 'PAUSED_FOR_REVIEW', pending_tools: ['review'], steps: 2 });
    expect(await resume(deps, parked.run, 'ops')).toBe(true);
    expect(await asker.standing(parked.run)).toMatchObject({ state: 'DONE' });
    expect(openingIn('EVALUATING', 0)).toContain('answered: {"answer":"src"}');
  });

  it('an approved plan, and then an operator’s pause, where it can still be changed', async () => {
    const parked = await ask(GOAL, inTurn([plan('Read the README'), achieved], [list], [completed]));
    const deps = control();
    expect(await pause(deps, parked.run)).toBe(true);
    await decide(parked.link ?? '', 'APPROVED');
    const paused = await asker.standing(parked.run);
    expect(paused).toMatchObject({ state: 'PAUSED_FOR_REVIEW', steps: 1 });
    const form = {
      ...(await formOf(paused.link ?? '')),
      '0.choice': 'EDITED',
      '0.edit.new_sub_tasks': 'List the files',
    };
    expect((await send(paused.link ?? '', form)).status).toBe(303);
    const end = await asker.standing(parked.run);
    expect(end.state).toBe('DONE');
    expect((await memory(end.run)).completed).toMatchObject([{ title: 'List the files' }]);
  });

  it('an operator who resumes answers no question in a person’s place', async () => {
    const question = call('ask_human', { question: 'Which folder matters?', choices: ['src', 'test'] });
    const parked = await ask(
      UNWATCHED,
      inTurn([plan('Find out what matters'), achieved], [toolUse(question)], [completed]),
    );
    expect(await resume(control(), parked.run, 'ops')).toBe(true);
    const form = { ...(await formOf(parked.link ?? '')), '0.choice': 'ANSWERED.1' };
    expect((await send(parked.link ?? '', form)).status).toBe(303);
    expect(await asker.standing(parked.run)).toMatchObject({ state: 'DONE' });
    expect(openingIn('EVALUATING', 0)).toContain('answered: {"answer":"test"}');
  });
});

describe('what goes wrong', () => {
  it('a stage that may not call tools is told so, and goes on', async () => {
    const end = await ask(UNWATCHED, inTurn([plan('List the files'), achieved], [list], [list, completed]));
    expect(end).toMatchObject({ state: 'DONE' });
    const told = JSON.stringify(requestsIn('EVALUATING')[1]?.messages.at(-1));
    expect(told).toContain('TOOL_NOT_IN_STAGE');
    expect(told).toContain('its tools are: none');
  });

  it('a call that was wrong in itself is corrected before it is judged', async () => {
    const outside = read('../secrets');
    const end = await ask(
      UNWATCHED,
      inTurn([plan('Read'), achieved], [outside, read('README.md')], [completed]),
    );
    expect(end).toMatchObject({ state: 'DONE', steps: 6 });
    expect((await memory(end.run)).actions.map(({ tool, ok }) => [tool, ok])).toEqual([['read_file', true]]);
  });

  it('an error of a tool is what the sub-task is judged by', async () => {
    const missing = read('none.ts');
    const end = await ask(
      UNWATCHED,
      inTurn([plan('Read'), plan('List'), achieved], [missing, list], [judged('failed'), completed]),
    );
    expect(end.state).toBe('DONE');
    expect(openingIn('EVALUATING', 0)).toContain('failed: {"kind":"business","code":"NO_SUCH_FILE"');
  });

  it.each([
    [
      'at a line no tool showed',
      report('Fine.', [{ file: 'src/tax.js', line: 99, severity: 'low', message: 'x' }]),
    ],
    [
      'in a file no tool read',
      report('Fine.', [{ file: 'src/none.js', line: 1, severity: 'low', message: 'x' }]),
    ],
    ['with a figure no result has', report('There are 4711 problems.')],
  ])('a report %s is corrected once, then the run fails', async (_, faulty) => {
    const script = () => inTurn([plan('Read'), achieved], [read('src/tax.js', { lines: 10 })], [completed]);
    const end = await ask(UNWATCHED, { ...script(), REPORTING: inOrder(faulty, faulty) });
    expect(end).toMatchObject({ state: 'FAILED', code: 'OUTPUT_INVALID' });
    expect(asker.told()).toContain('The answer does not hold: no ');
    const seen = [{ file: 'src/tax.js', line: 10, severity: 'low', message: 'Rates stand in the code.' }];
    const corrected = await ask(UNWATCHED, {
      ...script(),
      REPORTING: inOrder(faulty, report('Rates stand in the code.', seen)),
    });
    expect(corrected.state).toBe('DONE');
    expect((await memory(corrected.run)).report?.findings).toEqual(seen);
  });

  it('a run that does not come to an end stops at its iteration limit', async () => {
    let reads = 0;
    const end = await ask(
      { ...UNWATCHED, iterations: 12 },
      {
        PLANNING: always(plan('Look around')),
        DECIDING: () => read('src/tax.js', { from_line: ++reads }),
        EVALUATING: always(judged('needs_more_work')),
      },
    );
    expect(end).toMatchObject({
      state: 'FAILED',
      code: 'ITERATION_LIMIT',
      message: 'the run may take 12 turns',
      steps: 12,
    });
    expect((await memory(end.run)).iterations).toEqual({ taken: 12, limit: 12 });
  });

  it('words instead of a call are answered with a request for one', async () => {
    const end = await ask(
      UNWATCHED,
      inTurn([plan('List'), achieved], [endTurn('I would list the files.'), list], [completed]),
    );
    expect(end).toMatchObject({ state: 'DONE', steps: 6 });
  });
});

describe('what a decision sees', () => {
  it('is the last three actions and five rounds, while the record keeps all of them', async () => {
    let n = 0;
    const end = await ask(UNWATCHED, {
      PLANNING: inOrder(plan('Read on'), achieved),
      DECIDING: () => read('src/tax.js', { from_line: ++n, lines: 1 }),
      EVALUATING: () => judged(n < 8 ? 'needs_more_work' : 'completed', `summary ${n}`),
      REPORTING: always(report()),
    });
    expect(end.state).toBe('DONE');
    const eighth = openingIn('DECIDING', 7);
    expect([...eighth.matchAll(/"from_line":(\d),"lines"/g)].map(([, line]) => line)).toEqual([
      '5',
      '6',
      '7',
    ]);
    expect([...eighth.matchAll(/summary (\d)/g)].map(([, round]) => round)).toEqual([
      '3',
      '4',
      '5',
      '6',
      '7',
    ]);
    const { actions, context } = await memory(end.run);
    expect(actions).toHaveLength(8);
    expect(context).toHaveLength(5);
    for (const request of requestsIn('DECIDING')) expect(request.messages).toHaveLength(1);
  });
});

describe('a workspace on S3', () => {
  it('is read the same way, and a stage whose tools take too long is looked at', async () => {
    let slow = () => {};
    const s3 = await startS3(() => slow());
    for (const [name, text] of Object.entries(SHOP.files)) s3.put(`code/shop/${name}`, text);
    const far = await openAsker(NAME, {
      env: { WORKSPACE_CODEBASE_ANALYSIS: 's3://code/shop', AWS_ENDPOINT_URL_S3: s3.url },
    });
    try {
      slow = () => {
        slow = () => {};
        far.time.timers.advance(31_000);
      };
      const script = inTurn([plan('Analyze src'), achieved], [analyze('src')], [completed]);
      const parked = await far.ask(UNWATCHED, staged(NAME, script));
      expect(parked).toMatchObject({ state: 'PAUSED_FOR_REVIEW', steps: 2 });
      expect((await far.record(parked.run)).pauses).toMatchObject([
        { code: 'SLOW_STAGE', message: 'the tools of DECIDING took 31 s, at most 30 are allowed' },
      ]);
      await decide(parked.link ?? '', 'APPROVED');
      const end = await far.standing(parked.run);
      expect(end).toMatchObject({ state: 'DONE' });
      expect(end.text).toContain('`src/page.jsx:5` text is run as code');
    } finally {
      await far.close();
      await s3.close();
    }
  });
});
