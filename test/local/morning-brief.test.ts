import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, openBench } from './bench.ts';
import { decide } from './person.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

describe('the morning brief', () => {
  it('parks, is approved, and creates one task', async () => {
    const parked = await bench.run('2030-05-02');
    expect(parked).toEqual({
      state: 'WAITING_CONFIRM',
      pending_tools: ['create_review_task'],
      steps: 3,
      text: '',
      run: 'morning-brief-2030-05-02',
      link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/g\/[A-Za-z0-9_-]{22,64}$/),
    });
    expect(await bench.tasks()).toEqual([]);
    const answer = await decide(parked.link ?? '', 'APPROVED');
    expect(answer.status).toBe(303);
    expect(await bench.standing(parked.run)).toEqual({
      state: 'DONE',
      pending_tools: [],
      steps: 4,
      text: 'The review task for the morning brief was created after a person approved it.',
      run: 'morning-brief-2030-05-02',
    });
    expect(await bench.tasks()).toHaveLength(1);
  });
});
