import { between, type Expression, readExpression } from './expressions.ts';
import { clausesOf, type Edge, edgeOf, fieldsOf, type Node, placeOf } from './graph.ts';

/** A text in a state that Step Functions looks at for an expression. */
export type Use = {
  readonly node: Node;
  /** The rule or catcher it stands in; undefined: in the state's own fields. */
  readonly edge: Edge | undefined;
  /** The field it stands in: Arguments, Output, Assign, Condition. */
  readonly field: string;
  /** Where in that field: the keys down to it. */
  readonly at: readonly string[];
  readonly text: string;
  /** undefined: a literal. */
  readonly expression: Expression | undefined;
};

const OF_STATE = [
  'Arguments',
  'Items',
  'ItemSelector',
  'MaxConcurrency',
  'TimeoutSeconds',
  'Seconds',
  'Timestamp',
  'Error',
  'Cause',
  'Output',
  'Assign',
];
const OF_EDGE = ['Condition', 'Output', 'Assign'];

/** Parsing is what a proof spends its time on, and most rules look at every expression. */
const READ = new WeakMap<Node, readonly Use[]>();

/** Every text of a state that is, or could be taken for, an expression. */
export function usesOf(node: Node): readonly Use[] {
  const uses = READ.get(node) ?? readUses(node);
  READ.set(node, uses);
  return uses;
}

function readUses(node: Node): readonly Use[] {
  const own = OF_STATE.flatMap((field) => texts(node, undefined, field, node.fields[field]));
  return [
    ...own,
    ...clausesOf(node).flatMap((edge) =>
      OF_EDGE.flatMap((field) => texts(node, edge, field, edge.by[field])),
    ),
  ];
}

function texts(node: Node, edge: Edge | undefined, field: string, value: unknown, at: string[] = []): Use[] {
  if (typeof value === 'string') {
    const inner = between(value);
    const expression = inner === undefined ? undefined : readExpression(inner);
    return [{ node, edge, field, at, text: value, expression }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => texts(node, edge, field, part, [...at, key]));
}

/** Whether a use stands in a Catch. */
export const inCatch = ({ edge }: Use): boolean => edge?.kind === 'catch';

/** Where a use is, in words. */
export const useOf = ({ node, edge, field, at }: Use): string =>
  `${[field, ...at].join('.')} of ${edge ? edgeOf(edge) : placeOf(node)}`;

/** What leaving by this edge assigns. */
export const assignedBy = (edge: Edge): Readonly<Record<string, unknown>> => fieldsOf(edge.by.Assign);
