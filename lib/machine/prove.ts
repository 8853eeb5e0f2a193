import { type Facts, HOLDPOINT } from './prove/facts.ts';
import { readMachine } from './prove/graph.ts';
import { judge, type Proof, pathText, type Rule } from './prove/proof.ts';
import { expression, items, states } from './prove/rules/expressions.ts';
import { again, fresh, gate, settle } from './prove/rules/gate.ts';
import { cause, input, result } from './prove/rules/ids.ts';
import { cycle, end } from './prove/rules/limits.ts';
import { shape } from './prove/rules/shape.ts';
import { reached, target } from './prove/rules/targets.ts';
import { caught, retry, timeout, token } from './prove/rules/tasks.ts';
import { assign, variable } from './prove/rules/variables.ts';
import { acts, verdict } from './prove/rules/verdict.ts';
import { entry, inside, named } from './prove/rules/writes.ts';

export { deployed, type Facts, HOLDPOINT } from './prove/facts.ts';
export { type Check, type Proof, renderProof } from './prove/proof.ts';

export const RULES: readonly Rule[] = [
  ...[named, entry, inside, gate, again, fresh, settle, verdict, acts],
  ...[cycle, end, timeout, token, retry, caught],
  ...[shape, target, reached, expression, states, items, variable, assign],
  ...[input, result, cause],
];

/**
 * Proves a state machine from its Amazon States Language, parsed from the text that is deployed, whoever wrote it. Knows nothing of the
 * compiler, so that a fault of the compiler cannot excuse itself.
 */
export function prove(asl: unknown, facts: Facts = HOLDPOINT): Proof {
  const machine = readMachine(asl);
  return RULES.flatMap((rule) => judge(rule, machine, facts));
}

/** @throws {ProofFailed} naming each rule that is broken and the path that breaks it */
export function assertProved(asl: unknown, facts: Facts = HOLDPOINT): Proof {
  const proof = prove(asl, facts);
  if (proof.some(({ ok }) => !ok)) throw new ProofFailed(proof);
  return proof;
}

/** A state machine that may not be deployed. */
export class ProofFailed extends Error {
  override readonly name = 'ProofFailed';
  readonly proof: Proof;
  constructor(proof: Proof) {
    const broken = proof.filter(({ ok }) => !ok);
    super(broken.map(({ rule, what, path }) => `${rule}: ${what}${pathText(path)}`).join('\n'));
    this.proof = proof;
  }
}
