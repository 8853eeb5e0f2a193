import type { FunctionName } from '../../../lambda/define/machine-words.ts';
import type { Facts } from './facts.ts';
import { type Edge, fieldsOf, type Machine, type Node, textOf } from './graph.ts';

export const INVOKE = 'arn:aws:states:::lambda:invoke';
export const CALLBACK = `${INVOKE}.waitForTaskToken`;

/** The states that have a result, and errors. */
export const works = ({ type }: Node): boolean => ['Task', 'Map', 'Parallel'].includes(type);

export const isCallback = (node: Node): boolean =>
  node.type === 'Task' && textOf(node.fields.Resource).endsWith('.waitForTaskToken');

/** The function a Task names, letter by letter; undefined when it is none that the facts know. */
export function functionOf(node: Node, facts: Facts): FunctionName | undefined {
  if (node.type !== 'Task') return undefined;
  const named = fieldsOf(node.fields.Arguments).FunctionName;
  const [name] = Object.entries(facts.functions).find(([, known]) => known.named === named) ?? [];
  return name as FunctionName | undefined;
}

/** Whether a write function's name stands anywhere in what a Task calls: a looser test than the one for knowing it. */
export function isWrite(node: Node, facts: Facts): boolean {
  const calls = JSON.stringify([node.fields.Resource, node.fields.Arguments]) ?? '';
  return (
    node.type === 'Task' &&
    Object.values(facts.functions).some(
      ({ named, writes }) => writes && calls.includes(JSON.stringify(named).slice(1, -1)),
    )
  );
}

export const writeTasks = (machine: Machine, facts: Facts): readonly Node[] =>
  machine.nodes.filter((node) => isWrite(node, facts));

/** The states of the machine itself that are, or hold at any depth, a write. */
export const holders = (machine: Machine, facts: Facts): readonly Node[] => [
  ...new Set(writeTasks(machine, facts).map(outermost)),
];

const outermost = (node: Node): Node => (node.level.within ? outermost(node.level.within) : node);

/** Whether success here brings a decision: `ask` called back, or `closeGate` answering; in the machine itself. */
export function brings(node: Node, facts: Facts): boolean {
  if (node.level.within) return false;
  const named = functionOf(node, facts);
  if (node.fields.Resource === CALLBACK) return named === facts.asks;
  return node.fields.Resource === INVOKE && named === facts.closes;
}

export const kindOf = (node: Node): string => textOf(fieldsOf(fieldsOf(node.fields.Arguments).Payload).kind);

/** Whether a write may follow what is decided here. */
export const opens = (node: Node, facts: Facts): boolean =>
  brings(node, facts) && (functionOf(node, facts) === facts.closes || facts.opens.includes(kindOf(node)));

/** Whether leaving by this edge means that a decision that may open a write was read. */
export const isDecision = (edge: Edge, facts: Facts): boolean =>
  edge.kind === 'success' && opens(edge.from, facts);
