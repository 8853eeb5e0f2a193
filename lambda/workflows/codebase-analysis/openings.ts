import type { Json } from '../../define/json.ts';
import type { RunView } from '../../define/run-view.ts';
import { analysesOf } from './report.ts';
import { type Action, CONTEXT_ROUNDS, type State, stateOf } from './state.ts';

/** How many of the last actions a decision sees. */
const LAST_ACTIONS = 3;
/** How much of a turn's answers is shown, in characters: the latest whole as far as it may be, older ones begun. */
const LATEST = 48_000;
const OLDER = 1_500;
/** How many findings of the analyses a report is told of. */
const FINDINGS = 150;

export function toPlan(view: RunView): string {
  const state = stateOf(view);
  return join(goal(view), finished(state), stack(state), rounds(state), said(view));
}

export function toDecide(view: RunView): string {
  const state = stateOf(view);
  const [latest, ...older] = state.actions.slice(-LAST_ACTIONS).reverse();
  return join(
    goal(view),
    finished(state),
    stack(state),
    rounds(state),
    older.length > 0
      ? `Before that:\n${older
          .reverse()
          .map((action) => described(action, OLDER))
          .join('\n')}`
      : '',
    latest ? `The latest action:\n${described(latest, LATEST)}` : 'Nothing was done yet.',
    said(view),
    `Work on the sub-task on top: ${state.stack.at(-1)?.title}`,
  );
}

export function toEvaluate(view: RunView): string {
  const state = stateOf(view);
  const turn = state.actions.at(-1)?.turn;
  const latest = state.actions.filter((action) => action.turn === turn);
  return join(
    goal(view),
    `The sub-task: ${state.stack.at(-1)?.title}`,
    `What was done for it, and answered:\n${latest.map((action) => described(action, Math.ceil(LATEST / latest.length))).join('\n')}`,
    said(view),
  );
}

export function toReport(view: RunView): string {
  const state = stateOf(view);
  const { stack: parts, modules, findings } = analysesOf(state);
  return join(
    goal(view),
    finished(state),
    `The analyses read ${modules.length} modules, and found ${findings.length} things${findings.length > FINDINGS ? `, of which these are the first ${FINDINGS}` : ''}:`,
    findings
      .slice(0, FINDINGS)
      .map(({ file, line, severity, message, code }) => `${file}:${line} (${severity}) ${message}: ${code}`)
      .join('\n'),
    `The stack: ${parts.map(({ name, version }) => `${name} ${version}`).join(', ') || 'no manifest was read'}`,
    said(view),
  );
}

const goal = ({ input }: RunView): string => `The goal: ${(input as { goal: string }).goal}`;

const finished = ({ finished: done }: State): string =>
  done.length > 0
    ? `Finished:\n${done.map(({ title, status, summary }) => `- ${title} (${status}): ${summary}`).join('\n')}`
    : 'Nothing is finished yet.';

const stack = ({ stack: open }: State): string =>
  open.length > 0
    ? `To do, the first on top:\n${[...open]
        .reverse()
        .map(({ title, status }) => `- ${title} (${status})`)
        .join('\n')}`
    : '';

const rounds = ({ rounds: all }: State): string => {
  const last = all.slice(-CONTEXT_ROUNDS);
  if (last.length === 0) return '';
  const lines = last.map(
    ({ sub_task, tools, summary, suggested_next_step: next }) =>
      `- ${sub_task}, ${tools.join(', ')}: ${summary} Next: ${next}`,
  );
  return `The last rounds:\n${lines.join('\n')}`;
};

const said = ({ reviews }: RunView): string => {
  const comment = reviews.at(-1)?.comment;
  return comment ? `A person who looked at the run says: ${comment}` : '';
};

const described = ({ tool, args, result }: Action, most: number): string =>
  `${tool} ${clipped(args, OLDER)} ${result.ok ? 'answered' : 'failed'}: ${clipped((result.ok ? result.data : result.error) as Json, most)}`;

function clipped(value: Json, most: number): string {
  const text = JSON.stringify(value);
  return text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text;
}

const join = (...parts: readonly string[]): string => parts.filter(Boolean).join('\n\n');
