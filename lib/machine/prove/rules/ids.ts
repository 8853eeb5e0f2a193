import type { Facts } from '../facts.ts';
import { edgeOf, type Node, placeOf } from '../graph.ts';
import type { Rule } from '../proof.ts';
import { CALLBACK, functionOf, works } from '../roles.ts';
import { useOf, usesOf } from '../uses.ts';

export const input: Rule = {
  rule: 'IDS input',
  law: "the run's input goes to admit alone; other states are given what they name",
  *faults({ top, nodes }, facts) {
    const start = top.nodes.get(top.startAt);
    if (start && start.type !== 'Task') yield { what: `${placeOf(start)} hands the run's input on` };
    for (const node of nodes) {
      const given = node.type === 'Map' ? 'ItemSelector' : 'Arguments';
      if (works(node) && node.fields[given] === undefined)
        yield { what: `${placeOf(node)} has no ${given}: it would be given its whole input` };
      for (const use of usesOf(node)) {
        const whole = use.expression?.states.find((path) => isWhole(path, node));
        if (whole && !(takesInput(node, facts) && use.field === 'Arguments'))
          yield { what: `${useOf(use)} passes on $states.${whole.join('.')}` };
      }
    }
  },
};

const takesInput = (node: Node, facts: Facts): boolean => {
  const name = functionOf(node, facts);
  return !!name && !!facts.functions[name].takesInput;
};

/** Inside a Map the input is what its ItemSelector named, so a field of it is small. */
const isWhole = ([part, object, name]: readonly string[], node: Node): boolean =>
  (part === 'input' && !(node.level.within && object !== undefined)) ||
  (part === 'context' && object === 'Execution' && name === 'Input');

export const result: Rule = {
  rule: 'IDS result',
  law: "of a result only the function's own answer, or a field of it, is kept",
  *faults({ nodes }) {
    for (const node of nodes.filter(works)) {
      if (node.fields.Output === undefined)
        yield { what: `${placeOf(node)} has no Output: its whole result goes on` };
      const lambda = node.type === 'Task' && node.fields.Resource !== CALLBACK;
      for (const use of usesOf(node)) {
        const whole = use.expression?.states.find(
          ([part, field]) => part === 'result' && (lambda ? field !== 'Payload' : field === undefined),
        );
        if (whole) yield { what: `${useOf(use)} keeps $states.${whole.join('.')}` };
      }
    }
  },
};

/** A cause is whatever a function threw: as long as it likes, with whatever it held. */
export const cause: Rule = {
  rule: 'IDS cause',
  law: 'of an error only its name is kept, never its cause',
  *faults({ nodes }) {
    for (const node of nodes) {
      for (const edge of node.edges.filter(({ kind }) => kind === 'catch')) {
        if (edge.by.Output === undefined)
          yield { what: `${edgeOf(edge)} has no Output: the cause goes on to ${edge.to}` };
      }
      for (const use of usesOf(node)) {
        const more = use.expression?.states.find(
          ([part, field]) => part === 'errorOutput' && field !== 'Error',
        );
        if (more) yield { what: `${useOf(use)} keeps $states.${more.join('.')}` };
      }
    }
  },
};
