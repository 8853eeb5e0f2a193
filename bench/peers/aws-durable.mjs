/** The Lambda durable execution SDK in its own local runner, which keeps checkpoints in memory only. */
import * as durable from '@aws/durable-execution-sdk-js';
import { LocalDurableTestRunner, WaitingOperationStatus } from '@aws/durable-execution-sdk-js-testing';
import * as job from './job.mjs';
import { serve } from './serve.mjs';

const handler = durable.withDurableExecution(async ({ run }, ctx) => {
  const messages = [job.SYSTEM, job.USER];
  messages.push(await ctx.step('turn-1', async () => job.modelTurn(1)));
  messages.push(await ctx.step('get_hko_weather', async () => job.getHkoWeather()));
  messages.push(await ctx.step('turn-2', async () => job.modelTurn(2)));
  messages.push(await ctx.step('draft_bilingual_brief', async () => job.draftBilingualBrief()));
  messages.push(await ctx.step('turn-3', async () => job.modelTurn(3)));
  const { approved } = JSON.parse(
    await ctx.waitForCallback('approval', async () => {}, { timeout: { days: 7 } }),
  );
  if (!approved) return { taskId: null };
  const result = await ctx.step('create_review_task', async () => job.createReviewTask(run));
  messages.push(await ctx.step('turn-4', async () => job.modelTurn(4, result)));
  return { taskId: result.taskId, final: messages.at(-1).content };
});

const parked = new Map();
const done = new Set();
serve({
  open: () => LocalDurableTestRunner.setupTestEnvironment({ skipTime: false }),
  async start(run) {
    const runner = new LocalDurableTestRunner({ handlerFunction: handler });
    const operation = runner.getOperation('approval');
    const ended = runner.run({ payload: { run } });
    const early = ended.then((execution) => Promise.reject(new Error(`the run is ${execution.getStatus()}`)));
    await Promise.race([operation.waitForData(WaitingOperationStatus.SUBMITTED), early]);
    early.catch(() => undefined);
    parked.set(run, { operation, ended });
  },
  async approve(run) {
    const { operation, ended } = parked.get(run);
    await operation.sendCallbackSuccess(JSON.stringify({ approved: true }));
    const execution = await ended;
    if (execution.getStatus() !== 'SUCCEEDED') throw new Error(`the run is ${execution.getStatus()}`);
    parked.delete(run);
    done.add(run);
  },
  status: async (run) => (done.has(run) ? 'done' : parked.has(run) ? 'waiting' : 'unknown'),
});
