import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveStack } from '../../lib/local/commands/serve-stack.ts';
import { Usage } from '../../lib/local/commands/usage.ts';
import { type Listening, listen } from '../../lib/local/listen.ts';
import { type Bench, openBench } from './bench.ts';

let bench: Bench;
let cloudFormation: Listening;
let stop = () => {};
let served: Promise<number>;
let url: string;

/** As CloudFormation answers: the stack's outputs, or that there is none. */
const described = (outputs: string) =>
  `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member><StackName>s</StackName><StackStatus>CREATE_COMPLETE</StackStatus><CreationTime>2026-11-30T00:00:00Z</CreationTime><Outputs>${outputs}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
const output = (key: string, value: string) =>
  `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`;
const ANSWERS: { readonly [stack: string]: string } = {
  Holdpoint: described(output('GateUrl', 'https://gate.example.com') + output('TableName', 'holdpoint')),
  Other: described(output('Bucket', 'b')),
};
const NONE =
  '<ErrorResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><Error><Type>Sender</Type><Code>ValidationError</Code><Message>Stack with id None does not exist</Message></Error></ErrorResponse>';

const out = (note: (line: string) => void, interrupted: () => Promise<void>) => ({
  terminal: false,
  note,
  result: () => {},
  interrupted,
});
const envOf = () => ({
  AWS_REGION: 'ap-east-1',
  AWS_ACCESS_KEY_ID: 'operator',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_ENDPOINT_URL_CLOUDFORMATION: cloudFormation.url,
  AWS_ENDPOINT_URL_DYNAMODB: bench.host.env.AWS_ENDPOINT_URL_DYNAMODB,
  AWS_ENDPOINT_URL_SFN: bench.host.stepFunctionsUrl,
});

beforeAll(async () => {
  bench = await openBench({ store: 'dynamodb' });
  cloudFormation = await listen(async (incoming, response) => {
    const stack = new URLSearchParams(await text(incoming)).get('StackName') ?? '';
    const answer = Object.hasOwn(ANSWERS, stack) ? ANSWERS[stack] : undefined;
    response.writeHead(answer ? 200 : 400, { 'content-type': 'text/xml' }).end(answer ?? NONE);
  });
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  url = await new Promise<string>((resolve, reject) => {
    const heard = (line: string) => resolve(/http:\S+/.exec(line)?.[0] ?? '');
    served = serveStack({ stack: 'Holdpoint', port: 0, env: envOf(), out: out(heard, () => stopped) });
    served.catch(reject);
  });
});
afterAll(async () => {
  stop();
  expect(await served).toBe(0);
  await cloudFormation.close();
  await bench.close();
});

const page = async (path: string) => (await fetch(`${url}${path}`)).text();
const raw = (path: string, method: string, headers: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    request(`${url}${path}`, { method, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });

describe("a deployed stack's console", () => {
  it('lists its runs and open gates, and draws where a run is, with neither link nor token', async () => {
    const { run, link = '' } = await bench.run('2030-05-02');
    expect(await page('/')).toContain(`/console/runs/${run}`);
    expect(await page('/console/gates')).toContain('Create 1 review task');
    const sheet = await page(`/console/runs/${run}`);
    expect(sheet).toContain('now in WAITING_CONFIRM; states taken: ADMIT');
    const { token = 'none' } = (await bench.gate(run, 3)) ?? {};
    for (const secret of [token, link.split('/').at(-1) ?? 'none']) expect(sheet).not.toContain(secret);
  });

  it('cancels a run that waits, which ends by its own machine', async () => {
    const { run } = await bench.run('2030-05-03');
    const answer = await fetch(`${url}/console/runs/${run}/cancel`, { method: 'POST', redirect: 'manual' });
    expect(answer.status).toBe(303);
    expect(await bench.standing(run)).toMatchObject({ state: 'CANCELLED' });
    expect(await page(`/console/runs/${run}`)).toContain('CANCELLED');
  });

  it('answers to this machine’s names alone, and no other site’s page presses its buttons', async () => {
    const { run } = await bench.run('2030-05-06');
    const cancel = `/console/runs/${run}/cancel`;
    expect(await raw('/console', 'GET', { host: 'evil.example' })).toBe(421);
    expect(await raw(cancel, 'POST', { host: 'evil.example' })).toBe(421);
    expect(await raw(cancel, 'POST', { origin: 'https://evil.example' })).toBe(403);
    expect(await raw(cancel, 'POST', { 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect((await bench.standingNow(run)).state).toBe('WAITING_CONFIRM');
  });

  it('has no letters, tasks or gates of its own: nobody decides there', async () => {
    for (const path of ['/mailbox', '/tasks', `/g/${'a'.repeat(40)}`])
      expect((await fetch(`${url}${path}`)).status).toBe(404);
  });
});

it.each([
  ['None', 'Stack with id None does not exist'],
  ['Other', 'the stack "Other" has no output TableName'],
])('a stack that is none of ours (%s) is told so', async (stack, why) => {
  const never = out(
    () => {},
    () => Promise.resolve(),
  );
  const asked = serveStack({ stack, port: 0, env: envOf(), out: never });
  await expect(asked).rejects.toBeInstanceOf(Usage);
  await expect(asked).rejects.toThrow(why);
});
