import { describe, expect, it } from 'vitest';
import { triggerOf } from '../../lambda/states/trigger.ts';

const input = { lang: 'tc', audience: 'operations' };

describe('what the schedule delivers', () => {
  it('is for the day its scheduled time falls on in Hong Kong', () => {
    const event = { workflow: 'morning-brief', input, scheduledTime: '2026-01-05T23:30:00Z' };
    expect(triggerOf(event)).toEqual({
      workflow: 'morning-brief',
      businessDate: '2026-01-06',
      trigger: 'schedule',
      input: { lang: 'tc', audience: 'operations' },
      scheduledAt: '2026-01-05T23:30:00.000Z',
    });
  });

  it.each([
    ['2026-12-31T15:59:59Z', '2026-12-31'],
    ['2026-12-31T16:00:00Z', '2027-01-01'],
    ['2024-02-29T07:30:00+08:00', '2024-02-29'],
  ])('%s is for %s', (scheduledTime, businessDate) => {
    expect(triggerOf({ workflow: 'a', input, scheduledTime })).toMatchObject({ businessDate });
  });

  it('is the same trigger however often it is delivered', () => {
    const deliver = () => triggerOf({ workflow: 'a', input, scheduledTime: '2026-01-05T23:30:00Z' });
    expect(deliver()).toEqual(deliver());
  });

  it('may carry nothing of the delivery, which would make a second input of it', () => {
    const event = { workflow: 'a', input, scheduledTime: '2026-01-05T23:30:00Z', attempt: '1' };
    expect(() => triggerOf(event)).toThrow(/attempt/);
  });
});

describe('RunRequested on the bus', () => {
  const event = (detail: object) => ({
    version: '0',
    id: 'e2a5cbf4-7a3f-4d6e-9c55-2f1f4f9c2a11',
    'detail-type': 'RunRequested',
    source: 'some.app',
    account: '111122223333',
    time: '2026-01-05T17:00:00Z',
    region: 'ap-east-1',
    resources: [],
    detail,
  });

  it('is for the day it was sent on, unless it names another', () => {
    expect(triggerOf(event({ workflow: 'morning-brief', input }))).toEqual({
      workflow: 'morning-brief',
      businessDate: '2026-01-06',
      trigger: 'event',
      input: { lang: 'tc', audience: 'operations' },
    });
    const dated = event({ workflow: 'morning-brief', input, businessDate: '2026-01-05' });
    expect(triggerOf(dated)).toMatchObject({ businessDate: '2026-01-05' });
  });

  it('may ask for a re-run, from the second on', () => {
    expect(triggerOf(event({ workflow: 'morning-brief', input, rerun: 2 }))).toMatchObject({ rerun: 2 });
    expect(() => triggerOf(event({ workflow: 'morning-brief', input, rerun: 1 }))).toThrow(/detail.rerun/);
  });

  it('may name the question of a day', () => {
    expect(triggerOf(event({ workflow: 'product-query', input, slot: 'visitor-7' }))).toMatchObject({
      slot: 'visitor-7',
    });
    expect(() => triggerOf(event({ workflow: 'product-query', input, slot: 'a/b' }))).toThrow(/detail.slot/);
  });

  it('cannot bring a recording', () => {
    const recording = { observedAt: '2026-08-25T11:02:00+08:00' };
    expect(() => triggerOf(event({ workflow: 'morning-brief', input, recording }))).toThrow(/recording/);
  });
});

describe('a call of the function itself', () => {
  it('is a manual start of the date it names', () => {
    expect(triggerOf({ workflow: 'morning-brief', input, businessDate: '2026-01-04', rerun: 3 })).toEqual({
      workflow: 'morning-brief',
      businessDate: '2026-01-04',
      trigger: 'manual',
      input: { lang: 'tc', audience: 'operations' },
      rerun: 3,
    });
  });

  it.each([
    ['nothing', undefined, /the event/],
    ['no date', { workflow: 'a', input }, /businessDate/],
    ['a date that does not exist', { workflow: 'a', input, businessDate: '2026-02-30' }, /businessDate/],
    ['a name that is none', { workflow: '../a', input, businessDate: '2026-01-04' }, /workflow/],
    ['no input', { workflow: 'a', businessDate: '2026-01-04' }, /input/],
    [
      'a time that is none',
      { workflow: 'a', input, scheduledTime: '<aws.scheduler.scheduled-time>' },
      /scheduledTime/,
    ],
  ])('with %s is refused, and says what is not as wanted', (_, event, fault) => {
    expect(() => triggerOf(event)).toThrow(expect.objectContaining({ name: 'TriggerMalformed' }));
    expect(() => triggerOf(event)).toThrow(fault);
  });
});
