import type { Json } from '../../define/json.ts';
import type { CallView, RunView, TurnView } from '../../define/run-view.ts';
import type { ToolResult } from '../../define/tool-error.ts';
import type { Evaluation, Plan } from './outputs.ts';

export type SubTask = {
  readonly title: string;
  readonly status: 'pending' | 'in_progress' | 'completed' | 'failed';
  /** What the last evaluation said of it. */
  readonly summary?: string;
};
export type Action = {
  readonly turn: number;
  readonly tool: string;
  readonly args: Json;
  readonly sub_task: string;
  readonly result: ToolResult;
};
/** One round: what was done for a sub-task, and what was made of it. */
export type Round = { readonly sub_task: string; readonly tools: readonly string[] } & Evaluation;

/** How many of the rounds a decision sees. */
export const CONTEXT_ROUNDS = 5;

/** What is known of the run: the plan as a stack, what was done, and what it came to. */
export type State = {
  /** The last is on top: it is the one that is worked on. */
  readonly stack: readonly SubTask[];
  readonly finished: readonly SubTask[];
  readonly actions: readonly Action[];
  readonly rounds: readonly Round[];
};

/** Folds the record into the state, turn by turn. A plan that a person wants changed is none yet. */
export const stateOf = (view: Pick<RunView, 'turns' | 'reviews'>): State =>
  view.turns
    .filter((turn) => turn.stage !== 'PLANNING' || wishFor(view, turn) === undefined)
    .reduce(after, { stack: [], finished: [], actions: [], rounds: [] } as State);

/** What a person who looked at the run after this turn wants done otherwise. */
export const wishFor = (
  { reviews }: Pick<RunView, 'reviews'>,
  { turn }: Pick<TurnView, 'turn'>,
): string | undefined => reviews.findLast((review) => review.turn === turn && review.comment)?.comment;

function after(state: State, turn: TurnView): State {
  switch (turn.stage) {
    case 'PLANNING':
      return turn.output ? planned(state, turn.output as Plan) : state;
    case 'DECIDING':
      return acted(state, turn.calls.filter(isAction));
    case 'EVALUATING':
      return turn.output ? evaluated(state, turn.output as Evaluation) : state;
    default:
      return state;
  }
}

/** A call that was wrong in itself is the model's to correct; nothing was done. */
const isAction = ({ result }: CallView): boolean =>
  result !== undefined && (result.ok || result.error.kind !== 'parameter');

/** The first of the new sub-tasks comes to lie on top. */
function planned(state: State, { new_sub_tasks: titles }: Plan): State {
  const fresh = titles.map((title): SubTask => ({ title, status: 'pending' })).reverse();
  return { ...state, stack: [...state.stack, ...fresh] };
}

function acted(state: State, calls: readonly CallView[]): State {
  const top = state.stack.at(-1);
  if (!top || calls.length === 0) return state;
  const actions = calls.map(({ turn, tool, args, result }): Action => {
    return { turn, tool, args, sub_task: top.title, result: result as ToolResult };
  });
  return {
    ...state,
    stack: [...state.stack.slice(0, -1), { ...top, status: 'in_progress' }],
    actions: [...state.actions, ...actions],
  };
}

function evaluated(state: State, evaluation: Evaluation): State {
  const top = state.stack.at(-1);
  if (!top) return state;
  const { sub_task_status: status, summary } = evaluation;
  const lastTurn = state.actions.at(-1)?.turn;
  const tools = state.actions.filter(({ turn }) => turn === lastTurn).map(({ tool }) => tool);
  const rounds = [...state.rounds, { sub_task: top.title, tools, ...evaluation }];
  const rest = state.stack.slice(0, -1);
  if (status === 'needs_more_work') return { ...state, rounds, stack: [...rest, { ...top, summary }] };
  return { ...state, rounds, stack: rest, finished: [...state.finished, { ...top, status, summary }] };
}

/** The turn before whose calls have results did something. */
export const hasActed = ({ turns }: RunView): boolean => (turns.at(-1)?.calls ?? []).some(isAction);
