import { approved, type DecisionItem } from '../../../lambda/ledger/decision.ts';
import { type GateItem, gateKey, proposalDigest } from '../../../lambda/ledger/gate.ts';
import type { Item } from '../../../lambda/ledger/items.ts';
import { type RunItem, readRecord } from '../../../lambda/ledger/record.ts';
import { spentBy } from '../../../lambda/ledger/run.ts';
import type { WriteItem, WriteState } from '../../../lambda/ledger/write.ts';
import type { LedgerEntry } from './ledger-log.ts';
import { linksIn, type Story } from './story.ts';
import { MODEL_TURN, type World } from './world.ts';

/** How a run came out: its outcome, how often it acted, and each promise that was broken. */
export type Finding = {
  readonly outcome: string;
  readonly code: string | undefined;
  readonly effects: number;
  readonly mails: number;
  readonly modelCalls: number;
  readonly violations: readonly string[];
};

export type Expected = {
  /** How many processes died on the way. */
  readonly crashes: number;
  /** How often the model may be asked for so many turns on record. @default once each, and once more for each crash */
  readonly mostCalls?: (turns: number) => number;
  /** What happened at targets of the subject's own. */
  readonly effects?: readonly string[];
};

/** Judges what a run went through by the invariants. */
export async function judge(
  world: World,
  story: Story,
  { crashes, mostCalls = (turns) => turns + crashes, effects: own = [] }: Expected,
): Promise<Finding> {
  const effects = [...world.effects, ...own];
  const modelCalls = world.points.filter(({ request }) => request === MODEL_TURN).length;
  const head = lastOf<RunItem>(world.ledger, `RUN#${story.run}`, 'RUN');
  const outcome = head?.state ?? 'NOT STARTED';
  const violations = [
    ...story.faults.map((fault) => `nobody caught ${fault}`),
    ...endings(world, story, outcome),
    ...decisions(world.ledger),
    ...acts(world.ledger, effects),
    ...evidence(world, outcome),
    ...letters(world, crashes),
    ...secrets(world),
    ...seenBy(story),
    ...(await budgets(world, story, modelCalls, mostCalls)),
  ];
  return {
    outcome,
    code: head?.code,
    effects: effects.length,
    mails: world.mails.length,
    modelCalls,
    violations,
  };
}

const named = ({ after }: LedgerEntry) => `${after.pk}/${after.sk}`;
const changesOf = (ledger: readonly LedgerEntry[], sk: string) =>
  ledger.filter(({ after }) => after.sk === sk);

function lastOf<I extends Item>(ledger: readonly LedgerEntry[], pk: string, sk: string): I | undefined {
  return ledger.findLast(({ after }) => after.pk === pk && after.sk === sk)?.after as I | undefined;
}

const ENDS_BADLY = ['FAILED', 'EXPIRED', 'CANCELLED'];

/** P7: one terminal outcome, the machine's and the ledger's the same, and nothing left open; a bad end was told. */
function* endings(world: World, { run, end }: Story, outcome: string): Iterable<string> {
  const heads = changesOf(world.ledger, 'RUN').filter(({ after }) => after.pk === `RUN#${run}`);
  const terminal = heads.filter(
    ({ before, after }) => after.state !== 'RUNNING' && after.state !== before?.state,
  );
  if (!end) yield 'P7: the execution never ended';
  if (terminal.length !== 1) yield `P7: the run came to ${terminal.length} outcomes`;
  const well = end?.status === 'SUCCEEDED';
  if (end && well === ENDS_BADLY.includes(outcome))
    yield `P7: the execution ${end.status}, the run ${outcome}`;
  for (const gate of lastEach<GateItem>(world.ledger, 'GATE'))
    if ('list' in gate && gate.list !== undefined) yield `P7: ${gate.pk} is still on the open list`;
  for (const write of lastEach<WriteItem>(world.ledger, 'WRITE'))
    if (write.state === 'EXECUTING') yield `P7: ${write.tool} is EXECUTING for ever`;
  const told = world.mails.some(({ to }) => to.startsWith('owner'));
  if (ENDS_BADLY.includes(outcome) && !told) yield `P7: nobody was told that it ended ${outcome}`;
  const decided = lastEach<DecisionItem>(world.ledger, 'DECISION').some(
    ({ kind, outcome }) => kind === 'CONFIRM' && outcome === 'DECIDED',
  );
  const receipts = world.mails.filter(({ subject }) => subject.includes('What came of it: '));
  if (decided && ['DONE', 'REJECTED'].includes(outcome) && receipts.length === 0)
    yield 'P7: nobody who was asked has a receipt';
  if (heads.at(-1)?.after.list === 'RUNNING') yield 'P7: somebody has not been told how it ended';
}

function lastEach<I extends Item>(ledger: readonly LedgerEntry[], sk: string): readonly I[] {
  return [...new Map(changesOf(ledger, sk).map((entry) => [named(entry), entry.after as I])).values()];
}

/** One decision per gate, never changed. */
function* decisions(ledger: readonly LedgerEntry[]): Iterable<string> {
  for (const { before, after } of changesOf(ledger, 'DECISION'))
    if (before) yield `P5: ${after.pk} was written twice`;
}

const LEGAL: { readonly [S in WriteState | 'NONE']: readonly WriteState[] } = {
  NONE: ['PROPOSED'],
  PROPOSED: ['PROPOSED', 'EXECUTING', 'CANCELLED'],
  EXECUTING: ['EXECUTING', 'SUCCEEDED', 'FAILED', 'UNKNOWN'],
  UNKNOWN: ['EXECUTING', 'SUCCEEDED'],
  FAILED: ['PROPOSED'],
  CANCELLED: ['PROPOSED'],
  SUCCEEDED: [],
};

/** P1, P4, P5: an act is claimed only after a decision in force that approves exactly it; it happens once. */
function* acts(ledger: readonly LedgerEntry[], effects: readonly string[]): Iterable<string> {
  const twice = effects.find((effect, index) => effects.indexOf(effect) !== index);
  if (twice) yield `P4: ${twice} happened twice`;
  const begun = changesOf(ledger, 'WRITE').filter(
    ({ before, after }) => after.state === 'EXECUTING' && before?.state === 'PROPOSED',
  );
  if (effects.length > begun.length) yield `P3: ${effects.length} acts happened, ${begun.length} were begun`;
  for (const entry of changesOf(ledger, 'WRITE')) {
    const before = entry.before as WriteItem | undefined;
    const after = entry.after as WriteItem;
    if (!LEGAL[before?.state ?? 'NONE'].includes(after.state))
      yield `P4: ${after.tool} went from ${before?.state ?? 'nothing'} to ${after.state}`;
    if (after.state === 'EXECUTING' && before?.state === 'PROPOSED') yield* unapproved(ledger, entry);
    if (after.state === 'SUCCEEDED' && proposalDigest(after) !== after.digest)
      yield `P5: ${after.tool} ran with other arguments than its digest says`;
  }
}

function* unapproved(ledger: readonly LedgerEntry[], claim: LedgerEntry): Iterable<string> {
  const write = claim.after as WriteItem;
  const decision = ledger
    .slice(0, ledger.indexOf(claim))
    .find(({ after }) => after.sk === 'DECISION' && gateKey(after as DecisionItem).pk === write.gate)
    ?.after as DecisionItem | undefined;
  const rulings = decision?.rulings.filter(({ index }) => approved(decision).includes(index)) ?? [];
  if (!decision || !rulings.some(({ digest }) => digest === write.digest))
    return yield `P1: ${write.tool} was claimed without an approval of its digest`;
  if (claim.at + decision.clockOffsetMs >= Date.parse(decision.executeBy))
    yield `P1: ${write.tool} was claimed after its approval ran out`;
}

/** P6: what has to have been done before DONE was done, by the writes' own records. */
function* evidence({ ledger, subject }: World, outcome: string): Iterable<string> {
  if (outcome !== 'DONE') return;
  const done = lastEach<WriteItem>(ledger, 'WRITE').filter(({ state }) => state === 'SUCCEEDED');
  for (const rule of subject.workflow.evidence)
    if (rule.kind === 'receipt' && !done.some(({ tool }) => tool === rule.tool))
      yield `P6: it is DONE without ${rule.tool}`;
}

/** Each crash may cost one mail more; a person always gets the same link to a gate. */
function* letters({ mails, ledger }: World, crashes: number): Iterable<string> {
  const wanted = new Map<string, number>();
  for (const mail of mails) {
    const letter = [mail.to, mail.subject, ...linksIn(mail)].join(' ');
    wanted.set(letter, (wanted.get(letter) ?? 0) + 1);
  }
  const extra = [...wanted.values()].reduce((sum, count) => sum + count - 1, 0);
  if (extra > crashes) yield `${extra} mails more than wanted after ${crashes} crashes`;
  const links = new Set(mails.flatMap(linksIn));
  const gates = lastEach<GateItem>(ledger, 'GATE');
  const people = gates.reduce((sum, gate) => sum + gate.approvers.length, 0);
  if (links.size > people) yield `${links.size} links for ${people} people to ask`;
}

/** P9: links are in mails only, tokens in the gate's item and the engine's own journal only. */
function* secrets({ mails, ledger, journal }: World): Iterable<string> {
  const parts = [...new Set(mails.flatMap(linksIn))].map((link) => link.split('/').at(-1) ?? link);
  const items = ledger.map(({ after }) => JSON.stringify(after));
  for (const part of parts)
    if ([...items, ...journal].some((text) => text.includes(part))) yield 'P9: a link is on record';
  for (const { token, pk } of lastEach<GateItem>(ledger, 'GATE')) {
    if (mails.some(({ text, html }) => text.includes(token) || html.includes(token)))
      yield 'P9: a task token was mailed';
    const elsewhere = ledger.filter(({ after }) => after.pk !== pk).map(({ after }) => JSON.stringify(after));
    if (elsewhere.some((text) => text.includes(token))) yield 'P9: a task token is on record beside its gate';
  }
}

/** A person may have to send again; they are never told that it is broken. */
function* seenBy({ seen }: Story): Iterable<string> {
  const broken = seen.find((line) => / 5\d\d$/.test(line));
  if (broken) yield `a person saw ${broken}`;
}

const PAYLOAD_BYTES = 16 * 1024;

/** P10: what was used fits; a model call more only for a crash; small payloads, short histories. */
async function budgets(
  world: World,
  { run, end }: Story,
  modelCalls: number,
  most: (turns: number) => number,
): Promise<string[]> {
  const broken: string[] = [];
  const record = await readRecord(world.items, run).catch(() => undefined);
  if (record) {
    const { tokens } = world.subject.workflow.budget;
    if (spentBy(record) > tokens) broken.push(`P10: ${spentBy(record)} of ${tokens} tokens were used`);
    if (modelCalls > most(record.turns.length))
      broken.push(`P10: ${modelCalls} model calls for ${record.turns.length} turns`);
  }
  if (!end) return broken;
  const history = await world.engine().getExecutionHistory({ executionArn: end.executionArn });
  const longest = Math.max(...history.map((event) => Buffer.byteLength(JSON.stringify(event))));
  if (longest >= PAYLOAD_BYTES) broken.push(`a state carried ${longest} bytes`);
  if (history.length >= 2500) broken.push(`the history has ${history.length} events`);
  return broken;
}
