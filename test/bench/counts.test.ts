import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { containerBill, durableFunctionBill, holdpointBill, total } from '../../bench/cost/bill.ts';
import { type Counts, countBrief, openCounted } from '../../bench/cost/count-brief.ts';
import { checkLimits, limitRows } from '../../bench/cost/limits.ts';
import { PRICES } from '../../bench/cost/prices.ts';
import type { Bench } from '../local/bench.ts';
import { named } from '../local/wire.ts';

let bench: Bench;
let counts: Counts;
beforeAll(async () => {
  bench = await openCounted();
  counts = await countBrief(bench, '2030-05-06');
});
afterAll(() => bench.close());

describe('one morning brief, approved', () => {
  it('asks DynamoDB for exactly this', () => {
    const names = (part: Counts['machine']) => part.requests.map(named);
    expect(names(counts.machine)).toEqual([
      'Put RUN RUN',
      'Update RUN RUN',
      'Put RUN TURN#0001#0001',
      'Query RUN *',
      'Put RUN CALL#0001#0000',
      'Query RUN *',
      'Put RUN FACT#weather#0001#0000',
      'Query RUN *',
      'Update RUN RUN',
      'Put RUN TURN#0001#0002',
      'Query RUN *',
      'Put RUN CALL#0002#0000',
      'Query RUN *',
      'Put RUN FACT#draft#0002#0000',
      'Query RUN *',
      'Update RUN RUN',
      'Put RUN TURN#0001#0003',
      'Query RUN *',
      'Put WRITE WRITE',
      'Put GATE GATE',
      'Get RUN RUN',
      'Update GATE GATE',
      'Get DECISION DECISION',
      'Update WRITE WRITE',
      'Put TASK TASK',
      'Update WRITE WRITE',
      'Put RUN CALL#0003#0000',
      'Query RUN *',
      'Update RUN RUN',
      'Put RUN TURN#0001#0004',
      'Query RUN *',
      'Get WRITE WRITE',
      'Update RUN RUN',
    ]);
    expect(names(counts.page)).toEqual(['Query DECISION *', 'Get GATE GATE']);
    expect(names(counts.decision)).toEqual([
      'Query DECISION *',
      'Get GATE GATE',
      'Put DECISION DECISION',
      'Update GATE GATE',
    ]);
    expect(names(counts.receipt)).toEqual(['Query DECISION *', 'Get WRITE WRITE']);
    expect(names(counts.watch)).toEqual([
      'Query RUN *',
      'Update RUN RUN',
      'Get GATE GATE',
      'Get DECISION DECISION',
      'Get WRITE WRITE',
      'Update RUN RUN',
      'Update RUN RUN',
    ]);
  });

  it('takes exactly so much, which is within its limits', () => {
    const rows = limitRows(counts);
    process.stdout.write(
      `One morning brief, approved:\n${rows.map(({ what, seen, most }) => `  ${String(seen).padStart(6)} of ${most}  ${what}`).join('\n')}\n`,
    );
    expect(Object.fromEntries(rows.map(({ what, seen }) => [what, seen]))).toEqual({
      'state transitions': 26,
      'DynamoDB requests by functions of the machine': 33,
      'DynamoDB requests by the watch': 7,
      'DynamoDB requests per decision': 4,
      'DynamoDB requests per page': 2,
      'DynamoDB requests per receipt': 2,
      'function invocations': 17,
      'model calls': 4,
      'bytes of the largest state': 190,
    });
    expect(() => checkLimits(counts)).not.toThrow();
    const sizes = bench.time.events('morning-brief-2030-05-06').map((event) => JSON.stringify(event).length);
    expect(Math.max(...sizes)).toBeLessThan(4_000);
  });

  it('takes read and write units, bytes and tokens that do not creep up', () => {
    const { machine, decision, page, receipt, tokens, stateBytes, mails } = counts;
    expect({ machine: machine.units, decision: decision.units }).toEqual({
      machine: { read: 30, write: 83 },
      decision: { read: 3, write: 15 },
    });
    expect([page.units, receipt.units, counts.watch.units]).toEqual([
      { read: 3, write: 0 },
      { read: 2, write: 0 },
      { read: 9, write: 7 },
    ]);
    // the lengths of port numbers and ids differ by a few bytes from run to run
    expect(stateBytes.all).toBeGreaterThan(4_000);
    expect(stateBytes.all).toBeLessThan(5_000);
    expect(tokens.input).toBeLessThan(6_500);
    expect(tokens.output).toBeLessThan(150);
    expect(mails).toBe(2);
  });

  it('costs so many US dollars per 1,000 runs, at the prices of a named list', () => {
    expect([PRICES.region, PRICES.date]).toEqual(['us-east-1, US East (N. Virginia)', '2026-11-30']);
    const usd = [holdpointBill, durableFunctionBill, containerBill].map((bill) =>
      total(bill(counts)).toFixed(2),
    );
    expect(usd).toEqual(['1.07', '0.48', '10.13']);
  });
});

describe('the limits hold', () => {
  it('is not said of a brief with one more DynamoDB request', async () => {
    const more = await countBrief(bench, '2030-05-07', (run) =>
      bench.host.items.get({ pk: `RUN#${run}`, sk: 'RUN' }),
    );
    expect(() => checkLimits(more)).toThrow(
      'DynamoDB requests by functions of the machine: 34, at most 33 are wanted',
    );
  });
});
