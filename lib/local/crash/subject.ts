import type { Rehearsal } from '../../../lambda/define/rehearsal.ts';
import type { Workflow } from '../../../lambda/define/workflow.ts';
import type { Env, Handler, Host } from '../../../lambda/functions/host.ts';
import { workflowNamed } from '../../../lambda/workflows/registry.ts';
import { rehearsals } from '../../../lambda/workflows/rehearsals.ts';
import { Usage } from '../commands/usage.ts';
import { localHandler } from '../functions.ts';
import type { Script } from '../messages-api-script.ts';

/** What is put to the test: a workflow, its dry run, and the functions that serve it. */
export type Subject = {
  readonly workflow: Workflow;
  readonly rehearsal: Rehearsal;
  /** What the model does, where it is more than a rehearsal can say. @default the rehearsal's model */
  readonly script?: Script;
  /** Settings of its own, such as whom to ask. */
  readonly env?: Env;
  readonly handler: (name: string, host: Host, outside: Outside) => Handler<unknown, unknown> | undefined;
};

/** A port of a tool's own, such as a write's target, with a point at each of these methods. */
export type Outside = <P extends object>(port: P, methods: readonly (keyof P)[], name: string) => P;

/** A registered workflow as it is deployed. @throws {Usage} when it has no dry run */
export function subjectNamed(name: string): Subject {
  const workflow = workflowNamed(name);
  const rehearsal = rehearsals.find((candidate) => candidate.workflow === name);
  if (!rehearsal) throw new Usage(`${name} has no rehearsal to run`);
  return { workflow, rehearsal, handler: localHandler };
}
