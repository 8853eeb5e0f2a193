import { Duration, Lazy } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import * as destinations from 'aws-cdk-lib/aws-lambda-destinations';
import { Construct } from 'constructs';
import { toSeconds } from '../../lambda/define/duration.ts';
import { SWEEP_EVERY, SWEEP_WITHIN } from '../../lambda/define/gate-policy.ts';
import type { Expected } from '../../lambda/states/sweep.ts';
import { accept } from './accept.ts';
import type { BundledFunction } from './bundled-function.ts';
import type { Platform } from './platform.ts';
import type { Joined } from './powers.ts';

/**
 * What looks after runs that cannot look after themselves: the watch hears of every execution that is over, closes its run
 * if the machine could not, and tells of the end; the sweep comes by every few minutes for whatever timers, callbacks and
 * events left undone.
 */
export class Upkeep extends Construct {
  readonly watch: BundledFunction;
  readonly sweep: BundledFunction;

  constructor(scope: Construct, id: string, { platform }: { readonly platform: Platform }) {
    super(scope, id);
    const { powers, deadLetters } = platform;
    const closer = (name: string, bundle: string, description: string, timeout: Duration) => {
      const closes = platform.function(this, name, bundle, { description, timeout });
      powers.knowWorkflows(closes);
      powers.writeLetters(closes);
      powers.tellBus(closes);
      return closes;
    };
    const changes = ['RUN', 'GATE', 'DECISION', 'WRITE'] as const;

    this.watch = closer(
      'Watch',
      'watch',
      'Tells how runs ended, and closes those whose execution was stopped',
      Duration.seconds(60),
    );
    powers.useLedger(this.watch, { changes, queries: ['RUN'] });
    this.watch.configureAsyncInvoke({
      maxEventAge: Duration.hours(1),
      retryAttempts: 2,
      onFailure: new destinations.SqsDestination(deadLetters),
    });
    const machines = () => platform.joined.map(({ stateMachine }) => stateMachine.stateMachineArn);
    new events.Rule(this, 'ExecutionEnded', {
      description: 'An execution is over',
      eventPattern: {
        source: ['aws.states'],
        detailType: ['Step Functions Execution Status Change'],
        detail: {
          status: ['SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED'],
          stateMachineArn: Lazy.list({ produce: machines }),
        },
      },
      targets: [
        new targets.LambdaFunction(this.watch, {
          deadLetterQueue: deadLetters,
          maxEventAge: Duration.hours(1),
          retryAttempts: 5,
        }),
      ],
    });

    const every = Duration.seconds(toSeconds(SWEEP_EVERY));
    const within = Duration.seconds(toSeconds(SWEEP_WITHIN));
    this.sweep = closer('Sweep', 'sweep', 'Finishes what timers and callbacks left undone', within);
    powers.useLedger(this.sweep, { changes, queries: ['RUN', 'DECISION'], lists: ['RUNNING', 'GATE'] });
    powers.sendLinks(this.sweep, platform.gate.url);
    powers.resumeMachines(this.sweep);
    powers.describeExecutions(this.sweep);
    const expected = () => JSON.stringify(platform.joined.flatMap(expectedOf));
    this.sweep.addEnvironment('EXPECTED', Lazy.string({ produce: expected }));
    // The next tick is the retry.
    accept(this.sweep, {
      'Serverless-LambdaAsyncFailureDestination': 'A tick carries nothing worth keeping; SweepErrors tells',
    });
    this.sweep.configureAsyncInvoke({ maxEventAge: every, retryAttempts: 0 });
    new events.Rule(this, 'Tick', {
      description: 'The sweep comes by',
      schedule: events.Schedule.rate(every),
      targets: [
        new targets.LambdaFunction(this.sweep, {
          deadLetterQueue: deadLetters,
          maxEventAge: every,
          retryAttempts: 0,
        }),
      ],
    });
  }
}

/** A daily run that is missing is missed; the sweep knows working days and every day, no other calendar. */
function expectedOf({ workflow, config: { schedule } }: Joined): Expected[] {
  const workingDaysOnly = workflow.workingDaysOnly === true;
  if (!schedule || (schedule.days !== 'DAILY' && !workingDaysOnly)) return [];
  return [{ workflow: workflow.name, at: schedule.at as Expected['at'], workingDaysOnly }];
}
