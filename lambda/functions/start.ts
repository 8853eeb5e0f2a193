import { start } from '../states/start.ts';
import { triggerOf } from '../states/trigger.ts';
import { deployed, type Wire } from './deployed.ts';
import { sfn } from './deps.ts';
import { setting } from './host.ts';

export const wire: Wire<unknown, Awaited<ReturnType<typeof start>>> = (host) => async (event) => {
  const machines = JSON.parse(setting(host.env, 'STATE_MACHINES')) as Record<string, string>;
  return start(triggerOf(event), {
    sfn: sfn(host),
    stateMachineArn(workflow) {
      const arn = Object.hasOwn(machines, workflow) ? machines[workflow] : undefined;
      if (!arn)
        throw new TypeError(
          `no workflow "${workflow}" is deployed here; there are ${Object.keys(machines).join(', ')}`,
        );
      return arn;
    },
  });
};

export const handler = deployed(wire);
