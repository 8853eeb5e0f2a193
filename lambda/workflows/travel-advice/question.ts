import * as z from 'zod';

export const Question = z.object({ question: z.string().trim().min(2).max(500) });

/** The asker's words in what a run was given. */
export const questionOf = (given: unknown): string => Question.parse(given).question;
