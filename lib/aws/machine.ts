import { ArnFormat, type CfnElement, RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as sfn from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { FUNCTIONS, type FunctionName } from '../../lambda/define/machine-words.ts';
import { assertProved } from '../machine/prove.ts';
import { accept } from './accept.ts';
import type { BundledFunction } from './bundled-function.ts';

export type MachineProps = {
  /** The workflow's name. */
  readonly name: string;
  /** Amazon States Language with a placeholder for each function. */
  readonly definition: string;
  /** Without `write`, the machine's write states name a function that does not exist. */
  readonly functions: Readonly<Record<Exclude<FunctionName, 'write'>, BundledFunction>> & {
    readonly write: BundledFunction | undefined;
  };
  readonly logDays: number;
};

/**
 * A workflow's state machine. The literal text of its definition is what is proved here, interpreted locally and deployed: only
 * ARNs take the placeholders' place.
 */
export class Machine extends Construct {
  readonly stateMachine: sfn.StateMachine;
  /** What is started: the version that was deployed last. */
  readonly live: sfn.CfnStateMachineAlias;

  constructor(scope: Construct, id: string, { name, definition, functions, logDays }: MachineProps) {
    super(scope, id);
    const { stackName } = Stack.of(this);
    assertProved(JSON.parse(definition));
    const logGroup = new logs.LogGroup(this, 'Logs', {
      logGroupName: `/aws/vendedlogs/states/${stackName}-${name}`,
      retention: logDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const called = Object.values(functions).filter((each) => each !== undefined);
    this.stateMachine = new sfn.StateMachine(this, 'StateMachine', {
      definitionBody: sfn.DefinitionBody.fromString(definition),
      definitionSubstitutions: Object.fromEntries(
        FUNCTIONS.map((each) => [each, functions[each]?.currentVersion.functionArn ?? this.#nowhere(name)]),
      ),
      role: this.#role(called),
      tracingEnabled: true,
      // Execution data would hold the task token: enough to answer for a person.
      logs: { destination: logGroup, level: sfn.LogLevel.ALL, includeExecutionData: false },
    });
    this.live = this.#liveAlias();
  }

  /** It may call its functions in any version: a run that was parked before a deployment goes on with those it began with. */
  #role(functions: readonly BundledFunction[]): iam.Role {
    const role = new iam.Role(this, 'Role', { assumedBy: new iam.ServicePrincipal('states.amazonaws.com') });
    role.addToPolicy(
      new iam.PolicyStatement({
        sid: 'CallFunctions',
        actions: ['lambda:InvokeFunction'],
        resources: functions.map(({ functionArn }) => `${functionArn}:*`),
      }),
    );
    accept(role, {
      'AwsSolutions-IAM5[Resource::*]': 'X-Ray and the delivery of logs know no resource',
      ...Object.fromEntries(
        functions.map((each) => [
          `AwsSolutions-IAM5[Resource::<${Stack.of(each).getLogicalId(each.node.defaultChild as CfnElement)}.Arn>:*]`,
          'Any version of this one function: parked runs go on with the version they began with',
        ]),
      ),
    });
    return role;
  }

  /** Every definition is a version that stays; the newest is what is started. */
  #liveAlias(): sfn.CfnStateMachineAlias {
    const { attrStateMachineRevisionId } = this.stateMachine.node.defaultChild as sfn.CfnStateMachine;
    const version = new sfn.CfnStateMachineVersion(this, 'Version', {
      stateMachineArn: this.stateMachine.stateMachineArn,
      stateMachineRevisionId: attrStateMachineRevisionId,
    });
    version.applyRemovalPolicy(RemovalPolicy.RETAIN);
    return new sfn.CfnStateMachineAlias(this, 'Live', {
      name: 'live',
      routingConfiguration: [{ stateMachineVersionArn: version.attrArn, weight: 100 }],
    });
  }

  #nowhere(name: string): string {
    return Stack.of(this).formatArn({
      service: 'lambda',
      resource: 'function',
      resourceName: `${name}-writes-nothing`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }
}
