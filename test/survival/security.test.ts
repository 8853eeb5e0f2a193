import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wire } from '../../lambda/functions/gate-site.ts';
import { memoryItems } from '../../lambda/ledger/memory-items.ts';
import { ledgerTasks } from '../../lambda/ledger/tasks.ts';
import { printable, printableLines } from '../../lib/local/commands/printable.ts';
import type { LocalHost } from '../../lib/local/host.ts';
import { summarize } from '../../lib/local/summary.ts';
import { briefOf, rehearsing } from '../local/rehearsing.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const directory = mkdtempSync(path.join(tmpdir(), 'security-'));
const HOSTILE = '</pre><script>alert(1)</script><img src=x onerror=alert(1)> "\' onclick=alert(1)';
let host: LocalHost;
let run: string;
let link: string;

beforeAll(async () => {
  const opened = await rehearsing(directory, { store: 'dynamodb' });
  host = opened.host;
  ({ run } = await host.start(briefOf('2026-08-25')));
  await opened.progress.settled(run);
  link = (await summarize(host, run)).link ?? '';
  const body = { en: { text: HOSTILE } };
  await ledgerTasks(host.items).createOnce('k'.repeat(64), { title: HOSTILE, body }, new Date(0));
});
afterAll(async () => {
  await host.close();
  rmSync(directory, { recursive: true, force: true });
});

type Answer = { readonly status: number; readonly headers: Record<string, unknown>; readonly text: string };

/** A request with headers that fetch would not send. */
const raw = (url: string, method = 'GET', headers: Record<string, string> = {}, body = '') =>
  new Promise<Answer>((resolve, reject) => {
    const sent = request(url, { method, headers }, (answer) => {
      text(answer).then(
        (all) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: all }),
        reject,
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });

/** Every server of a local host: what people look at, and what only programs ask. */
const servers = () => ({
  site: host.url,
  'Step Functions': host.stepFunctionsUrl,
  mail: host.mailUrl,
  DynamoDB: String(host.env.AWS_ENDPOINT_URL_DYNAMODB),
  model: String(host.env.ANTHROPIC_BASE_URL),
  feeds: new URL(String(host.env.TOOL_HKO_BASE_URL)).origin,
});

describe('every server of the local host', () => {
  it('answers to no name but this machine’s own, whatever a name was made to resolve to', async () => {
    for (const [name, url] of Object.entries(servers())) {
      const port = new URL(url).port;
      for (const rebound of ['evil.example', `evil.example:${port}`, '127.0.0.1.evil.example', '0.0.0.0'])
        expect([name, rebound, (await raw(url, 'GET', { host: rebound })).status]).toEqual([
          name,
          rebound,
          421,
        ]);
    }
  });

  it('is bound to loopback', async () => {
    for (const url of Object.values(servers())) {
      const elsewhere = url.replace('127.0.0.1', '127.0.0.2');
      await expect(raw(elsewhere)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    }
  });

  it('that is for programs answers no page of any site, not even of this one', async () => {
    const { site, ...programs } = servers();
    for (const [name, url] of Object.entries(programs)) {
      for (const from of [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: site },
        { 'sec-fetch-site': 'cross-site' },
      ]) {
        for (const method of ['OPTIONS', 'POST', 'GET']) {
          const answer = await raw(url, method, from as Record<string, string>);
          expect([name, method, from, answer.status]).toEqual([name, method, from, 403]);
          expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
        }
      }
    }
  });

  it('takes requests of a limited size', async () => {
    const target = { 'x-amz-target': 'AWSStepFunctions.StartExecution' };
    const long = await raw(host.stepFunctionsUrl, 'POST', target, 'x'.repeat(2_000_000));
    expect(long.text).toContain('a request has at most 1048576 bytes');
    expect((await raw(link, 'POST', FORM, 'x'.repeat(200_000))).status).toBe(413);
  });
});

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('every page of the local host', () => {
  it('has headers that keep it from being framed, sniffed, kept, and told of', async () => {
    const pages = [
      '/',
      '/mailbox',
      '/tasks',
      '/console',
      '/console/gates',
      `/console/runs/${run}`,
      '/nowhere',
    ];
    const refused = ['/console/runs/none', `/console/runs/${run}/delete`];
    const answers = [
      ...(await Promise.all([...pages, ...refused].map((place) => raw(host.url + place)))),
      await raw(link),
      await raw(`${host.url}/tasks/x/reviewed`, 'POST', { origin: 'https://evil.example' }),
    ];
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
      });
      expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    }
  });

  it('shows as words what a model, a feed or a person wrote', async () => {
    const search = encodeURIComponent(HOSTILE);
    const places = [
      '/tasks',
      `/console?text=${search}&outcome=${search}&day=${search}`,
      `/console/runs/${search}`,
    ];
    for (const place of places) {
      const page = await raw(host.url + place);
      if (String(page.headers['content-type']).startsWith('text/html'))
        expect(page.text).not.toMatch(/<script>alert|<img|["'] onclick=alert/);
    }
    expect((await raw(`${host.url}/tasks`)).text).toContain('&lt;script&gt;alert(1)');
  });

  it('presses no button for another site: neither tasks nor the console', async () => {
    const key = 'k'.repeat(64);
    for (const place of [`/tasks/${key}/reviewed`, `/console/runs/${run}/cancel`]) {
      for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
        expect((await raw(host.url + place, 'POST', headers as Record<string, string>)).status).toBe(403);
    }
    expect((await summarize(host, run)).state).toBe('WAITING_CONFIRM');
    expect(await host.items.get({ pk: `TASK#${key}`, sk: 'TASK' })).not.toHaveProperty('reviewedAt');
  });

  it('serves no file, whatever the path says', async () => {
    for (const place of [
      '/../package.json',
      '/tasks/..%2f..%2fetc%2fpasswd',
      '/mailbox/%2e%2e/%2e%2e/etc/passwd',
      '/g/..%2f..%2fetc',
    ]) {
      const { status, text: page } = await raw(host.url + place);
      expect([place, status]).toEqual([place, 404]);
      expect(page).not.toMatch(/root:|holdpoint",/);
    }
  });
});

describe('the deployed site', () => {
  it('keeps browsers on https, also where it refuses', async () => {
    const env = { LINK_KEYS: JSON.stringify({ current: Buffer.alloc(32, 'k').toString('base64') }) };
    const site = wire({ env, clock: { now: () => new Date(0) }, items: memoryItems(), sfn: {} as never });
    const event = {
      version: '2.0',
      routeKey: 'ANY /g/{ref}',
      rawPath: '/g/x',
      rawQueryString: '',
      headers: { host: 'gate.example' },
      requestContext: {
        domainName: 'gate.example',
        http: { method: 'GET', path: '/g/x', sourceIp: '192.0.2.1' },
      },
      isBase64Encoded: false,
    };
    const answer = await site(event as never, { getRemainingTimeInMillis: () => 1_000 });
    expect(answer).toMatchObject({
      statusCode: 404,
      headers: {
        'strict-transport-security': 'max-age=63072000; includeSubDomains',
        'x-frame-options': 'DENY',
        'cache-control': 'no-store',
      },
    });
  });
});

describe('a terminal', () => {
  it('is not told what to do by text: colours, titles, links, other orders, lines of their own', () => {
    const text = 'a\u001b[31m\u009b2J\u001b]8;;https://evil.example\u0007b\u202ec\u0085d\ne\t\u007f';
    expect(printable(text)).toBe(
      'a\\u001b[31m\\u009b2J\\u001b]8;;https://evil.example\\u0007b\\u202ec\\u0085d\\u000ae\\u0009\\u007f',
    );
    expect(printableLines('a\tb\n\u001bc')).toBe('a\tb\n\\u001bc');
    const json = JSON.stringify({ text: 'x\u009by\u202e' });
    expect(JSON.parse(printableLines(json))).toEqual({ text: 'x\u009by\u202e' });
  });

  it('gets from the command line what was said as text', async () => {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', 'bin/holdpoint.ts', 'show', 'x\u001b[31m\u009b\ny', '--dry-run'],
      {
        cwd: ROOT,
        env: { PATH: process.env.PATH ?? '', HOLDPOINT_HOME: path.join(directory, 'none') },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect(stdout).toBe('');
    expect(stderr).toBe('holdpoint: no run "x\\u001b[31m\\u009b\\u000ay" is on record\n');
  });
});

describe('a log line', () => {
  it('is one line of JSON, whatever an error and a run’s name say', async () => {
    const code = `
      import { observed } from './lambda/functions/observed.ts';
      const handler = observed(async () => { throw new Error('a\\n{"level":"INFO","message":"approved"}\\u001b[2J'); }, () => ({}));
      await handler({ run: 'x\\ny' }, { getRemainingTimeInMillis: () => 1 }).catch(() => undefined);`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
      cwd: ROOT,
      env: { PATH: process.env.PATH ?? '', POWERTOOLS_SERVICE_NAME: 's', POWERTOOLS_METRICS_NAMESPACE: 'n' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const lines = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('approved'));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ message: 'failed', run: 'x\ny' });
    expect(lines[0]).not.toContain('\u001b');
  });
});
