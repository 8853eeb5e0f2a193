import { Graph, layout } from '@dagrejs/dagre';
import { readMachine } from '../../machine/prove/graph.ts';

type Place = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
type Line = {
  readonly from: string;
  readonly to: string;
  readonly points: readonly { x: number; y: number }[];
};

const HEIGHT = 30;
const LETTER = 7.4;
const ENDS = ['Succeed', 'Fail'];

/** A state machine laid out from its own text: top to bottom, without the edges every state has to FAIL. */
function place(asl: unknown): {
  places: ReadonlyMap<string, Place>;
  lines: Line[];
  width: number;
  height: number;
} {
  const { top } = readMachine(asl);
  const graph = new Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 18, ranksep: 26, marginx: 8, marginy: 8 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const name of top.nodes.keys())
    graph.setNode(name, { width: name.length * LETTER + 18, height: HEIGHT });
  for (const node of top.nodes.values()) {
    for (const { to, kind } of node.edges) {
      if ((kind === 'success' || kind === 'rule') && top.nodes.has(to)) graph.setEdge(node.name, to);
    }
  }
  layout(graph);
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  const places = new Map([...top.nodes.keys()].map((name) => [name, graph.node(name) as Place]));
  const lines = graph.edges().map(({ v, w }: { v: string; w: string }) => ({
    from: v,
    to: w,
    points: (graph.edge(v, w) as Line).points,
  }));
  return { places, lines, width, height };
}

/** The machine of a run: the path it took is dark, the state it is in is filled. */
export function Drawing({
  asl,
  path,
  current,
}: {
  asl: unknown;
  path: readonly string[];
  current: string | undefined;
}) {
  const { places, lines, width, height } = place(asl);
  const { top } = readMachine(asl);
  // States inside a Map are not drawn; the way goes through the Map itself.
  const drawn = path.filter((state) => top.nodes.has(state));
  const taken = new Set(drawn.slice(1).map((state, index) => `${drawn[index]} ${state}`));
  const visited = new Set(drawn);
  return (
    <svg
      viewBox={`0 0 ${Math.ceil(width)} ${Math.ceil(height)}`}
      role="img"
      aria-label={`states taken: ${drawn.join(', ')}`}
    >
      <defs>
        <marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
          <path d="M0 0 8 4 0 8z" class="tip" />
        </marker>
      </defs>
      {lines.map(({ from, to, points }) => (
        <polyline
          class={taken.has(`${from} ${to}`) ? 'edge taken' : 'edge'}
          points={points.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`).join(' ')}
          marker-end="url(#tip)"
        />
      ))}
      {[...places].map(([name, { x, y, width: w, height: h }]) => (
        <g
          class={['state', visited.has(name) ? 'visited' : '', name === current ? 'current' : '']
            .filter(Boolean)
            .join(' ')}
        >
          <rect
            x={x - w / 2}
            y={y - h / 2}
            width={w}
            height={h}
            rx={ENDS.includes(top.nodes.get(name)?.type ?? '') ? h / 2 : 5}
          />
          <text x={x} y={y + 4} text-anchor="middle">
            {name}
          </text>
        </g>
      ))}
    </svg>
  );
}
