import type { Facts } from '../facts.ts';
import { type Edge, edgeOf, placeOf, textOf } from '../graph.ts';
import type { Rule } from '../proof.ts';
import { holders, isCallback, isDecision, kindOf } from '../roles.ts';
import { type Allowed, reach, routesInto } from '../walk.ts';

const withoutDecisions =
  (facts: Facts): Allowed =>
  (edge) =>
    !isDecision(edge, facts);

export const gate: Rule = {
  rule: 'P1 gate',
  law: 'without the success of a gate, a write cannot be reached from the start',
  *faults(machine, facts) {
    const ways = reach(machine.top, [machine.top.startAt], withoutDecisions(facts));
    for (const { name } of holders(machine, facts)) {
      const path = ways.get(name);
      if (path) yield { what: `${name} can be reached with no decision on the way`, path };
    }
  },
  *shown(machine, facts) {
    for (const holder of holders(machine, facts)) {
      for (const route of routesInto(holder)) {
        const condition = textOf(route.at(-1)?.by.Condition).slice(2, -2).trim();
        yield { what: `to ${placeOf(holder)} when ${condition}`, path: along(route) };
      }
    }
  },
};

export const again: Rule = {
  rule: 'P1 again',
  law: 'without the success of another gate, a write cannot be reached from itself',
  *faults(machine, facts) {
    const allowed = withoutDecisions(facts);
    for (const { name, edges } of holders(machine, facts)) {
      const next = edges.filter(allowed).map(({ to }) => to);
      const path = reach(machine.top, next, allowed).get(name);
      if (path) yield { what: `${name} can follow itself with no decision between`, path: [name, ...path] };
    }
  },
};

export const fresh: Rule = {
  rule: 'P1 fresh',
  law: 'between the success of a gate and the write it allows, nothing but Choices is passed',
  *faults(machine, facts) {
    for (const holder of holders(machine, facts)) {
      for (const route of routesInto(holder)) {
        const [first] = route;
        if (first && !isDecision(first, facts))
          yield { what: `${edgeOf(first)} leads to ${placeOf(holder)}`, path: along(route) };
      }
    }
  },
};

export const settle: Rule = {
  rule: 'P1 settle',
  law: 'an outcome is put to a person to settle only right after a write',
  *faults(machine, facts) {
    const writes = holders(machine, facts);
    for (const node of machine.nodes) {
      if (!isCallback(node) || kindOf(node) !== facts.settles) continue;
      if (node.level.startAt === node.name) yield { what: `${placeOf(node)} is where its machine starts` };
      for (const route of routesInto(node)) {
        const [first] = route;
        if (first && !(first.kind === 'success' && writes.includes(first.from)))
          yield { what: `${edgeOf(first)} leads to ${placeOf(node)}`, path: along(route) };
      }
    }
  },
};

const along = (route: readonly Edge[]): readonly string[] => [
  ...route.slice(0, 1).map(({ from }) => from.name),
  ...route.map(({ to }) => to),
];
