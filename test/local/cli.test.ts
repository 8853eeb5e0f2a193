import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Listening, listen } from '../../lib/local/listen.ts';
import { freshHome, holdpoint, serving, session } from './cli.ts';
import { decide } from './person.ts';

/** Processes begin slowly on a busy machine. */
const SLOW = { timeout: 90_000 };

const homes: string[] = [];
const home = () => {
  const made = freshHome();
  homes.push(made);
  return { HOLDPOINT_HOME: made };
};
afterAll(() => {
  for (const made of homes) rmSync(made, { recursive: true, force: true });
});

/** A port that is free now, for hosts whose links must stay good over a restart. */
async function freePort(): Promise<string> {
  const taken = await listen(() => {});
  await taken.close();
  return String(taken.port);
}

const RUN = 'morning-brief-2026-08-25';
const dry = ['run', 'morning-brief', '--dry-run'];
const recording = 'a recording of 2026-08-25T11:02:00+08:00';
const lastWords = 'The review task for the morning brief was created after a person approved it.';
const link = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/g\/[A-Za-z0-9_-]{22,64}$/);

describe('a rehearsal on the command line', () => {
  it('parks, is found again, is confirmed once, and tells the truth afterwards', SLOW, async () => {
    const env = home();
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

    const first = await holdpoint([...dry, '--port', await freePort()], env);
    expect(first).toMatchObject({ code: 0, last: parked });
    expect(Object.keys(first.last as object)).toEqual(Object.keys(parked));
    expect(first.stdout.split('\n')).toHaveLength(2);
    expect(first.stderr).toContain('a scripted model and a recorded observation');
    expect(first.stderr).toMatch(/0\.00s {2}morning-brief-2026-08-25 {2}ADMIT\n/);
    expect(first.stderr).toMatch(/s {2}morning-brief-2026-08-25 {2}WAITING_CONFIRM\n/);
    expect(first.stderr).toMatch(/\d+ tokens\n/);
    expect(first.stderr).not.toContain('\u001b[');

    const [again, listed, confirmed, after, rerun, shown, wrong, unharmed, fresh] = await session(
      [
        [dry],
        [['runs', '--dry-run']],
        [[...dry, '--confirm']],
        [[...dry, '--confirm']],
        [['rerun', RUN, '--dry-run']],
        [['show', RUN, '--dry-run']],
        [[...dry, '--fresh', '--input', '{']],
        [dry],
        [[...dry, '--fresh']],
      ],
      env,
    );
    expect(again).toMatchObject({ code: 0, last: first.last });
    expect(listed).toMatchObject({ code: 0, last: [{ run: RUN, state: 'RUNNING' }] });
    expect(confirmed).toMatchObject({ code: 0, last: done });
    expect(Object.keys(confirmed.last as object)).toEqual(Object.keys(done));
    expect(after).toMatchObject({ code: 0, last: done });
    expect(after.stderr).toContain(`${RUN} ended DONE`);
    expect(after.stderr).toContain('--fresh clears dry-run data');
    expect(rerun).toMatchObject({
      code: 0,
      last: { state: 'SKIPPED', code: 'ALREADY_DONE', run: `${RUN}-r2` },
    });
    expect(shown).toMatchObject({
      code: 0,
      last: { run: { state: 'DONE', run: RUN }, turns: [{ turn: 1 }, { turn: 2 }, { turn: 3 }, { turn: 4 }] },
    });
    // what is wrong is said before anything is cleared
    expect(wrong.code).toBe(2);
    expect(unharmed).toMatchObject({ code: 0, last: done });
    expect(fresh).toMatchObject({ code: 0, last: parked });
  });

  it('is served, survives kill -9, and is approved through its link: one task', SLOW, async () => {
    const env = home();
    const port = await freePort();
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

  it('ends with 3 when it was rejected, and with 4 when it was cancelled', SLOW, async () => {
    const rejected = async () => {
      const env = home();
      const port = ['--port', await freePort()];
      const { last } = await holdpoint([...dry, ...port], env);
      const served = await serving(['serve', '--dry-run'], env);
      await decide((last as { link: string }).link, 'REJECTED', 'not today');
      await served.said(`${RUN}  REJECTED`);
      await served.stop();
      return (await session([[[...dry, '--confirm']]], env))[0];
    };
    const cancelled = async () => {
      const port = ['--port', await freePort()];
      return session([[[...dry, ...port]], [['cancel', RUN, '--dry-run']], [[...dry, '--confirm']]], home());
    };
    const [no, [, cancel, stopped]] = await Promise.all([rejected(), cancelled()]);
    expect(no).toMatchObject({
      code: 3,
      last: { state: 'REJECTED', message: 'a person said no: not today', steps: 3 },
    });
    expect(cancel).toMatchObject({ code: 0, last: { state: 'CANCELLED', pending_tools: [] } });
    expect(stopped).toMatchObject({ code: 4, last: { state: 'CANCELLED', code: 'CANCELLED' } });
  });

  it('takes another port when nobody has a link yet and its own is taken', SLOW, async () => {
    const other = await listen((_, response) => void response.end('not yours'), 4780).catch(() => undefined);
    try {
      const [first, again] = await session([[dry], [dry]], home());
      expect(first).toMatchObject({ code: 0, last: { state: 'WAITING_CONFIRM', link } });
      expect((first.last as { link: string }).link).not.toContain(':4780/');
      expect(again.last).toEqual(first.last);
    } finally {
      await other?.close();
    }
  });
});

describe('a real run on the command line', () => {
  let world: Listening;
  beforeAll(async () => {
    world = await listen((_, response) => void response.writeHead(400).end('{}'));
  });
  afterAll(() => world.close());

  it(
    'is refused in plain words before anything starts, and ends with 1 when the provider refuses it',
    SLOW,
    async () => {
      const key = {
        ANTHROPIC_API_KEY: 'sk-secret-of-this-test',
        ANTHROPIC_BASE_URL: world.url,
        HKO_BASE_URL: world.url,
      };
      const model = { ...key, ANTHROPIC_MODEL: 'some-model' };
      const real = [
        'run',
        'morning-brief',
        '--input',
        '{"lang":"en","audience":"operations"}',
        '--port',
        '0',
      ];
      const [noKey, noModel, confirm, fresh, contradiction, refused] = await session(
        [
          [real],
          [real, key],
          [[...real, '--confirm'], model],
          [[...real, '--fresh'], model],
          [[...real, '--dry-run', '--model', 'anthropic'], model],
          [real, model],
        ],
        home(),
      );
      for (const { code, stdout } of [noKey, noModel, confirm, fresh, contradiction]) {
        expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      }
      expect(noKey.stderr).toContain('a real run needs ANTHROPIC_API_KEY; without a key, try --dry-run');
      expect(noModel.stderr).toContain('a real run needs ANTHROPIC_MODEL');
      expect(confirm.stderr).toContain('--confirm decides in place of a person: it works on dry runs only');
      expect(fresh.stderr).toContain('real runs are kept');
      expect(contradiction.stderr).toContain('a dry run has the scripted model');
      expect(refused).toMatchObject({
        code: 1,
        last: { state: 'FAILED', code: 'MODEL_REFUSED_REQUEST', steps: 0 },
      });
      expect(refused.last).not.toHaveProperty('recording');
      expect(JSON.stringify([noModel, confirm, refused])).not.toContain('sk-secret-of-this-test');
    },
  );
});

describe('wrong usage', () => {
  it('ends with 2 and says what is wanted', SLOW, async () => {
    const cases: readonly (readonly [args: readonly string[], words: string])[] = [
      [['fly'], 'there is no command "fly"'],
      [[], 'a command is wanted'],
      [['constructor'], 'there is no command "constructor"'],
      [['run'], 'a workflow is wanted'],
      [['run', 'evening-brief', '--dry-run'], 'no workflow "evening-brief" is known; there are'],
      [[...dry, '--input', '{'], '--input wants JSON'],
      [[...dry, '--input', '{"lang":"fr"}'], '--input does not fit morning-brief: lang'],
      [[...dry, '--port', '99999'], '--port wants 0 to 65535'],
      [
        ['run', 'morning-brief', '--model', 'parrot'],
        '--model wants scripted or anthropic, "parrot" was given',
      ],
      [['run', 'morning-brief', '--speed'], "Unknown option '--speed'"],
      [['show', '--dry-run'], 'a run is wanted'],
      [['show', 'morning-brief-2026-01-01', '--dry-run'], 'no run "morning-brief-2026-01-01" is on record'],
      [
        ['rerun', 'yesterday', '--dry-run'],
        'a run such as morning-brief-2026-11-30 is wanted, "yesterday" was given',
      ],
      [['graph', 'morning-brief'], 'graph wants --asl or --mermaid'],
    ];
    const ends = await session(
      cases.map(([args]) => [args] as const),
      home(),
    );
    expect(ends.map(({ code, stdout }, index) => [cases[index]?.[0], code, stdout])).toEqual(
      cases.map(([args]) => [args, 2, '']),
    );
    for (const [index, { stderr }] of ends.entries()) {
      expect(stderr).toContain(cases[index]?.[1]);
      expect(stderr).not.toContain('    at ');
    }
  });
});

describe('the machine', () => {
  it('is printed as it is deployed, and as a picture', SLOW, async () => {
    const [asl, picture] = await session(
      [[['graph', 'morning-brief', '--asl']], [['graph', 'morning-brief', '--mermaid']]],
      home(),
    );
    expect(asl).toMatchObject({ code: 0, last: { QueryLanguage: 'JSONata', StartAt: 'ADMIT' } });
    expect(picture.code).toBe(0);
    expect(picture.stdout).toContain('stateDiagram-v2');
  });
});
