import { workflowNamed, workflows } from '../../../lambda/workflows/registry.ts';
import { compile } from '../../machine/compile.ts';
import { mermaid } from '../../machine/mermaid.ts';
import { prove, renderProof } from '../../machine/prove.ts';
import type { Out } from './usage.ts';

/** Prints a workflow's state machine. */
export async function graph(options: { workflow: string; as: 'asl' | 'mermaid'; out: Out }): Promise<number> {
  const machine = compile(workflowNamed(options.workflow));
  options.out.result(options.as === 'asl' ? machine : mermaid(machine));
  return 0;
}

/** Proves a workflow's gate, or every workflow's, on the text that is deployed; 1 when a rule does not hold. */
export async function proveGates({
  workflow,
  out,
}: {
  workflow?: string | undefined;
  out: Out;
}): Promise<number> {
  const chosen = workflow === undefined ? workflows : [workflowNamed(workflow)];
  const proofs = chosen.map(({ name }) => ({ name, proof: prove(compile(workflowNamed(name))) }));
  for (const { name, proof } of proofs)
    for (const line of [name, ...renderProof(proof).split('\n')]) out.note(line);
  const broken = proofs.flatMap(({ proof }) => proof.filter(({ ok }) => !ok));
  out.result({ workflows: chosen.map(({ name }) => name), broken: broken.length });
  return broken.length > 0 ? 1 : 0;
}
