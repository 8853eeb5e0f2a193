import { between, readExpression } from '../expressions.ts';
import type { Node } from '../graph.ts';
import { placeOf, textOf } from '../graph.ts';
import type { Rule } from '../proof.ts';
import { isCallback, works } from '../roles.ts';
import { inCatch, type Use, useOf, usesOf } from '../uses.ts';

export const expression: Rule = {
  rule: 'ASL expression',
  law: 'every expression parses and is plain: paths, comparisons, and/or, numbers, known functions',
  *faults({ nodes }) {
    for (const use of nodes.flatMap(usesOf)) {
      const fault = use.expression ? use.expression.fault : literalFault(use);
      if (fault) yield { what: `${useOf(use)} ${fault}` };
      if (use.at.some((key) => key.endsWith('.$'))) yield { what: `${useOf(use)} is a JSONPath key` };
    }
  },
};

/** A text that was meant as an expression and would be passed on as it stands. */
function literalFault({ text, field }: Use): string | undefined {
  if (/\{%|%\}/.test(text)) return `is a literal, as it does not begin with {% and end with %}: ${text}`;
  if (/^\$[.$\w]/.test(text)) return `is a literal that looks like a variable or a path: ${text}`;
  if (['Condition', 'Items', 'TimeoutSeconds', 'Seconds', 'MaxConcurrency'].includes(field))
    return `wants an expression, it is the text ${JSON.stringify(text)}`;
  return undefined;
}

/** What the context object has in every state (State.RetryCount is not there in all). */
const CONTEXT = [
  'Execution.Id',
  'Execution.Name',
  'Execution.Input',
  'Execution.StartTime',
  'Execution.RoleArn',
  'Execution.RedriveCount',
  'State.Name',
  'State.EnteredTime',
  'StateMachine.Id',
  'StateMachine.Name',
];

export const states: Rule = {
  rule: 'ASL $states',
  law: '$states is read only where that part of it exists',
  *faults({ nodes }) {
    for (const use of nodes.flatMap(usesOf)) {
      for (const path of use.expression?.states ?? []) {
        if (!exists(path, use)) yield { what: `${useOf(use)} reads ${['$states', ...path].join('.')}` };
      }
    }
  },
};

function exists([part, ...rest]: readonly string[], use: Use): boolean {
  const { node, field } = use;
  if (part === 'input') return true;
  if (part === 'result') return works(node) && !inCatch(use) && (field === 'Output' || field === 'Assign');
  if (part === 'errorOutput') return inCatch(use);
  if (part !== 'context') return false;
  const [object, name] = rest;
  if (object === 'Task')
    return name === 'Token' && rest.length === 2 && isCallback(node) && field === 'Arguments';
  if (object === 'Map')
    return name === 'Item' && ['Index', 'Value'].includes(rest[2] ?? '') && field === 'ItemSelector';
  return CONTEXT.includes(`${object}.${name}`);
}

export const items: Rule = {
  rule: 'ASL items',
  law: 'what a Map runs over is a list, also when it holds one item or none',
  *faults({ nodes }) {
    for (const node of nodes.filter(({ type }) => type === 'Map')) {
      if (!isList(node)) yield { what: `${placeOf(node)} runs over ${JSON.stringify(node.fields.Items)}` };
    }
  },
};

/** A sequence of one is that one: only the constructor `[...]` keeps it a list. */
function isList({ fields: { Items } }: Node): boolean {
  const ast = readExpression(between(textOf(Items)) ?? '""').ast;
  return Array.isArray(Items) || (ast?.type === 'unary' && ast.value === '[');
}
