import fc from 'fast-check';
import type { Finding } from '../../lib/local/crash/judge.ts';
import { modelMoves, personMoves, weather } from './adversary/moves.ts';
import { play } from './adversary/play.ts';

const plays = fc.record({
  model: modelMoves,
  people: personMoves,
  weather,
  quorum: fc.constantFrom<1 | 2>(1, 1, 2),
});

/**
 * So many scripts drawn by one seed: adversarial models, people and schedules at one run each. No effect without an
 * unexpired approval of its digest, DONE only on its evidence, every run ends within its budgets, nothing is uncaught.
 *
 * @throws with the smallest script that breaks a promise
 */
export async function properties(
  scripts: number,
  seed: number,
  found: (finding: Finding) => void,
): Promise<void> {
  const property = fc.asyncProperty(plays, async (script) => {
    const finding = await play(script);
    found(finding);
    if (finding.violations.length > 0) throw new Error(finding.violations.join('; '));
  });
  await fc.assert(property, { numRuns: scripts, seed });
}
