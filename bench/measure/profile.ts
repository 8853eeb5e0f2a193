import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PEERS } from '../peers.ts';
import { during, each } from './many.ts';
import { Subject } from './subject.ts';

/** A tree of packages: time in microseconds spent in it and below. */
export type Flame = { readonly name: string; readonly total: number; readonly below: readonly Flame[] };
export type Profile = {
  readonly runs: number;
  /** Processor time by package, most first; shares of all that was not idle. */
  readonly byPackage: readonly { readonly name: string; readonly share: number }[];
  readonly flame: Flame;
};

/** Profiles Holdpoint's process while it does runs one after the other. */
export async function profile({ seconds }: { readonly seconds: number }): Promise<Profile> {
  const peer = PEERS.find(({ name }) => name === 'holdpoint');
  if (!peer) throw new Error('holdpoint is not among the peers');
  return Subject.with({ ...peer, apart: true }, async (subject) => {
    const file = path.join(subject.directory, 'bench.cpuprofile');
    await subject.up({ BENCH_PROFILE: file });
    let runs = 0;
    const whole = async () => {
      const run = subject.next();
      const { link } = await subject.start(run);
      await subject.approve(run, link);
      runs += 1;
    };
    await each(Array.from({ length: 60 }), 8, async () => whole());
    runs = 0;
    await subject.app.call('profile', 'start');
    await during(seconds, 1, whole);
    await subject.app.call('profile', 'stop');
    const flame = flameOf(JSON.parse(readFileSync(file, 'utf8')));
    return { runs, byPackage: sharesOf(flame), flame };
  });
}

type Node = {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
};
type CpuProfile = {
  readonly nodes: readonly Node[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
};
type Growing = { name: string; total: number; below: Map<string, Growing> };

const IDLE = new Set(['(idle)', '(root)']);
/** Nothing to do, or the profiler at its own work. */
const isOutside = ({ functionName, url }: Node['callFrame']): boolean =>
  functionName === '(idle)' || (functionName === 'dispatch' && url === '');

/** Folds the call tree: frames of one package one after the other are one. */
export function flameOf({ nodes, samples, timeDeltas }: CpuProfile): Flame {
  const self = new Map<number, number>();
  samples.forEach((id, at) => {
    self.set(id, (self.get(id) ?? 0) + (timeDeltas[at] ?? 0));
  });
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const root: Growing = { name: 'all', total: 0, below: new Map() };
  const walk = (id: number, trail: readonly Growing[]) => {
    const node = byId.get(id);
    if (!node || isOutside(node.callFrame)) return;
    const here = IDLE.has(node.callFrame.functionName) ? trail : entered(trail, packageOf(node.callFrame));
    for (const frame of here) frame.total += self.get(id) ?? 0;
    for (const child of node.children ?? []) walk(child, here);
  };
  const [first] = nodes;
  if (first) walk(first.id, [root]);
  return finished(root);
}

function entered(trail: readonly Growing[], name: string): readonly Growing[] {
  const last = trail.at(-1);
  if (!last || last.name === name) return trail;
  const known = last.below.get(name) ?? { name, total: 0, below: new Map() };
  last.below.set(name, known);
  return [...trail, known];
}

const finished = ({ name, total, below }: Growing): Flame => ({
  name,
  total,
  below: [...below.values()].map(finished).sort((a, b) => b.total - a.total),
});

/** Where a frame is from: a package, a room of this project, Node itself. */
export function packageOf({ functionName, url }: Node['callFrame']): string {
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (functionName === '(program)') return 'V8 and system calls';
  const [, packaged] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (packaged)
    return packaged
      .replace(/^@(aws-sdk|smithy|aws-crypto)\/.*/, 'the AWS SDK')
      .replace(/^(dynalite|level.*|.*-level.*|classic-level|lazy|subleveldown)$/, 'dynalite and LevelDB');
  const [, room] = /\/((?:lambda|lib)\/[^/]+)\//.exec(url) ?? [];
  if (room) return `holdpoint ${room}`;
  if (/\/bench\//.test(url)) return 'the harness';
  if (/^node:(_?http|net|_?stream|internal\/(streams|http|stream_base|undici|deps\/undici))/.test(url))
    return 'Node: HTTP, sockets, streams';
  if (/^node:(internal\/)?crypto/.test(url)) return 'Node: hashes and keys';
  if (/^node:(internal\/)?fs/.test(url)) return 'Node: files';
  return url.startsWith('node:')
    ? 'Node: timers, ticks, the rest'
    : `native ${functionName || 'without a name'}`;
}

function sharesOf(flame: Flame): Profile['byPackage'] {
  const own = new Map<string, number>();
  const add = ({ name, total, below }: Flame) => {
    const inside = below.reduce((sum, child) => sum + child.total, 0);
    own.set(name, (own.get(name) ?? 0) + total - inside);
    for (const child of below) add(child);
  };
  add(flame);
  return [...own]
    .filter(([name]) => name !== 'all')
    .map(([name, time]) => ({ name, share: Number((time / flame.total).toFixed(4)) }))
    .sort((a, b) => b.share - a.share);
}
