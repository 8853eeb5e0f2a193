import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import * as sns from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { AgentWorkflow } from './agent-workflow.ts';
import type { Holdpoint } from './holdpoint.ts';

export type AlarmsProps = {
  readonly platform: Holdpoint;
  readonly workflows: readonly AgentWorkflow[];
  readonly email: string;
};

const PERIOD = Duration.minutes(5);
const SUM = { period: PERIOD, statistic: 'Sum' };

/** What wakes the owner. docs/operations.md says of each what it means and what to do; a test compares the two lists. */
export class Alarms extends Construct {
  readonly topic: sns.Topic;
  readonly all: cloudwatch.Alarm[] = [];

  constructor(scope: Construct, id: string, { platform, workflows, email }: AlarmsProps) {
    super(scope, id);
    this.topic = new sns.Topic(this, 'Topic', { enforceSSL: true, displayName: 'Holdpoint' });
    this.topic.addSubscription(new EmailSubscription(email, { deadLetterQueue: platform.deadLetters }));

    for (const { node, stateMachine } of workflows) {
      this.#any(`${node.id}RunsFailed`, stateMachine.metricFailed(SUM));
      this.#any(`${node.id}RunsTimedOut`, stateMachine.metricTimedOut(SUM));
      this.#any(`${node.id}RunsAborted`, stateMachine.metricAborted(SUM));
      this.#any(`${node.id}RunsThrottled`, stateMachine.metricThrottled(SUM));
    }
    this.#any(
      'DeadLetters',
      platform.deadLetters.metricApproximateNumberOfMessagesVisible({ ...SUM, statistic: 'Maximum' }),
    );
    this.#any('SchedulesDropped', platform.schedules.metricDropped(SUM));
    this.#any('SchedulesFailing', platform.schedules.metricTargetErrors(SUM));
    this.#any('StartErrors', platform.starter.alias.metricErrors(SUM));
    this.#any('GateSiteErrors', platform.gate.api.metricServerError(SUM));
    this.#any('GateSiteThrottled', platform.gateSite.metricThrottles(SUM));
    this.#any('WatchErrors', platform.upkeep.watch.metricErrors(SUM));
    this.#any('SweepErrors', platform.upkeep.sweep.metricErrors(SUM));
    this.#silent('SweepSilent', platform.upkeep.sweep.metricInvocations(SUM));
    for (const [name, metric] of Object.entries({
      RunsMissed: 'RunsMissed',
      CallbacksResent: 'CallbacksResent',
      RunsClosed: 'RunsClosed',
    }))
      this.#any(name, counted(metric, 'sweep'));

    if (platform.bounces) this.#any('LettersUndelivered', counted('LettersUndelivered', 'undelivered'));
  }

  /** Once in five minutes is once too often. */
  #any(name: string, metric: cloudwatch.IMetric): void {
    this.#alarm(name, metric, {
      threshold: 1,
      evaluationPeriods: 1,
      comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,
    });
  }

  /** Nobody watches the watchman but this: no tick in a quarter of an hour. */
  #silent(name: string, metric: cloudwatch.IMetric): void {
    this.#alarm(name, metric, {
      threshold: 1,
      evaluationPeriods: 3,
      comparisonOperator: cloudwatch.ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: cloudwatch.TreatMissingData.BREACHING,
    });
  }

  #alarm(name: string, metric: cloudwatch.IMetric, props: Omit<cloudwatch.AlarmProps, 'metric'>): void {
    const alarm = new cloudwatch.Alarm(this, name, {
      ...props,
      metric,
      alarmDescription: `${name}: see docs/operations.md`,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
    this.all.push(alarm);
  }
}

/** What a function counts, by the name it counts under. */
const counted = (metricName: string, service: string): cloudwatch.Metric =>
  new cloudwatch.Metric({ namespace: 'Holdpoint', metricName, dimensionsMap: { service }, ...SUM });
