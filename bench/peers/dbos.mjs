/** DBOS Transact on Postgres with its default durability: steps, recv() for the approval, send() to give it. */
import { DBOS } from '@dbos-inc/dbos-sdk';
import * as job from './job.mjs';
import { serve } from './serve.mjs';

const waiting = new Map();
const handles = new Map();
const step = (name, does) => DBOS.runStep(async () => does(), { name });

const flagship = DBOS.registerWorkflow(
  async (run) => {
    const messages = [job.SYSTEM, job.USER];
    messages.push(await step('turn-1', () => job.modelTurn(1)));
    messages.push(await step('get_hko_weather', () => job.getHkoWeather()));
    messages.push(await step('turn-2', () => job.modelTurn(2)));
    messages.push(await step('draft_bilingual_brief', () => job.draftBilingualBrief()));
    messages.push(await step('turn-3', () => job.modelTurn(3)));
    await DBOS.setEvent('status', 'waiting');
    waiting.get(run)?.();
    const decision = await DBOS.recv('approval', 7 * 86_400);
    if (!decision?.approved) return { taskId: null };
    const result = await step('create_review_task', () => job.createReviewTask(run));
    messages.push(await step('turn-4', () => job.modelTurn(4, result)));
    return { taskId: result.taskId, final: messages.at(-1).content };
  },
  { name: 'flagship' },
);

serve({
  async open() {
    DBOS.setConfig({
      name: 'bench',
      systemDatabaseUrl: process.env.BENCH_POSTGRES,
      logLevel: 'error',
      applicationVersion: 'bench',
      runAdminServer: false,
    });
    await DBOS.launch();
  },
  async start(run) {
    const parked = new Promise((resolve) => waiting.set(run, resolve));
    handles.set(run, await DBOS.startWorkflow(flagship, { workflowID: run })(run));
    await parked;
    waiting.delete(run);
  },
  async approve(run) {
    await DBOS.send(run, { approved: true }, 'approval');
    await (handles.get(run) ?? DBOS.retrieveWorkflow(run)).getResult();
    handles.delete(run);
  },
  async status(run) {
    const { status } = (await DBOS.getWorkflowStatus(run)) ?? {};
    return status === 'SUCCESS' ? 'done' : (status ?? 'unknown');
  },
});
