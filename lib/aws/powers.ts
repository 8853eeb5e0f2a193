import { ArnFormat, Lazy, Stack } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { EventBus } from 'aws-cdk-lib/aws-events';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { CfnStateMachineAlias, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Workflow } from '../../lambda/define/workflow.ts';
import type { BundledFunction } from './bundled-function.ts';
import { type Config, ConfigInvalid, type WorkflowConfig } from './config.ts';
import { type LedgerAccess, openLedger } from './ledger-access.ts';
import type { Mail } from './mail.ts';

/** A workflow as the platform has to know it. */
export type Joined = {
  readonly workflow: Workflow;
  readonly config: WorkflowConfig;
  readonly stateMachine: StateMachine;
  readonly live: CfnStateMachineAlias;
};

export type PowersProps = {
  readonly table: TableV2;
  readonly bus: EventBus;
  readonly mail: Mail;
  readonly linkKeys: Secret;
  readonly owner: Config['owner'];
  /** After how many days the table may drop what happened in a run; @default never */
  readonly recordDays: number | undefined;
  /** Read when the template is written: workflows join after the functions are there. */
  readonly joined: () => readonly Joined[];
};

/** What a function may do. Each power brings the settings it needs with the rights it needs: neither comes alone. */
export class Powers {
  readonly #props: PowersProps;
  readonly #knowing: BundledFunction[] = [];
  readonly #toolSettings = new Map<string, string>();

  constructor(props: PowersProps) {
    this.#props = props;
  }

  useLedger(to: BundledFunction, access: LedgerAccess): void {
    const { table, recordDays } = this.#props;
    to.addEnvironment('TABLE_NAME', table.tableName);
    if (recordDays !== undefined) to.addEnvironment('RECORD_DAYS', String(recordDays));
    openLedger(table, to, access);
  }

  /** Looks workflows up as their settings have them: a setting can turn a tool on. */
  knowWorkflows(to: BundledFunction): void {
    this.#knowing.push(to);
  }

  /**
   * Takes what tools may read of a workflow's settings to every function that knows workflows.
   *
   * @throws {ConfigInvalid} when another workflow sets the same otherwise
   */
  shareSettings(workflow: string, settings: WorkflowConfig['settings']): void {
    for (const [name, value] of Object.entries(settings)) {
      if (!name.startsWith('TOOL_')) continue;
      const known = this.#toolSettings.get(name) ?? value;
      if (known !== value)
        throw new ConfigInvalid([
          `config.workflows.${workflow}.settings.${name}: another workflow says ${known}, and all share it`,
        ]);
      this.#toolSettings.set(name, value);
      for (const knows of this.#knowing) knows.addEnvironment(name, value);
    }
  }

  tellBus(to: BundledFunction): void {
    to.addEnvironment('EVENT_BUS_NAME', this.#props.bus.eventBusName);
    to.allow('TellBus', ['events:PutEvents'], [this.#props.bus.eventBusArn]);
  }

  writeLetters(to: BundledFunction): void {
    const { mail, owner, joined } = this.#props;
    for (const [name, value] of Object.entries(mail.environment)) to.addEnvironment(name, value);
    to.addEnvironment('APPROVERS', Lazy.string({ produce: () => approversOf(joined()) }));
    to.addEnvironment('OWNER', JSON.stringify({ id: 'owner', ...owner }));
    const people = () => [owner, ...joined().flatMap(({ config }) => config.approvers)];
    mail.grantSend(to, () => people().map(({ email }) => email));
  }

  /** Knows a link when it sees one. */
  readLinks(to: BundledFunction): void {
    to.addEnvironment('LINK_KEYS_SECRET_ARN', this.#props.linkKeys.secretArn);
    to.allow('ReadLinkKeys', ['secretsmanager:GetSecretValue'], [this.#props.linkKeys.secretArn]);
  }

  /** Makes the links it sends. */
  sendLinks(to: BundledFunction, gateUrl: string): void {
    this.readLinks(to);
    to.addEnvironment('GATE_URL', gateUrl);
  }

  resumeMachines(to: BundledFunction): void {
    const arns = () => this.#props.joined().map(({ stateMachine }) => stateMachine.stateMachineArn);
    to.allow('ResumeMachines', ['states:SendTaskSuccess'], Lazy.list({ produce: arns }));
  }

  /** Asks whether an execution still lives. */
  describeExecutions(to: BundledFunction): void {
    const executions = ({ stateMachine }: Joined) =>
      Stack.of(to).formatArn({
        service: 'states',
        resource: 'execution',
        resourceName: `${stateMachine.stateMachineName}:*`,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      });
    const arns = () => this.#props.joined().map(executions);
    to.allow('DescribeRuns', ['states:DescribeExecution'], Lazy.list({ produce: arns }));
  }
}

/** All of a function's variables together have 4 KB. */
const MOST_APPROVER_BYTES = 3000;

function approversOf(joined: readonly Joined[]): string {
  const approvers = JSON.stringify(
    Object.fromEntries(joined.map(({ workflow, config }) => [workflow.name, config.approvers])),
  );
  const bytes = Buffer.byteLength(approvers);
  if (bytes > MOST_APPROVER_BYTES)
    throw new RangeError(
      `config.workflows: all approvers together take ${bytes} bytes, a function's settings have room for ${MOST_APPROVER_BYTES}`,
    );
  return approvers;
}
