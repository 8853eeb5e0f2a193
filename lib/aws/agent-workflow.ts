import { Duration, TimeZone } from 'aws-cdk-lib';
import type * as iam from 'aws-cdk-lib/aws-iam';
import * as scheduler from 'aws-cdk-lib/aws-scheduler';
import * as targets from 'aws-cdk-lib/aws-scheduler-targets';
import type { CfnStateMachineAlias, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { Workflow } from '../../lambda/define/workflow.ts';
import { compile } from '../machine/compile.ts';
import { TIMEOUTS } from '../machine/shapes.ts';
import type { BundledFunction } from './bundled-function.ts';
import { ConfigInvalid, type WorkflowConfig } from './config.ts';
import type { Holdpoint } from './holdpoint.ts';
import { Machine } from './machine.ts';
import { DELIVERY } from './starter.ts';

/** What a tool's runner needs of AWS, by the tool's name. */
export type ToolGrants = { readonly [tool: string]: readonly iam.PolicyStatement[] };

export type AgentWorkflowProps = {
  readonly platform: Holdpoint;
  readonly workflow: Workflow;
  readonly config: WorkflowConfig;
  readonly logDays: number;
  /** Each goes to the one function that runs the tool, which runs the workflow's other tools of that effect too. */
  readonly grants?: ToolGrants;
};

/** One workflow: its machine, the functions of its tools, its people and its schedule. */
export class AgentWorkflow extends Construct {
  readonly stateMachine: StateMachine;
  readonly live: CfnStateMachineAlias;
  readonly read: BundledFunction;
  /** None for a workflow that changes nothing. */
  readonly write: BundledFunction | undefined;

  constructor(scope: Construct, id: string, props: AgentWorkflowProps) {
    super(scope, id);
    const { platform, workflow, config, logDays, grants = {} } = props;
    checkConfig(workflow, config);
    this.read = this.#runs('read', props);
    platform.powers.useLedger(this.read, {
      changes: ['RUN'],
      queries: ['RUN'],
      workflow: workflow.name,
    });
    const writes = toolsOf(workflow).some(({ effect }) => effect === 'WRITE_CONFIRM');
    this.write = writes ? this.#runs('write', props) : undefined;
    if (this.write)
      platform.powers.useLedger(this.write, {
        reads: ['DECISION'],
        changes: ['RUN', 'WRITE', ...embeddedTargets(workflow)],
        workflow: workflow.name,
      });
    this.#grant(workflow, grants);
    const functions = { ...platform.functions, read: this.read, write: this.write };
    const definition = JSON.stringify(compile(workflow));
    const { name } = workflow;
    const { stateMachine, live } = new Machine(this, 'Machine', { name, definition, functions, logDays });
    this.stateMachine = stateMachine;
    this.live = live;
    platform.join({ workflow, config, stateMachine, live });
    if (config.schedule) this.#schedule(config.schedule, props);
  }

  #runs(
    kind: 'read' | 'write',
    { platform, workflow: { name }, config }: AgentWorkflowProps,
  ): BundledFunction {
    const does = { read: 'Runs the reads of', write: 'Runs what a person approved for' };
    return platform.function(this, kind === 'read' ? 'Read' : 'Write', `${kind}-${name}`, {
      description: `${does[kind]} ${name}`,
      timeout: Duration.seconds(TIMEOUTS[kind]),
      environment: config.settings,
    });
  }

  #grant(workflow: Workflow, grants: ToolGrants): void {
    for (const [name, statements] of Object.entries(grants)) {
      const effect = toolsOf(workflow).find((tool) => tool.name === name)?.effect;
      const runs = effect === 'READ_ONLY' ? this.read : effect === 'WRITE_CONFIRM' ? this.write : undefined;
      if (!runs)
        throw new TypeError(
          `workflow "${workflow.name}": a grant is for a tool that reads or writes, "${name}" is ${effect ?? 'none of its tools'}`,
        );
      for (const statement of statements) runs.permit(statement);
    }
  }

  #schedule(
    { at, days }: NonNullable<WorkflowConfig['schedule']>,
    { platform, workflow, config }: AgentWorkflowProps,
  ): void {
    const [hour = '0', minute = '0'] = at.split(':').map((part) => String(Number(part)));
    new scheduler.Schedule(this, 'Schedule', {
      description: `Starts ${workflow.name}`,
      schedule: scheduler.ScheduleExpression.cron({
        hour,
        minute,
        ...(days === 'DAILY' ? {} : { weekDay: days }),
        timeZone: TimeZone.ASIA_HONG_KONG,
      }),
      scheduleGroup: platform.schedules,
      timeWindow: scheduler.TimeWindow.off(),
      target: new targets.LambdaInvoke(platform.starter.alias, {
        ...DELIVERY,
        deadLetterQueue: platform.deadLetters,
        // Nothing of the delivery is in it: a second one is the same trigger.
        input: scheduler.ScheduleTargetInput.fromObject({
          workflow: workflow.name,
          input: config.input,
          scheduledTime: scheduler.ContextAttribute.scheduledTime,
        }),
      }),
    });
  }
}

/** The one target that is in the ledger itself; every other is reached by a grant. */
const embeddedTargets = (workflow: Workflow): readonly 'TASK'[] =>
  toolsOf(workflow).some(({ name }) => name === 'create_review_task') ? ['TASK'] : [];

const toolsOf = (workflow: Workflow) => Object.values(workflow.stages).flatMap((stage) => stage.tools);

/** What only the workflow itself can say of its configuration. */
function checkConfig(workflow: Workflow, { input, schedule }: WorkflowConfig): void {
  const at = `config.workflows.${workflow.name}`;
  if (workflow.runs === 'asked' && schedule)
    throw new ConfigInvalid([`${at}.schedule: it runs when it is asked, a schedule has no question`]);
  const given = workflow.input.safeParse(input);
  if (schedule && !given.success)
    throw new ConfigInvalid(
      given.error.issues.map(({ path, message }) => `${[at, 'input', ...path].join('.')}: ${message}`),
    );
}
