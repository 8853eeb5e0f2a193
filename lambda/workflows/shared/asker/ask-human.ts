import * as z from 'zod';
import { defineTool } from '../../../define/tool.ts';

export const askHuman = defineTool({
  name: 'ask_human',
  description:
    'Ask a person when something is missing or has more than one meaning. Offer choices where there are some. The answer comes back as the result.',
  effect: 'ASK_HUMAN',
  input: z.object({
    question: z.string().trim().min(1).max(300),
    choices: z.array(z.string().min(1).max(120)).max(8).optional(),
  }),
  question: ({ question, choices }) => ({ question, choices: choices ?? [] }),
});
