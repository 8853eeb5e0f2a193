import * as z from 'zod';
import { defineTool } from '../../../define/tool.ts';
import { BilingualBrief } from '../draft.ts';

const daysIn = (locale: string, month: 'short' | 'long') =>
  new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month, year: 'numeric' });
const DAYS = { en: daysIn('en-GB', 'short'), tc: daysIn('zh-HK', 'long'), sc: daysIn('zh-CN', 'long') };

/** A date as people write it: 30 Nov 2026, 2026年11月30日. */
const dayIn = (date: string, lang: keyof typeof DAYS): string =>
  DAYS[lang].format(new Date(`${date}T00:00:00Z`));

export const createReviewTask = defineTool({
  name: 'create_review_task',
  description:
    'Propose a review task for a person to inspect the draft. It is created only if a person approves.',
  effect: 'WRITE_CONFIRM',
  input: z.object({
    title: z.string().min(1).max(120).describe('no figures other than the date, nothing about the future'),
    draft_id: z.string().describe('the id draft_bilingual_brief returned'),
  }),
  output: z.object({ id: z.string(), at: z.string() }),
  needs: { draft: { schema: BilingualBrief, id: 'draft_id' } },
  claims: ['title'],
  identity: (_input, run) => ({ brief: run.businessDate }),
  preview: ({ title }, { draft }, run) => ({
    act: {
      en: `Create 1 review task for ${dayIn(run.businessDate, 'en')}`,
      tc: `為${dayIn(run.businessDate, 'tc')}建立 1 項覆核工作`,
      sc: `为${dayIn(run.businessDate, 'sc')}创建 1 项复核任务`,
    },
    title,
    texts: [
      { lang: draft.zh.lang, text: draft.zh.text },
      { lang: 'en', text: draft.en.text },
    ],
  }),
  target: 'keyed',
  timeout: { seconds: 20 },
});
