import type { Workflow } from '../../../lambda/define/workflow.ts';
import type { StateMachine } from '../../../lib/machine/asl.ts';
import { HOLDPOINT } from '../../../lib/machine/prove/facts.ts';
import { type Machine, machineOf, type Standing } from './machine.ts';
import { type Move, movesFrom, told } from './moves.ts';
import { after, broken, NOTHING, type Seen } from './watch.ts';

export type Explored = {
  readonly workflow: string;
  /** How many happenings a path had at most. */
  readonly depth: number;
  /** Every state that can be reached is in it: paths of any length are covered. */
  readonly closed: boolean;
  readonly states: number;
  readonly moves: number;
  /** Paths of at most `depth` happenings. */
  readonly paths: bigint;
  readonly ends: ReadonlyMap<string, number>;
  /** Each broken promise with the shortest way to it. */
  readonly violations: readonly string[];
};

type Node = {
  readonly standing: Standing;
  readonly seen: Seen;
  readonly key: string;
  /** From where it was first reached, and how. */
  readonly from: Node | undefined;
  readonly by: string;
  readonly next: { readonly key: string; readonly limited: boolean }[];
};

/**
 * Every way through a workflow's machine, on the local engine's own interpreter: whatever each function can answer, every
 * error by name, time running out. What stands alike is looked at once, so that paths in their billions are few states.
 */
export async function explore(
  workflow: Pick<Workflow, 'name' | 'stages' | 'start'>,
  asl: StateMachine,
  depth: number,
): Promise<Explored> {
  const machine = machineOf({ name: workflow.name, asl });
  const shape = { stages: Object.keys(workflow.stages), start: workflow.start };
  const nodes = new Map<string, Node>();
  const violations = new Map<string, string>();
  const ends = new Map<string, number>();
  const reach = (node: Node): boolean => {
    if (nodes.has(node.key)) return false;
    nodes.set(node.key, node);
    const { end } = node.standing;
    const how = end && (end.status === 'SUCCEEDED' ? String(end.output) : `${end.status} ${end.error}`);
    if (how) ends.set(how, (ends.get(how) ?? 0) + 1);
    for (const what of broken(node.standing, node.seen))
      if (!violations.has(what)) violations.set(what, wayTo(node));
    return true;
  };
  const nodeOf = (standing: Standing, seen: Seen, from?: Node, move?: Move): Node => ({
    standing,
    seen,
    key: keyOf(standing, seen, machine.reads),
    from,
    by: [move ? told(move) : 'start', ...standing.entered].join(' > '),
    next: [],
  });
  const first = nodeOf(await machine.begin(), NOTHING);
  reach(first);
  let layer = [first];
  let moves = 0;
  let reached = 0;
  for (; reached < depth && layer.length > 0; reached++) {
    const beyond: Node[] = [];
    for (const node of layer) {
      const possible = node.standing.end ? [] : movesFrom(node.standing, shape);
      if (!node.standing.end && possible.length === 0)
        violations.set('P7: nothing can happen any more, and it has not ended', wayTo(node));
      for (const move of possible) {
        moves += 1;
        const { standing, triedAgain } = await happen(machine, node.standing, move);
        // an error that a retry makes good has told nobody anything
        const seen = triedAgain ? node.seen : after(node.seen, move);
        const next = nodeOf(standing, seen, node, move);
        node.next.push({ key: next.key, limited: isLimited(move) });
        if (reach(next)) beyond.push(next);
      }
    }
    layer = beyond;
  }
  for (const circle of unlimited(nodes)) violations.set('P2: nothing counts how often it comes back', circle);
  return {
    workflow: workflow.name,
    depth,
    closed: layer.length === 0,
    states: nodes.size,
    moves,
    paths: pathsFrom(first, nodes, depth),
    ends,
    violations: [...violations].map(([what, way]) => `${what}\n    ${way}`),
  };
}

/** One move; the delay before a retry passes at once. */
async function happen(machine: Machine, from: Standing, { thread, happening, always }: Move) {
  let standing = await machine.happen(from, thread, happening);
  const waits = () => standing.threads.get(thread)?.doing.kind === 'retrying';
  const triedAgain = waits();
  while (waits()) {
    standing = await machine.happen(standing, thread, { is: 'time' });
    if (always) standing = await machine.happen(standing, thread, happening);
  }
  return { standing, triedAgain: triedAgain && !always };
}

/** What is the same for everything that can still happen: no times, no numbers, nothing that nobody can read any more. */
function keyOf({ threads, end }: Standing, seen: Seen, reads: Machine['reads']): string {
  const bare = [...threads.values()].map(({ parent, index, state, input, variables, retries, doing }) => {
    const read = parent === null ? reads(state) : undefined;
    return {
      ...{ top: parent === null, index, state, retries },
      input: read && !read.has('input') ? null : input,
      variables: Object.entries(variables).filter(([name]) => read?.has(name) ?? true),
      doing:
        doing.kind === 'task'
          ? { ...doing, scheduled: 0, deadline: doing.deadline === null, heartbeatDeadline: 0 }
          : { ...doing, ...('until' in doing ? { until: 0 } : {}) },
    };
  });
  return JSON.stringify([bare, end && { ...end, stopDate: 0 }, seen]);
}

/** Whether a function that counts how often it succeeds has just done so. */
function isLimited({ call, happening }: Move): boolean {
  if (!call || !('value' in happening)) return false;
  return HOLDPOINT.functions[call.name as keyof typeof HOLDPOINT.functions].limit !== undefined;
}

function wayTo(node: Node): string {
  const way: string[] = [];
  for (let at: Node | undefined = node; at; at = at.from) way.unshift(at.by);
  return way.join(' | ');
}

/** Ways back to a state on which no limit is checked. */
function* unlimited(nodes: ReadonlyMap<string, Node>): Iterable<string> {
  const done = new Set<string>();
  for (const start of nodes.keys()) {
    const open = new Set<string>();
    const stack: { key: string; left: string[] }[] = [];
    const enter = (key: string) => {
      open.add(key);
      const next = (nodes.get(key)?.next ?? []).filter(({ limited }) => !limited).map((edge) => edge.key);
      stack.push({ key, left: next });
    };
    if (!done.has(start)) enter(start);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const next = top.left.pop();
      if (next === undefined) {
        stack.pop();
        open.delete(top.key);
        done.add(top.key);
      } else if (open.has(next)) {
        const node = nodes.get(next);
        if (node) yield wayTo(node);
      } else if (!done.has(next)) enter(next);
    }
  }
}

/** Paths end where the execution does, or are cut at so many happenings. */
function pathsFrom(first: Node, nodes: ReadonlyMap<string, Node>, depth: number): bigint {
  let here = new Map<string, bigint>([[first.key, 1n]]);
  let paths = 0n;
  for (let at = 0; at < depth; at++) {
    const beyond = new Map<string, bigint>();
    for (const [key, count] of here) {
      const next = nodes.get(key)?.next ?? [];
      if (next.length === 0) paths += count;
      for (const edge of next) beyond.set(edge.key, (beyond.get(edge.key) ?? 0n) + count);
    }
    here = beyond;
  }
  for (const count of here.values()) paths += count;
  return paths;
}
