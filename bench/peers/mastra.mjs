/** Mastra: a workflow with suspend() and resume(), stored by LibSQL in a file. */
import fs from 'node:fs';
import path from 'node:path';
import { Mastra } from '@mastra/core';
import { createStep, createWorkflow } from '@mastra/core/workflows';
import { LibSQLStore } from '@mastra/libsql';
import * as z from 'zod';
import * as job from './job.mjs';
import { serve } from './serve.mjs';

const any = { inputSchema: z.any(), outputSchema: z.any() };
const step = (id, does) => createStep({ id, ...any, execute: async ({ inputData }) => does(inputData) });
const review = createStep({
  id: 'create_review_task',
  ...any,
  resumeSchema: z.object({ approved: z.boolean() }),
  suspendSchema: z.object({ act: z.string(), proposal: z.any() }),
  execute: async ({ inputData, resumeData, suspend, bail, runId }) => {
    if (resumeData?.approved === false) return bail({ reason: 'rejected' });
    if (!resumeData?.approved)
      return suspend({ act: 'create_review_task', proposal: inputData.toolCalls[0].args });
    return job.createReviewTask(runId);
  },
});
let workflow;
let file;
const size = (name) => (fs.existsSync(name) ? fs.statSync(name).size : 0);

serve({
  async open({ directory }) {
    file = path.join(directory, 'mastra.db');
    const flagship = createWorkflow({ id: 'flagship', ...any })
      .then(step('turn-1', () => job.modelTurn(1)))
      .then(step('get_hko_weather', () => job.getHkoWeather()))
      .then(step('turn-2', () => job.modelTurn(2)))
      .then(step('draft_bilingual_brief', () => job.draftBilingualBrief()))
      .then(step('turn-3', () => job.modelTurn(3)))
      .then(review)
      .then(step('turn-4', (result) => job.modelTurn(4, result)))
      .commit();
    const storage = new LibSQLStore({ id: 'bench', url: `file:${file}` });
    const mastra = new Mastra({ workflows: { flagship }, storage, logger: false });
    await storage.init?.();
    workflow = mastra.getWorkflow('flagship');
    await mastra.restartAllActiveWorkflowRuns?.();
  },
  async start(run) {
    const { status } = await (await workflow.createRun({ runId: run })).start({
      inputData: { system: job.SYSTEM, user: job.USER },
    });
    if (status !== 'suspended') throw new Error(`the run is ${status}`);
  },
  async approve(run) {
    const handle = await workflow.createRun({ runId: run });
    const { status, error } = await handle.resume({
      step: 'create_review_task',
      resumeData: { approved: true },
    });
    if (status !== 'success') throw new Error(`the run is ${status} ${error?.message ?? ''}`);
  },
  async status(run) {
    const { status } = (await workflow.getWorkflowRunById(run)) ?? {};
    return status === 'success' ? 'done' : (status ?? 'unknown');
  },
  bytes: async () => size(file) + size(`${file}-wal`),
});
