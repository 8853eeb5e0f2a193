import type { RunView } from '../../define/run-view.ts';
import type { Reported } from './outputs.ts';
import { reportOf } from './report.ts';
import { CONTEXT_ROUNDS, stateOf } from './state.ts';

/** The state as people inspect it: every action, the context apart from it, and the report once there is one. */
export function memory(view: RunView): unknown {
  const { goal, iterations, pause_points } = view.input as {
    goal: string;
    iterations: number;
    pause_points: string[];
  };
  const { stack, finished, actions, rounds } = stateOf(view);
  const reported = view.outputs.REPORTING as Reported | undefined;
  return {
    goal,
    stage: view.stage,
    sub_tasks: [...stack].reverse(),
    completed: finished,
    latest_observation: actions.at(-1)?.result ?? null,
    context: rounds.slice(-CONTEXT_ROUNDS),
    actions: actions.map(({ result, ...action }) => ({ ...action, ok: result.ok })),
    iterations: { taken: view.turns.length, limit: iterations },
    pause_points,
    metadata: { ...view.run, reviews: view.reviews },
    ...(reported ? { report: reportOf(view, reported) } : {}),
  };
}
