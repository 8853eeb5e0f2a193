import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wire as gateSite } from '../../lambda/functions/gate-site.ts';
import type { Host } from '../../lambda/functions/host.ts';
import type { Mail } from '../../lambda/gate/mail.ts';
import { startDynamo } from '../../lib/local/dynamodb.ts';
import { stepFunctionsApi } from '../../lib/local/engine/api.ts';
import { type Engine, memoryJournal, openEngine, systemTimers } from '../../lib/local/engine/engine.ts';
import { localFunctions } from '../../lib/local/functions.ts';
import { listen } from '../../lib/local/listen.ts';
import { loadMachines } from '../../lib/local/machines.ts';
import { startMessagesApi } from '../../lib/local/messages-api.ts';
import { diligent } from '../local/bench.ts';
import { observatory } from '../local/observatory.ts';
import { filled } from '../local/person.ts';
import { rightsOf } from './rights.ts';
import { synthesise } from './synthesis.ts';

/** The role each function is deployed with. */
const ROLES: Record<string, string> = {
  admit: 'PlatformAdmitRole',
  turn: 'PlatformTurnRole',
  validate: 'PlatformValidateRole',
  ask: 'PlatformAskRole',
  closeGate: 'PlatformCloseGateRole',
  finish: 'PlatformFinishRole',
  watch: 'PlatformUpkeepWatchRole',
  sweep: 'PlatformUpkeepSweepRole',
  undelivered: 'PlatformBouncesUndeliveredRole',
  gateSite: 'PlatformGateSiteRole',
  'read-morning-brief': 'MorningBriefReadRole',
  'write-morning-brief': 'MorningBriefWriteRole',
};

/** One request on the wire: who made it, as the credentials say, and what of. */
type Request = {
  readonly by: string;
  readonly action: string;
  readonly index: boolean;
  readonly key: string;
};

const requests: Request[] = [];
const tap = (message: unknown) => {
  const { request } = message as { request: IncomingMessage };
  const [, action] = /^DynamoDB_\d+\.(\w+)$/.exec(String(request.headers['x-amz-target'])) ?? [];
  const [, by] = /Credential=([^/]+)\//.exec(request.headers.authorization ?? '') ?? [];
  if (!action || !by || !Object.hasOwn(ROLES, by)) return;
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    const { Key, Item, IndexName, ExpressionAttributeValues: values } = JSON.parse(body);
    const key = (Key ?? Item)?.pk.S ?? values[IndexName ? ':list' : ':pk'].S;
    requests.push({ by, action: `dynamodb:${action}`, index: IndexName !== undefined, key });
  });
};

let closing: (() => Promise<unknown>)[] = [];
let engine: Engine;
let now = new Date('2030-05-02T09:05:00+08:00');
const mails: Mail[] = [];
const ended = new Map<string, () => void>();
let call: (name: string, event: unknown) => Promise<unknown>;
let machine: string;

beforeAll(async () => {
  subscribe('http.server.request.start', tap);
  const dynamo = await startDynamo('holdpoint');
  const feed = await observatory(() => now.getTime());
  const model = await startMessagesApi(diligent);
  const api = await listen((request, response) => void stepFunctionsApi(engine)(request, response));
  closing = [() => dynamo.close(), () => feed.close(), () => model.close(), () => api.close()];
  const person = { name: 'Amy', email: 'amy@example.com', lang: 'en' };
  const env = {
    AWS_REGION: 'ap-southeast-1',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_DYNAMODB: dynamo.url,
    AWS_ENDPOINT_URL_SFN: api.url,
    TABLE_NAME: 'holdpoint',
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: 'test-key',
    ANTHROPIC_MODEL: 'scripted',
    TOOL_HKO_BASE_URL: feed.url,
    GATE_URL: 'https://gate.example.com',
    LINK_KEYS: JSON.stringify({ current: Buffer.alloc(32, 1).toString('base64') }),
    APPROVERS: JSON.stringify([{ id: 'amy', ...person }]),
    OWNER: JSON.stringify({ id: 'owner', ...person, email: 'owner@example.com' }),
    EXPECTED: JSON.stringify([{ workflow: 'morning-brief', at: '07:30', workingDaysOnly: true }]),
    WORKSPACE: '/tmp/none',
    CATALOGUE: 'invented',
  };
  const mailer = {
    async send(mail: Mail) {
      mails.push(mail);
      return { messageId: String(mails.length) };
    },
  };
  /** Each function with credentials of its own: who asks is on the wire. */
  const hostOf = (name: string): Host => ({
    env: { ...env, AWS_ACCESS_KEY_ID: name },
    clock: { now: () => now },
    mailer,
  });
  const handlers = new Map(Object.keys(ROLES).map((name) => [name, localFunctions(hostOf(name)).get(name)]));
  handlers.set('gateSite', gateSite(hostOf('gateSite')) as never);
  call = async (name, event) => {
    const handler = handlers.get(name);
    if (!handler) throw new Error(`no function ${name}`);
    return handler(event, { getRemainingTimeInMillis: () => 60_000 });
  };
  engine = await openEngine({
    journal: memoryJournal(),
    timers: systemTimers,
    invoke: call,
    onStatusChange: ({ name, status }) => {
      if (status !== 'RUNNING') ended.get(name)?.();
    },
  });
  machine = loadMachines(engine).get('morning-brief') ?? '';
});
afterAll(async () => {
  unsubscribe('http.server.request.start', tap);
  await engine.close();
  for (const close of closing) await close();
});

const begin = async (businessDate: string) => {
  const name = `morning-brief-${businessDate}`;
  const input = { lang: 'tc', audience: 'operations' };
  const over = new Promise<void>((resolve) => ended.set(name, resolve));
  const trigger = { workflow: 'morning-brief', businessDate, trigger: 'manual', input };
  const before = mails.length;
  const { executionArn } = await engine.startExecution({
    stateMachineArn: machine,
    name,
    input: JSON.stringify(trigger),
  });
  while (mails.length === before) await new Promise((resolve) => setImmediate(resolve));
  const [link = ''] = /https:\S+\/g\/\S+/.exec(mails.at(-1)?.text ?? '') ?? [];
  return { name, executionArn, over, link };
};

/** As API Gateway hands a request to the site. */
async function visit(link: string, form?: Record<string, string>) {
  const { pathname, host } = new URL(link);
  const method = form ? 'POST' : 'GET';
  const headers = {
    host,
    ...(form ? { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' } : {}),
  };
  return (await call('gateSite', {
    version: '2.0',
    routeKey: 'ANY /g/{ref}',
    rawPath: pathname,
    rawQueryString: '',
    headers,
    requestContext: { domainName: host, http: { method, path: pathname, sourceIp: '192.0.2.7' } },
    body: form ? new URLSearchParams(form).toString() : undefined,
    isBase64Encoded: false,
  })) as { statusCode: number; body: string };
}

/** As the rule does when the execution is over. */
const watched = async (executionArn: string) =>
  call('watch', { detail: await engine.describeExecution({ executionArn }) });

async function decide(link: string, choice: 'APPROVED' | 'REJECTED') {
  const { statusCode, body } = await visit(link);
  expect(statusCode).toBe(200);
  const hidden = [...body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const form = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
  expect((await visit(link, filled(form, choice, 'because'))).statusCode).toBe(303);
}

it('no function asks the ledger for what its role does not allow: approved, rejected, expired, stopped, and swept', async () => {
  const approved = await begin('2030-05-02');
  await decide(approved.link, 'APPROVED');
  await approved.over;
  await watched(approved.executionArn);
  expect(mails.at(-1)?.text).toContain('Approved. Done.');
  expect((await visit(approved.link)).body).toContain('T-');

  const rejected = await begin('2030-05-03');
  await decide(rejected.link, 'REJECTED');
  await rejected.over;
  await watched(rejected.executionArn);

  const stopped = await begin('2030-05-06');
  await engine.stopExecution({ executionArn: stopped.executionArn });
  await stopped.over;
  await watched(stopped.executionArn);

  const expired = await begin('2030-05-07');
  const bounced = { run: [expired.name], turn: ['3'], gate: ['CONFIRM'], approver: ['amy'] };
  const bounce = { eventType: 'Bounce', bounce: { bounceType: 'Permanent' }, mail: { tags: bounced } };
  expect(await call('undelivered', { detail: bounce })).toEqual({ lost: true, marked: true });
  expect(await call('sweep', {})).toMatchObject({ expired: 0 });
  expect(mails.at(-1)).toMatchObject({ to: 'owner@example.com', subject: expect.stringContaining('Amy') });
  now = new Date('2030-05-08T09:05:00+08:00');
  expect(await call('sweep', {})).toMatchObject({ expired: 1, resumed: 1, missed: 1 });
  await expired.over;

  const denied = requests.filter((request) => !allowed(request));
  expect(denied).toEqual([]);
  expect([...new Set(requests.map(({ by }) => by))].sort()).toEqual(Object.keys(ROLES).sort());
});

it('a request that is refused would be seen', () => {
  const asked = { by: 'turn', action: 'dynamodb:PutItem', index: false };
  expect(allowed({ ...asked, key: 'RUN#morning-brief-2030-05-02' })).toBe(true);
  expect(allowed({ ...asked, key: 'DECISION#morning-brief-2030-05-02#0003#CONFIRM' })).toBe(false);
  expect(allowed({ ...asked, by: 'read-morning-brief', key: 'RUN#morning-brief-two-2030-05-02' })).toBe(
    false,
  );
});

const rights = rightsOf(synthesise());

/** Whether a line of the role's rights lets it: the action, the table or its index, and the key by its pattern. */
function allowed({ by, action, index, key }: Request): boolean {
  const table = index ? '<PlatformLedger.Arn>/index/lists' : '<PlatformLedger.Arn>';
  return (rights[ROLES[by] ?? ''] ?? []).some((line) => {
    const [, actions = '', where = '', keys = ''] = /^(.+) on (\S+) if keys (.+)$/.exec(line) ?? [];
    return (
      actions.split(' ').includes(action) &&
      where === table &&
      keys.split(' ').some((pattern) => likeness(pattern).test(key))
    );
  });
}

/** IAM's StringLike: * is any text, ? any character. */
const likeness = (pattern: string) =>
  new RegExp(
    `^${pattern
      .replace(/[.+^$(){}|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    's',
  );
