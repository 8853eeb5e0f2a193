import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CSS } from '../../lambda/gate/style.ts';
import { readDecision } from '../../lambda/ledger/decision.ts';
import { readGate } from '../../lambda/ledger/gate.ts';
import { memoryItems } from '../../lambda/ledger/memory-items.ts';
import { approve, type Bench, bench } from './bench.ts';
import { openGate, task } from './fixture.ts';

let b: Bench;
beforeEach(async () => {
  b = await bench();
});
afterEach(() => b.close());

const untouched = async () => {
  expect(await readDecision(b.items, openGate)).toBeUndefined();
  expect(await readGate(b.items, openGate)).toEqual({ ...openGate, nonce: expect.any(String) });
  expect(b.sfn.received).toEqual([]);
};

/** A request that fetch would not send as it is; the headers and status that come back. */
const raw = (method: string, path: string, headers: Record<string, string> = {}, body = '') =>
  new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(b.url);
    const sent = request({ hostname, port, method, path, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
const path = () => new URL(b.link()).pathname;

describe('another site’s page', () => {
  it.each([
    ['cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['same-site', { 'sec-fetch-site': 'same-site' }],
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['an origin that only looks like ours', { origin: 'http://127.0.0.1' }],
    ['the https twin of ours', { origin: 'https://127.0.0.1:PORT' }],
    ['an origin that is no address', { origin: 'file://' }],
  ])('cannot decide: %s', async (_, headers: Record<string, string>) => {
    const { port } = new URL(b.url);
    const sent = Object.fromEntries(Object.entries(headers).map(([k, v]) => [k, v.replace('PORT', port)]));
    const answer = await b.post(approve(task.digest), 0, sent);
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('It came from another web site.');
    await untouched();
  });

  it.each<[string, () => Record<string, string>]>([
    ['with Origin: null, as pages without a referrer send it', () => ({ origin: 'null' })],
    ['with our own origin', () => ({ origin: b.url, 'sec-fetch-site': 'same-origin' })],
    ['typed or opened by hand', () => ({ 'sec-fetch-site': 'none' })],
  ])('is not what our own form is: %s', async (_, headers) => {
    expect((await b.post(approve(task.digest), 0, headers())).status).toBe(303);
  });

  it('is not what a browser is that sends no Origin at all', async () => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(approve(task.digest)).toString();
    expect((await raw('POST', path(), type, body)).status).toBe(303);
  });
});

describe('a form made by hand', () => {
  it('that puts words beside an approval says what it said when it is sent again', async () => {
    const form = { ...approve(task.digest), '0.comment.APPROVED': 'go on' };
    expect([(await b.post(form)).status, (await b.post(form)).status]).toEqual([303, 303]);
    expect((await readDecision(b.items, openGate))?.rulings[0]).not.toHaveProperty('comment');
  });
});

describe('every other method', () => {
  it.each(['PUT', 'DELETE', 'PATCH', 'PROPFIND'])(
    '%s is refused, says what is allowed, changes nothing',
    async (method) => {
      const answer = await raw(method, path(), { 'content-length': '0' });
      expect(answer.status).toBe(405);
      expect(answer.headers.allow).toBe('GET, HEAD, POST, OPTIONS');
      await untouched();
    },
  );

  it('HEAD and OPTIONS answer without doing anything', async () => {
    const head = await raw('HEAD', path());
    expect([head.status, head.text]).toEqual([200, '']);
    const options = await raw('OPTIONS', path(), {
      'access-control-request-method': 'POST',
      origin: 'https://evil.example',
    });
    expect(options.status).toBe(204);
    expect(options.headers.allow).toBe('GET, HEAD, POST, OPTIONS');
    expect(Object.keys(options.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    await untouched();
  });

  it('a GET that carries the form in its query decides nothing', async () => {
    const query = new URLSearchParams(approve(task.digest)).toString();
    expect((await raw('GET', `${path()}?${query}`)).status).toBe(200);
    await untouched();
  });
});

describe('scanners and preview bots', () => {
  const agents = [
    'Mozilla/5.0 (compatible; Microsoft Office Existence Discovery)',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) SafeLinks',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'WhatsApp/2.23.20.0',
    'TelegramBot (like TwitterBot)',
    'facebookexternalhit/1.1',
    'Mozilla/5.0 (compatible; Barracuda Sentinel)',
    'Mimecast',
    'Proofpoint URL Defense',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mail',
  ];
  it('read the page as often as they like, and the person can still decide', async () => {
    for (const agent of agents) {
      const headers = { 'user-agent': agent };
      expect((await raw('HEAD', path(), headers)).status).toBe(200);
      expect((await raw('GET', path(), headers)).status).toBe(200);
      expect((await raw('OPTIONS', path(), headers)).status).toBe(204);
      expect((await raw('DELETE', path(), headers)).status).toBe(405);
    }
    await untouched();
    expect((await b.post(approve(task.digest))).status).toBe(303);
  });

  it('that press a button without choosing decide nothing', async () => {
    const page = await (await b.get()).text();
    const hidden = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const fields = Object.fromEntries(hidden.map(([, name, value]) => [name, value]));
    expect(Object.keys(fields)).toEqual(['0.digest']);
    expect((await b.post(fields)).status).toBe(422);
    expect(page).not.toMatch(/<input[^>]*\schecked/);
    await untouched();
  });
});

describe('a form the page did not make', () => {
  it.each<[string, number, string, string]>([
    ['JSON', 415, 'application/json', '{"0.choice":"APPROVED"}'],
    ['plain text', 415, 'text/plain', `0.digest=${task.digest}&0.choice=APPROVED`],
    ['multipart', 415, 'multipart/form-data; boundary=x', '--x--'],
    ['no type', 415, '', `0.digest=${task.digest}&0.choice=APPROVED`],
    ['nothing in it', 400, 'application/x-www-form-urlencoded', ''],
    [
      'an unknown field',
      400,
      'application/x-www-form-urlencoded',
      `0.digest=${task.digest}&0.choice=APPROVED&admin=1`,
    ],
    [
      'an unknown choice',
      400,
      'application/x-www-form-urlencoded',
      `0.digest=${task.digest}&0.choice=approve`,
    ],
    ['a digest that is none', 400, 'application/x-www-form-urlencoded', '0.digest=x&0.choice=APPROVED'],
    [
      'prototype names',
      400,
      'application/x-www-form-urlencoded',
      `__proto__.digest=${task.digest}&0.choice=APPROVED`,
    ],
    [
      'a field twice',
      400,
      'application/x-www-form-urlencoded',
      `0.digest=${task.digest}&0.digest=${task.digest}&0.choice=APPROVED`,
    ],
    [
      'too many proposals',
      400,
      'application/x-www-form-urlencoded',
      Array.from({ length: 65 }, (_, i) => `${i}.digest=${task.digest}`).join('&'),
    ],
    [
      'a reason without end',
      400,
      'application/x-www-form-urlencoded',
      `0.digest=${task.digest}&0.choice=REJECTED&0.comment.REJECTED=${'x'.repeat(4001)}`,
    ],
    [
      'more than 128 kB',
      413,
      'application/x-www-form-urlencoded',
      `0.digest=${task.digest}&0.edit.title=${'x'.repeat(131_072)}`,
    ],
  ])('is refused and records nothing: %s', async (_, status, type, body) => {
    const headers = {
      ...(type ? { 'content-type': type } : {}),
      'content-length': String(Buffer.byteLength(body)),
    };
    const answer = await raw('POST', path(), headers, body);
    expect(answer.status).toBe(status);
    await untouched();
  });

  it('is measured also when it does not say how long it is', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'transfer-encoding': 'chunked' };
    expect((await raw('POST', path(), headers, 'x'.repeat(200_000))).status).toBe(413);
  });
});

describe('a link this system did not make', () => {
  it.each([
    '/g/',
    '/g/x',
    `/g/${'A'.repeat(40)}`,
    '/g/..%2f..%2fetc',
    '/g/%00',
    '/',
    '/g/a/b',
    '/favicon.ico',
  ])('%s leads nowhere, and costs the table nothing', async (path) => {
    const before = b.requests();
    const got = await raw('GET', path);
    expect(got.status).toBe(404);
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await raw('POST', path, type, 'a=b')).status).toBe(404);
    expect(b.requests()).toBe(before);
  });

  it('is not led away from here: a page’s own links name no host and no path', async () => {
    const { text } = await raw('GET', '//evil.example/"><b>');
    expect([...text.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      '?lang=en',
      '?lang=tc',
      '?lang=sc',
    ]);
  });

  it('is told so in the browser’s language', async () => {
    const page = async (accepted: string) => (await raw('GET', '/g/x', { 'accept-language': accepted })).text;
    expect(await page('zh-HK,zh;q=0.9,en;q=0.8')).toContain('此連結無效');
    expect(await page('zh-CN,zh;q=0.9')).toContain('此链接无效');
    expect(await page('fr-FR')).toContain('This link does not work');
  });
});

describe('headers', () => {
  const expected = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex, nofollow, noarchive',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  };
  const policy =
    /^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/;

  it('guard every answer: pages, refusals, redirects, errors', async () => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const answers = [
      await raw('GET', path()),
      await raw('HEAD', path()),
      await raw('OPTIONS', path()),
      await raw('PUT', path()),
      await raw('GET', '/g/x'),
      await raw('GET', '/nowhere'),
      await raw('GET', '/healthz'),
      await raw('POST', path(), { ...type, origin: 'https://evil.example' }, 'x=1'),
      await raw('POST', path(), type, 'x=1'),
      await raw('POST', path(), type, 'x'.repeat(200_000)),
      await raw('POST', path(), type, new URLSearchParams(approve(task.digest)).toString()),
      await raw('GET', path()),
    ];
    expect(answers.map(({ status }) => status)).toEqual([
      200, 200, 204, 405, 404, 404, 200, 403, 400, 413, 303, 200,
    ]);
    for (const { headers } of answers) {
      expect(headers).toMatchObject(expected);
      expect(headers['content-security-policy']).toMatch(policy);
      expect(headers).not.toHaveProperty('strict-transport-security');
      expect(headers).not.toHaveProperty('set-cookie');
    }
  });

  it('keep browsers on https where the site is on https', async () => {
    await b.close();
    b = await bench(openGate, { https: true });
    expect((await raw('GET', path())).headers['strict-transport-security']).toBe(
      'max-age=63072000; includeSubDomains',
    );
    expect((await b.post(approve(task.digest), 0, { origin: b.url })).status).toBe(403);
    const own = b.url.replace('http:', 'https:');
    expect((await b.post(approve(task.digest), 0, { origin: own })).status).toBe(303);
  });

  it('let in one style and nothing else: no script, no image, no other host', async () => {
    const { text } = await raw('GET', path());
    expect(text).toContain(`<style>${CSS}</style>`);
    expect(text).not.toMatch(/<(script|img|iframe|object|embed|link|base|video|audio|svg)\b/i);
    expect(text).not.toMatch(/\s(on\w+|style|src|srcset|formaction)=/i);
    expect(CSS).not.toMatch(/url\(|@import|expression/i);
  });
});

describe('when the record cannot be reached', () => {
  it('the page says that it does not know, reports it, and never pretends', async () => {
    await b.close();
    const reported: unknown[] = [];
    const items = memoryItems();
    const failing = {
      ...items,
      query: async () => {
        throw new Error('ProvisionedThroughputExceededException');
      },
    };
    b = await bench(openGate, {
      table: { items: failing, requests: () => 0, close: async () => {} },
      report: (error) => reported.push(error),
    });
    const page = await b.get();
    expect(page.status).toBe(503);
    expect(page.headers.get('retry-after')).toBe('60');
    expect(await page.text()).toContain('The record cannot be reached just now');
    const answer = await b.post(approve(task.digest));
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('It is not certain whether your last click was recorded.');
    expect(reported).toHaveLength(2);
    expect(await readDecision(items, openGate)).toBeUndefined();
  });
});
