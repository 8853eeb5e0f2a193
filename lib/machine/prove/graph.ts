/** Reads parsed ASL as a graph, however wrong it is: what is missing reads as empty and is a rule's to report. */
export type Fields = { readonly [field: string]: unknown };

/**
 * One way from a state to another. `success` is any way out of a state that did its work; a Choice leaves by a rule or by its
 * default, and a Catch is taken when the work failed.
 */
export type Edge = {
  readonly from: Node;
  readonly to: string;
  readonly kind: 'success' | 'rule' | 'default' | 'catch';
  /** The rule or the catcher; the state itself where it is left by Next or Default. */
  readonly by: Fields;
  /** Where `by` is written. */
  readonly at: string;
};

export type Node = {
  readonly name: string;
  readonly type: string;
  readonly fields: Fields;
  readonly level: Level;
  readonly edges: readonly Edge[];
  /** The machines inside a Map or a Parallel. */
  readonly inside: readonly Level[];
};

/** The states that can reach each other: the machine itself, or one machine inside a Map or a Parallel. */
export type Level = {
  readonly startAt: string;
  readonly fields: Fields;
  readonly nodes: ReadonlyMap<string, Node>;
  readonly within: Node | undefined;
};

export type Machine = {
  readonly top: Level;
  readonly levels: readonly Level[];
  readonly nodes: readonly Node[];
};

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export function readMachine(asl: unknown): Machine {
  const levels: Level[] = [];
  const top = readLevel(fieldsOf(asl), undefined, levels);
  return { top, levels, nodes: levels.flatMap((level) => [...level.nodes.values()]) };
}

function readLevel(fields: Fields, within: Node | undefined, levels: Level[]): Level {
  const nodes = new Map<string, Node>();
  const level: Level = { startAt: textOf(fields.StartAt), fields, nodes, within };
  levels.push(level);
  for (const [name, state] of Object.entries(fieldsOf(fields.States))) {
    const own = fieldsOf(state);
    const edges: Edge[] = [];
    const inside: Level[] = [];
    const node: Node = { name, type: textOf(own.Type), fields: own, level, edges, inside };
    edges.push(...readEdges(node));
    nodes.set(name, node);
    const machines = [own.ItemProcessor, own.Iterator, ...listOf(own.Branches)].filter(
      (m) => m !== undefined,
    );
    inside.push(...machines.map((machine) => readLevel(fieldsOf(machine), node, levels)));
  }
  return level;
}

function readEdges(from: Node): Edge[] {
  const { Next, Default, Choices, Catch } = from.fields;
  const edge = (to: unknown, kind: Edge['kind'], by: Fields, at: string): Edge[] =>
    to === undefined ? [] : [{ from, to: textOf(to), kind, by, at }];
  const each = (list: unknown, kind: Edge['kind'], at: string) =>
    listOf(list).flatMap((item, i) => edge(fieldsOf(item).Next, kind, fieldsOf(item), `${at}[${i}]`));
  return [
    ...edge(Next, 'success', from.fields, 'Next'),
    ...each(Choices, 'rule', 'Choices'),
    ...edge(Default, 'default', from.fields, 'Default'),
    ...each(Catch, 'catch', 'Catch'),
  ];
}

/** The rules and catchers of a state: what stands in them holds only on that way out. */
export const clausesOf = ({ fields, edges }: Node): readonly Edge[] =>
  edges.filter(({ by }) => by !== fields);

/** The state as a reader finds it: the Map or Parallel around it first. */
export const placeOf = (node: Node): string =>
  node.level.within ? `${placeOf(node.level.within)}/${node.name}` : node.name;

/** What an edge is, in words. */
export const edgeOf = ({ from, kind, at }: Edge): string => {
  const what = { success: 'Next', rule: `rule ${at}`, default: 'Default', catch: at }[kind];
  return `${what} of ${placeOf(from)}`;
};
