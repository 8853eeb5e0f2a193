import { placeOf } from '../graph.ts';
import type { Rule } from '../proof.ts';
import { functionOf } from '../roles.ts';
import { cycles, reach } from '../walk.ts';

/** A function that failed may have checked nothing, so only the edge of its success counts; a Map around it does not. */
export const cycle: Rule = {
  rule: 'P2 cycle',
  law: 'every way back to a state passes the success of a function that checks a limit',
  *faults({ levels }, facts) {
    for (const level of levels) {
      const unlimited = cycles(level, ({ from, kind }) => {
        const name = functionOf(from, facts);
        return !(kind === 'success' && name && facts.functions[name].limit);
      });
      for (const path of unlimited) yield { what: `nothing counts how often ${path[0]} comes back`, path };
    }
  },
  *shown({ nodes }, facts) {
    const checked = new Set(nodes.map((node) => functionOf(node, facts)));
    for (const [name, { limit }] of Object.entries(facts.functions)) {
      if (limit && [...checked].some((used) => used === name)) yield { what: `given for ${name}: ${limit}` };
    }
  },
};

export const end: Rule = {
  rule: 'P2 end',
  law: 'the machine has a time limit, and from every state an end can be reached',
  *faults({ top, levels }) {
    if (!(Number(top.fields.TimeoutSeconds) > 0)) yield { what: 'the machine has no TimeoutSeconds' };
    for (const level of levels) {
      for (const node of level.nodes.values()) {
        const ends = [...reach(level, [node.name]).keys()].some((name) =>
          isEnd(level.nodes.get(name)?.fields),
        );
        if (!ends) yield { what: `from ${placeOf(node)} no end can be reached` };
      }
    }
  },
};

const isEnd = (fields: { readonly [field: string]: unknown } = {}): boolean =>
  fields.End === true || fields.Type === 'Succeed' || fields.Type === 'Fail';
