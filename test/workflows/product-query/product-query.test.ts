import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, endTurn, inOrder, text, toolUse } from '../../../lib/local/messages-api.ts';
import { type Asker, openAsker } from '../asker.ts';

const STOCK = { question: '帮我查一下 Widget Pro 的库存' };
const ANSWER = 'Widget Pro（P001）现有库存 142 件，价格 29.99 美元。';
const search = (query: string, more = {}) => call('search_products', { query, ...more });
const detail = (id: string) => call('get_product_detail', { id });

let asker: Asker;
beforeAll(async () => {
  asker = await openAsker('product-query');
});
afterAll(() => asker.close());

describe('a question about a product', () => {
  it('is answered with the stock and the price of the catalogue', async () => {
    const steps = [toolUse(search('Widget Pro')), toolUse(detail('P001')), endTurn(ANSWER)];
    const end = await asker.ask(STOCK, inOrder(...steps));
    expect(end).toMatchObject({ state: 'DONE', steps: 3, text: ANSWER });
    expect(asker.results()).toEqual([
      {
        ok: true,
        key: expect.any(String),
        data: {
          id: 'P001',
          ...{ name: { en: 'Widget Pro', zh: '小部件专业版' }, category: { en: 'Widgets', zh: '小部件' } },
          ...{ price: 29.99, currency: 'USD', stock: 142 },
        },
      },
    ]);
  });

  it('is asked with the same bytes of tools and prompt in every turn, so that the second reads them from the cache', async () => {
    const steps = [toolUse(search('Widget Pro')), toolUse(detail('P001')), endTurn(ANSWER)];
    await asker.ask(STOCK, inOrder(...steps));
    const prefixes = asker.requests().map(({ tools, system }) => JSON.stringify({ tools, system }));
    expect(prefixes).toHaveLength(3);
    expect(new Set(prefixes).size).toBe(1);
    expect(prefixes[0]).toContain('"cache_control":{"type":"ephemeral"}');
  });

  it('takes text beside a call for thinking aloud, not for the answer', async () => {
    const end = await asker.ask(
      STOCK,
      inOrder(
        toolUse('Widget Pro: 29.99, stock 142, I believe.', search('Widget Pro')),
        toolUse('Found it: 29.99, stock 142.', detail('P001')),
        endTurn('142 in stock at 29.99.'),
      ),
    );
    expect(end).toMatchObject({ state: 'DONE', text: '142 in stock at 29.99.' });
  });

  it('runs several calls of one message and answers them together, in order', async () => {
    const calls = toolUse(detail('P002'), search('小部件'), detail('P001'));
    const end = await asker.ask(STOCK, inOrder(calls, endTurn('P001: 29.99, 142. P002: 12.5, 0.')));
    expect(end.state).toBe('DONE');
    expect(asker.results().map(({ data }) => data)).toMatchObject([
      { stock: 0 },
      { total: 3, products: [{ id: 'P001' }, { id: 'P002' }, { id: 'P003' }] },
      { stock: 142 },
    ]);
  });

  it('can be followed through a long list page by page', async () => {
    const steps = [
      toolUse(search('smart')),
      toolUse(search('smart', { after: 'P202' })),
      toolUse(detail('P222')),
    ];
    await asker.ask({ question: 'What does the Smart Knife cost?' }, inOrder(...steps, endTurn('?')));
    const [first, second] = [asker.results(1)[0]?.data, asker.results(2)[0]?.data];
    expect(first).toMatchObject({ total: 49, next: 'P202' });
    expect(second).toMatchObject({ total: 49, next: 'P402' });
  });
});

describe('a question that goes wrong', () => {
  const FORM = 'id: an id is P and three or four digits, as search_products gives it';
  it.each([
    ['an empty id', '', 'INVALID_ARGUMENTS', FORM],
    ['a malformed id', 'widget', 'INVALID_ARGUMENTS', FORM],
    ['an id with something behind it', 'P001 OR 1=1', 'INVALID_ARGUMENTS', FORM],
    ['an unknown id', 'P1001', 'PRODUCT_UNKNOWN', 'no product has the id "P1001"'],
  ])('tells the model of %s, which may then do better', async (_, id, code, message) => {
    const end = await asker.ask(
      STOCK,
      inOrder(toolUse(detail(id)), toolUse(detail('P001')), endTurn(ANSWER)),
    );
    expect(asker.results(1)).toMatchObject([{ ok: false, error: { kind: 'parameter', code, message } }]);
    expect(end.state).toBe('DONE');
  });

  it('does not look the same wrong id up twice', async () => {
    await asker.ask(STOCK, inOrder(toolUse(detail('P1001')), toolUse(detail('P1001')), endTurn('Nothing.')));
    expect(asker.results(2)).toMatchObject([
      {
        ok: false,
        error: {
          code: 'RESENT_UNCHANGED',
          message: 'turn 1 was refused for the same arguments: PRODUCT_UNKNOWN',
        },
      },
    ]);
  });

  it.each(['。！？', '\u3000'])('looks for nothing without a word: %j', async (query) => {
    await asker.ask(STOCK, inOrder(toolUse(search(query)), endTurn('Nothing.'), endTurn('Nothing.')));
    expect(asker.results(1)[0]).toMatchObject({ ok: false, error: { kind: 'parameter' } });
  });

  it('refuses a tool that is not there', async () => {
    await asker.ask(STOCK, inOrder(toolUse(call('set_stock', { id: 'P001' })), endTurn('?'), endTurn('?')));
    expect(asker.results(1)).toMatchObject([{ ok: false, error: { code: 'UNKNOWN_TOOL' } }]);
  });

  it('has an invented figure put right, once', async () => {
    const wrong = endTurn('Widget Pro: 29.99, 150 in stock.');
    const end = await asker.ask(STOCK, inOrder(toolUse(detail('P001')), wrong, endTurn(ANSWER)));
    expect(asker.told()).toBe(
      'No result on record says "150". Answer again with the figures of the results alone.',
    );
    expect(end).toMatchObject({ state: 'DONE', text: ANSWER });
  });

  it('is not answered with another product that was found beside it', async () => {
    const max = endTurn('Widget Pro Max: 49.99, 7 in stock.');
    const steps = [toolUse(search('Widget Pro')), toolUse(detail('P003')), max, toolUse(detail('P001')), max];
    const end = await asker.ask(STOCK, inOrder(...steps, endTurn(ANSWER)));
    expect(asker.told(3)).toBe('Nothing was called. Please go on by calling one of your tools.');
    expect(asker.told(5)).toBe(
      'The answer has to name 29.99 and 142, as the results say. Answer again with them.',
    );
    expect(end).toMatchObject({ state: 'DONE', text: ANSWER });
  });

  it('is about the product with the longer name when it names that', async () => {
    const steps = [
      toolUse(detail('P001'), detail('P003')),
      endTurn(ANSWER),
      endTurn('Widget Pro Max: 49.99, 7.'),
    ];
    const end = await asker.ask({ question: 'How many widget pro MAX are there?' }, inOrder(...steps));
    expect(end).toMatchObject({ state: 'DONE', text: 'Widget Pro Max: 49.99, 7.' });
  });

  it('fails with what is wrong when the figure is invented again', async () => {
    const wrong = endTurn('Widget Pro: 29.99, 150 in stock.');
    const end = await asker.ask(STOCK, inOrder(toolUse(detail('P001')), wrong, wrong));
    expect(end).toMatchObject({
      state: 'FAILED',
      code: 'UNSUPPORTED_ANSWER',
      message: 'No result on record says "150". Answer again with the figures of the results alone.',
    });
  });

  it('fails when the answer leaves the price out, twice', async () => {
    const short = endTurn('Widget Pro 库存 142 件。');
    const end = await asker.ask(STOCK, inOrder(toolUse(detail('P001')), short, short));
    expect(end).toMatchObject({
      state: 'FAILED',
      code: 'UNSUPPORTED_ANSWER',
      message: 'The answer has to name 29.99 and 142, as the results say. Answer again with them.',
    });
  });

  it('does not take an answer nobody looked up, but lets the model look it up then', async () => {
    const steps = [endTurn(ANSWER), toolUse(detail('P001')), endTurn(ANSWER)];
    const end = await asker.ask(STOCK, inOrder(...steps));
    expect(asker.told(1)).toMatch(/^The answer stands on nothing/);
    expect(end.state).toBe('DONE');
  });

  it('fails by name when the catalogue has no such product', async () => {
    const end = await asker.ask(
      { question: '有没有 Gizmo？' },
      inOrder(toolUse(search('Gizmo')), endTurn('目录里没有这个产品。')),
    );
    expect(end).toMatchObject({ state: 'FAILED', code: 'NOT_FOUND', text: '目录里没有这个产品。' });
  });

  it('stops after ten turns and tells a person why', async () => {
    const ids = ['P001', 'P002', 'P003', 'P004', 'P005', 'P006', 'P007', 'P008', 'P009', 'P010'].values();
    const end = await asker.ask(STOCK, () => toolUse(search('Widget', { after: ids.next().value })));
    const reason = { code: 'BUDGET_TURNS', message: 'ANSWERING may take 10 turns' };
    expect(end).toMatchObject({ state: 'FAILED', steps: 10, ...reason });
    const [mail] = await asker.mailsAbout(end.run);
    expect(mail?.body.text).toContain('ANSWERING may take 10 turns');
  });

  it('stops before a turn that its tokens cannot pay for, and tells a person why', async () => {
    const long = text('x'.repeat(150_000));
    const end = await asker.ask(STOCK, () => toolUse(long, search('Widget')));
    expect(end).toMatchObject({ state: 'FAILED', code: 'BUDGET_TOKENS' });
    expect(end.message).toMatch(
      /^the run may use 60000 tokens, \d+ are used and the next turn does not fit$/,
    );
    expect(await asker.mailsAbout(end.run)).not.toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['spaces', '   '],
    ['more than 500 characters', 'x'.repeat(501)],
  ])('does not begin with %s for a question', async (_, question) => {
    const end = await asker.ask({ question }, inOrder());
    expect(end).toMatchObject({ state: 'FAILED', code: 'EXECUTION_FAILED', steps: 0, text: '' });
    expect(asker.requests()).toEqual([]);
  });
});
