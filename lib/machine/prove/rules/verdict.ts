import { between, readExpression } from '../expressions.ts';
import type { Facts } from '../facts.ts';
import { clausesOf, edgeOf, fieldsOf, listOf, type Node, placeOf, textOf } from '../graph.ts';
import type { Rule } from '../proof.ts';
import { brings, CALLBACK, holders, isDecision } from '../roles.ts';
import { assignedBy } from '../uses.ts';
import { routesInto } from '../walk.ts';

export const verdict: Rule = {
  rule: 'P1 verdict',
  law: "the verdict and the acts it allows are assigned only from a gate's or closeGate's result, or as none",
  *faults(machine, facts) {
    for (const node of machine.nodes) {
      for (const name of Object.keys(facts.decided)) {
        const own = fieldsOf(node.fields.Assign)[name];
        const decided = brings(node, facts) && isOwnResult(node, name, own);
        if (!decided && !isNone(own, name, facts))
          yield { what: `${placeOf(node)} assigns $${name} from ${JSON.stringify(own)}` };
        for (const edge of clausesOf(node)) {
          const value = assignedBy(edge)[name];
          if (!isNone(value, name, facts))
            yield { what: `${edgeOf(edge)} assigns $${name} from ${JSON.stringify(value)}` };
        }
      }
    }
  },
};

export const acts: Rule = {
  rule: 'P1 acts',
  law: 'a write runs over the acts of the very decision that led to it',
  *faults(machine, facts) {
    for (const holder of holders(machine, facts)) {
      const items = between(textOf(holder.fields.Items));
      const reads = items === undefined ? undefined : readExpression(items);
      const foreign =
        reads?.states.length || reads?.variables.some((name) => !Object.hasOwn(facts.decided, name));
      if (holder.type === 'Map' && (!reads?.variables.length || foreign))
        yield { what: `${placeOf(holder)} runs over ${JSON.stringify(holder.fields.Items)}` };
      for (const [first] of routesInto(holder)) {
        if (!first || !isDecision(first, facts)) continue;
        for (const name of Object.keys(facts.decided)) {
          if (!isOwnResult(first.from, name, fieldsOf(first.from.fields.Assign)[name]))
            yield {
              what: `${placeOf(first.from)} leaves $${name} as an earlier gate left it`,
              path: [first.from.name, first.to],
            };
        }
      }
    }
  },
};

/** Not assigned here, or assigned what stands for "none yet". */
const isNone = (value: unknown, name: string, facts: Facts): boolean =>
  value === undefined ||
  !!facts.decided[name]?.some((none) => JSON.stringify(none) === JSON.stringify(value));

/** Whether `value` is the field `name` of the state's own result, or a list of just that. */
function isOwnResult(node: Node, name: string, value: unknown): boolean {
  const { ast, states = [], variables = [] } = readExpression(between(textOf(value)) ?? '""');
  const inner = ast?.type === 'unary' && ast.value === '[' ? listOf(ast.expressions) : [ast];
  const path = ['result', ...(node.fields.Resource === CALLBACK ? [] : ['Payload']), name].join('.');
  return (
    inner.length === 1 &&
    fieldsOf(inner[0]).type === 'path' &&
    variables.length === 0 &&
    states.map((read) => read.join('.')).join() === path
  );
}
