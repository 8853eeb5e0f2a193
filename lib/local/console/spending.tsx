import { priceOf } from '../../../lambda/agent/price.ts';
import { Shown } from '../../../lambda/gate/layout.tsx';
import type { RunRecord } from '../../../lambda/ledger/record.ts';

/** Turn by turn, what the model read and wrote, and what that cost. */
export function Spending({ record }: { record: RunRecord }) {
  const { run, turns } = record;
  if (turns.length === 0) return null;
  const count = (tokens: number) => <td class="n">{tokens.toLocaleString('en-US')}</td>;
  return (
    <section>
      <h2>Tokens and cost</h2>
      <section class="scroll" tabindex={0} aria-label="Tokens and cost">
        <table>
          <thead>
            <tr>
              <th scope="col">turn</th>
              <th scope="col" class="n">
                in
              </th>
              <th scope="col" class="n">
                cached
              </th>
              <th scope="col" class="n">
                out
              </th>
              <th scope="col" class="n">
                US$
              </th>
            </tr>
          </thead>
          <tbody>
            {turns.map(({ turn, stage, usage }) => (
              <tr>
                <th scope="row">
                  {turn} <Shown text={stage} />
                </th>
                {count(usage.input + usage.cacheWrite)}
                {count(usage.cacheRead)}
                {count(usage.output)}
                <td class="n">{priceOf(run.model, usage)?.toFixed(4) ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
