import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bundle, bundleFunctions } from '../../lib/aws/bundle.ts';
import { startDynamo } from '../../lib/local/dynamodb.ts';

/** The most a function may read when it starts, in bytes; a new function gets OTHERS until it has a line of its own. */
const LIMITS: Record<string, number> = {
  turn: 700_000,
  // It carries the parsers of JavaScript, Python and TOML.
  'read-codebase-analysis': 640_000,
};
const OTHERS = 480_000;

let bundles: Bundle[];
/** The bundles away from the project, so that nothing but what is in them can be found. */
let away: string;

beforeAll(async () => {
  bundles = await bundleFunctions();
  away = mkdtempSync(path.join(os.tmpdir(), 'holdpoint-dist-'));
  cpSync('dist', away, { recursive: true });
}, 180_000);
afterAll(() => rmSync(away, { recursive: true, force: true }));

const textOf = (name: string) =>
  readdirSync(path.join('dist', name))
    .map((file) => readFileSync(path.join('dist', name, file), 'utf8'))
    .join('\n');
const names = (kind: (name: string) => boolean) => bundles.map(({ name }) => name).filter(kind);
const sourcesOf = (name: string) => bundles.find((bundle) => bundle.name === name)?.sources ?? [];

it('every function that is wired is bundled', () => {
  expect(names(() => true)).toEqual(
    expect.arrayContaining(['admit', 'ask', 'finish', 'gate-site', 'start', 'turn']),
  );
});

it('no function reads more at its start than it may', () => {
  const over = bundles.filter(({ name, startBytes }) => startBytes > (LIMITS[name] ?? OTHERS));
  expect(over.map(({ name, startBytes }) => `${name} ${startBytes}`)).toEqual([]);
});

describe('what may change the world is carried by write functions alone', () => {
  it('only they hold the text of a writer and of its target', () => {
    expect(names((name) => textOf(name).includes('createOnce'))).toEqual(['write-morning-brief']);
    expect(names((name) => textOf(name).includes('T-${'))).toEqual(['write-morning-brief']);
  });

  it('only they are built from a writer, and only read functions from a reader', () => {
    const runners = (name: string, verb: string) =>
      sourcesOf(name).filter(
        (source) => source.endsWith('.run.ts') && readFileSync(source, 'utf8').includes(`${verb}(`),
      );
    expect(names((name) => runners(name, 'writer').length > 0)).toEqual(
      names((name) => name.startsWith('write-')),
    );
    expect(names((name) => runners(name, 'runner').length > 0)).toEqual(
      names((name) => name.startsWith('read-')),
    );
  });

  it('the gate site, start and close-gate know no workflow', () => {
    for (const name of ['gate-site', 'start', 'close-gate'])
      expect(sourcesOf(name).filter((source) => source.startsWith('lambda/workflows/'))).toEqual([]);
  });
});

it('the client of Bedrock stands apart from the turn, and no other function has it', () => {
  expect(names((name) => readdirSync(path.join('dist', name)).includes('bedrock.mjs'))).toEqual(['turn']);
  expect(readFileSync('dist/turn/index.mjs', 'utf8')).toContain('import("./bedrock.mjs")');
  expect(sourcesOf('turn').filter((source) => source.includes('bedrock-sdk'))).toEqual([]);
});

describe('a bundle runs by itself', () => {
  const node = async (script: string, env: Record<string, string> = {}) => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      cwd: away,
      env: { PATH: process.env.PATH, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true', ...env },
    });
    return stdout.trim().split('\n');
  };

  it('every one loads, and reads no setting before it is invoked', async () => {
    const all = names(() => true);
    const script = `for (const name of ${JSON.stringify(all)}) {
      const { handler } = await import(process.cwd() + '/' + name + '/index.mjs');
      console.log(name, typeof handler);
    } await import(process.cwd() + '/turn/bedrock.mjs');`;
    expect(await node(script)).toEqual(all.map((name) => `${name} function`));
  });

  it('admit puts its run on record and answers NEW, in one log line and without a word of the input', async () => {
    const dynamo = await startDynamo('holdpoint');
    try {
      const input = {
        workflow: 'morning-brief',
        businessDate: '2026-01-06',
        trigger: 'manual',
        input: { lang: 'tc', audience: 'SECRET-AUDIENCE' },
      };
      const event = { run: 'morning-brief-2026-01-06', execution: 'arn:execution', input };
      const lines = await node(
        `const { handler } = await import(process.cwd() + '/admit/index.mjs');
         const route = await handler(${JSON.stringify(event)}, { getRemainingTimeInMillis: () => 30000 });
         console.log(JSON.stringify(route));`,
        {
          AWS_REGION: 'ap-east-1',
          AWS_ACCESS_KEY_ID: 'test',
          AWS_SECRET_ACCESS_KEY: 'test',
          AWS_ENDPOINT_URL_DYNAMODB: dynamo.url,
          TABLE_NAME: 'holdpoint',
          ANTHROPIC_MODEL: 'claude-sonnet-5-5',
          AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
          POWERTOOLS_SERVICE_NAME: 'admit',
          POWERTOOLS_METRICS_NAMESPACE: 'Holdpoint',
        },
      );
      const [coldStart, done, route] = lines.map((line) => JSON.parse(line));
      expect(coldStart).toMatchObject({ service: 'admit', ColdStart: 1 });
      expect(done).toMatchObject({ level: 'INFO', message: 'done', run: 'morning-brief-2026-01-06' });
      expect(route).toMatchObject({ next: 'NEW', stage: 'PLANNING', turn: 0 });
      expect(lines.join()).not.toContain('SECRET-AUDIENCE');
    } finally {
      await dynamo.close();
    }
  });
});
