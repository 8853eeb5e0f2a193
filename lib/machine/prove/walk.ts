import type { Edge, Level, Node } from './graph.ts';

export type Allowed = (edge: Edge) => boolean;
const ALL: Allowed = () => true;

/** Every state that can be reached from `starts`, each with a shortest way there (its own name last). */
export function reach(
  level: Level,
  starts: readonly string[],
  allowed: Allowed = ALL,
): ReadonlyMap<string, readonly string[]> {
  const ways = new Map<string, readonly string[]>();
  const queue = starts.filter((name) => level.nodes.has(name)).map((name) => [name]);
  for (let way = queue.shift(); way; way = queue.shift()) {
    const name = way.at(-1) as string;
    if (ways.has(name)) continue;
    ways.set(name, way);
    for (const edge of level.nodes.get(name)?.edges ?? []) {
      if (allowed(edge) && level.nodes.has(edge.to)) queue.push([...way, edge.to]);
    }
  }
  return ways;
}

/** Ways that lead back to where they began, one for each state that lies on any. */
export function cycles(level: Level, allowed: Allowed): readonly (readonly string[])[] {
  const found = new Map<string, readonly string[]>();
  for (const node of level.nodes.values()) {
    const next = node.edges.filter(allowed).map((edge) => edge.to);
    const back = reach(level, next, allowed).get(node.name);
    // One report for a cycle, not one for each state on it.
    if (back && !back.some((name) => found.has(name))) found.set(node.name, [node.name, ...back]);
  }
  return [...found.values()];
}

/** The edges that enter a state. */
export const entries = (node: Node): readonly Edge[] =>
  [...node.level.nodes.values()].flatMap((from) => from.edges.filter((edge) => edge.to === node.name));

/** Each way into `node` that passes nothing but Choices, from the edge by which the last other state was left. */
export function routesInto(node: Node, passed: readonly Node[] = [node]): readonly (readonly Edge[])[] {
  return entries(node).flatMap((edge) => {
    if (edge.from.type !== 'Choice') return [[edge]];
    if (passed.includes(edge.from)) return [];
    return routesInto(edge.from, [...passed, edge.from]).map((route) => [...route, edge]);
  });
}
