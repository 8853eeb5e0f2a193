import { afterEach } from 'vitest';
import { type DecisionItem, readDecision } from '../../../lambda/ledger/decision.ts';
import type { GateItem, GateKind } from '../../../lambda/ledger/gate.ts';
import { readRecord } from '../../../lambda/ledger/record.ts';
import { runName, type Trigger } from '../../../lambda/states/start.ts';
import type { OpenParts } from '../../../lib/local/crash/parts.ts';
import type { Crash } from '../../../lib/local/crash/point.ts';
import { linksIn, triggerOf } from '../../../lib/local/crash/story.ts';
import type { Subject } from '../../../lib/local/crash/subject.ts';
import { GATE_URL, openWorld, type World } from '../../../lib/local/crash/world.ts';
import type { MessagesRequestBody, Script, Step } from '../../../lib/local/messages-api-script.ts';
import { orders } from '../order/subject.ts';
import { type Kind, memoryTarget } from '../order/target.ts';

const opened: World[] = [];
afterEach(async () => {
  for (const world of opened.splice(0)) await world.close();
});

const DAY = 86_400_000;

/** A subject that orders at a shop of its own. */
export function shop(options: { readonly kind?: Kind; readonly script?: Script } = {}) {
  const kind = options.kind ?? { keyed: true, answers: true };
  const { target, placed } = memoryTarget(kind);
  const subject: Subject = {
    ...orders({ kind, target }),
    ...(options.script ? { script: options.script } : {}),
  };
  return { subject, placed };
}

/** One world with what a test does in it. */
export async function stage(
  subject: Subject,
  { crashes = [], parts }: { crashes?: readonly Crash[]; parts?: OpenParts } = {},
) {
  const world = await openWorld(subject, crashes, parts);
  opened.push(world);
  const trigger = triggerOf(world);
  const run = runName(trigger);
  const gates = () =>
    [
      ...new Map(
        world.ledger.filter(({ after }) => after.sk === 'GATE').map(({ after }) => [after.pk, after]),
      ),
    ].map(([, gate]) => gate as GateItem);
  const status = async () => {
    const known = await world.engine().listExecutions({ stateMachineArn: world.stateMachineArn });
    return known.find(({ name }) => name === run)?.status;
  };
  let ended = false;
  // Told by the watch, as the deployed rule has it.
  world.onEnd((change) => {
    const over = () => {
      ended = true;
    };
    void world.invoke('watch', { detail: change }).then(over, over);
  });
  return {
    world,
    run,
    trigger,
    gates,
    status,
    start: (more: Partial<Trigger> = {}) => world.start({ ...trigger, ...more }),
    /** Time passes until a letter with a link has gone out, or the run has ended; gives the newest link. */
    async parked(letters = 1): Promise<string> {
      await world.pass(() => ended || linkMails(world) >= letters, world.timers.now() + DAY);
      return world.mails.flatMap(linksIn).at(-1) ?? '';
    },
    /** Time passes until the run has ended. */
    ended: () => world.pass(() => ended, world.timers.now() + 4 * DAY),
    /** So many minutes pass. */
    async after(minutes: number) {
      let over = false;
      void world.sleep(minutes).then(() => {
        over = true;
      });
      await world.pass(() => over, Number.POSITIVE_INFINITY);
    },
    get: (link: string, init: RequestInit = {}) => world.request(new Request(link, init)),
    record: () => readRecord(world.items, run),
    decision: (turn: number, kind: GateKind = 'CONFIRM'): Promise<DecisionItem | undefined> =>
      readDecision(world.items, { run, turn, kind }),
    /** Writes to the ledger so far: what looking must not change. */
    writes: () => world.ledger.length,
  };
}
export type Stage = Awaited<ReturnType<typeof stage>>;

const linkMails = (world: World): number => world.mails.filter((mail) => linksIn(mail).length > 0).length;

/** Answers every proposal of a page with this choice, or each with its own by index, as the page's form would. */
export const say = async (
  { world }: Pick<Stage, 'world'>,
  link: string,
  choice: string | Readonly<Record<string, string>>,
  headers: Record<string, string> = {},
): Promise<Response> => send(world, link, await filled(world, link, choice), headers);

/** The choices whose form has room for words. */
const COMMENTED = ['REJECTED', 'CHANGES', 'HAPPENED', 'ANSWERED'];

/** The page's form with every proposal answered. */
export async function filled(
  world: World,
  link: string,
  choice: string | Readonly<Record<string, string>>,
): Promise<URLSearchParams> {
  const form = await formOf(world, link);
  for (const name of [...form.keys()]) {
    const index = /^(\d+)\.digest$/.exec(name)?.[1];
    if (index === undefined) continue;
    const chosen = typeof choice === 'string' ? choice : (choice[index] ?? '');
    form.set(`${index}.choice`, chosen);
    if (COMMENTED.includes(chosen)) form.set(`${index}.comment.${chosen}`, 'because');
  }
  return form;
}

/** The hidden fields of the form behind a link. */
async function formOf(world: World, link: string): Promise<URLSearchParams> {
  const page = await (await world.request(new Request(link))).text();
  const form = new URLSearchParams();
  for (const [, name = '', value = ''] of page.matchAll(
    /<input type="hidden" name="([^"]+)" value="([^"]*)"/g,
  ))
    form.set(name, value);
  return form;
}

export const send = (
  world: World,
  link: string,
  form: URLSearchParams,
  headers: Record<string, string> = {},
): Promise<Response> =>
  world.request(new Request(link, { method: 'POST', body: form, headers: { origin: GATE_URL, ...headers } }));

/** A script of steps in order, and the requests it was asked with. */
export function scripted(...steps: readonly Step[]): { script: Script; asked: MessagesRequestBody[] } {
  const asked: MessagesRequestBody[] = [];
  const script: Script = (body) => {
    asked.push(structuredClone(body) as MessagesRequestBody);
    const step = steps[asked.length - 1];
    if (!step) throw new Error('the script has no further step');
    return step;
  };
  return { script, asked };
}
