import { saidFault } from '../define/said.ts';
import type { Workflow } from '../define/workflow.ts';
import type { RunRecord } from '../ledger/record.ts';

/** What is wrong with last words a run would end DONE with: figures no fact has, or none of those that were asked for. */
export function wordsFault(text: string, workflow: Workflow, record: RunRecord): string | undefined {
  // Of two answers to the same call the newer one stands.
  const current = record.facts.filter(
    ({ callKey }, index) => !record.facts.slice(index + 1).some((later) => later.callKey === callKey),
  );
  const valid = current.filter(({ verdict }) => verdict.ok);
  for (const rule of workflow.evidence) {
    if (rule.kind !== 'said') continue;
    const fits = valid
      .filter(({ name }) => name === rule.fact)
      .map(({ value }) => ({ value, fit: rule.about(value, record.run.input) }));
    const best = Math.max(...fits.map(({ fit }) => fit));
    const fault = saidFault(text, {
      facts: valid.map(({ value }) => value),
      given: record.run.input,
      dates: [record.run.businessDate],
      wanted: fits.filter(({ fit }) => fit === best).map(({ value }) => rule.figures(value)),
    });
    if (fault) return fault;
  }
  return undefined;
}
