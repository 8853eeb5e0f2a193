/** LangGraph.js: an agent loop with a ToolNode, SqliteSaver, interrupt() inside the write tool, Command({ resume }). */
import path from 'node:path';
import { AIMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { Command, END, interrupt, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import * as z from 'zod';
import * as job from './job.mjs';
import { serve } from './serve.mjs';

const tools = [
  tool(async () => JSON.stringify(job.getHkoWeather()), {
    name: 'get_hko_weather',
    description: 'Reads the observation.',
    schema: z.object({ lang: z.string() }),
  }),
  tool(async () => JSON.stringify(job.draftBilingualBrief()), {
    name: 'draft_bilingual_brief',
    description: 'Drafts the brief.',
    schema: z.object({ audience: z.string(), weather: z.any() }),
  }),
  tool(
    async (proposal, config) => {
      const decision = interrupt({ act: 'create_review_task', proposal });
      if (!decision.approved) return 'rejected';
      return JSON.stringify(job.createReviewTask(config.configurable.thread_id));
    },
    {
      name: 'create_review_task',
      description: 'Creates the review task.',
      schema: z.object({ title: z.string(), body: z.string() }),
    },
  ),
];

function model({ messages }) {
  const n = messages.filter((message) => message.getType() === 'ai').length + 1;
  const { content, toolCalls, usage } = job.modelTurn(n, n === 4 ? JSON.parse(messages.at(-1).content) : {});
  const answer = new AIMessage({
    content,
    tool_calls: toolCalls.map((call) => ({ ...call, type: 'tool_call' })),
    usage_metadata: {
      input_tokens: usage.input,
      output_tokens: usage.output,
      total_tokens: usage.input + usage.output,
    },
  });
  return { messages: [answer] };
}

let graph;
let db;
const thread = (run) => ({ configurable: { thread_id: run } });

serve({
  async open({ directory }) {
    const checkpointer = SqliteSaver.fromConnString(path.join(directory, 'langgraph.db'));
    db = checkpointer.db;
    graph = new StateGraph(MessagesAnnotation)
      .addNode('model', async (state) => model(state))
      .addNode('tools', new ToolNode(tools, { handleToolErrors: false }))
      .addEdge(START, 'model')
      .addConditionalEdges('model', ({ messages }) => (messages.at(-1).tool_calls?.length ? 'tools' : END), [
        'tools',
        END,
      ])
      .addEdge('tools', 'model')
      .compile({ checkpointer });
  },
  async start(run) {
    const messages = [
      { role: 'system', content: job.SYSTEM },
      { role: 'user', content: job.USER },
    ];
    const state = await graph.invoke({ messages }, thread(run));
    if (!state.__interrupt__?.length) throw new Error('the run did not stop at its gate');
  },
  async approve(run) {
    const { messages } = await graph.invoke(new Command({ resume: { approved: true } }), thread(run));
    if (!String(messages.at(-1).content).includes(`T-${run}`))
      throw new Error('the run ended without its task');
  },
  async status(run) {
    const state = await graph.getState(thread(run));
    return !state.next.length && state.values.messages ? 'done' : `at ${state.next}`;
  },
  async bytes() {
    db.pragma('wal_checkpoint(TRUNCATE)');
    return db.pragma('page_count', { simple: true }) * db.pragma('page_size', { simple: true });
  },
});
