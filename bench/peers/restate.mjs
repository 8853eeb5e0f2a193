/** Restate: its server on disk with defaults; each turn and tool is ctx.run, the approval a durable promise resolved through the ingress. */
import * as restate from '@restatedev/restate-sdk';
import * as clients from '@restatedev/restate-sdk-clients';
import * as job from './job.mjs';
import { serve } from './serve.mjs';

const { BENCH_INGRESS, BENCH_ADMIN, BENCH_SERVICE } = process.env;
const FLAGSHIP = { name: 'flagship' };
const waiting = new Map();

const flagship = restate.workflow({
  ...FLAGSHIP,
  handlers: {
    run: async (ctx) => {
      const messages = [job.SYSTEM, job.USER];
      messages.push(await ctx.run('turn-1', () => job.modelTurn(1)));
      messages.push(await ctx.run('get_hko_weather', () => job.getHkoWeather()));
      messages.push(await ctx.run('turn-2', () => job.modelTurn(2)));
      messages.push(await ctx.run('draft_bilingual_brief', () => job.draftBilingualBrief()));
      messages.push(await ctx.run('turn-3', () => job.modelTurn(3)));
      await ctx.run('ask', () => waiting.get(ctx.key)?.());
      const { approved } = await ctx.promise('approval').get();
      if (!approved) return { taskId: null };
      const result = await ctx.run('create_review_task', () => job.createReviewTask(ctx.key));
      messages.push(await ctx.run('turn-4', () => job.modelTurn(4, result)));
      return { taskId: result.taskId, final: messages.at(-1).content };
    },
    approve: async (ctx, decision) => {
      await ctx.promise('approval').resolve(decision);
    },
  },
});

let ingress;
serve({
  async open() {
    await restate.serve({ services: [flagship], port: Number(BENCH_SERVICE) });
    ingress = clients.connect({ url: `http://127.0.0.1:${BENCH_INGRESS}` });
    const answer = await fetch(`http://127.0.0.1:${BENCH_ADMIN}/deployments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ uri: `http://127.0.0.1:${BENCH_SERVICE}`, force: true }),
    });
    if (!answer.ok) throw new Error(`registration: ${answer.status} ${await answer.text()}`);
  },
  async start(run) {
    const parked = new Promise((resolve) => waiting.set(run, resolve));
    await ingress.workflowClient(FLAGSHIP, run).workflowSubmit({ run });
    await parked;
    waiting.delete(run);
  },
  async approve(run) {
    const client = ingress.workflowClient(FLAGSHIP, run);
    await client.approve({ approved: true });
    await client.workflowAttach();
  },
  async status(run) {
    const { ready } = await ingress.workflowClient(FLAGSHIP, run).workflowOutput();
    return ready ? 'done' : 'not done';
  },
});
