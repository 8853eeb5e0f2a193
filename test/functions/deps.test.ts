import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { approvers, linkKeys } from '../../lambda/functions/deps.ts';
import type { Host } from '../../lambda/functions/host.ts';

const hostOf = (env: Record<string, string>): Host & { at: string } => {
  const host = { env, at: '2026-01-06T00:00:00Z', clock: { now: () => new Date(host.at) } };
  return host;
};
const A = Buffer.alloc(32, 1).toString('base64');
const B = Buffer.alloc(32, 2).toString('base64');

describe('who is asked', () => {
  const amy = { id: 'amy', name: 'Amy', email: 'amy@example.com', lang: 'en' };
  const bo = { id: 'bo', name: 'Bo', email: 'bo@example.com', lang: 'tc' };

  it('is one list for every workflow', () => {
    expect(approvers(hostOf({ APPROVERS: JSON.stringify([amy]) }))('travel-advice-2026-01-06')).toEqual([
      amy,
    ]);
  });

  it("is each workflow's own list, re-runs included", () => {
    const whom = approvers(hostOf({ APPROVERS: JSON.stringify({ brief: [amy], 'morning-brief': [bo] }) }));
    expect(whom('morning-brief-2026-01-06')).toEqual([bo]);
    expect(whom('morning-brief-2026-01-06-r2')).toEqual([bo]);
    expect(whom('brief-2026-01-06')).toEqual([amy]);
    expect(whom('brief-2026-01-06-visitor-7')).toEqual([amy]);
  });

  it('is nobody else for a workflow without a list', () => {
    const whom = approvers(hostOf({ APPROVERS: JSON.stringify({ brief: [amy] }) }));
    expect(() => whom('constructor-2026-01-06')).toThrow('of the workflow "constructor"');
  });
});

describe('link keys in Secrets Manager', () => {
  let close = async () => {};
  afterEach(() => close());

  async function secrets(...answers: (string | number)[]) {
    let asked = 0;
    const server = createServer((_, response) => {
      const answer = answers[Math.min(asked++, answers.length - 1)];
      response.writeHead(typeof answer === 'number' ? answer : 200, {
        'content-type': 'application/x-amz-json-1.1',
      });
      response.end(
        typeof answer === 'number'
          ? '{"__type":"AccessDeniedException"}'
          : JSON.stringify({ SecretString: answer }),
      );
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    close = () => new Promise((resolve) => server.close(() => resolve()));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const env = { AWS_REGION: 'ap-east-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
    const host = hostOf({
      ...env,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: url,
      LINK_KEYS_SECRET_ARN: 'arn:secret',
    });
    return { host, asked: () => asked };
  }

  it('are read once in five minutes, so that a rotation reaches every function', async () => {
    const { host, asked } = await secrets(
      JSON.stringify({ current: A }),
      JSON.stringify({ current: B, previous: A }),
    );
    expect((await linkKeys(host)).current).toEqual(Buffer.alloc(32, 1));
    host.at = '2026-01-06T00:04:59Z';
    expect((await linkKeys(host)).current).toEqual(Buffer.alloc(32, 1));
    expect(asked()).toBe(1);
    host.at = '2026-01-06T00:05:00Z';
    expect(await linkKeys(host)).toEqual({ current: Buffer.alloc(32, 2), previous: Buffer.alloc(32, 1) });
  });

  it('that could not be read are asked for again', async () => {
    const { host } = await secrets(400, JSON.stringify({ current: A }));
    await expect(linkKeys(host)).rejects.toThrow();
    expect((await linkKeys(host)).current).toEqual(Buffer.alloc(32, 1));
  });

  it('that are no JSON are not quoted in the error', async () => {
    const { host } = await secrets('the-key-itself');
    await expect(linkKeys(host)).rejects.toThrow('LINK_KEYS (JSON of base64 texts is wanted');
    await expect(linkKeys(host)).rejects.not.toThrow('the-key');
  });
});
