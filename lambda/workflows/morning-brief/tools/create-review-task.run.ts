import { writer } from '../../../define/runner.ts';
import { createReviewTask } from './create-review-task.ts';

export const runCreateReviewTask = writer(createReviewTask, {
  run: ({ title }, { needs: { draft }, key, tasks }) => tasks.createOnce(key, { title, body: draft }),
  reconcile: (key, { tasks }) => tasks.find(key),
});
