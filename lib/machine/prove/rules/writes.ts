import { between, readExpression, requires } from '../expressions.ts';
import type { Facts } from '../facts.ts';
import { type Edge, edgeOf, fieldsOf, type Node, placeOf, textOf } from '../graph.ts';
import type { Rule } from '../proof.ts';
import { CALLBACK, functionOf, holders, INVOKE, isCallback, writeTasks } from '../roles.ts';
import { entries } from '../walk.ts';

export const named: Rule = {
  rule: 'P1 named',
  law: 'every Task names one known function by its own text, so that no write can hide',
  *faults({ nodes }, facts) {
    for (const node of nodes.filter(({ type }) => type === 'Task')) {
      const { Resource, Arguments } = node.fields;
      const at = placeOf(node);
      if (Resource !== INVOKE && Resource !== CALLBACK)
        yield { what: `${at} calls the resource ${Resource}` };
      const name = functionOf(node, facts);
      if (!name)
        yield { what: `${at} names the function ${JSON.stringify(fieldsOf(Arguments).FunctionName)}` };
      if (isCallback(node) && name && name !== facts.asks)
        yield { what: `${at} waits for an answer from ${name}, and only ${facts.asks} asks a person` };
      const odd = Object.keys(fieldsOf(Arguments)).find((key) => key !== 'FunctionName' && key !== 'Payload');
      if (odd) yield { what: `${at} has the argument ${odd}` };
    }
  },
};

export const entry: Rule = {
  rule: 'P1 entry',
  law: "a write is entered only by a Choice's rule that requires the verdict",
  *faults(machine, facts) {
    for (const holder of holders(machine, facts)) {
      const to = placeOf(holder);
      if (machine.top.startAt === holder.name) yield { what: `the machine starts at ${to}`, path: [to] };
      for (const edge of entries(holder)) {
        if (!isGranted(edge, facts))
          yield { what: `${edgeOf(edge)} enters ${to}`, path: [edge.from.name, to] };
      }
    }
  },
};

function isGranted({ kind, by }: Edge, facts: Facts): boolean {
  const condition = between(textOf(by.Condition));
  if (kind !== 'rule' || condition === undefined) return false;
  const { ast, fault } = readExpression(condition);
  return !fault && requires(ast, facts.verdict, facts.grant);
}

export const inside: Rule = {
  rule: 'P1 inside',
  law: 'inside a Map or a Parallel a write is the first thing done and done once',
  *faults(machine, facts) {
    for (const task of writeTasks(machine, facts)) {
      for (let node: Node | undefined = task; node?.level.within; node = node.level.within) {
        const [edge] = entries(node);
        if (edge) yield { what: `${edgeOf(edge)} enters ${placeOf(node)}` };
        else if (node.level.startAt !== node.name)
          yield { what: `${placeOf(node)} is not where ${placeOf(node.level.within)} starts` };
      }
    }
  },
};
