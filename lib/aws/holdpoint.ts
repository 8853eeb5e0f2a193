import { type CfnElement, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as events from 'aws-cdk-lib/aws-events';
import * as scheduler from 'aws-cdk-lib/aws-scheduler';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { FunctionName } from '../../lambda/define/machine-words.ts';
import { TIMEOUTS } from '../machine/shapes.ts';
import { accept } from './accept.ts';
import { Bounces } from './bounces.ts';
import { BundledFunction, type BundledFunctionProps } from './bundled-function.ts';
import type { Config } from './config.ts';
import { GateApi } from './gate-api.ts';
import { ledgerTable } from './ledger-table.ts';
import { Mail } from './mail.ts';
import { ModelAccess } from './model-access.ts';
import type { Platform } from './platform.ts';
import { type Joined, Powers } from './powers.ts';
import { Starter } from './starter.ts';
import { Upkeep } from './upkeep.ts';

export type HoldpointProps = Pick<Config, 'sender' | 'owner' | 'model' | 'retention'> & {
  /** Where the bundles are. */
  readonly bundles: string;
};

/** What a machine calls besides its workflow's own reads and writes. */
type Shared = Exclude<FunctionName, 'read' | 'write'>;

/** The platform that every workflow shares: the ledger, the machine's functions, the gate's site, the bus, and its upkeep. */
export class Holdpoint extends Construct implements Platform {
  readonly table: dynamodb.TableV2;
  readonly bus: events.EventBus;
  readonly deadLetters: sqs.Queue;
  readonly schedules: scheduler.ScheduleGroup;
  readonly mail: Mail;
  readonly powers: Powers;
  readonly gateSite: BundledFunction;
  readonly gate: GateApi;
  readonly functions: Readonly<Record<Shared, BundledFunction>>;
  readonly starter: Starter;
  readonly upkeep: Upkeep;
  /** None where SES is in another region. */
  readonly bounces: Bounces | undefined;
  readonly joined: Joined[] = [];
  readonly #props: HoldpointProps;

  constructor(scope: Construct, id: string, props: HoldpointProps) {
    super(scope, id);
    this.#props = props;
    this.table = ledgerTable(this);
    this.bus = new events.EventBus(this, 'Bus', {
      description: 'RunRequested in; RunStarted, GateOpened, RunFinished out',
    });
    this.deadLetters = new sqs.Queue(this, 'DeadLetters', {
      enforceSSL: true,
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      retentionPeriod: Duration.days(14),
    });
    accept(this.deadLetters, {
      'AwsSolutions-SQS3': 'It is the dead-letter queue',
      'Serverless-SQSRedrivePolicy': 'It is the dead-letter queue',
    });
    this.schedules = new scheduler.ScheduleGroup(this, 'Schedules', { removalPolicy: RemovalPolicy.DESTROY });
    this.mail = new Mail(this, 'Mail', props);
    this.powers = new Powers({
      table: this.table,
      bus: this.bus,
      mail: this.mail,
      linkKeys: linkKeySecret(this),
      owner: props.owner,
      recordDays: props.retention.recordDays,
      joined: () => this.joined,
    });
    this.gateSite = this.#gateSite();
    this.gate = new GateApi(this, 'Gate', { site: this.gateSite, logDays: props.retention.logDays });
    this.functions = this.#machineFunctions();
    this.starter = new Starter(this, 'Starter', { platform: this });
    this.upkeep = new Upkeep(this, 'Upkeep', { platform: this });
    const { configurationSet: letters } = this.mail;
    this.bounces = letters && new Bounces(this, 'Bounces', { platform: this, letters });
  }

  function(
    scope: Construct,
    id: string,
    bundle: string,
    props: Pick<BundledFunctionProps, 'description' | 'timeout' | 'memoryMb' | 'environment'>,
  ): BundledFunction {
    const { bundles, retention } = this.#props;
    return new BundledFunction(scope, id, { ...props, bundle, bundles, logDays: retention.logDays });
  }

  /** Takes a workflow in: it can be started, its people are asked, its machine may be resumed. */
  join(joining: Joined): void {
    const { name } = joining.workflow;
    if (this.joined.some(({ workflow }) => workflow.name === name))
      throw new TypeError(`the workflow "${name}" is there already`);
    this.joined.push(joining);
    this.powers.shareSettings(name, joining.config.settings);
    const machine = Stack.of(this).getLogicalId(joining.stateMachine.node.defaultChild as CfnElement);
    const { region } = Stack.of(this);
    accept(this.upkeep, {
      [`AwsSolutions-IAM5[Resource::arn:aws:states:${region}:<AWS::AccountId>:execution:<${machine}.Name>:*]`]:
        'Any run of this one machine may have to be asked about',
    });
  }

  #gateSite(): BundledFunction {
    const site = this.function(this, 'GateSite', 'gate-site', {
      description: 'Shows what is to be decided, and takes the decision',
      timeout: Duration.seconds(15),
      // A person waits for it.
      memoryMb: 512,
    });
    this.powers.useLedger(site, {
      reads: ['WRITE'],
      changes: ['GATE', 'DECISION'],
      queries: ['DECISION'],
    });
    this.powers.readLinks(site);
    this.powers.resumeMachines(site);
    return site;
  }

  #machineFunctions(): Record<Shared, BundledFunction> {
    const { powers } = this;
    const make = (name: Shared, bundle: string, description: string, memoryMb?: number) =>
      this.function(this, `${name.charAt(0).toUpperCase()}${name.slice(1)}`, bundle, {
        description,
        timeout: Duration.seconds(TIMEOUTS[name]),
        ...(memoryMb ? { memoryMb } : {}),
      });

    const admit = make('admit', 'admit', 'One live run per workflow and business date');
    admit.addEnvironment('ANTHROPIC_MODEL', this.#props.model.name);
    powers.useLedger(admit, { changes: ['RUN'] });
    powers.knowWorkflows(admit);
    powers.tellBus(admit);

    const turn = make('turn', 'turn', 'One model turn', 512);
    powers.useLedger(turn, { changes: ['RUN'], queries: ['RUN'] });
    powers.knowWorkflows(turn);
    new ModelAccess(this, 'Model', { model: this.#props.model, turn });

    const validate = make('validate', 'validate', 'Judges what was read, once');
    powers.useLedger(validate, { changes: ['RUN'], queries: ['RUN'] });
    powers.knowWorkflows(validate);

    const ask = make('ask', 'ask', 'Freezes what is to be decided, and sends the links');
    powers.useLedger(ask, { reads: ['RUN', 'DECISION'], changes: ['GATE', 'WRITE'], queries: ['RUN'] });
    powers.knowWorkflows(ask);
    powers.sendLinks(ask, this.gate.url);
    powers.writeLetters(ask);
    powers.tellBus(ask);

    const closeGate = make('closeGate', 'close-gate', 'Turns a decision into results');
    powers.useLedger(closeGate, {
      changes: ['RUN', 'GATE', 'DECISION', 'WRITE'],
      queries: ['RUN', 'DECISION'],
    });

    const finish = make('finish', 'finish', 'Gives a run its one outcome');
    powers.useLedger(finish, { changes: ['RUN', 'GATE', 'DECISION', 'WRITE'], queries: ['RUN'] });
    powers.knowWorkflows(finish);
    powers.tellBus(finish);

    return { admit, turn, validate, ask, closeGate, finish };
  }
}

const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

/** What links are signed with: 64 letters and digits are the base64 of 48 bytes. `previous` is added by hand, to rotate. */
function linkKeySecret(scope: Construct): secretsmanager.Secret {
  const secret = new secretsmanager.Secret(scope, 'LinkKeys', {
    description: 'What the links of open gates are signed with: JSON of base64 texts, current and previous',
    generateSecretString: {
      secretStringTemplate: '{}',
      generateStringKey: 'current',
      passwordLength: 64,
      excludeCharacters: PUNCTUATION,
    },
  });
  accept(secret, {
    'AwsSolutions-SMG4':
      'Rotated by hand with two keys (docs/operations.md): a new key alone would end the links that are out',
  });
  return secret;
}
