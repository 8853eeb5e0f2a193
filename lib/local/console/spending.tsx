import { priceOf } from '../../../lambda/agent/price.ts';
import { Shown } from '../../../lambda/gate/layout.tsx';
import type { RunRecord } from '../../../lambda/ledger/record.ts';

type Spent = { readonly tokens: number; readonly usd: number | undefined };

/** Tokens of all turns, and US dollars where every turn's price is known. */
export function spent({ run, turns }: RunRecord): Spent {
  const tokens = turns.reduce(
    (sum, { usage }) => sum + usage.input + usage.output + usage.cacheRead + usage.cacheWrite,
    0,
  );
  const prices = turns.map(({ usage }) => priceOf(run.model, usage));
  if (prices.some((price) => price === undefined)) return { tokens, usd: undefined };
  return { tokens, usd: prices.reduce<number>((sum, price = 0) => sum + price, 0) };
}

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
