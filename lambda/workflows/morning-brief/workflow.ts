import * as z from 'zod';
import { fresh, grounded, receipt } from '../../define/evidence.ts';
import { defineWorkflow } from '../../define/workflow.ts';
import { readCalendar } from '../shared/tools/read-calendar.ts';
import { searchKnowledge } from '../shared/tools/search-knowledge.ts';
import { freshness } from './observation/freshness.ts';
import { createReviewTask } from './tools/create-review-task.ts';
import { draftBilingualBrief } from './tools/draft-bilingual-brief.ts';
import { getHkoWeather } from './tools/get-hko-weather.ts';

const planning = `You prepare the Hong Kong morning brief. Work through the steps in this order, one tool call per message:
1. get_hko_weather, in the language you are asked for; if you have read_calendar, then that too.
2. draft_bilingual_brief, with the id of that observation, and of the meetings if you have read them. Add a note only if
   something needs saying that the draft cannot know (if you have search_knowledge, what the company's pages say of a
   warning in force); a note carries no figures and says nothing about the future.
3. create_review_task, with the id of that draft and a short title without figures other than the date.
4. When you have the result of step 3, say in one or two sentences what became of it, and stop.

Code takes every figure from the observation; you never write one. If a tool answers with an error, do what its message
says; if it cannot be helped, say so and stop. A person decides whether the task is created: report what they decided,
never that something happened before a result says so.`;

export const morningBrief = defineWorkflow({
  name: 'morning-brief',
  input: z.object({ lang: z.enum(['tc', 'sc', 'en']), audience: z.string().min(1).max(80) }),
  task: ({ lang, audience }, run) =>
    `Prepare the Hong Kong morning brief of ${run.businessDate} for ${audience}, from the observation in "${lang}", and put it up for review.`,
  start: 'PLANNING',
  stages: {
    PLANNING: {
      prompt: planning,
      tools: [getHkoWeather, readCalendar, searchKnowledge, draftBilingualBrief, createReviewTask],
      turns: 6,
      on: { end: 'DONE' },
    },
  },
  evidence: [fresh('weather', freshness), grounded('draft', 'weather'), receipt(createReviewTask)],
  budget: { tokens: 60_000 },
  gate: {
    expires: { at: '12:00', zone: 'Asia/Hong_Kong', atLeast: { minutes: 30 } },
    remindAfter: { hours: 1 },
    deputyAfter: { hours: 2 },
    changes: { rounds: 2, turns: 3 },
  },
  workingDaysOnly: true,
});
