import { type Edge, type Level, listOf, type Node, readMachine, textOf } from './prove/graph.ts';

/**
 * The machine as a Mermaid state diagram, drawn from the text that is deployed.
 *
 * Where every error and every unlisted transition ends is said in a note: an arrow from each state would hide the others.
 */
export function mermaid(asl: unknown): string {
  const { top } = readMachine(asl);
  return ['stateDiagram-v2', ...levelLines(top).map((line) => `  ${line}`), ''].join('\n');
}

function levelLines(level: Level): readonly string[] {
  const nodes = [...level.nodes.values()];
  const last = resort(nodes);
  const drawn = nodes.flatMap(({ edges }) => edges).filter((edge) => edge.to !== last || !isResort(edge));
  return [
    ...nodes.flatMap(stateLines),
    `[*] --> ${idOf(level.startAt)}`,
    ...arrows(drawn),
    ...nodes.filter(isEnd).map(({ name }) => `${idOf(name)} --> [*]`),
    ...(last ? [`note right of ${idOf(last)} : any error and any transition that is not drawn`] : []),
  ];
}

function stateLines(node: Node): readonly string[] {
  const id = idOf(node.name);
  const alias = id === node.name ? [] : [`state "${node.name}" as ${id}`];
  const named = node.type === 'Choice' ? [`state ${id} <<choice>>`] : alias;
  if (node.inside.length === 0) return named;
  const branches = node.inside.map((level) => levelLines(level).map((line) => `  ${line}`));
  return [
    ...named,
    `state ${id} {`,
    ...branches.flatMap((lines, i) => (i > 0 ? ['  --', ...lines] : lines)),
    '}',
  ];
}

/** One arrow for all edges between the same two states. */
function arrows(edges: readonly Edge[]): readonly string[] {
  const labels = new Map<string, string[]>();
  for (const edge of edges) {
    const arrow = `${idOf(edge.from.name)} --> ${idOf(edge.to)}`;
    labels.set(
      arrow,
      [...(labels.get(arrow) ?? []), labelOf(edge)].filter((label) => label !== ''),
    );
  }
  return [...labels].map(([arrow, texts]) => (texts.length > 0 ? `${arrow} : ${texts.join(', ')}` : arrow));
}

function labelOf({ kind, by }: Edge): string {
  if (kind === 'success') return '';
  if (kind === 'default') return 'otherwise';
  if (kind === 'catch') return escaped(`on ${listOf(by.ErrorEquals).join(', ')}`);
  return escaped(textOf(by.Condition).replace(/^\{%\s*|\s*%\}$/g, ''));
}

/** Mermaid ends a label at a semicolon and reads a colon, a hash and angle brackets for itself. */
const escaped = (text: string): string => text.replace(/[;:#<>]/g, (char) => `#${char.charCodeAt(0)};`);

/** Where the machine goes when nothing else is said: the target of so many Defaults and catch-alls that arrows would not be read. */
function resort(nodes: readonly Node[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { to } of nodes.flatMap(({ edges }) => edges.filter(isResort)))
    counts.set(to, (counts.get(to) ?? 0) + 1);
  const [[last, count] = ['', 0]] = [...counts].sort(([, a], [, b]) => b - a);
  return count > 3 ? last : undefined;
}

const isResort = ({ kind, by }: Edge): boolean =>
  kind === 'default' || (kind === 'catch' && listOf(by.ErrorEquals).includes('States.ALL'));

const isEnd = ({ type, fields }: Node): boolean =>
  fields.End === true || type === 'Succeed' || type === 'Fail';

/** Words of Mermaid, in capitals too, and signs that end a name. */
const WORDS = ['STATE', 'NOTE', 'CLASS', 'CLASSDEF', 'SCALE', 'DEFAULT', 'DIRECTION', 'END'];
const idOf = (name: string): string =>
  /^[A-Z][A-Z0-9_]*$/.test(name) && !WORDS.includes(name)
    ? name
    : `S_${name.replace(/\W/g, (char) => `_${char.charCodeAt(0)}_`)}`;
