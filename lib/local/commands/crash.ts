import { workflows } from '../../../lambda/workflows/registry.ts';
import { rehearsals } from '../../../lambda/workflows/rehearsals.ts';
import { enumerate } from '../crash/enumerate.ts';
import { loopbackParts } from '../crash/loopback-parts.ts';
import { memoryParts } from '../crash/parts.ts';
import { PEOPLE, type PersonName } from '../crash/person.ts';
import { everyPoint, type Plan, pairs as sampled } from '../crash/plan.ts';
import { subjectNamed } from '../crash/subject.ts';
import { outcomes, table, violations } from '../crash/table.ts';
import type { Out } from './usage.ts';

export type CrashOptions = {
  /** @default every workflow with a write and a rehearsal */
  readonly workflow: string | undefined;
  readonly person: PersonName;
  readonly overHttp: boolean;
  readonly pairs: number;
  readonly seed: number;
  readonly out: Out;
};

/**
 * Kills a workflow's dry run at every request it makes, one experiment each, then at so many sampled pairs of them, and
 * prints what came of it.
 */
export async function crash({ workflow, ...options }: CrashOptions): Promise<number> {
  const names = workflow === undefined ? rehearsedWrites() : [workflow];
  let worst = 0;
  for (const name of names) worst = Math.max(worst, await crashOne(name, options));
  return worst;
}

const rehearsedWrites = (): string[] =>
  workflows
    .filter(({ stages }) =>
      Object.values(stages).some(({ tools }) => tools.some(({ effect }) => effect === 'WRITE_CONFIRM')),
    )
    .filter(({ name }) => rehearsals.some(({ workflow }) => workflow === name))
    .map(({ name }) => name);

async function crashOne(
  workflow: string,
  { person, overHttp, pairs, seed, out }: Omit<CrashOptions, 'workflow'>,
): Promise<number> {
  const began = process.hrtime.bigint();
  const plan: Plan = (points) => [...everyPoint()(points), ...sampled(pairs, seed)(points)];
  const enumeration = await enumerate(subjectNamed(workflow), PEOPLE[person], plan, {
    parts: overHttp ? loopbackParts : memoryParts,
    onExperiment: (done, of) => {
      if (done % 100 === 0) out.note(`${done} of ${of} experiments`);
    },
  });
  const { points, experiments } = enumeration;
  const broken = violations(enumeration);
  for (const line of table(enumeration)) out.note(line);
  out.note('');
  for (const line of outcomes(experiments)) out.note(line);
  for (const line of broken) out.note(`BROKEN  ${line}`);
  out.result({
    workflow,
    person,
    over: overHttp ? 'HTTP on loopback' : 'memory',
    points: points.length,
    experiments: experiments.length,
    pairs,
    seed,
    violations: broken.length,
    seconds: Number((process.hrtime.bigint() - began) / 10_000_000n) / 100,
  });
  return broken.length > 0 ? 1 : 0;
}
