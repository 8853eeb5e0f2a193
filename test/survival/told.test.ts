import { expect, it } from 'vitest';
import { type RunItem, runKey } from '../../lambda/ledger/record.ts';
import { say, shop, stage } from './faults/stage.ts';

type Stage = Awaited<ReturnType<typeof stage>>;

const receipts = ({ world }: Stage) =>
  world.mails.filter(({ subject }) => subject.includes('What came of it: ')).map(({ to }) => to);
const endedLetters = ({ world }: Stage) =>
  world.mails.filter(({ subject }) => / for \d+ \w+ \d{4}$/.test(subject)).map(({ to }) => to);
const headOf = async ({ world, run }: Stage) => (await world.items.get(runKey(run))) as RunItem;

/** An approved run whose watch dies before or after so many of its requests. */
async function approved(dies?: { readonly request: number; readonly side: 'before' | 'after' }) {
  const plain = await stage(shop().subject);
  await plain.start();
  await say(plain, await plain.parked(), 'APPROVED');
  await plain.ended();
  if (!dies) return plain;
  const points = plain.world.points.filter(({ process }) => process === 'watch');
  const { n = 0 } = points[dies.request] ?? {};
  const s = await stage(shop().subject, { crashes: [{ at: n, side: dies.side, takes: 'process' }] });
  await s.start();
  await say(s, await s.parked(), 'APPROVED');
  await s.ended();
  return s;
}

const executionOf = async (s: Stage) => {
  const [execution] = await s.world.engine().listExecutions({ stateMachineArn: s.world.stateMachineArn });
  if (!execution) throw new Error('nothing was started');
  return s.world.engine().describeExecution(execution);
};

it('those who were asked get one receipt, and the run is done with', async () => {
  const s = await approved();
  expect(receipts(s)).toEqual(['approver@holdpoint.example']);
  expect(await headOf(s)).toMatchObject({ state: 'DONE', list: 'RUN', told: ['(bus)', 'approver'] });
});

it('the same event again, and many at once, tell nobody anything', async () => {
  const s = await approved();
  const detail = await executionOf(s);
  const again = await Promise.all(Array.from({ length: 5 }, () => s.world.invoke('watch', { detail })));
  expect(again).toEqual(Array(5).fill({ closed: false, told: false }));
  expect(receipts(s)).toHaveLength(1);
});

it('one who died right after the claim is followed by the very next tick', async () => {
  const s = await approved({ request: 1, side: 'after' });
  expect(await headOf(s)).toMatchObject({ state: 'DONE', list: 'RUNNING', tellUntil: expect.any(Number) });
  expect(receipts(s)).toEqual([]);
  await s.after(5);
  expect(await s.world.invoke('sweep', {})).toMatchObject({ told: 1 });
  expect(receipts(s)).toHaveLength(1);
});

it('an event that is lost is made up for by the sweep, not before its time, by one of those who come at once', async () => {
  const s = await approved({ request: 0, side: 'before' });
  expect(receipts(s)).toEqual([]);
  expect(await headOf(s)).toMatchObject({ state: 'DONE', list: 'RUNNING' });
  expect(await s.world.invoke('sweep', {})).toMatchObject({ told: 0, closed: 0 });
  await s.after(6);
  const detail = await executionOf(s);
  await Promise.all([
    s.world.invoke('sweep', {}),
    s.world.invoke('watch', { detail }),
    s.world.invoke('sweep', {}),
  ]);
  expect(receipts(s)).toEqual(['approver@holdpoint.example']);
  expect(await headOf(s)).toMatchObject({ list: 'RUN' });
});

it.each([1, 2, 3, 4, 5, 6] as const)(
  'a watch that dies after its request %i leaves the rest to the next',
  async (request) => {
    const s = await approved({ request, side: 'after' });
    await s.after(6);
    await s.world.invoke('sweep', {});
    expect(receipts(s).length).toBeOneOf([1, 2]);
    expect(await headOf(s)).toMatchObject({ list: 'RUN' });
  },
);

it('an execution that ends before its run is on record: it is put there, told once, and can be run again', async () => {
  const s = await stage(shop().subject);
  await s.start({ input: { order: 7 } });
  await s.ended();
  const head = await headOf(s);
  expect(head).toMatchObject({ state: 'FAILED', trigger: 'unknown', list: 'RUN' });
  expect(endedLetters(s)).toEqual(['approver@holdpoint.example', 'owner@holdpoint.example']);
  const detail = await executionOf(s);
  await s.world.invoke('watch', { detail });
  await s.after(20);
  await s.world.invoke('sweep', {});
  expect(endedLetters(s)).toHaveLength(2);
  await s.start({ rerun: 2 });
  expect(await s.parked()).toContain('/g/');
});

it('another execution of the same name, and one that still runs, tell nothing', async () => {
  const s = await stage(shop().subject);
  await s.start();
  await s.parked();
  const detail = await executionOf(s);
  const before = s.world.ledger.length;
  expect(await s.world.invoke('watch', { detail })).toEqual({ closed: false, told: false });
  const foreign = { ...detail, executionArn: `${detail.executionArn}-other`, status: 'SUCCEEDED' };
  expect(await s.world.invoke('watch', { detail: foreign })).toEqual({ closed: false, told: false });
  expect(s.world.ledger).toHaveLength(before);
  expect(s.world.mails).toHaveLength(1);
});
