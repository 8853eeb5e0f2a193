import { afterEach, expect, it, vi } from 'vitest';
import { wire } from '../../lambda/functions/gate-site.ts';
import { gateLink } from '../../lambda/gate/link.ts';
import { memoryItems } from '../../lambda/ledger/memory-items.ts';

afterEach(() => vi.restoreAllMocks());

it('logs why a person reads "not just now", and nothing of the request', async () => {
  const lines: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  const key = Buffer.alloc(32, 1);
  const items = {
    ...memoryItems(),
    query: async () => {
      throw Object.assign(new Error('the table is busy'), { name: 'ThrottlingException' });
    },
  };
  const env = { LINK_KEYS: JSON.stringify({ current: key.toString('base64') }), AWS_REGION: 'local' };
  const clock = { now: () => new Date('2026-11-30T00:00:00Z') };
  const ref = { run: 'morning-brief-2026-11-30', turn: 3, kind: 'CONFIRM' } as const;
  const { pathname, host } = new URL(gateLink('https://gate.example.com', { current: key }, ref, 0));
  const answer = await wire({ env, clock, items })(
    {
      version: '2.0',
      routeKey: 'ANY /g/{ref}',
      rawPath: pathname,
      rawQueryString: '',
      headers: { host },
      requestContext: { domainName: host, http: { method: 'GET', path: pathname, sourceIp: '192.0.2.7' } },
      isBase64Encoded: false,
    } as never,
    { getRemainingTimeInMillis: () => 1_000 },
  );
  expect(answer.statusCode).toBe(503);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({
    level: 'ERROR',
    message: 'the site could not answer',
    error: 'ThrottlingException',
    reason: 'the table is busy',
  });
  expect(lines[0]).not.toContain(pathname.slice(3));
  expect(lines[0]).not.toContain('192.0.2.7');
});
