import { start, type Trigger } from '../states/start.ts';
import { deployed, type Wire } from './deployed.ts';
import { sfn } from './deps.ts';
import { setting } from './host.ts';

export const wire: Wire<Trigger, Awaited<ReturnType<typeof start>>> = (host) => (trigger) => {
  const machines = JSON.parse(setting(host.env, 'STATE_MACHINES')) as Record<string, string>;
  return start(trigger, {
    sfn: sfn(host),
    stateMachineArn(workflow) {
      const arn = machines[workflow];
      if (!arn)
        throw new TypeError(
          `no workflow "${workflow}" is deployed here; there are ${Object.keys(machines).join(', ')}`,
        );
      return arn;
    },
  });
};

export const handler = deployed(wire);
