import type { Pause } from '../define/pauses.ts';
import type { RunView } from '../define/run-view.ts';
import type { Stage, Workflow } from '../define/workflow.ts';
import type { Next, RunRecord, TurnItem } from '../ledger/record.ts';
import { asksAPerson, hasLooked, reviewsAfter } from './looks.ts';
import { resultOf, viewOf } from './view.ts';

/** Where a run stands: which visit takes the next turn, or what comes before one. */
export type Standing =
  | {
      readonly is: 'turn';
      readonly stage: string;
      readonly visit: number;
      readonly via: string;
      /** The visit's turns so far. */
      readonly turns: readonly TurnItem[];
    }
  | { readonly is: 'read' | 'gate' | 'question' }
  | { readonly is: 'pause'; readonly why: Pause }
  | {
      readonly is: 'finish';
      readonly via: string;
      readonly failed: boolean;
      readonly message: string;
    };

/** How often an output that does not fit may be corrected in one visit. */
const CORRECTIONS = 1;

/** Reads where a run stands from its record alone, so that whoever asks, and however often, hears the same. */
export function standing(workflow: Workflow, record: RunRecord): Standing {
  const last = record.turns.at(-1);
  if (!last) return { is: 'turn', stage: workflow.start, visit: 1, via: 'start', turns: [] };
  const stage = stageOf(workflow, last.stage);
  const turns = record.turns.filter(({ visit }) => visit === last.visit);
  const again = { is: 'turn', stage: last.stage, visit: last.visit, via: 'again', turns } as const;
  return (
    stopped(stage, last, record) ??
    corrected(last, again) ??
    waiting(stage, last, record) ??
    moved(stage, last, viewOf(record)) ??
    again
  );
}

/** A person stopped the run here, or left what cannot be gone on with. */
function stopped(stage: Stage, last: TurnItem, record: RunRecord): Standing | undefined {
  const reviews = reviewsAfter(last.turn, record);
  const stop = reviews.find(({ ruling }) => ruling === 'STOP');
  if (stop) return failed('STOPPED', stop.comment ?? 'a person stopped it');
  const edited = reviews.findLast((review) => review.edited !== undefined)?.edited;
  const isUnfit = edited !== undefined && stage.output?.safeParse(edited).success === false;
  return isUnfit ? failed('EDIT_INVALID', 'what a person made of it does not fit the stage') : undefined;
}

/** Last words with a fault are told to the model, so often and no more. */
function corrected(
  { outputFault }: TurnItem,
  again: Extract<Standing, { is: 'turn' }>,
): Standing | undefined {
  if (!outputFault) return undefined;
  const faults = again.turns.filter((turn) => turn.outputFault).length;
  return faults > CORRECTIONS ? failed(outputFault.code, outputFault.message) : again;
}

/** A person looks first, or a call of the turn is not answered yet: reads before people are asked. */
function waiting(stage: Stage, last: TurnItem, record: RunRecord): Standing | undefined {
  const why = asksAPerson(last) ? undefined : pauseOf(stage, viewOf(record), record);
  if (why) return { is: 'pause', why };
  const open = last.calls.filter((call) => !resultOf(record, last, call)).map((call) => call.standing);
  if (open.includes('read')) return { is: 'read' };
  if (open.includes('propose')) return { is: 'gate' };
  return open.includes('ask') ? { is: 'question' } : undefined;
}

/** The transition that code takes; undefined when the visit goes on. */
function moved(stage: Stage, last: TurnItem, view: RunView): Standing | undefined {
  const decide = last.calls.length > 0 ? stage.acted : (stage.decide ?? (() => 'end'));
  const via = decide?.(view);
  if (via === undefined) return undefined;
  const target = Object.hasOwn(stage.on, via) ? stage.on[via] : undefined;
  if (!target) {
    const there = Object.keys(stage.on).join(', ');
    throw new TypeError(`stage ${last.stage} decided "${via}", its transitions are ${there}`);
  }
  if (target === 'DONE' || target === 'FAILED')
    return { is: 'finish', via, failed: target === 'FAILED', message: last.text.slice(0, 500) || via };
  return { is: 'turn', stage: target, visit: last.visit + 1, via, turns: [] };
}

/** The first of a stage's rules by which a person looks first, and has not yet. */
export function pauseOf(stage: Stage, view: RunView, record: RunRecord): Pause | undefined {
  const turn = record.turns.at(-1)?.turn ?? 0;
  for (const rule of stage.pauses ?? []) {
    const pause = rule(view);
    if (pause && !hasLooked(turn, pause.code, record)) return pause;
  }
  return undefined;
}

/** Where the machine goes from there. */
export function nextOf(stands: Standing): Next {
  switch (stands.is) {
    case 'read':
      return { to: 'READ' };
    case 'gate':
      return { to: 'GATE' };
    case 'question':
      return { to: 'PAUSE' };
    case 'pause':
      return { to: 'PAUSE', why: stands.why };
    case 'turn':
      return { to: 'STAGE', stage: stands.stage, via: stands.via };
    case 'finish':
      return { to: 'FINISH', via: stands.via, failed: stands.failed, message: stands.message };
  }
}

export function stageOf(workflow: Workflow, name: string): Stage {
  const stage = workflow.stages[name];
  if (!stage) throw new TypeError(`workflow "${workflow.name}" has no stage "${name}"`);
  return stage;
}

const failed = (via: string, message: string): Standing => ({ is: 'finish', via, failed: true, message });
