import type { EventBus } from 'aws-cdk-lib/aws-events';
import type { ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { BundledFunction, BundledFunctionProps } from './bundled-function.ts';
import type { GateApi } from './gate-api.ts';
import type { Joined, Powers } from './powers.ts';

/** The platform as its parts and its workflows know it. */
export type Platform = {
  readonly bus: EventBus;
  readonly deadLetters: Queue;
  readonly schedules: ScheduleGroup;
  readonly powers: Powers;
  readonly gate: GateApi;
  /** Workflows join after the platform is there: what is made of them is made when the template is written. */
  readonly joined: readonly Joined[];
  /** One of the bundles as a function that may do nothing yet. */
  function(
    scope: Construct,
    id: string,
    bundle: string,
    props: Pick<BundledFunctionProps, 'description' | 'timeout' | 'memoryMb' | 'environment'>,
  ): BundledFunction;
};
