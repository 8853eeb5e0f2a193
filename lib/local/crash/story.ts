import { toSeconds } from '../../../lambda/define/duration.ts';
import { SWEEP_EVERY } from '../../../lambda/define/gate-policy.ts';
import { businessDate } from '../../../lambda/define/local-time.ts';
import type { Mail } from '../../../lambda/gate/mail.ts';
import { runName, type Trigger } from '../../../lambda/states/start.ts';
import type { StatusChange } from '../engine/engine.ts';
import { filled, type Person } from './person.ts';
import { GATE_URL, type World } from './world.ts';

/** What happened to one run, as those around it saw it. */
export type Story = {
  readonly run: string;
  readonly end: StatusChange | undefined;
  /** What a person's browser got, in order: GET 200, POST 303, and "no answer". */
  readonly seen: readonly string[];
  /** What went wrong that nobody caught. */
  readonly faults: readonly string[];
};

/** A run that has not ended by then never will. */
const LONGEST_MS = 10 * 86_400_000;
/** Who was telling of the end may have died, and so may the tick that makes up for it. */
const TICKS_AFTER = 3;
const TICK_MINUTES = toSeconds(SWEEP_EVERY) / 60;

/**
 * Sets a run off and lets everything around it do what it does: the schedule delivers, and delivers again; the person
 * opens the link and answers, and answers again when nothing came back; the sweep ticks; the watch is told of the end.
 *
 * @param others whether anybody else is still at it; @default nobody
 */
export async function tell(
  world: World,
  person: Person,
  others: () => boolean = () => false,
): Promise<Story> {
  const trigger = triggerOf(world);
  const run = runName(trigger);
  const seen: string[] = [];
  const faults: string[] = [];
  let end: StatusChange | undefined;
  let ticksAfter = 0;
  let acting = 0;
  const act = async (doing: Promise<void>) => {
    acting += 1;
    await doing.catch((error: Error) => faults.push(`${error.name}: ${error.message}`));
    acting -= 1;
  };

  world.onEnd((change) => {
    end = change;
    void act(watched(world, change));
  });
  const opened = new Set<string>();
  world.onMail((mail) => {
    for (const link of linksIn(mail)) {
      if (opened.has(link) || person.thinksMinutes === Number.POSITIVE_INFINITY) continue;
      const before = opened.size;
      opened.add(link);
      void act(answers(world, link, person, before, seen));
    }
  });
  void act(delivered(world, trigger));
  if (person.cancelledAfter !== undefined) void act(cancelled(world, run, person.cancelledAfter));
  void act(ticks(world, () => (end ? ++ticksAfter : 0) <= TICKS_AFTER));
  await world.pass(() => end !== undefined && acting === 0 && !others(), world.timers.now() + LONGEST_MS);
  return { run, end, seen, faults };
}

/** What sets the subject's run off. */
export function triggerOf({ subject: { workflow, rehearsal } }: World): Trigger {
  return {
    workflow: workflow.name,
    businessDate: businessDate(new Date(rehearsal.observedAt)),
    trigger: 'manual',
    input: rehearsal.input,
    ...(workflow.runs === 'asked' ? { slot: 'crash' } : {}),
    recording: { observedAt: rehearsal.observedAt },
  };
}

/** At least once: what was not confirmed is delivered again, and then what was confirmed too. */
async function delivered(world: World, trigger: Trigger): Promise<void> {
  await again(world, 1, 5, () => world.start(trigger));
  await world.sleep(2);
  await again(world, 1, 5, () => world.start(trigger));
}

/** An operator whose terminal died sends the command again. */
async function cancelled(world: World, run: string, minutes: number): Promise<void> {
  await world.sleep(minutes);
  await again(world, 1, 5, () => world.cancel(run));
}

/** As asynchronous invocations are: at most twice more. */
async function watched(world: World, change: StatusChange): Promise<void> {
  await again(world, 1, 3, () => world.invoke('watch', { detail: change })).catch(() => undefined);
}

/** A tick that fails leaves its work to the next. */
async function ticks(world: World, more: () => boolean): Promise<void> {
  while (more()) {
    await world.sleep(TICK_MINUTES);
    await world.invoke('sweep', {}).catch(() => undefined);
  }
}

/** The person opens the link, says what there is to say, and looks at the receipt; what gets no answer is sent again. */
async function answers(
  world: World,
  link: string,
  person: Person,
  before: number,
  seen: string[],
): Promise<void> {
  await world.sleep(person.thinksMinutes);
  const send = (init: RequestInit) =>
    again(world, 1, 10, async () => {
      const method = init.method ?? 'GET';
      try {
        const response = await world.request(new Request(link, init));
        seen.push(`${method} ${response.status}`);
        if (response.status >= 500) throw new Error(`the site answered ${response.status}`);
        return response;
      } catch (error) {
        if ((error as Error).name === 'Runtime.ExitError' || (error as Error).name === 'PowerCut')
          seen.push(`${method} no answer`);
        throw error;
      }
    });
  const form = filled(await (await send({})).text(), (offered) => person.say(offered, before));
  if (form) await send({ method: 'POST', body: form, headers: { origin: GATE_URL } });
  await world.sleep(1);
  await send({});
}

async function again<T>(world: World, minutes: number, times: number, act: () => Promise<T>): Promise<T> {
  for (let left = times; ; left--) {
    try {
      return await act();
    } catch (error) {
      if (left <= 1) throw error;
      await world.sleep(minutes);
    }
  }
}

export const linksIn = ({ text }: Pick<Mail, 'text'>): readonly string[] =>
  [...text.matchAll(/https:\/\/gate\.holdpoint\.example\/g\/[A-Za-z0-9_-]+/g)].map(([link]) => link);
