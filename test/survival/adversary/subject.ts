import * as z from 'zod';
import { receipt } from '../../../lambda/define/evidence.ts';
import { runner, writer } from '../../../lambda/define/runner.ts';
import { defineTool } from '../../../lambda/define/tool.ts';
import { defineWorkflow } from '../../../lambda/define/workflow.ts';
import { named } from '../../../lambda/functions/deployed.ts';
import type { Handler } from '../../../lambda/functions/host.ts';
import { reads } from '../../../lambda/functions/reads.ts';
import { writes } from '../../../lambda/functions/writes.ts';
import type { Subject } from '../../../lib/local/crash/subject.ts';
import { localHandler } from '../../../lib/local/functions.ts';
import type { Script } from '../../../lib/local/messages-api-script.ts';
import { memoryTarget } from '../order/target.ts';

const Stock = z.object({ item: z.string(), left: z.number() });

const getStock = defineTool({
  name: 'get_stock',
  description: 'How much of an item there is.',
  effect: 'READ_ONLY',
  input: z.object({ item: z.string().max(40) }),
  output: Stock,
  yields: 'stock',
  timeout: { seconds: 5 },
});

const weigh = defineTool({
  name: 'weigh',
  description: 'What the stock weighs.',
  effect: 'PURE',
  input: z.object({ stock_id: z.string() }),
  needs: { stock: { schema: Stock, id: 'stock_id' } },
  output: z.object({ kg: z.number() }),
  timeout: { seconds: 5 },
});

const act = (text: string) => ({ act: { en: text, tc: text, sc: text }, title: text, texts: [] });

/** Once a day, at a target that knows its keys. */
const createOrder = defineTool({
  name: 'create_order',
  description: 'Propose an order.',
  effect: 'WRITE_CONFIRM',
  input: z.object({
    stock_id: z.string(),
    qty: z.int().min(1).max(99),
    note: z.string().max(200).optional(),
  }),
  needs: { stock: { schema: Stock, id: 'stock_id' } },
  claims: ['note'],
  output: z.object({ id: z.string(), at: z.string() }),
  identity: (_input, run) => ({ order: run.businessDate }),
  preview: ({ qty }, { stock }) => act(`Order ${qty} of ${stock.item}`),
  target: 'keyed',
  timeout: { seconds: 20 },
});

/** As often as its arguments differ, at a target that takes every payment as a new one. */
const pay = defineTool({
  name: 'pay',
  description: 'Propose a payment.',
  effect: 'WRITE_CONFIRM',
  input: z.object({ to: z.string().max(40), cents: z.int().min(1).max(10_000) }),
  output: z.object({ id: z.string(), at: z.string() }),
  preview: ({ to, cents }) => act(`Pay ${cents} cents to ${to}`),
  target: 'unkeyed',
  timeout: { seconds: 20 },
});

const askBoss = defineTool({
  name: 'ask_boss',
  description: 'Ask the boss.',
  effect: 'ASK_HUMAN',
  input: z.object({ question: z.string().min(1).max(200), choices: z.array(z.string().max(40)).max(3) }),
  question: ({ question, choices }) => ({ question, choices }),
});

export const TOOLS = ['get_stock', 'weigh', 'create_order', 'pay', 'ask_boss'] as const;

export const bazaar = (quorum: 1 | 2) =>
  defineWorkflow({
    name: 'bazaar',
    input: z.object({ shop: z.string() }),
    task: ({ shop }, run) => `Order and pay for ${shop} on ${run.businessDate}.`,
    start: 'TRADING',
    stages: {
      TRADING: {
        prompt: 'You trade.',
        tools: [getStock, weigh, createOrder, pay, askBoss],
        turns: 7,
        on: { end: 'CLOSING' },
      },
      CLOSING: {
        prompt: 'You close the books.',
        tools: [getStock],
        output: z.object({ verdict: z.enum(['well', 'again', 'badly']) }),
        turns: 4,
        on: { well: 'DONE', again: 'TRADING', badly: 'FAILED' },
        decide: ({ output }) => (output as { verdict: string }).verdict,
      },
    },
    evidence: [receipt(createOrder)],
    budget: { tokens: 120_000 },
    gate: {
      expires: { hours: 2 },
      remindAfter: { hours: 1 },
      deputyAfter: { hours: 1 },
      quorum,
      changes: { rounds: 1, turns: 2 },
    },
  });

const PEOPLE = [
  { id: 'ada', name: 'Ada', email: 'ada@holdpoint.example', lang: 'en' },
  { id: 'bo', name: 'Bo 包', email: 'bo@holdpoint.example', lang: 'tc' },
  { id: 'cy', name: 'Cy', email: 'cy@holdpoint.example', lang: 'sc', deputyOf: 'bo' },
];

export type BazaarOptions = {
  readonly script: Script;
  readonly quorum?: 1 | 2;
  /** What get_stock says. */
  readonly stock?: (item: string) => z.output<typeof Stock>;
};

/** The bazaar with targets of its own; `effects` is what was ordered and paid, `reads` how often the stock was read. */
export function openBazaar({ script, quorum = 1, stock = (item) => ({ item, left: 12 }) }: BazaarOptions) {
  const shop = memoryTarget({ keyed: true, answers: true });
  const bank = memoryTarget({ keyed: false, answers: true });
  let looks = 0;
  const subject: Subject = {
    workflow: bazaar(quorum),
    script,
    rehearsal: {
      workflow: 'bazaar',
      input: { shop: 'Central' },
      observedAt: '2026-08-25T11:02:00+08:00',
      model: () => ({}),
      feeds: [],
      feed: () => undefined,
    },
    env: { APPROVERS: JSON.stringify(quorum === 2 ? PEOPLE : PEOPLE.slice(0, 1)) },
    handler(name, host, outside) {
      const orders = outside(shop.target, ['place', 'find'], 'shop');
      const payments = outside(bank.target, ['place', 'find'], 'bank');
      const runners = [
        runner(getStock, async ({ item }) => {
          looks += 1;
          return stock(item);
        }),
        runner(weigh, async (_input, { needs }) => ({ kg: needs.stock.left * 2 })),
      ];
      const writers = [
        writer(createOrder, {
          run: ({ qty }, { key, signal, needs }) =>
            orders.place(key, { item: needs.stock.item, qty }, signal),
          reconcile: (key, { signal }) => orders.find(key, signal),
        }),
        writer(pay, {
          run: ({ to, cents }, { key, signal }) => payments.place(key, { item: to, qty: cents }, signal),
          reconcile: (key, { signal }) => payments.find(key, signal),
        }),
      ];
      if (name === 'read-bazaar') return named(reads(runners)(host)) as Handler<unknown, unknown>;
      if (name === 'write-bazaar') return named(writes(writers)(host)) as Handler<unknown, unknown>;
      return localHandler(name, host);
    },
  };
  const effects = () => [
    ...shop.placed.map(({ key }) => `order ${key}`),
    ...bank.placed.map(({ key }) => `payment ${key}`),
  ];
  return { subject, effects, reads: () => looks, ordered: shop.placed, paid: bank.placed };
}
