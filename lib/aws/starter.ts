import { Duration, Lazy, Stack } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as destinations from 'aws-cdk-lib/aws-lambda-destinations';
import { Construct } from 'constructs';
import type { Platform } from './platform.ts';

/** A morning's start is of use for minutes, not for a day: what comes later is for a person to decide. */
export const DELIVERY = { maxEventAge: Duration.minutes(15), retryAttempts: 3 };

/**
 * What turns a trigger into an execution. It is asked by its alias, and asynchronously: neither the Scheduler's nor the
 * bus's dead letters see its errors, so it has its own.
 */
export class Starter extends Construct {
  readonly alias: lambda.IFunction;

  constructor(scope: Construct, id: string, { platform }: { readonly platform: Platform }) {
    super(scope, id);
    const start = platform.function(this, 'Start', 'start', {
      description: 'Turns a trigger into an execution',
      timeout: Duration.seconds(30),
    });
    const machines = () =>
      Object.fromEntries(platform.joined.map(({ workflow, live }) => [workflow.name, live.ref]));
    const json = () => Stack.of(this).toJsonString(machines());
    start.addEnvironment('STATE_MACHINES', Lazy.string({ produce: json }));
    start.allow(
      'StartRuns',
      ['states:StartExecution'],
      Lazy.list({ produce: () => Object.values(machines()) }),
    );

    // CDK's interfaces know no exactOptionalPropertyTypes: its own classes do not fit them without a cast.
    const version = start.currentVersion as lambda.IVersion;
    const alias = new lambda.Alias(this, 'Live', { aliasName: 'live', version });
    this.alias = alias as lambda.IFunction;
    alias.configureAsyncInvoke({
      maxEventAge: Duration.minutes(10),
      retryAttempts: 2,
      onFailure: new destinations.SqsDestination(platform.deadLetters),
    });
    new events.Rule(this, 'RunRequested', {
      eventBus: platform.bus as events.IEventBus,
      description: 'A run is asked for',
      eventPattern: { detailType: ['RunRequested'] },
      targets: [
        new targets.LambdaFunction(this.alias, { ...DELIVERY, deadLetterQueue: platform.deadLetters }),
      ],
    });
  }
}
