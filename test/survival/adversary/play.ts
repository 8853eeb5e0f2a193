import type { Json } from '../../../lambda/define/json.ts';
import type { GateItem } from '../../../lambda/ledger/gate.ts';
import { type Finding, judge } from '../../../lib/local/crash/judge.ts';
import { linksIn, type Story, tell, triggerOf } from '../../../lib/local/crash/story.ts';
import { GATE_URL, openWorld, type World } from '../../../lib/local/crash/world.ts';
import type { MessagesRequestBody, Script, Step } from '../../../lib/local/messages-api-script.ts';
import { KNOWN_ID, type PersonMove, type Weather } from './moves.ts';
import { openBazaar } from './subject.ts';

export type Play = {
  readonly model: readonly Step[];
  readonly people: readonly PersonMove[];
  readonly weather: Weather;
  readonly quorum: 1 | 2;
};

/** Eight attempts at a turn, two calls each: an answer that was cut off or empty is asked for again. */
const CALLS_PER_TURN = 16;

/** Ends that only a machine comes to that was lied to. */
const IMPOSSIBLE = [
  'QUERY_EVALUATION_ERROR',
  'ILLEGAL_TRANSITION',
  'RESULT_MISSING',
  'TYPE_ERROR',
  'RUNTIME',
];

/** Lets them all at one run, and judges what it went through. */
export async function play({ model, people, weather, quorum }: Play): Promise<Finding> {
  const bazaar = openBazaar({ quorum, script: scripted(model) });
  const world = await openWorld(bazaar.subject, weather.crashes);
  const faults: string[] = [];
  const seen: string[] = [];
  let acting = 0;
  const during = async (act: Promise<unknown>) => {
    acting += 1;
    await act.catch((error: Error) => faults.push(`${error.name}: ${error.message}`));
    acting -= 1;
  };
  try {
    world.onMail((mail) => {
      for (const link of new Set(linksIn(mail))) void during(visits(world, link, people, seen));
    });
    for (const minutes of weather.deliveries) void during(again(world, minutes));
    if (weather.forged) void during(forges(world, weather.forged));
    const quiet = { thinksMinutes: Number.POSITIVE_INFINITY, say: () => ({ choice: 'none' }) };
    const { cancelledAfter } = weather;
    const story = await tell(
      world,
      { ...quiet, ...(cancelledAfter === undefined ? {} : { cancelledAfter }) },
      () => acting > 0,
    );
    const whole: Story = { ...story, seen, faults: [...story.faults, ...faults] };
    const finding = await judge(world, whole, {
      crashes: weather.crashes.length,
      mostCalls: (turns) => (turns + 1) * CALLS_PER_TURN,
      effects: bazaar.effects(),
    });
    const astray = !weather.forged && IMPOSSIBLE.includes(finding.code ?? '');
    return astray
      ? { ...finding, violations: [...finding.violations, `nobody lied, and it ended ${finding.code}`] }
      : finding;
  } finally {
    await world.close();
  }
}

/** The model's moves in order, then the end; where an id is wanted, the last one it was given. */
function scripted(moves: readonly Step[]): Script {
  let next = 0;
  return (body) => {
    const step = moves[next++] ?? {
      kind: 'answer',
      stopReason: 'end_turn',
      content: [{ type: 'text', text: '{"verdict":"well"}' }],
    };
    if (step.kind !== 'answer') return step;
    const known = lastId(body);
    const content = step.content.map((block) =>
      JSON.parse(JSON.stringify(block).replaceAll(KNOWN_ID, known)),
    );
    return { ...step, content };
  };
}

const lastId = ({ messages }: MessagesRequestBody): string =>
  [...JSON.stringify(messages).matchAll(/stock-\d{4}-\d+/g)].at(-1)?.[0] ?? 'stock-none';

/** A delivery whose starter dies is delivered again, later. */
async function again(world: World, minutes: number): Promise<void> {
  await world.sleep(minutes);
  await world.start(triggerOf(world)).catch(() => undefined);
}

async function visits(
  world: World,
  link: string,
  moves: readonly PersonMove[],
  seen: string[],
): Promise<void> {
  for (const move of moves) {
    await world.sleep(move.afterMinutes);
    const requests = Array.from({ length: move.times }, () => visit(world, link, move));
    for (const done of await Promise.allSettled(requests)) {
      const died = done.status === 'rejected' && /ExitError|PowerCut/.test(String(done.reason?.name));
      if (done.status === 'rejected' && !died) throw done.reason;
      seen.push(`${move.method} ${done.status === 'fulfilled' ? done.value : 'no answer'}`);
    }
  }
}

async function visit(world: World, link: string, move: PersonMove): Promise<number> {
  const url = move.spoil === 'link' ? `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}` : link;
  if (move.method !== 'POST') return (await world.request(new Request(url, { method: move.method }))).status;
  const page = await (await world.request(new Request(link))).text();
  const form = spoiled(page, move);
  const origin = move.spoil === 'origin' ? 'https://evil.example' : GATE_URL;
  return (await world.request(new Request(url, { method: 'POST', body: form, headers: { origin } }))).status;
}

/** The page's form with a choice made, an edit typed, and one thing spoiled. */
function spoiled(page: string, { choice, edit, spoil }: PersonMove): URLSearchParams {
  const form = new URLSearchParams();
  const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
  const tags = [...page.matchAll(/<(?:input|textarea|select)\b[^>]*>/g)].map(([tag]) => tag);
  for (const tag of tags.filter((one) => attribute(one, 'type') === 'hidden'))
    form.set(attribute(tag, 'name'), attribute(tag, 'value'));
  for (const index of [...form.keys()].flatMap((name) => /^(\d+)\.digest$/.exec(name)?.[1] ?? [])) {
    const offered = tags
      .filter((tag) => attribute(tag, 'name') === `${index}.choice`)
      .map((tag) => attribute(tag, 'value'));
    const chosen = offered[choice % Math.max(1, offered.length)] ?? 'APPROVED';
    form.set(`${index}.choice`, spoil === 'choice' ? 'toString' : chosen);
    form.set(`${index}.comment.${chosen.replace(/\..*$/, '')}`, edit ?? 'because');
    if (spoil === 'digest') form.set(`${index}.digest`, 'f'.repeat(64));
    for (const tag of tags.filter((one) => attribute(one, 'name').startsWith(`${index}.edit.`)))
      form.set(attribute(tag, 'name'), edit ?? attribute(tag, 'value'));
  }
  if (spoil === 'field') form.set('0.edit.__proto__', 'x');
  return form;
}

/** Somebody who may read the history has the token: the answer it brings has no authority. */
async function forges(
  world: World,
  { afterMinutes, output }: { afterMinutes: number; output: Json },
): Promise<void> {
  await world.sleep(afterMinutes);
  const gates = world.ledger.filter(({ after }) => after.sk === 'GATE');
  const token = (gates.at(-1)?.after as GateItem | undefined)?.token;
  if (!token) return;
  await world
    .engine()
    .sendTaskSuccess({ taskToken: token, output: JSON.stringify(output) })
    .catch(() => undefined);
}
