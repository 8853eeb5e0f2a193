import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Counts } from '../cost/count-brief.ts';
import { PEERS } from '../peers.ts';
import type { Machine, Result } from '../results.ts';
import { bars } from './bars.ts';
import { costTables } from './cost.ts';
import { curves } from './curves.ts';
import { flame } from './flame.ts';
import { growthTable, loadTable, profileTable } from './inside.ts';
import { crashTable, latencyTable, parkedTable, peersOf, sizeTable, speedTable } from './peers.ts';

export type Page = { readonly text: string; readonly pictures: Readonly<Record<string, string>> };

/** The page: the words of template.md, every figure from what was measured. */
export function pageOf(measured: {
  readonly results: readonly Result[];
  readonly counts: Counts;
  readonly machine: Machine;
}): Page {
  const { results, machine } = measured;
  const of = <P extends Result['phase']>(phase: P) =>
    results.filter((result): result is Extract<Result, { phase: P }> => result.phase === phase);
  const speeds = peersOf(of('speed'));
  const profile = of('profile').at(-1)?.value;
  const growths = of('growth').map(({ value }) => value);
  const parts: Record<string, string> = {
    machine: `${machine.cores} cores (${machine.cpu}), ${machine.memoryGb} GB, ${machine.system}, Node ${machine.node.slice(1)}`,
    date: machine.date,
    rounds: String(Math.max(0, ...of('speed').map(({ round }) => round))),
    foreign: String(Math.max(0, ...of('speed').map(({ value }) => value.foreignCpu))),
    skipped: skippedLines(of('skipped')),
    speed: speedTable(speeds),
    latency: latencyTable(speeds),
    size: sizeTable(speeds),
    parked: parkedTable(of('parked')),
    crash: crashTable(of('crash')),
    growth: growthTable(growths),
    load: loadTable(of('load').at(-1)?.value ?? []),
    profile: profileTable(profile),
    runsProfiled: String(profile?.runs ?? 0),
    ...costTables(measured.counts),
  };
  const template = readFileSync(path.join(import.meta.dirname, 'template.md'), 'utf8');
  const text = template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const part = parts[name];
    if (part === undefined) throw new Error(`template.md wants {{${name}}}, which nobody makes`);
    return part;
  });
  return {
    text,
    pictures: {
      'benchmarks.svg': bars('Runs a second, and milliseconds a person waits', panelsOf(speeds)),
      'benchmarks-growth.svg': curves('Cost of a run against runs stored', growths),
      ...(profile ? { 'benchmarks-flame.svg': flame('Where the time goes, by package', profile.flame) } : {}),
    },
  };
}

function skippedLines(skips: readonly { peer: string; why: string }[]): string {
  const titles = new Map<string, string>(PEERS.map(({ name, title }) => [name, title]));
  const lines = new Map(
    skips.map(({ peer, why }) => [peer, `- ${titles.get(peer) ?? peer} is skipped: ${why}`]),
  );
  return lines.size ? [...lines.values()].join('\n') : 'No peer was skipped.';
}

const panelsOf = (speeds: ReturnType<typeof peersOf>) => [
  ...(['1', '16', '64'] as const).map((atOnce) => ({
    title: `runs per second, ${atOnce} at once (more is better)`,
    bars: speeds.map(({ title, name, rounds }) => ({
      label: title,
      ours: name === 'holdpoint',
      values: rounds.map(({ at }) => at[atOnce]?.runsPerSecond ?? 0),
    })),
  })),
  ...(['start', 'approve'] as const).map((step) => ({
    title: `${step === 'start' ? 'start to parked' : 'approve to done'}, ms, one at a time (less is better)`,
    bars: speeds.map(({ title, name, rounds }) => ({
      label: title,
      ours: name === 'holdpoint',
      values: rounds.map(({ at }) => at['1']?.[step].p50 ?? 0),
    })),
  })),
];
