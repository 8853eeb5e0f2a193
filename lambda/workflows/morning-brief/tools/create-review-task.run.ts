import { type Tasks, type Writer, writer } from '../../../define/runner.ts';
import { createReviewTask } from './create-review-task.ts';

export const runCreateReviewTask = (tasks: Tasks): Writer =>
  writer(createReviewTask, {
    run: ({ title }, { needs: { draft }, key, now }) => tasks.createOnce(key, { title, body: draft }, now),
    reconcile: (key) => tasks.find(key),
  });
