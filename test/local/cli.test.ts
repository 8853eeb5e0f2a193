import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Listening, listen } from '../../lib/local/listen.ts';
import { exitCode } from '../../lib/local/summary.ts';
import { freePort } from '../servers.ts';
import { endAll, freshHome, holdpoint, serving, session } from './cli.ts';
import { decide } from './person.ts';

/** Processes begin slowly on a busy machine. */
const SLOW = 90_000;

const homes: string[] = [];
const home = () => {
  const made = freshHome();
  homes.push(made);
  return { HOLDPOINT_HOME: made };
};

const RUN = 'morning-brief-2026-08-25';
const dry = ['run', 'morning-brief', '--dry-run'];
const recording = 'a recording of 2026-08-25T11:02:00+08:00';
const lastWords = 'The review task for the morning brief was created after a person approved it.';
const link = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/g\/[A-Za-z0-9_-]{22,64}$/);

const WRONG: readonly (readonly [args: readonly string[], words: string])[] = [
  [['fly'], 'there is no command "fly"'],
  [[], 'a command is wanted'],
  [['constructor'], 'there is no command "constructor"'],
  [['run'], 'a workflow is wanted'],
  [['run', 'evening-brief', '--dry-run'], 'no workflow "evening-brief" is known; there are'],
  [[...dry, '--input', '{'], '--input wants JSON'],
  [[...dry, '--input', '{"lang":"fr"}'], '--input does not fit morning-brief: lang'],
  [[...dry, '--input', '{"lang":"en","audience":"ops","tone":"warm"}'], 'Unrecognized key: "tone"'],
  [[...dry, '--port', '99999'], '--port wants 0 to 65535'],
  [['run', 'morning-brief', '--model', 'parrot'], '--model wants scripted or anthropic, "parrot" was given'],
  [['run', 'morning-brief', '--speed'], "Unknown option '--speed'"],
  [['show', '--dry-run'], 'a run is wanted'],
  [['show', 'morning-brief-2026-01-01', '--dry-run'], 'no run "morning-brief-2026-01-01" is on record'],
  [
    ['rerun', 'yesterday', '--dry-run'],
    'a run such as morning-brief-2026-11-30 is wanted, "yesterday" was given',
  ],
  [['rerun', 'morning-brief-2026-13-45', '--dry-run'], '"morning-brief-2026-13-45" was given'],
  [['rerun', 'morning-brief-2026-08-26', '--dry-run'], 'no run "morning-brief-2026-08-26" is on record'],
  [['run', '\u001b[31mred', '--dry-run'], 'no workflow "\\u001b[31mred" is known'],
  [['graph', 'morning-brief'], 'graph wants --asl or --mermaid'],
];

/** Every command that needs nobody else, one after another; the tests look at what each came to. */
async function everyCommand(provider: Listening, port: string) {
  const [one, busy, cancelled, nothing, real] = [home(), home(), home(), home(), home()];
  const key = {
    ...real,
    ANTHROPIC_API_KEY: 'sk-secret-of-this-test',
    ANTHROPIC_BASE_URL: provider.url,
    HKO_BASE_URL: provider.url,
  };
  const model = { ...key, ANTHROPIC_MODEL: 'some-model' };
  const run = ['run', 'morning-brief', '--input', '{"lang":"en","audience":"operations"}', '--port', '0'];
  const wrong = WRONG.map(([args], index) => [`wrong ${index}`, { args, env: nothing }] as const);
  return session({
    first: { args: [...dry, '--port', port], env: one },
    again: { args: dry, env: one },
    listed: { args: ['runs', '--dry-run'], env: one },
    confirmed: { args: [...dry, '--confirm'], env: one },
    confirmedAgain: { args: [...dry, '--confirm'], env: one },
    rerun: { args: ['rerun', RUN, '--dry-run'], env: one },
    shown: { args: ['show', RUN, '--dry-run'], env: one },
    freshButWrong: { args: [...dry, '--fresh', '--input', '{'], env: one },
    unharmed: { args: dry, env: one },
    fresh: { args: [...dry, '--fresh', '--port', port], env: one },
    onAnotherPort: { args: dry, env: busy },
    onTheSamePort: { args: dry, env: busy },
    toBeCancelled: { args: [...dry, '--port', '0'], env: cancelled },
    pauseParked: { args: ['pause', RUN], env: cancelled },
    resumeParked: { args: ['resume', RUN], env: cancelled },
    cancel: { args: ['cancel', RUN], env: cancelled },
    cancelled: { args: [...dry, '--confirm'], env: cancelled },
    noKey: { args: run, env: real },
    noModel: { args: run, env: key },
    realConfirm: { args: [...run, '--confirm'], env: model },
    realFresh: { args: [...run, '--fresh'], env: model },
    contradiction: { args: [...run, '--dry-run', '--model', 'anthropic'], env: model },
    refused: { args: run, env: model },
    wrongPeople: { args: dry, env: { ...nothing, APPROVERS: '[{"id":"mei","name":"Mei"}]', OWNER: 'Mei' } },
    wrongAddress: {
      args: run,
      env: { ...model, HKO_BASE_URL: 'observatory', ANTHROPIC_BASE_URL: 'ftp://x' },
    },
    help: { args: ['--help'], env: nothing },
    helpOfOne: { args: ['serve', '--help'], env: nothing },
    asl: { args: ['graph', 'morning-brief', '--asl'], env: nothing },
    picture: { args: ['graph', 'morning-brief', '--mermaid'], env: nothing },
    ...Object.fromEntries(wrong),
  });
}

let provider: Listening;
/** The port a first host would take, taken by somebody else. */
let squatter: Listening | undefined;
let ends: Awaited<ReturnType<typeof everyCommand>>;
beforeAll(async () => {
  provider = await listen((_, response) => void response.writeHead(400).end('{}'));
  squatter = await listen((_, response) => void response.end('not yours'), 4780).catch(() => undefined);
  ends = await everyCommand(provider, String(await freePort()));
}, SLOW);
afterAll(async () => {
  endAll();
  await provider.close();
  await squatter?.close();
  for (const made of homes) rmSync(made, { recursive: true, force: true });
});

describe('a rehearsal on the command line', () => {
  const parked = {
    state: 'WAITING_CONFIRM',
    pending_tools: ['create_review_task'],
    steps: 3,
    text: '',
    run: RUN,
    link,
    recording,
  };
  const done = { state: 'DONE', pending_tools: [], steps: 4, text: lastWords, run: RUN, recording };

  it('parks: one line of JSON on stdout, its progress on stderr, without colour', () => {
    const { first } = ends;
    expect(first).toMatchObject({ code: 0, last: parked });
    expect(Object.keys(first.last as object)).toEqual(Object.keys(parked));
    expect(first.stdout.split('\n')).toHaveLength(2);
    expect(first.stderr).toContain('a scripted model and a recorded observation');
    expect(first.stderr).toMatch(/0\.00s {2}morning-brief-2026-08-25 {2}ADMIT\n/);
    expect(first.stderr).toMatch(/s {2}morning-brief-2026-08-25 {2}WAITING_CONFIRM\n/);
    expect(first.stderr).toMatch(/\d+ tokens\n/);
    expect(first.stderr).not.toContain('\u001b[');
  });

  it('is found again with its link', () => {
    expect(ends.again).toMatchObject({ code: 0, last: ends.first.last });
    expect(ends.listed).toMatchObject({ code: 0, last: [{ run: RUN, state: 'WAITING_CONFIRM' }] });
  });

  it('is confirmed once, and tells the truth afterwards', () => {
    expect(ends.confirmed).toMatchObject({ code: 0, last: done });
    expect(Object.keys(ends.confirmed.last as object)).toEqual(Object.keys(done));
    expect(ends.confirmedAgain).toMatchObject({ code: 0, last: done });
    expect(ends.confirmedAgain.stderr).toContain(`${RUN} ended DONE`);
    expect(ends.confirmedAgain.stderr).toContain('--fresh clears dry-run data');
    expect(ends.rerun).toMatchObject({
      code: 0,
      last: { state: 'SKIPPED', code: 'ALREADY_DONE', run: `${RUN}-r2` },
    });
    const turns = [{ turn: 1 }, { turn: 2 }, { turn: 3 }, { turn: 4 }];
    expect(ends.shown).toMatchObject({ code: 0, last: { run: { state: 'DONE', run: RUN }, turns } });
  });

  it('begins again when it is told to, and clears nothing when it was told something wrong', () => {
    expect(ends.freshButWrong).toMatchObject({ code: 2, stdout: '' });
    expect(ends.unharmed).toMatchObject({ code: 0, last: done });
    expect(ends.fresh).toMatchObject({ code: 0, last: parked });
  });

  it('takes another port when its own is taken, and keeps it for its links', () => {
    expect(ends.onAnotherPort).toMatchObject({ code: 0, last: { state: 'WAITING_CONFIRM', link } });
    expect(ends.onAnotherPort.last).toHaveProperty('link', expect.not.stringContaining(':4780/'));
    expect(ends.onTheSamePort.last).toEqual(ends.onAnotherPort.last);
  });

  it('ends with 4 when it was cancelled', () => {
    // Nobody but its approver can let a run go on that waits to be confirmed.
    for (const { code, last } of [ends.pauseParked, ends.resumeParked])
      expect({ code, last }).toMatchObject({ code: 0, last: { state: 'WAITING_CONFIRM', steps: 3 } });
    expect(ends.cancel).toMatchObject({ code: 0, last: { state: 'CANCELLED', pending_tools: [] } });
    expect(ends.cancelled).toMatchObject({ code: 4, last: { state: 'CANCELLED', code: 'CANCELLED' } });
  });

  it('is served, survives kill -9, and is approved through its link: one task', {
    timeout: SLOW,
  }, async () => {
    const env = home();
    const port = String(await freePort());
    const { last } = await holdpoint([...dry, '--port', port], env);
    const { link: mailed } = last as { link: string };
    const killed = await serving(['serve', '--dry-run'], env);
    expect((await fetch(mailed)).status).toBe(200);
    await killed.kill();

    // there is no other data here, so that is what is meant
    const served = await serving(['serve'], env);
    expect((await decide(mailed, 'APPROVED')).status).toBe(303);
    await served.said(`${RUN}  DONE`);
    const tasks = await (await fetch(`http://127.0.0.1:${port}/tasks`)).text();
    expect(tasks.match(/<article>/g)).toHaveLength(1);
    expect(tasks).toMatch(/recording|rehearsal|dry run/i);
    expect(await served.stop()).toBe(0);
  });

  it('ends with 3 when it was rejected', { timeout: SLOW }, async () => {
    const env = homes[0] ? { HOLDPOINT_HOME: homes[0] } : home();
    const served = await serving(['serve', '--dry-run'], env);
    // what is served is not cleared away from under its host
    const { cleared } = await session({ cleared: { args: [...dry, '--fresh'], env } });
    expect(cleared).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('is in use by') });
    expect((await decide((ends.fresh.last as { link: string }).link, 'REJECTED', 'not today')).status).toBe(
      303,
    );
    await served.said(`${RUN}  REJECTED`);
    await served.stop();
    const { found } = await session({ found: { args: [...dry, '--confirm'], env } });
    const last = { state: 'REJECTED', message: 'a person said no: not today', steps: 3, text: '' };
    expect(found).toMatchObject({ code: 3, last });
  });
});

describe('a real run on the command line', () => {
  it('is refused in plain words before anything starts', () => {
    const { noKey, noModel, realConfirm, realFresh, contradiction } = ends;
    for (const { code, stdout } of [noKey, noModel, realConfirm, realFresh, contradiction]) {
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    }
    expect(noKey.stderr).toContain('a real run needs ANTHROPIC_API_KEY; without a key, try --dry-run');
    expect(noModel.stderr).toContain('a real run needs ANTHROPIC_MODEL');
    expect(realConfirm.stderr).toContain('--confirm decides in place of a person: it works on dry runs only');
    expect(realFresh.stderr).toContain('real runs are kept');
    expect(contradiction.stderr).toContain('a dry run has the scripted model');
  });

  it('ends with 1 when the provider refuses it, and the key is said nowhere', () => {
    expect(ends.refused).toMatchObject({
      code: 1,
      last: { state: 'FAILED', code: 'MODEL_REFUSED_REQUEST', steps: 0 },
    });
    expect(ends.refused.last).not.toHaveProperty('recording');
    expect(JSON.stringify(ends)).not.toContain('sk-secret-of-this-test');
  });
});

describe('a setting that cannot be meant', () => {
  it('is named before anything starts', () => {
    for (const { code, stdout } of [ends.wrongPeople, ends.wrongAddress])
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(ends.wrongPeople.stderr).toMatch(
      /APPROVERS\.0\.email: .*APPROVERS\.0\.lang: .*OWNER: JSON is wanted/,
    );
    expect(ends.wrongAddress.stderr).toMatch(
      /ANTHROPIC_BASE_URL: an http address .*HKO_BASE_URL: an http address/,
    );
  });
});

it.each([
  ['DONE', 0],
  ['WAITING_CONFIRM', 0],
  ['PAUSED_FOR_REVIEW', 0],
  ['SKIPPED', 0],
  ['FAILED', 1],
  ['RUNNING', 1],
  ['REJECTED', 3],
  ['EXPIRED', 4],
  ['CANCELLED', 4],
])('a command whose run is %s in the end ends with %i', (state, code) => {
  expect(exitCode(state)).toBe(code);
});

describe('help', () => {
  it('is given on stdout, for all commands or for one', () => {
    expect(ends.help).toMatchObject({ code: 0, stderr: '' });
    expect(ends.help.stdout).toContain('holdpoint rerun <run>');
    expect(ends.helpOfOne).toMatchObject({ code: 0, stderr: '' });
    expect(ends.helpOfOne.stdout).toContain('holdpoint serve');
    expect(ends.helpOfOne.stdout).not.toContain('holdpoint run ');
  });
});

describe('wrong usage', () => {
  it.each(WRONG.map(([args, words], index) => [args.join(' '), words, index] as const))(
    '"%s" ends with 2 and says what is wanted',
    (_, words, index) => {
      const ended = (ends as Readonly<Record<string, typeof ends.first>>)[`wrong ${index}`];
      expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(words) });
      expect(ended?.stderr).not.toContain('    at ');
    },
  );
});

describe('the machine', () => {
  it('is printed as it is deployed, and as a picture', () => {
    expect(ends.asl).toMatchObject({ code: 0, last: { QueryLanguage: 'JSONata', StartAt: 'ADMIT' } });
    expect(ends.picture.code).toBe(0);
    expect(ends.picture.stdout).toContain('stateDiagram-v2');
  });
});
