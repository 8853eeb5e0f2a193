import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '../../../lambda/define/json.ts';
import { call, endTurn, inOrder, type Script, type Step, toolUse } from '../../../lib/local/messages-api.ts';
import { decide, formOf, send } from '../../local/person.ts';
import { type Asker, openAsker } from '../asker.ts';
import { json, openingOf, staged, stageOf } from '../staged.ts';

const NAME = 'plan-execute-review';
const root = mkdtempSync(path.join(tmpdir(), 'holdpoint-files-'));
const file = (name: string) => path.join(root, name);

let asker: Asker;
beforeAll(async () => {
  asker = await openAsker(NAME, { env: { WORKSPACE_PLAN_EXECUTE_REVIEW: root } });
});
afterAll(async () => {
  await asker.close();
  rmSync(root, { recursive: true, force: true });
});
beforeEach(() => {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root);
});

const step = (tool: string, args: Json): Json => ({ tool, arguments: args, purpose: 'it was asked for' });
const TIME = step('get_time', { zone: 'Asia/Hong_Kong' });
const PRODUCT = step('calculate', { expression: '365*24*60*60' });
const WRITE = step('write_file', { path: 'seconds.txt', content: 'the values of steps 1 and 2' });
const DEMO = json({ steps: [TIME, PRODUCT, WRITE] });
const TASK = { task: 'Write the time and 365*24*60*60 to seconds.txt.' };
const TEXT = 'At 2026-08-25 11:02: 31536000 seconds.\n';

const getTime = toolUse(call('get_time', { zone: 'Asia/Hong_Kong' }));
const product = toolUse(call('calculate', { expression: '365*24*60*60' }));
const write = (content = TEXT, name = 'seconds.txt') => toolUse(call('write_file', { path: name, content }));
const read = (name = 'seconds.txt') => toolUse(call('read_file', { path: name }));
const pass = json({ verdict: 'pass', reason: 'It is all there.', summary: 'seconds.txt was written.' });
const fail = (reason: string) => json({ verdict: 'fail', reason, summary: 'It was not done.' });

const ask = (script: { [stage: string]: Script }, task: Json = TASK) => asker.ask(task, staged(NAME, script));
const inTurn = (PLANNING: Step[], EXECUTING: Step[], REVIEWING: Step[] = []) => ({
  PLANNING: inOrder(...PLANNING),
  EXECUTING: inOrder(...EXECUTING),
  REVIEWING: inOrder(...REVIEWING),
});
const stages = async (run: string) => (await asker.record(run)).turns.map(({ stage }) => stage);
const requestsIn = (stage: string) => asker.requests().filter((body) => stageOf(NAME, body) === stage);

describe('three tasks', () => {
  it('writes the time and a product to a file, once a person agreed, and a reviewer who read it passed it', async () => {
    const parked = await ask(inTurn([DEMO], [getTime, product, write()], [read(), pass]));
    expect(parked).toMatchObject({ state: 'WAITING_CONFIRM', pending_tools: ['write_file'], steps: 4 });
    expect(existsSync(file('seconds.txt'))).toBe(false);
    await decide(parked.link ?? '', 'APPROVED');
    const end = await asker.standing(parked.run);
    expect(end).toMatchObject({ state: 'DONE', steps: 6, text: 'seconds.txt was written.' });
    expect(readFileSync(file('seconds.txt'), 'utf8')).toBe('At 2026-08-25 11:02: 31536000 seconds.\n');
    expect(await stages(parked.run)).toEqual([
      ...['PLANNING', 'EXECUTING', 'EXECUTING', 'EXECUTING', 'REVIEWING', 'REVIEWING'],
    ]);
    expect(asker.results()).toMatchObject([
      { ok: true, data: { text: '1: At 2026-08-25 11:02: 31536000 seconds.' } },
    ]);
  });

  it('adds up what a file says and writes the sum to another', async () => {
    writeFileSync(file('costs.txt'), 'rent 1200\nfood 345.5\n');
    const plan = json({
      steps: [
        step('read_file', { path: 'costs.txt' }),
        step('calculate', { expression: 'the sum of step 1' }),
        step('write_file', { path: 'reports/total.txt', content: 'the value of step 2' }),
      ],
    });
    const sum = toolUse(call('calculate', { expression: '1200 + 345.5' }));
    const parked = await ask(
      inTurn([plan], [read('costs.txt'), sum, write('Total: 1545.5\n', 'reports/total.txt')], [pass]),
      { task: 'Add up costs.txt and write the total to reports/total.txt.' },
    );
    await decide(parked.link ?? '', 'APPROVED');
    expect(await asker.standing(parked.run)).toMatchObject({ state: 'DONE' });
    expect(readFileSync(file('reports/total.txt'), 'utf8')).toBe('Total: 1545.5\n');
  });

  it('compares two zones without asking anybody, since nothing is written', async () => {
    const plan = json({ steps: [TIME, step('get_time', { zone: 'UTC' })] });
    const utc = toolUse(call('get_time', {}));
    const end = await ask(inTurn([plan], [getTime, utc], [pass]), { task: 'Is Hong Kong ahead of UTC?' });
    expect(end).toMatchObject({ state: 'DONE', steps: 4 });
    expect(openingOf(requestsIn('REVIEWING')[0] as never)).toContain(
      'Step 2 found: {"zone":"UTC","instant":"2026-08-25T03:02:',
    );
  });
});

describe('each stage is told what it needs, and has its own tools', () => {
  it('plans without tools, executes step by step in threads of their own, and reviews with read_file alone', async () => {
    const parked = await ask(inTurn([DEMO], [getTime, product, write()]));
    await decide(parked.link ?? '', 'REJECTED', 'not today');
    const tools = asker.requests().map(({ tools: offered }) => (offered ?? []).map(({ name }) => name));
    expect(tools).toEqual([[], ...[1, 2, 3].map(() => ['get_time', 'calculate', 'read_file', 'write_file'])]);
    const third = requestsIn('EXECUTING')[2];
    expect(third?.messages).toHaveLength(1);
    expect(openingOf(third as never)).toContain(
      'Step 2 found: {"expression":"365*24*60*60","value":31536000}',
    );
    expect(openingOf(third as never)).toContain('Do step 3 of 3: write_file');
    expect(await asker.standing(parked.run)).toMatchObject({ state: 'REJECTED' });
  });
});

describe('what goes wrong', () => {
  it.each([
    ['fewer than two steps', { steps: [TIME] }],
    ['more than five', { steps: [TIME, TIME, TIME, TIME, TIME, TIME] }],
    ['a tool there is not', { steps: [TIME, step('send_mail', { to: 'x' })] }],
    ['a path that leads out', { steps: [TIME, step('read_file', { path: '../x' })] }],
    ['one file written twice', { steps: [WRITE, WRITE] }],
  ])('a plan of %s is corrected once, then the run fails', async (_, plan) => {
    const end = await ask(inTurn([json(plan), json(plan)], []));
    expect(end).toMatchObject({ state: 'FAILED', code: 'OUTPUT_INVALID', steps: 2 });
    expect(asker.told()).toMatch(/^The answer does not (fit|hold): /);
  });

  it('a plan that was corrected is the plan', async () => {
    const parked = await ask(inTurn([json({ steps: [TIME] }), DEMO], [getTime, product, write()]));
    expect(parked.state).toBe('WAITING_CONFIRM');
    await decide(parked.link ?? '', 'REJECTED', 'not today');
  });

  it('a reviewer who tries to write is told what it may call, and nothing is asked of anybody', async () => {
    const plan = json({ steps: [TIME, PRODUCT] });
    const end = await ask(inTurn([plan], [getTime, product], [write('31536000'), pass]));
    expect(end).toMatchObject({ state: 'DONE' });
    expect(asker.results()).toMatchObject([
      {
        ok: false,
        error: {
          kind: 'business',
          code: 'TOOL_NOT_IN_STAGE',
          message: 'this stage may not call it; its tools are: read_file',
        },
      },
    ]);
    expect(await asker.mailsAbout(end.run)).toHaveLength(0);
  });

  it('a failed review begins again at step 1, and a file that was written is not asked for twice', async () => {
    const round = [getTime, product, write()];
    const parked = await ask(inTurn([DEMO], [...round, ...round], [fail('read it first'), read(), pass]));
    await decide(parked.link ?? '', 'APPROVED');
    const end = await asker.standing(parked.run);
    expect(end).toMatchObject({ state: 'DONE', steps: 10 });
    const again = requestsIn('EXECUTING')[3];
    expect(openingOf(again as never)).toContain('A reviewer refused what was done before: read it first');
    expect(openingOf(again as never)).toContain('Do step 1 of 3: get_time');
    expect(openingOf(again as never)).not.toContain('found:');
    const letters = await asker.mailsAbout(end.run);
    expect(letters.filter(({ subject }) => !subject.includes('What came of it: '))).toHaveLength(1);
    const receipts = (await asker.record(end.run)).calls.filter(
      ({ result }) => result.ok && JSON.stringify(result.data).includes('sha256'),
    );
    expect(receipts).toHaveLength(2);
  });

  it('two failed reviews fail the run with what the reviewer said', async () => {
    const plan = json({ steps: [TIME, PRODUCT] });
    const round = [getTime, product];
    const end = await ask(
      inTurn([plan], [...round, ...round], [fail('the zone is wrong'), fail('the zone is still wrong')]),
    );
    expect(end).toMatchObject({
      state: 'FAILED',
      code: 'GIVE_UP',
      message: 'the zone is still wrong',
      steps: 7,
    });
  });

  it('a reviewer cannot pass a step that failed', async () => {
    const plan = json({ steps: [step('read_file', { path: 'none.txt' }), TIME] });
    const missing = [read('none.txt'), read('none.txt')];
    const end = await ask(inTurn([plan], missing, [pass, fail('there is no file'), fail('still none')]));
    expect(end).toMatchObject({ state: 'FAILED', code: 'GIVE_UP', message: 'still none' });
    const told = requestsIn('REVIEWING')[1]?.messages.at(-1)?.content;
    expect(JSON.stringify(told)).toContain('a step has no result, or an error: that cannot pass');
  });

  it('a person who says no ends the run, and there is no file', async () => {
    const parked = await ask(inTurn([DEMO], [getTime, product, write()]));
    await decide(parked.link ?? '', 'REJECTED', 'not needed');
    expect(await asker.standing(parked.run)).toMatchObject({
      state: 'REJECTED',
      message: 'a person said no: not needed',
      steps: 4,
    });
    expect(existsSync(file('seconds.txt'))).toBe(false);
  });

  it('what a person edits is what is written', async () => {
    const parked = await ask(inTurn([DEMO], [getTime, product, write()], [read(), pass]));
    const link = parked.link ?? '';
    const form = { ...(await formOf(link)), '0.choice': 'EDITED', '0.edit.content': 'Edited by a person.\n' };
    expect((await send(link, form)).status).toBe(303);
    expect(await asker.standing(parked.run)).toMatchObject({ state: 'DONE' });
    expect(readFileSync(file('seconds.txt'), 'utf8')).toBe('Edited by a person.\n');
  });

  it('a figure that no step found is not proposed', async () => {
    const parked = await ask(inTurn([DEMO], [getTime, product, write('31536001\n'), write('31536000\n')]));
    expect(asker.results()).toMatchObject([
      {
        ok: false,
        error: {
          kind: 'parameter',
          code: 'UNGROUNDED_FIGURE',
          message: 'no result on record says "31536001"',
        },
      },
    ]);
    expect(parked).toMatchObject({ state: 'WAITING_CONFIRM', steps: 5 });
    await decide(parked.link ?? '', 'REJECTED', 'enough');
  });

  it.each(['../outside.txt', '/etc/passwd', 'a/../../b', 'C:\\b', './a', 'a//b', '~/x', 'a\u0000b'])(
    'the path %j is refused before anybody is asked',
    async (name) => {
      const parked = await ask(
        inTurn([DEMO], [getTime, product, write('31536000', name), write('31536000')]),
      );
      expect(asker.results()).toMatchObject([
        { ok: false, error: { kind: 'parameter', code: 'INVALID_ARGUMENTS' } },
      ]);
      await decide(parked.link ?? '', 'REJECTED', 'enough');
    },
  );

  it('a link is not written through, though a person agreed', async () => {
    const secret = path.join(tmpdir(), `holdpoint-outside-${process.pid}`);
    writeFileSync(secret, 'untouched');
    for (const make of [symlinkSync, linkSync]) {
      rmSync(file('seconds.txt'), { force: true });
      make(secret, file('seconds.txt'));
      const round = [getTime, product, write()];
      const parked = await ask(inTurn([DEMO], [...round, ...round], [fail('a link'), fail('a link')]));
      await decide(parked.link ?? '', 'APPROVED');
      const again = await asker.standing(parked.run);
      if (again.link) await decide(again.link, 'APPROVED');
      expect(await asker.standing(parked.run)).toMatchObject({ state: 'FAILED', message: 'a link' });
      expect(asker.requests().map(openingOf).join()).toContain('"code":"IS_LINK"');
      expect(readFileSync(secret, 'utf8')).toBe('untouched');
    }
    rmSync(secret);
  });

  it('a step that is talked about and never done ends at the iteration limit', async () => {
    const end = await ask({ PLANNING: inOrder(DEMO), EXECUTING: () => endTurn('The time is 11:02.') });
    expect(end).toMatchObject({
      state: 'FAILED',
      code: 'ITERATION_LIMIT',
      message: 'the run may take 15 turns',
      steps: 15,
    });
    expect(asker.told()).toBe('Nothing was called. Please go on by calling one of your tools.');
  });

  it.each([
    ['require("child_process")', 'NOT_ARITHMETIC'],
    ['1/0', 'NO_NUMBER'],
  ])('the expression %s is answered with %s, and may be corrected', async (expression, code) => {
    const wrong = toolUse(call('calculate', { expression }));
    const parked = await ask(inTurn([DEMO], [getTime, wrong, product, write()]));
    expect(parked).toMatchObject({ state: 'WAITING_CONFIRM', steps: 5 });
    const record = await asker.record(parked.run);
    expect(record.calls.map(({ result }) => (result.ok ? 'ok' : result.error.code))).toEqual([
      'ok',
      code,
      'ok',
    ]);
    await decide(parked.link ?? '', 'REJECTED', 'enough');
  });
});
