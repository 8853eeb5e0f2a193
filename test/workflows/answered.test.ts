import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Listening, listen } from '../../lib/local/listen.ts';
import { call, endTurn, inOrder, toolUse } from '../../lib/local/messages-api.ts';
import { type Asker, openAsker } from './asker.ts';

type Entry = { DetailType: string; Detail: string; EventBusName: string };

const QUESTION = { question: '帮我查一下 Widget Pro 的库存' };
const ANSWER = 'Widget Pro 现有库存 142 件，价格 29.99 美元。';
const answers = () => inOrder(toolUse(call('get_product_detail', { id: 'P001' })), endTurn(ANSWER));

describe('an asker', () => {
  let bus: Listening;
  let asker: Asker;
  const entries: Entry[] = [];
  let takes = () => true;
  beforeAll(async () => {
    bus = await listen(async (request, response) => {
      const { Entries } = JSON.parse(await text(request)) as { Entries: Entry[] };
      const taken = takes();
      if (taken) entries.push(...Entries);
      const told = taken ? { EventId: `event-${entries.length}` } : { ErrorCode: 'ThrottlingException' };
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(JSON.stringify({ FailedEntryCount: taken ? 0 : 1, Entries: [told] }));
    });
    const env = { EVENT_BUS_NAME: 'holdpoint', AWS_ENDPOINT_URL_EVENTBRIDGE: bus.url };
    asker = await openAsker('product-query', { env });
  });
  afterAll(async () => {
    await asker.close();
    await bus.close();
  });
  const answerItem = (run: string) => asker.host.items.get({ pk: `RUN#${run}`, sk: 'ANSWER' });
  const told = () => entries.splice(0).map(({ DetailType, Detail }) => [DetailType, JSON.parse(Detail)]);

  it('has the answer on the bus, with its receipt on record, before the run is told to be done', async () => {
    const { run, state } = await asker.ask(QUESTION, answers());
    expect(state).toBe('DONE');
    expect(await answerItem(run)).toMatchObject({
      text: ANSWER,
      outcome: 'DONE',
      delivered: { event: 'event-2' },
    });
    expect(told()).toEqual([
      ['RunStarted', { run, workflow: 'product-query', businessDate: '2026-08-25' }],
      ['Answered', { run, workflow: 'product-query', outcome: 'DONE', text: ANSWER }],
      ['RunFinished', { run, outcome: 'DONE', code: 'DONE' }],
    ]);
  });

  it('hears of a run that was skipped too, and no person does', async () => {
    const { run } = await asker.host.start({
      ...{ workflow: 'product-query', businessDate: '2026-08-25', trigger: 'manual', input: QUESTION },
      ...{ slot: 'never', rerun: 2 },
    });
    await asker.standing(run);
    expect(told()).toEqual([['RunFinished', { run, outcome: 'SKIPPED', code: 'NOTHING_TO_RERUN' }]]);
    expect(await asker.mailsAbout(run)).toEqual([]);
  });

  it('gets words of ours, not the model’s, when a run fails', async () => {
    const made = endTurn('库存 999 件，价格 1.00。');
    const { run, state } = await asker.ask(QUESTION, inOrder(made, made));
    const ours = '您的问题没有得到回答，已通知负责人。';
    expect(state).toBe('FAILED');
    expect(await answerItem(run)).toMatchObject({ text: ours, outcome: 'FAILED' });
    expect(told()).toContainEqual([
      'Answered',
      { run, workflow: 'product-query', outcome: 'FAILED', text: ours },
    ]);
  });

  it('is waited for while the bus falters', async () => {
    let calls = 0;
    // The second call is the answer, after the start of the run.
    takes = () => {
      calls += 1;
      return calls !== 2 && calls !== 3;
    };
    const { run, state } = await asker.ask(QUESTION, answers());
    expect(state).toBe('DONE');
    expect(await answerItem(run)).toMatchObject({ outcome: 'DONE' });
    expect(told().filter(([type]) => type === 'Answered')).toHaveLength(1);
  });

  it('who cannot be told leaves no run that is done', async () => {
    takes = () => false;
    const { run, state, code } = await asker.ask(QUESTION, answers());
    expect([state, code]).toEqual(['FAILED', 'DEPENDENCY_UNAVAILABLE']);
    expect(await answerItem(run)).toBeUndefined();
    expect(await asker.mailsAbout(run)).not.toEqual([]);
  });
});
