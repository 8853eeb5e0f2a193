import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineTool } from '../../lambda/define/tool.ts';
import { configured, defineWorkflow } from '../../lambda/define/workflow.ts';

const look = (name: string, setting?: string) =>
  defineTool({
    name,
    description: 'Looks.',
    effect: 'READ_ONLY',
    input: z.object({}),
    output: z.object({}),
    timeout: { seconds: 5 },
    ...(setting ? { setting } : {}),
  });

const workflow = defineWorkflow({
  name: 'looker',
  input: z.object({}),
  task: () => 'Look.',
  start: 'LOOKING',
  stages: {
    LOOKING: {
      prompt: 'Look.',
      tools: [look('always'), look('sometimes', 'CALENDAR')],
      turns: 2,
      on: { end: 'DONE' },
    },
  },
  evidence: [],
  budget: { tokens: 1000 },
  gate: { expires: { hours: 1 } },
});

const toolsWith = (settings: Record<string, string>) =>
  configured(workflow, settings).stages.LOOKING?.tools.map(({ name }) => name);

describe('a tool that a setting turns on', () => {
  it('is off without the setting', () => {
    expect(toolsWith({})).toEqual(['always']);
    expect(toolsWith({ KNOWLEDGE: 'handbook' })).toEqual(['always']);
    expect(toolsWith(Object.create({ CALENDAR: 'inherited' }))).toEqual(['always']);
  });

  it('is on with it, whatever it says', () => {
    expect(toolsWith({ CALENDAR: 'team.ics' })).toEqual(['always', 'sometimes']);
  });
});
