import type { Enumeration, Experiment } from './enumerate.ts';
import type { Finding } from './judge.ts';
import type { Crash } from './point.ts';

const COLUMNS = [
  ['before', 'process'],
  ['after', 'process'],
  ['before', 'host'],
  ['after', 'host'],
] as const;

/** One line per request: how the run came out when its process, or the host, died before and after it. */
export function table({ points, experiments }: Enumeration): readonly string[] {
  const single = experiments.filter(({ crashes }) => crashes.length === 1);
  const columns = COLUMNS.filter(([side, takes]) =>
    single.some(({ crashes }) => is(crashes[0], side, takes)),
  );
  const head = [
    '   #',
    pad('process', 11),
    pad('request', 44),
    ...columns.map((names) => pad(names.join(' '), 15)),
  ];
  const lines = points.map(({ n, process, request }) => {
    const cells = columns.map(([side, takes]) => {
      const one = single.find(({ crashes: [crash] }) => crash?.at === n && is(crash, side, takes));
      return pad(one ? cell(one.finding) : '', 15);
    });
    return [String(n).padStart(4), pad(process, 11), pad(request, 44), ...cells].join('  ').trimEnd();
  });
  return [head.join('  ').trimEnd(), ...lines];
}

/** "DONE, 1 act", and what it cost beyond the undisturbed run. */
function cell({ outcome, effects, violations }: Finding): string {
  return violations.length > 0
    ? `BROKEN ${violations.length}`
    : `${outcome}, ${effects} ${effects === 1 ? 'act' : 'acts'}`;
}

/** How many experiments came out how, most first. */
export function outcomes(experiments: readonly Experiment[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { finding } of experiments) {
    const how = `${finding.outcome}, ${finding.effects} ${finding.effects === 1 ? 'act' : 'acts'}, ${finding.mails} ${finding.mails === 1 ? 'mail' : 'mails'}, ${finding.modelCalls} model calls`;
    counts.set(how, (counts.get(how) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([how, count]) => `${String(count).padStart(5)}  ${how}`);
}

/** Every broken promise, with the crashes that broke it. */
export function violations({ points, experiments }: Enumeration): readonly string[] {
  const place = ({ at, side, takes }: Crash) =>
    `${takes} dies ${side} ${at} (${points[at - 1] ? `${points[at - 1]?.process}: ${points[at - 1]?.request}` : 'a request of the recovery'})`;
  return experiments.flatMap(({ crashes, finding }) =>
    finding.violations.map(
      (violation) => `${crashes.map(place).join(', then ') || 'nothing dies'}: ${violation}`,
    ),
  );
}

const is = (crash: Crash | undefined, side: string, takes: string) =>
  crash?.side === side && crash.takes === takes;
const pad = (text: string, width: number) => text.padEnd(width);
