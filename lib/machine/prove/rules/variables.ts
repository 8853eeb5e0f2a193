import { fieldsOf, type Level, type Node, placeOf } from '../graph.ts';
import type { Rule } from '../proof.ts';
import { assignedBy, useOf, usesOf } from '../uses.ts';
import { type Allowed, reach } from '../walk.ts';

export const variable: Rule = {
  rule: 'ASL variable',
  law: 'on every path a variable is assigned before it is read, and inside a Map none is assigned anew',
  *faults({ levels, nodes }) {
    for (const level of levels) {
      const around = outer(level).flatMap(assignedIn);
      const where = level.within ? `the machine in ${placeOf(level.within)}` : 'the machine';
      for (const name of assignedIn(level)) {
        if (name === 'states' || !/^[A-Za-z_]\w{0,79}$/.test(name))
          yield { what: `${where} assigns $${name}, which is no name of a variable` };
        if (around.includes(name))
          yield { what: `${where} assigns $${name}, which belongs to the one around it` };
      }
    }
    for (const use of nodes.flatMap(usesOf)) {
      for (const name of use.expression?.variables ?? []) {
        const path = unassigned(use.node, name);
        if (path) yield { what: `${useOf(use)} reads $${name} before it is assigned`, path };
      }
    }
  },
};

/** A way to `node` on which nothing assigns `name`; a machine inside a Map begins with what the Map itself sees. */
function unassigned(node: Node, name: string): readonly string[] | undefined {
  const assigns: Allowed = (edge) => !Object.hasOwn(assignedBy(edge), name);
  const way = reach(node.level, [node.level.startAt], assigns).get(node.name);
  if (!way || !node.level.within) return way;
  const before = unassigned(node.level.within, name);
  return before && [...before, ...way];
}

const outer = ({ within }: Level): readonly Level[] => (within ? [within.level, ...outer(within.level)] : []);

const assignedIn = ({ nodes }: Level): readonly string[] => [
  ...new Set(
    [...nodes.values()].flatMap(({ fields, edges }) => [
      ...Object.keys(fieldsOf(fields.Assign)),
      ...edges.flatMap((edge) => Object.keys(assignedBy(edge))),
    ]),
  ),
];

export const assign: Rule = {
  rule: 'ASL assign',
  law: 'nothing reads a variable beside its own assignment, where it still has its old value',
  *faults({ nodes }) {
    for (const use of nodes.flatMap(usesOf)) {
      if (use.field !== 'Assign' && use.field !== 'Output') continue;
      const beside = Object.keys(fieldsOf((use.edge?.by ?? use.node.fields).Assign));
      const own = use.field === 'Assign' ? use.at[0] : undefined;
      const stale = use.expression?.variables.find((name) => name !== own && beside.includes(name));
      if (stale) yield { what: `${useOf(use)} reads $${stale} as it was before` };
    }
  },
};
