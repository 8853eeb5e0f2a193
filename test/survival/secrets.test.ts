import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Handler } from '../../lambda/functions/host.ts';
import { observed } from '../../lambda/functions/observed.ts';
import { loopbackParts } from '../../lib/local/crash/loopback-parts.ts';
import { linksIn } from '../../lib/local/crash/story.ts';
import { type Listening, listen } from '../../lib/local/listen.ts';
import { say, shop, stage } from './faults/stage.ts';

/** What somebody could act with, and everything a whole run leaves behind, by where it lies. */
let secrets: { readonly [name: string]: readonly string[] };
const found: { [place: string]: readonly string[] } = {};
let bus: Listening;

beforeAll(async () => {
  const events: string[] = [];
  bus = await listen(async (request, response) => {
    events.push(await text(request));
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify({ FailedEntryCount: 0, Entries: [{ EventId: 'event' }] }));
  });
  const env = {
    EVENT_BUS_NAME: 'holdpoint',
    AWS_ENDPOINT_URL_EVENTBRIDGE: bus.url,
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  };
  const lines: string[] = [];
  const streams = [process.stdout, process.stderr];
  const writes = streams.map((stream) => stream.write);
  const hear = (chunk: string | Uint8Array) => lines.push(String(chunk)) > 0;
  for (const stream of streams) stream.write = hear as typeof stream.write;
  const answers: string[] = [];
  try {
    const { subject } = shop();
    // Every function logs as it does on Lambda, and what it answers is looked at too.
    const handler: typeof subject.handler = (name, host, outside) => {
      const known = subject.handler(name, host, outside);
      if (!known) return undefined;
      const logged: Handler<unknown, unknown> = observed(known, () => ({}));
      return async (event, invocation) => {
        const answer = await logged(event, invocation);
        answers.push(JSON.stringify(answer ?? null));
        return answer;
      };
    };
    const watched = { ...subject, env: { ...subject.env, ...env }, handler };
    const s = await stage(watched, { parts: loopbackParts });
    await s.start();
    const link = await s.parked();
    const page = await (await s.get(link)).text();
    await s.world.invoke('sweep', {});
    await say(s, link, 'APPROVED');
    await s.ended();
    const receipt = await (await s.get(link)).text();
    const { world } = s;
    const asks = world.mails.filter((mail) => linksIn(mail).length > 0);
    const ledger = world.ledger.map(({ after }) => [String(after.sk), JSON.stringify(after)] as const);
    Object.assign(found, {
      'log lines': lines,
      'events on the bus': events,
      'answers of functions': answers,
      'the letter that asks': asks.map((mail) => JSON.stringify(mail)),
      'other letters': world.mails.filter((mail) => !asks.includes(mail)).map((mail) => JSON.stringify(mail)),
      'items of gates': ledger.flatMap(([sk, item]) => (sk === 'GATE' ? [item] : [])),
      'other items': ledger.flatMap(([sk, item]) => (sk === 'GATE' ? [] : [item])),
      'the history, as the engine keeps it': world.journal,
      'pages that people see': [page, receipt],
    });
    secrets = {
      'the task token': s.gates().map(({ token }) => token),
      'the secret of the link': asks.flatMap(linksIn).map((each) => each.split('/').at(-1) ?? each),
      "the model's key": ['a-key-of-this-run'],
      'the key links are signed with': ['utf8', 'base64', 'base64url', 'hex'].map((as) =>
        Buffer.alloc(32, 'a key of this world alone').toString(as as BufferEncoding),
      ),
    };
  } finally {
    for (const [index, stream] of streams.entries()) stream.write = writes[index] ?? stream.write;
  }
}, 60_000);
afterAll(() => bus.close());

it.each([
  ['the task token', ['items of gates', 'the history, as the engine keeps it']],
  ['the secret of the link', ['the letter that asks']],
  ["the model's key", []],
  ['the key links are signed with', []],
])('of a whole run, %s is nowhere but in %j', (name, named) => {
  const known = secrets[name] ?? [];
  expect(known.length).toBeGreaterThan(0);
  for (const secret of known) expect(secret.length).toBeGreaterThan(15);
  const places = Object.entries(found).filter(([, texts]) =>
    texts.some((each) => known.some((secret) => each.includes(secret))),
  );
  expect(places.map(([place]) => place)).toEqual(named);
});

it('looked everywhere: each of these places has something of the run', () => {
  for (const [place, texts] of Object.entries(found))
    expect([place, texts.length > 0]).toEqual([place, true]);
  expect(found['log lines']?.filter((line) => line.includes('"run":"')).length).toBeGreaterThan(8);
  expect(found['events on the bus']?.join('')).toMatch(/RunStarted.*GateOpened.*RunFinished/s);
  expect(found['other letters']?.join('')).toContain('What came of it');
});
