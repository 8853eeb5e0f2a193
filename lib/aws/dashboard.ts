import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { AgentWorkflow } from './agent-workflow.ts';
import type { Alarms } from './alarms.ts';
import type { Holdpoint } from './holdpoint.ts';

export type DashboardProps = {
  readonly platform: Holdpoint;
  readonly workflows: readonly AgentWorkflow[];
  readonly alarms: Alarms;
};

const DAY = { period: Duration.days(1), statistic: 'Sum' };
const HOUR = { period: Duration.hours(1), statistic: 'Sum' };
const OUTCOMES = ['DONE', 'REJECTED', 'EXPIRED', 'CANCELLED', 'FAILED'];

/** One page: what is wrong, how runs end, whether people can decide, whether the functions are well. */
export function dashboard(
  scope: Construct,
  id: string,
  { platform, workflows, alarms }: DashboardProps,
): void {
  const graph = (title: string, left: cloudwatch.IMetric[]) =>
    new cloudwatch.GraphWidget({ title, left, width: 12, height: 6 });
  const functions = [
    ...Object.values(platform.functions),
    platform.gateSite,
    platform.upkeep.watch,
    platform.upkeep.sweep,
    ...(platform.bounces ? [platform.bounces.undelivered] : []),
    ...workflows.flatMap(({ read, write }) => (write ? [read, write] : [read])),
  ];
  const outcome = (metricName: string) =>
    new cloudwatch.Metric({
      namespace: 'Holdpoint',
      metricName,
      dimensionsMap: { service: 'finish' },
      ...DAY,
    });
  new cloudwatch.Dashboard(scope, id, {
    defaultInterval: Duration.days(14),
    widgets: [
      [new cloudwatch.AlarmStatusWidget({ title: 'Alarms', alarms: alarms.all, width: 24, height: 4 })],
      [
        graph('Runs by outcome', OUTCOMES.map(outcome)),
        graph(
          'Executions started',
          workflows.map(({ node, stateMachine }) => stateMachine.metricStarted({ ...DAY, label: node.id })),
        ),
      ],
      [
        graph('Gate site', [
          platform.gate.api.metricCount({ ...HOUR, label: 'requests' }),
          platform.gate.api.metricClientError({ ...HOUR, label: '4xx' }),
          platform.gate.api.metricServerError({ ...HOUR, label: '5xx' }),
        ]),
        graph(
          'Function errors',
          functions.map((each) => each.metricErrors({ ...HOUR, label: each.node.id })),
        ),
      ],
    ],
  });
}
