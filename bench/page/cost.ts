import { priceOf } from '../../lambda/agent/price.ts';
import {
  type Bill,
  containerBill,
  durableFunctionBill,
  holdpointBill,
  requestsOf,
  total,
  usdPer1000,
} from '../cost/bill.ts';
import { type Counts, unitsOf } from '../cost/count-brief.ts';
import { limitRows } from '../cost/limits.ts';
import { ASSUMED, PRICES } from '../cost/prices.ts';
import { figure, table } from './table.ts';

const MODEL = 'claude-sonnet-5-5';

/** The counts of one brief, what they cost, and what the same brief costs run in other ways. */
export function costTables(counts: Counts): Record<string, string> {
  const bills = [holdpointBill(counts), durableFunctionBill(counts), containerBill(counts)];
  const [ours] = bills;
  const base = ours ? total(ours) : Number.NaN;
  const tokens = { input: counts.tokens.input, output: counts.tokens.output, cacheRead: 0, cacheWrite: 0 };
  const all = requestsOf(counts);
  return {
    counts: table(
      ['one approved brief', 'counted', 'at most'],
      [
        ...limitRows(counts).map(({ what, seen, most }) => [what, figure(seen), figure(most)]),
        ['DynamoDB read units, all requests', unitsOf(all).read, undefined],
        ['DynamoDB write units, all requests', unitsOf(all).write, undefined],
        ['bytes through all states', figure(Math.round(counts.stateBytes.all / 100) * 100), undefined],
        ['tokens, in + out', `${figure(counts.tokens.input)} + ${figure(counts.tokens.output)}`, undefined],
      ],
    ),
    bills: bills.map(billTable).join('\n\n'),
    compare: table(
      ['', 'USD per 1,000 runs', '× Holdpoint'],
      bills.map((bill) => [bill.title, total(bill).toFixed(2), (total(bill) / base).toFixed(2)]),
    ),
    region: PRICES.region,
    priceDate: PRICES.date,
    waitHours: String(ASSUMED.waitHours),
    turnSeconds: String(ASSUMED.turnSeconds),
    otherMs: String(ASSUMED.otherSeconds * 1000),
    vcpu: String(ASSUMED.containerVcpu),
    gb: String(ASSUMED.containerGb),
    modelUsd: ((priceOf(MODEL, tokens) ?? Number.NaN) * 1000).toFixed(2),
    model: MODEL,
  };
}

const billTable = (bill: Bill): string =>
  table(
    [bill.title, 'a run', 'price', 'USD per 1,000 runs'],
    [
      ...bill.lines.map((line) => [
        line.what,
        figure(line.count),
        PRICES[line.price].says,
        usdPer1000(line).toFixed(4),
      ]),
      ['**together**', undefined, undefined, `**${total(bill).toFixed(2)}**`],
    ],
  );
