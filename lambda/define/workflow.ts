import type * as z from 'zod';
import type { Evidence } from './evidence.ts';
import { checkGatePolicy, type GatePolicy } from './gate-policy.ts';
import type { PauseRule } from './pauses.ts';
import type { RunView } from './run-view.ts';
import { checkStrictLimits, strictSchema } from './strict-schema.ts';
import type { Need, RunIdentity, Tool } from './tool.ts';

/** Where a transition leads when it does not lead to a stage. */
export const ENDS = ['DONE', 'FAILED'] as const;

/**
 * One stage: its own prompt, tools and limits; the model works inside it, code decides what comes after. Each visit is a
 * thread of its own: what crosses stages is in the record, and a stage's functions read it from there.
 */
export type Stage = {
  readonly prompt: string;
  readonly tools: readonly Tool[];
  /** The first user message of a visit. @default the workflow's task */
  readonly opening?: (view: RunView) => string;
  /** Structured output: the model's last words of a visit must be this. */
  readonly output?: z.ZodObject;
  /** What is wrong with an output besides its shape. The model may correct an output once a visit. */
  readonly check?: (view: RunView) => string | undefined;
  /** An output in words for people. @default its JSON */
  readonly words?: (view: RunView) => string;
  readonly effort?: 'low' | 'medium' | 'high';
  /** How many model turns all visits of this stage may take together. */
  readonly turns: number;
  /** Tokens one answer may have. @default 4096 */
  readonly maxTokens?: number;
  /** Named transitions: a stage of this workflow, or DONE, or FAILED. */
  readonly on: { readonly [transition: string]: string };
  /** Which transition a visit takes after last words; undefined: the model is told to go on. @default 'end' */
  readonly decide?: (view: RunView) => string | undefined;
  /** Which transition is taken as soon as a turn's calls have results; undefined: the model goes on. @default undefined */
  readonly acted?: (view: RunView) => string | undefined;
  /** When a person looks before the run goes on. */
  readonly pauses?: readonly PauseRule[];
};

/** A workflow is data: what the machine is compiled from and what its functions look up. */
export type Workflow<I extends z.ZodObject = z.ZodObject> = {
  readonly name: string;
  readonly input: I;
  /** The first user message. */
  readonly task: (input: z.output<I>, run: RunIdentity) => string;
  readonly start: string;
  readonly stages: { readonly [name: string]: Stage };
  readonly evidence: readonly Evidence[];
  readonly budget: { readonly tokens: number };
  /** How many model turns the whole run may take. @default what its stages may */
  readonly iterations?: (input: z.output<I>) => number;
  /** What the run knows so far, folded from its record; for people to inspect. */
  readonly memory?: (view: RunView) => unknown;
  /**
   * What the asker is told when the run ends, made by code from the record; DONE stands on its delivery.
   * @default nothing: the model's last words are on record
   */
  readonly answer?: (view: RunView, ending: { readonly state: string; readonly code?: string }) => string;
  readonly gate: GatePolicy;
  /** `daily`: one run per business date. `asked`: one per question, told apart by the trigger's slot. @default 'daily' */
  readonly runs?: 'daily' | 'asked';
  /** Whether the schedule skips weekends and general holidays of Hong Kong. @default false */
  readonly workingDaysOnly?: boolean;
};

const STATES = [
  'ADMIT',
  'READ_ONLY',
  'VALIDATE',
  'WAITING_CONFIRM',
  'CLOSE_GATE',
  'WRITE',
  'SETTLE',
  'PAUSED_FOR_REVIEW',
  'THROTTLED',
  'FINISH',
  'FAIL',
  'REJECTED',
  'SKIPPED',
  'EXPIRED',
  'CANCELLED',
  ...ENDS,
];

/**
 * Declares a workflow.
 *
 * @throws {TypeError} naming the workflow and the part that cannot work
 */
export function defineWorkflow<I extends z.ZodObject>(workflow: Workflow<I>): Workflow {
  const fault = (what: string) => new TypeError(`workflow "${workflow.name}": ${what}`);
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(workflow.name))
    throw fault('a name of 1 to 32 lower-case letters, digits and - is wanted');
  const stages = Object.keys(workflow.stages);
  if (!stages.includes(workflow.start))
    throw fault(`start "${workflow.start}" is not one of its stages ${stages.join(', ')}`);
  for (const [name, stage] of Object.entries(workflow.stages)) checkStage(name, stage, stages, fault);
  const reached = reachable(workflow);
  const astray = stages.filter((name) => !reached.has(name));
  if (astray.length > 0) throw fault(`nothing leads to ${astray.join(', ')}`);
  const tools = [...new Set(Object.values(workflow.stages).flatMap((stage) => stage.tools))];
  const twice = tools.find((tool, index) => tools.findIndex(({ name }) => name === tool.name) !== index);
  if (twice) throw fault(`two different tools are called "${twice.name}"`);
  const facts = new Set(tools.flatMap((tool) => ('yields' in tool && tool.yields ? [tool.yields] : [])));
  for (const tool of tools) {
    for (const [fact, need] of Object.entries<Need>(('needs' in tool && tool.needs) || {})) {
      if (!facts.has(fact) && !need.optional)
        throw fault(`the tool "${tool.name}" needs the fact "${fact}", which none of its tools yields`);
    }
  }
  for (const rule of workflow.evidence) {
    for (const fact of rule.kind === 'receipt'
      ? []
      : rule.kind === 'grounded'
        ? [rule.fact, rule.on]
        : [rule.fact]) {
      if (!facts.has(fact)) throw fault(`evidence wants the fact "${fact}", which none of its tools yields`);
    }
    if (
      rule.kind === 'receipt' &&
      !tools.some((tool) => tool.name === rule.tool && tool.effect === 'WRITE_CONFIRM')
    ) {
      throw fault(`evidence wants a receipt of "${rule.tool}", which is not one of its writes`);
    }
  }
  if (!(workflow.budget.tokens > 0))
    throw fault(`budget.tokens wants a positive number, ${workflow.budget.tokens} was given`);
  checkGatePolicy(workflow.gate, `workflow "${workflow.name}"`);
  return Object.freeze(workflow) as unknown as Workflow;
}

/** The workflow as a deployment with these settings has it: without the tools that are off there. */
export function configured(workflow: Workflow, settings: { readonly [name: string]: string }): Workflow {
  const isOn = (tool: Tool) => !('setting' in tool && tool.setting) || Object.hasOwn(settings, tool.setting);
  const stages = Object.entries(workflow.stages).map(([name, stage]) => [
    name,
    { ...stage, tools: stage.tools.filter(isOn) },
  ]);
  return { ...workflow, stages: Object.fromEntries(stages) };
}

/** The stages that some way of transitions leads to. */
function reachable({ start, stages }: { start: string; stages: Workflow['stages'] }): ReadonlySet<string> {
  const found = new Set([start]);
  for (const name of found)
    for (const target of Object.values(stages[name]?.on ?? {}))
      if (Object.hasOwn(stages, target)) found.add(target);
  return found;
}

function checkStage(name: string, stage: Stage, stages: string[], fault: (what: string) => TypeError): void {
  const here = (what: string) => fault(`stage ${name}: ${what}`);
  if (!/^[A-Z][A-Z_]{1,39}$/.test(name) || STATES.includes(name))
    throw here("a name of capitals and _ is wanted, other than the machine's own states");
  // The provider refuses a blank one, and would do so in the first turn.
  if (!stage.prompt.trim()) throw here('a prompt is wanted');
  const { maxTokens = 1 } = stage;
  if (!Number.isInteger(maxTokens) || maxTokens < 1)
    throw here(`maxTokens wants a whole number from 1, ${maxTokens} was given`);
  if (!Number.isInteger(stage.turns) || stage.turns < 1 || stage.turns > 100)
    throw here(`turns wants a whole number from 1 to 100, ${stage.turns} was given`);
  const targets = Object.entries(stage.on);
  if (targets.length === 0) throw here('it leads nowhere: on is empty');
  if (!stage.decide && !Object.hasOwn(stage.on, 'end')) throw here('without decide, on.end is wanted');
  for (const [transition, target] of targets) {
    if (!stages.includes(target) && !ENDS.includes(target as (typeof ENDS)[number])) {
      throw here(
        `transition "${transition}" leads to "${target}", which is neither a stage nor ${ENDS.join(' or ')}`,
      );
    }
  }
  const names = stage.tools.map((tool) => tool.name);
  const twice = names.find((tool, index) => names.indexOf(tool) !== index);
  if (twice) throw here(`the tool "${twice}" is there twice`);
  if (stage.output) strictSchema(stage.output, `stage ${name} output`);
  checkStrictLimits(stage.tools, stage.output, `stage ${name}`);
}
