import { Graph, layout } from '@dagrejs/dagre';
import type { RunItem } from '../../../lambda/ledger/record.ts';
import { type Level, readMachine } from '../../machine/prove/graph.ts';

type Place = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
type Line = {
  readonly from: string;
  readonly to: string;
  readonly points: readonly { x: number; y: number }[];
};

const HEIGHT = 32;
const LETTER = 8.4;
/** A Choice only routes: it is drawn as a small rhomb, its name in a title. */
const RHOMB = 18;
const ENDS = ['Succeed', 'Fail'];

/** A state machine laid out from its own text: top to bottom, without the edges every state has to FAIL. */
function place(top: Level): {
  places: ReadonlyMap<string, Place>;
  lines: Line[];
  width: number;
  height: number;
} {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 16, ranksep: 20, marginx: 8, marginy: 8 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const [name, { type }] of top.nodes) {
    const size = type === 'Choice' ? { width: RHOMB, height: RHOMB } : undefined;
    graph.setNode(name, size ?? { width: name.length * LETTER + 20, height: HEIGHT });
  }
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

/** The machine of a run: the path it took is marked, and the state it is in or ended in is filled. */
export function Drawing({
  asl,
  path,
  state,
}: {
  asl: unknown;
  path: readonly string[];
  state: RunItem['state'];
}) {
  const { top } = readMachine(asl);
  const { places, lines, width, height } = place(top);
  // States inside a Map are not drawn; the way goes through the Map itself.
  const drawn = path.filter((name) => top.nodes.has(name));
  const taken = new Set(drawn.slice(1).map((name, index) => `${drawn[index]} ${name}`));
  const visited = new Set(drawn);
  const last = drawn.at(-1);
  // what was taken is drawn over what was not
  const inOrder = [...lines].sort(
    (a, b) => Number(taken.has(`${a.from} ${a.to}`)) - Number(taken.has(`${b.from} ${b.to}`)),
  );
  const said = state === 'RUNNING' ? `now in ${last}` : `ended ${state}`;
  return (
    <svg
      viewBox={`0 0 ${Math.ceil(width)} ${Math.ceil(height)}`}
      role="img"
      aria-label={`${said}; states taken: ${drawn.join(', ')}`}
    >
      <defs>
        {['tip', 'tip taken'].map((name) => (
          <marker
            id={name.replace(' ', '-')}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="9"
            markerHeight="9"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path d="M0 0 8 4 0 8z" class={name} />
          </marker>
        ))}
      </defs>
      {inOrder.map(({ from, to, points }) => {
        const way = taken.has(`${from} ${to}`);
        return (
          <polyline
            class={way ? 'edge taken' : 'edge'}
            points={points.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`).join(' ')}
            marker-end={way ? 'url(#tip-taken)' : 'url(#tip)'}
          />
        );
      })}
      {[...places].map(([name, at]) => (
        <State
          name={name}
          at={at}
          type={top.nodes.get(name)?.type ?? ''}
          marks={[visited.has(name) ? 'visited' : '', name === last ? `current ${state}` : '']}
        />
      ))}
    </svg>
  );
}

type StateProps = {
  readonly name: string;
  readonly at: Place;
  readonly type: string;
  readonly marks: readonly string[];
};

function State({ name, at: { x, y, width, height }, type, marks }: StateProps) {
  const look = ['state', ...marks].filter(Boolean).join(' ');
  const half = RHOMB / 2;
  if (type === 'Choice')
    return (
      <g class={look}>
        <title>{name}</title>
        <path d={`M${x} ${y - half}l${half} ${half}l${-half} ${half}l${-half} ${-half}z`} />
      </g>
    );
  return (
    <g class={look}>
      <rect
        x={x - width / 2}
        y={y - height / 2}
        width={width}
        height={height}
        rx={ENDS.includes(type) ? height / 2 : 6}
      />
      <text x={x} y={y + 4} text-anchor="middle">
        {name}
      </text>
    </g>
  );
}
