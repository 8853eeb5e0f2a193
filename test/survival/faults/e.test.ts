import { describe, expect, it } from 'vitest';
import { triggerOf } from '../../../lambda/states/trigger.ts';
import { linksIn } from '../../../lib/local/crash/story.ts';
import { subjectNamed } from '../../../lib/local/crash/subject.ts';
import { resourcesOf, synthesise } from '../../aws/synthesis.ts';
import { say, shop, stage } from './stage.ts';

const brief = subjectNamed('morning-brief');
const event = (
  scheduledTime: string,
  workflow = 'morning-brief',
  input: object = { lang: 'tc', audience: 'operations' },
) => triggerOf({ workflow, input, scheduledTime });

type Schedule = {
  ScheduleExpression: string;
  ScheduleExpressionTimezone: string;
  FlexibleTimeWindow: { Mode: string };
  Target: {
    RetryPolicy: { MaximumEventAgeInSeconds: number; MaximumRetryAttempts: number };
    DeadLetterConfig?: object;
  };
};
const scheduleOf = () => {
  const [found] = resourcesOf(synthesise(), 'AWS::Scheduler::Schedule');
  if (!found) throw new Error('the template has no schedule');
  return found[1].Properties as unknown as Schedule;
};

describe('a delivery', () => {
  it('E1 that comes twice, at once and an hour apart, is one run, one letter, one effect', async () => {
    const { subject, placed } = shop();
    const s = await stage(subject);
    const slot = event(new Date(s.world.timers.now()).toISOString(), 'orders', { shop: 'Central' });
    await Promise.all([s.world.start(slot), s.world.start(slot)]);
    const link = await s.parked();
    await s.after(60);
    await s.world.start(slot);
    await say(s, link, 'APPROVED');
    await s.ended();
    await s.world.start(slot);
    await s.after(10);
    const known = await s.world.engine().listExecutions({ stateMachineArn: s.world.stateMachineArn });
    expect([known.length, placed.length]).toEqual([1, 1]);
    expect(s.world.mails.filter((mail) => linksIn(mail).length > 0)).toHaveLength(1);
  });

  it.each([
    { late: 'ten minutes', minutes: 10, state: 'RUNNING' },
    { late: 'twenty hours', minutes: 20 * 60, state: 'SKIPPED' },
  ])(
    'E2 that is $late late is for its own day or for none: on record, and never yesterday’s brief',
    async ({ minutes, state }) => {
      const s = await stage(shop().subject);
      const meant = s.world.timers.now();
      await s.after(minutes);
      const { run } = await s.world.start(
        event(new Date(meant).toISOString(), 'orders', { shop: 'Central' }),
      );
      expect(run).toBe('orders-2027-09-29');
      await s.after(1);
      const item = await s.world.items.get({ pk: `RUN#${run}`, sk: 'RUN' });
      expect(item).toMatchObject({ state, businessDate: '2027-09-29' });
      const asked = s.world.points.some(({ request }) => request === 'model turn');
      expect([asked, item?.code]).toEqual(state === 'RUNNING' ? [true, undefined] : [false, 'STALE']);
    },
  );

  it('E2 gives up within the hour where it is deployed, and what was given up is kept', () => {
    const { Target } = scheduleOf();
    expect(Target.RetryPolicy.MaximumEventAgeInSeconds).toBeLessThanOrEqual(3600);
    expect(Target.RetryPolicy.MaximumRetryAttempts).toBeLessThanOrEqual(5);
    expect(Target.DeadLetterConfig).toBeDefined();
  });
});

describe('the schedule', () => {
  it('E3 names its days by name and its zone: ten mornings of a fortnight, none of them a weekend', () => {
    const { ScheduleExpression, ScheduleExpressionTimezone, FlexibleTimeWindow } = scheduleOf();
    expect(ScheduleExpression).toMatch(/^cron\(\d{1,2} \d{1,2} \? \* MON-FRI \*\)$/);
    expect([ScheduleExpressionTimezone, FlexibleTimeWindow.Mode]).toEqual(['Asia/Hong_Kong', 'OFF']);

    const [minute, hour] = ScheduleExpression.replace('cron(', '').split(' ').map(Number);
    const names = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
    const fired = Array.from({ length: 14 }, (_, day) => {
      // Hong Kong is eight hours ahead all the year.
      const at = new Date(Date.UTC(2026, 10, 23 + day, Number(hour) - 8, Number(minute)));
      const local = new Date(at.getTime() + 8 * 3_600_000);
      return { at, day: names[local.getUTCDay()] ?? '' };
    }).filter(({ day }) => ['MON', 'TUE', 'WED', 'THU', 'FRI'].includes(day));
    expect(fired.map(({ at }) => event(at.toISOString()).businessDate)).toEqual([
      ...['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27'],
      ...['2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04'],
    ]);
  });
});

describe('a day nobody works', () => {
  const on = async (now: string) => {
    const s = await stage({ ...brief, rehearsal: { ...brief.rehearsal, observedAt: aYearBefore(now) } });
    const { run } = await s.world.start(event(now));
    await s.after(2);
    const item = await s.world.items.get({ pk: `RUN#${run}`, sk: 'RUN' });
    return { item, asked: s.world.points.some(({ request }) => request === 'model turn') };
  };
  /** The worlds of these tests stand four hundred days after their recording. */
  const aYearBefore = (now: string) => new Date(Date.parse(now) - 400 * 86_400_000).toISOString();

  it('E5 is skipped on record and costs no model call: National Day, a Thursday', async () => {
    const { item, asked } = await on('2026-10-01T07:30:00+08:00');
    expect([item?.state, item?.code, asked]).toEqual(['SKIPPED', 'NOT_A_WORKING_DAY', false]);
    expect(item?.message).toContain('GENERAL_HOLIDAY');
  });

  it('E5 is no guess: a day beyond the calendar runs, and people are told that it was not known', async () => {
    const { item, asked } = await on('2099-10-01T07:30:00+08:00');
    expect([item?.banner, asked]).toEqual(['NOT_IN_CALENDAR', true]);
  });
});
