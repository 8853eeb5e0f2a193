import { modelFailed, type PauseRule, slow, stagnant } from '../../define/pauses.ts';
import type { RunView } from '../../define/run-view.ts';
import type { Plan } from './outputs.ts';

/** Where a run can be made to stop for a person to look, as its input says. */
export const PAUSE_POINTS = [
  'after_plan',
  'before:list_files',
  'before:read_file',
  'before:analyze_code',
] as const;

const points = ({ input }: RunView): readonly string[] => (input as { pause_points: string[] }).pause_points;

/** A plan is put up before it is followed; what the person leaves of it is the plan. */
export const afterPlan: PauseRule = (view) => {
  const plan = view.output as Plan | undefined;
  if (!plan || plan.is_goal_achieved || !points(view).includes('after_plan')) return undefined;
  return { code: 'AFTER_PLAN', message: 'the plan, before it is followed' };
};

/** A call of a named tool is looked at before it runs. */
export const beforeTool: PauseRule = (view) => {
  const open = (view.turns.at(-1)?.calls ?? []).filter(({ result }) => !result);
  const call = open.find(({ tool }) => points(view).includes(`before:${tool}`));
  return (
    call && { code: 'BEFORE_TOOL', message: `${call.tool} is about to run with ${JSON.stringify(call.args)}` }
  );
};

/** What every stage is watched for. */
export const watched: readonly PauseRule[] = [slow({ seconds: 30 }), stagnant(5), modelFailed(3)];
