import * as z from 'zod';
import { receipt } from '../../../lambda/define/evidence.ts';
import type { Json } from '../../../lambda/define/json.ts';
import type { Heard, Said } from '../../../lambda/define/rehearsal.ts';
import { runner, writer } from '../../../lambda/define/runner.ts';
import { defineTool } from '../../../lambda/define/tool.ts';
import { defineWorkflow } from '../../../lambda/define/workflow.ts';
import { named } from '../../../lambda/functions/deployed.ts';
import { items } from '../../../lambda/functions/deps.ts';
import type { Handler } from '../../../lambda/functions/host.ts';
import { reads } from '../../../lambda/functions/reads.ts';
import { fetchHttp } from '../../../lambda/states/http.ts';
import { write } from '../../../lambda/states/write.ts';
import type { Subject } from '../../../lib/local/crash/subject.ts';
import { localHandler } from '../../../lib/local/functions.ts';
import type { Kind, Target } from './target.ts';

const getStock = defineTool({
  name: 'get_stock',
  description: 'How much of an item there is.',
  effect: 'READ_ONLY',
  input: z.object({ item: z.string().max(40) }),
  output: z.object({ item: z.string(), left: z.number() }),
  timeout: { seconds: 5 },
});

const createOrder = (target: 'keyed' | 'unkeyed') =>
  defineTool({
    name: 'create_order',
    description: 'Propose an order.',
    effect: 'WRITE_CONFIRM',
    input: z.object({ item: z.string().max(40), qty: z.int().min(1).max(99) }),
    output: z.object({ id: z.string(), at: z.string() }),
    identity: (_input, run) => ({ order: run.businessDate }),
    preview: ({ item, qty }) => {
      const act = `Order ${qty} ${item}`;
      return { act: { en: act, tc: act, sc: act }, title: act, texts: [] };
    },
    target,
    timeout: { seconds: 20 },
  });

const PROMPT = 'You look at the stock, and order what is missing.';

/** Looks, orders ten reams of paper, and says what became of it. */
function diligent({ turns, results }: Heard): Said {
  if (turns === 0) return { calls: [{ tool: 'get_stock', input: { item: 'paper' } }] };
  if (turns === 1) return { calls: [{ tool: 'create_order', input: { item: 'paper', qty: 10 } }] };
  return {
    text: `It became ${JSON.stringify((results.at(-1)?.result as { ok: boolean } | undefined)?.ok)}.`,
  };
}

export type OrderOptions = {
  readonly kind: Kind;
  readonly target: Target;
  readonly model?: (heard: Heard) => Said;
  readonly deadline?: (seconds: number) => AbortSignal;
};

/** A workflow that orders: one read, one write at a target that is given. */
export function orders({ kind, target, model = diligent, deadline }: OrderOptions): Subject {
  const tool = createOrder(kind.keyed ? 'keyed' : 'unkeyed');
  const workflow = defineWorkflow({
    name: 'orders',
    input: z.object({ shop: z.string() }),
    task: ({ shop }, run) => `Order for ${shop} on ${run.businessDate}.`,
    start: 'ORDERING',
    stages: { ORDERING: { prompt: PROMPT, tools: [getStock, tool], turns: 6, on: { end: 'DONE' } } },
    evidence: [receipt(tool)],
    budget: { tokens: 60_000 },
    gate: { expires: { hours: 2 }, changes: { rounds: 1, turns: 2 } },
  });
  const look = runner(getStock, async ({ item }) => ({ item, left: 0 }));
  return {
    workflow,
    rehearsal: {
      workflow: 'orders',
      input: { shop: 'Central' } as Json,
      observedAt: '2026-08-25T11:02:00+08:00',
      model,
      feeds: [],
      feed: () => undefined,
    },
    handler(name, host, outside) {
      const reached = outside(target, ['place', 'find'], 'target');
      const order = writer(tool, {
        run: ({ item, qty }, { key, signal }) => reached.place(key, { item, qty }, signal),
        reconcile: (key, { signal }) => reached.find(key, signal),
      });
      const writing = named((event: Parameters<typeof write>[0]) =>
        write(event, {
          items: items(host),
          clock: host.clock,
          writers: [order],
          http: fetchHttp,
          settings: {},
          deadline: deadline ?? ((seconds) => AbortSignal.timeout(seconds * 1000)),
        }),
      );
      if (name === 'read-orders') return named(reads([look])(host)) as Handler<unknown, unknown>;
      return name === 'write-orders' ? (writing as Handler<unknown, unknown>) : localHandler(name, host);
    },
  };
}
