import { type Finding, judge } from './judge.ts';
import { memoryParts, type OpenParts } from './parts.ts';
import type { Person } from './person.ts';
import type { Plan } from './plan.ts';
import type { Crash, Point } from './point.ts';
import { tell } from './story.ts';
import type { Subject } from './subject.ts';
import { openWorld } from './world.ts';

/** One run with these crashes in it, and what came of it. */
export type Experiment = { readonly crashes: readonly Crash[]; readonly finding: Finding };

export type Enumeration = {
  /** Every request of the undisturbed run. */
  readonly points: readonly Point[];
  /** The undisturbed run first. */
  readonly experiments: readonly Experiment[];
};

/** Runs a subject once, whatever dies on the way. */
export async function experiment(
  subject: Subject,
  person: Person,
  crashes: readonly Crash[],
  parts: OpenParts = memoryParts,
) {
  const world = await openWorld(subject, crashes, parts);
  try {
    const story = await tell(world, person);
    return { points: world.points, finding: await judge(world, story, { crashes: crashes.length }) };
  } finally {
    await world.close();
  }
}

/** Runs a subject undisturbed, then once for each of the planned deaths. */
export async function enumerate(
  subject: Subject,
  person: Person,
  plan: Plan,
  {
    parts = memoryParts,
    onExperiment = () => {},
  }: { parts?: OpenParts; onExperiment?: (done: number, of: number) => void } = {},
): Promise<Enumeration> {
  const { points, finding: undisturbed } = await experiment(subject, person, [], parts);
  const planned = plan(points);
  const experiments: Experiment[] = [{ crashes: [], finding: undisturbed }];
  for (const crashes of planned) {
    const { finding } = await experiment(subject, person, crashes, parts);
    onExperiment(
      experiments.push({ crashes, finding: compared(finding, undisturbed, subject) }),
      planned.length,
    );
  }
  return { points, experiments };
}

/** Where every target knows its keys, a crash changes nothing but what it costs. */
function compared(finding: Finding, { outcome, effects }: Finding, { workflow }: Subject): Finding {
  const tools = Object.values(workflow.stages).flatMap((stage) => stage.tools);
  const keyed = tools.every((tool) => tool.effect !== 'WRITE_CONFIRM' || tool.target === 'keyed');
  if (!keyed || (finding.outcome === outcome && finding.effects === effects)) return finding;
  const differs = `it ended ${finding.outcome} with ${finding.effects} acts, undisturbed ${outcome} with ${effects}`;
  return { ...finding, violations: [...finding.violations, differs] };
}
