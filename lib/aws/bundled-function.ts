import path from 'node:path';
import { type Duration, RemovalPolicy } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { accept } from './accept.ts';

export type BundledFunctionProps = {
  /** The bundle's name under `bundles`. */
  readonly bundle: string;
  readonly bundles: string;
  readonly description: string;
  readonly timeout: Duration;
  readonly memoryMb?: number;
  readonly logDays: number;
  readonly environment?: { readonly [name: string]: string };
};

/**
 * One bundle as a function with a role and a log group of its own. Its versions stay when they are replaced: a parked run goes
 * on under the code it began with.
 */
export class BundledFunction extends lambda.Function {
  readonly #role: iam.Role;

  constructor(scope: Construct, id: string, props: BundledFunctionProps) {
    const role = new iam.Role(scope, `${id}Role`, {
      assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
      description: props.description,
    });
    const logGroup = new logs.LogGroup(scope, `${id}Logs`, {
      retention: props.logDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    logGroup.grantWrite(role);
    super(scope, id, {
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      code: lambda.Code.fromAsset(path.join(props.bundles, props.bundle)),
      handler: 'index.handler',
      description: props.description,
      timeout: props.timeout,
      memorySize: props.memoryMb ?? 256,
      role,
      logGroup,
      loggingFormat: lambda.LoggingFormat.JSON,
      applicationLogLevelV2: lambda.ApplicationLogLevel.INFO,
      systemLogLevelV2: lambda.SystemLogLevel.INFO,
      tracing: lambda.Tracing.ACTIVE,
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
      environment: {
        POWERTOOLS_SERVICE_NAME: props.bundle,
        POWERTOOLS_METRICS_NAMESPACE: 'Holdpoint',
        ...props.environment,
      },
    });
    this.#role = role;
    accept(role, {
      'AwsSolutions-IAM5[Resource::*]': 'X-Ray takes traces for no resource in particular',
    });
    accept(this, {
      'Serverless-LambdaDLQ':
        'The machine and the gate wait for an answer and see every error; what is invoked asynchronously has a failure destination',
    });
  }

  /** Allows these actions, in the role's one policy. */
  allow(
    sid: string,
    actions: readonly string[],
    resources: readonly string[],
    conditions?: iam.Conditions,
  ): void {
    const rights = {
      sid,
      actions: [...actions],
      resources: [...resources],
      ...(conditions ? { conditions } : {}),
    };
    this.permit(new iam.PolicyStatement(rights));
  }

  permit(statement: iam.PolicyStatement): void {
    this.#role.addToPrincipalPolicy(statement);
  }
}
