import { runCreateReviewTask } from '../workflows/morning-brief/tools/create-review-task.run.ts';
import { deployed } from './deployed.ts';
import { writes } from './writes.ts';

export const wire = writes([runCreateReviewTask]);
export const handler = deployed(wire);
