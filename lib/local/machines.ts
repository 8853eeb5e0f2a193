import { workflows } from '../../lambda/workflows/registry.ts';
import { compile } from '../machine/compile.ts';
import { substitute } from '../machine/substitute.ts';
import type { Machines, Watch } from './console/console.tsx';
import type { Engine } from './engine/engine.ts';
import { detailsOf } from './engine/history.ts';
import { localFunction } from './functions.ts';

/** Loads every workflow's machine; its ARN by the workflow's name. */
export function loadMachines(engine: Engine): ReadonlyMap<string, string> {
  return new Map(
    workflows.map((workflow) => {
      const definition = substitute(compile(workflow), (name) => localFunction(workflow.name, name));
      return [workflow.name, engine.createStateMachine({ name: workflow.name, definition }).stateMachineArn];
    }),
  );
}

/** What the console asks of the engine. */
export const machinesOf = (engine: Engine): Machines => ({
  async definitionOf(executionArn) {
    const { definition } = await engine.describeStateMachineForExecution({ executionArn });
    return JSON.parse(engine.machines.textOf(definition));
  },
  async statesOf(executionArn) {
    const history = await engine.getExecutionHistory({ executionArn });
    return history.flatMap((event) =>
      event.type.endsWith('StateEntered') ? [String(detailsOf(event).name)] : [],
    );
  },
});

/** Those who watch, each told of every change. */
export function watchers(): { watch: Watch; changed: () => void } {
  const watching = new Set<() => void>();
  return {
    watch(changed) {
      watching.add(changed);
      return () => void watching.delete(changed);
    },
    changed: () => watching.forEach((changed) => void changed()),
  };
}
