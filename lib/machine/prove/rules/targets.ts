import { edgeOf, placeOf } from '../graph.ts';
import type { Rule } from '../proof.ts';
import { reach } from '../walk.ts';

export const target: Rule = {
  rule: 'ASL target',
  law: 'every transition leads to a state that is there',
  *faults({ levels }) {
    for (const { startAt, nodes, within } of levels) {
      if (!nodes.has(startAt))
        yield { what: `StartAt${within ? ` in ${placeOf(within)}` : ''} names ${JSON.stringify(startAt)}` };
      for (const { edges } of nodes.values()) {
        for (const edge of edges)
          if (!nodes.has(edge.to)) yield { what: `${edgeOf(edge)} names ${JSON.stringify(edge.to)}` };
      }
    }
  },
};

export const reached: Rule = {
  rule: 'ASL reach',
  law: 'every state can be reached',
  *faults({ levels }) {
    for (const level of levels) {
      const ways = reach(level, [level.startAt]);
      for (const node of level.nodes.values())
        if (!ways.has(node.name)) yield { what: `nothing leads to ${placeOf(node)}` };
    }
  },
};
