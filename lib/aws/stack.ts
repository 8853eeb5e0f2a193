import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { workflowNamed } from '../../lambda/workflows/registry.ts';
import { AgentWorkflow, type ToolGrants } from './agent-workflow.ts';
import { Alarms } from './alarms.ts';
import type { Config } from './config.ts';
import { dashboard } from './dashboard.ts';
import { Holdpoint } from './holdpoint.ts';

export type HoldpointStackProps = {
  readonly config: Config;
  /** What the tools of a workflow need of AWS, by its name. */
  readonly grants?: { readonly [workflow: string]: ToolGrants };
  /** @default 'dist' */
  readonly bundles?: string;
};

/** One deployment: the platform, and each configured workflow. */
export class HoldpointStack extends Stack {
  readonly platform: Holdpoint;
  readonly workflows: readonly AgentWorkflow[];

  constructor(scope: Construct, id: string, { config, grants = {}, bundles = 'dist' }: HoldpointStackProps) {
    super(scope, id, {
      env: { region: config.region },
      description: 'Holdpoint: LLM agents as state machines with hold points that no model can pass',
    });
    this.platform = new Holdpoint(this, 'Platform', { ...config, bundles });
    this.workflows = Object.entries(config.workflows).map(
      ([name, own]) =>
        new AgentWorkflow(this, pascal(name), {
          platform: this.platform,
          workflow: workflowNamed(name),
          config: own,
          logDays: config.retention.logDays,
          grants: grants[name] ?? {},
        }),
    );
    const { platform, workflows } = this;
    const alarms = new Alarms(this, 'Alarms', { platform, workflows, email: config.owner.email });
    dashboard(this, 'Dashboard', { platform, workflows, alarms });
    new CfnOutput(this, 'GateUrl', { value: this.platform.gate.url });
    new CfnOutput(this, 'StartFunction', { value: this.platform.starter.alias.functionArn });
    new CfnOutput(this, 'BusName', { value: this.platform.bus.eventBusName });
    new CfnOutput(this, 'TableName', { value: this.platform.table.tableName });
  }
}

const pascal = (name: string): string =>
  name
    .split('-')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('');
