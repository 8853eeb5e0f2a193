import { MACHINE_SECONDS } from '../../lambda/define/machine-words.ts';
import type { Stage, Workflow } from '../../lambda/define/workflow.ts';
import type { Assign, Rule, State, StateMachine } from './asl.ts';
import { CAUGHT, choice, ERROR, gate, map, said, task } from './shapes.ts';
import { CONFIRMING, writing } from './writing.ts';

/**
 * Compiles a workflow into the state machine that runs it, in Amazon States Language with `${function}` placeholders.
 * Functions decide and answer in the words of machine-words.ts; the machine only routes on them. A workflow without
 * writes has no state that could do one.
 */
export function compile(workflow: Workflow): StateMachine {
  const stages = Object.keys(workflow.stages);
  const writes = Object.values(workflow.stages).some((stage) => writesIn(stage));
  const toStage = (from: readonly string[]): Rule[] =>
    from.map((stage) => ({ Condition: `{% $route.stage = '${stage}' %}`, Next: stage }));

  const states: Record<string, State> = {
    ADMIT: task('admit', 'ADMITTED', {
      comment: 'One live run per workflow and business date; a working day; not stale',
      payload: { ...RUN, execution: '{% $states.context.Execution.Id %}', input: '{% $states.input %}' },
      assign: {
        run: '{% $states.context.Execution.Name %}',
        ...ROUTED,
        writes: [],
        verdict: 'NONE',
        gate: 'NONE',
        error: 'NONE',
      },
      catch: [{ ...CAUGHT, Assign: { run: '{% $states.context.Execution.Name %}', error: ERROR } }],
    }),
    ADMITTED: choice([on('NEW', workflow.start), on('SKIPPED', 'SKIPPED')]),
  };

  for (const [name, stage] of Object.entries(workflow.stages)) {
    const targets = Object.values(stage.on).filter((target) => stages.includes(target));
    const reachable = [...new Set([name, ...targets])];
    states[name] = task('turn', `${name}_TURN`, {
      comment: `One model turn of ${name}`,
      payload: { run: '{% $run %}', stage: name, turn: '{% $route.turn + 1 %}' },
      assign: ROUTED,
      retry: [
        { ErrorEquals: ['ModelUnavailable'], IntervalSeconds: 5, MaxAttempts: 2, BackoffRate: 3 },
        { ErrorEquals: ['TurnInFlight'], IntervalSeconds: 30, MaxAttempts: 12, BackoffRate: 1 },
      ],
    });
    states[`${name}_TURN`] = choice([
      on('READ', 'READ_ONLY'),
      ...(writesIn(stage) ? [on('GATE', 'WAITING_CONFIRM')] : []),
      ...reachable.map((stage) => ({
        Condition: `{% $route.next = 'STAGE' and $route.stage = '${stage}' %}`,
        Next: stage,
      })),
      on('PAUSE', 'PAUSED_FOR_REVIEW'),
      on('THROTTLED', 'THROTTLED'),
      on('FINISH', 'FINISH'),
    ]);
  }

  Object.assign(states, {
    READ_ONLY: map('read', 'VALIDATE', {
      comment: "The turn's reads and computations; one that fails stops no other",
      items: '{% [$route.reads] %}',
      item: {},
      step: 'CALL',
      retry: [
        {
          ErrorEquals: ['TransientToolError'],
          IntervalSeconds: 2,
          MaxAttempts: 3,
          BackoffRate: 2,
          MaxDelaySeconds: 30,
          JitterStrategy: 'FULL',
        },
      ],
      failed: {},
    }),
    VALIDATE: task('validate', 'VALIDATED', {
      comment: 'Completes missing results; facts get their verdict here, once',
      payload: { run: '{% $run %}', turn: '{% $route.turn %}' },
      assign: ROUTED,
    }),
    VALIDATED: choice([
      ...(writes ? [on('GATE', 'WAITING_CONFIRM')] : []),
      on('PAUSE', 'PAUSED_FOR_REVIEW'),
      on('FINISH', 'FINISH'),
      ...stages.map((stage) => ({
        Condition: `{% $route.next = 'STAGE' and $route.stage = '${stage}' %}`,
        Next: stage,
      })),
    ]),
    ...(writes ? CONFIRMING : {}),
    CLOSE_GATE: task('closeGate', 'CLOSED', {
      comment: 'Reads the decision, puts EXPIRED if there is none, records what does not run',
      payload: {
        run: '{% $run %}',
        turn: '{% $route.turn %}',
        kind: '{% $gate %}',
        nth: '{% $route.gate.nth %}',
      },
      assign: {
        verdict: '{% $states.result.Payload.verdict %}',
        writes: '{% [$states.result.Payload.writes] %}',
      },
    }),
    CLOSED: choice([...(writes ? [said('WRITE', 'WRITE')] : []), ...saidTurn(stages), said('END', 'FINISH')]),
    ...(writes ? writing(toStage(stages)) : {}),
    PAUSED_FOR_REVIEW: gate(
      'REVIEW',
      'REVIEWED',
      '{% $route.gate.seconds %}',
      'A person looks before the next turn',
    ),
    REVIEWED: choice([said('CLOSE', 'CLOSE_GATE')]),
    THROTTLED: {
      Type: 'Wait',
      Comment: 'As long as the provider asked for',
      Seconds: '{% $route.seconds %}',
      Next: 'RESUME',
    },
    RESUME: choice(toStage(stages)),
    FINISH: task('finish', 'ENDED', {
      comment: 'DONE only with all evidence on record',
      payload: { run: '{% $run %}' },
      assign: { end: '{% $states.result.Payload %}' },
    }),
    FAIL: task('finish', 'ENDED', {
      comment: 'The run ends by the name of what went wrong',
      payload: { run: '{% $run %}', error: '{% $error %}' },
      assign: { end: '{% $states.result.Payload %}' },
      catch: [
        {
          ErrorEquals: ['States.ALL'],
          Assign: {
            end: { outcome: 'FAILED', code: '{% $error %}', message: 'the run could not be closed' },
          },
          Output: {},
          Next: 'FAILED',
        },
      ],
    }),
    ENDED: {
      Type: 'Choice',
      Choices: [...SUCCEEDS, ...FAILS].map((outcome) => ({
        Condition: `{% $end.outcome = '${outcome}' %}`,
        Next: outcome,
      })),
      Default: 'FAILED',
    },
    ...Object.fromEntries(
      SUCCEEDS.map((outcome) => [outcome, { Type: 'Succeed', Output: { outcome, run: '{% $run %}' } }]),
    ),
    ...Object.fromEntries(
      FAILS.map((outcome) => [
        outcome,
        { Type: 'Fail', Error: '{% $end.code %}', Cause: '{% $end.message %}' },
      ]),
    ),
  } satisfies Record<string, State>);

  return {
    Comment: `Holdpoint workflow ${workflow.name}`,
    QueryLanguage: 'JSONata',
    StartAt: 'ADMIT',
    TimeoutSeconds: MACHINE_SECONDS,
    States: states,
  };
}

const writesIn = ({ tools }: Stage): boolean => tools.some(({ effect }) => effect === 'WRITE_CONFIRM');
const SUCCEEDS = ['DONE', 'REJECTED', 'SKIPPED'];
const FAILS = ['FAILED', 'EXPIRED', 'CANCELLED'];
const RUN = { run: '{% $states.context.Execution.Name %}' };
const ROUTED: Assign = { route: '{% $states.result.Payload %}' };
const on = (next: string, state: string): Rule => ({
  Condition: `{% $route.next = '${next}' %}`,
  Next: state,
});
const saidTurn = (stages: readonly string[]): Rule[] =>
  stages.map((stage) => ({
    Condition: `{% $verdict = 'TURN' and $route.stage = '${stage}' %}`,
    Next: stage,
  }));
