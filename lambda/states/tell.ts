import { type Clock, shifted } from '../define/clock.ts';
import { toSeconds } from '../define/duration.ts';
import { SWEEP_WITHIN } from '../define/gate-policy.ts';
import type { Letter } from '../gate/letter.tsx';
import { endedLetter, expiryLetter, receiptLetter } from '../gate/letters.tsx';
import { type Mailer, MailRefused } from '../gate/mail.ts';
import type { Decided } from '../gate/standing.ts';
import { type Approver, cannotReach, type GateItem } from '../ledger/gate.ts';
import type { Items } from '../ledger/items.ts';
import type { RunItem, RunRecord } from '../ledger/record.ts';
import { claimTelling, noteTold } from '../ledger/run.ts';
import { type Answered, answeredGates } from './answered-gates.ts';

export type TellDeps = {
  readonly items: Items;
  readonly clock: Clock;
  readonly mailer: Mailer;
  /** Whom the run's workflow asks, as it is configured now. */
  readonly approvers: (run: RunItem) => readonly Approver[];
  readonly owner: Approver;
  /** Tells whoever listens for ends. */
  readonly announce: (run: RunItem) => Promise<void>;
};

/** Among the ids of those who were told; no person's id has brackets. */
const LISTENERS = '(bus)';
/** How long one who tells has for it before another may take over: the next sweep does. */
const CLAIM_MS = toSeconds(SWEEP_WITHIN) * 1000;

/**
 * Tells everybody concerned how a run ended, each once (a death on the way may cost one of them a second letter): what came
 * of their decision, that nobody decided in time, or why there is no result today. True when nobody is left to tell.
 */
export async function tell(record: RunRecord, deps: TellDeps): Promise<boolean> {
  const { run } = record;
  const { items, clock } = deps;
  const now = clock.now().getTime();
  if (!(await claimTelling(items, run, { now, until: now + CLAIM_MS }))) return false;
  const letters = await lettersOf(record, deps);
  const told = [...(run.told ?? [])];
  if (!told.includes(LISTENERS)) {
    await deps.announce(run);
    told.push(LISTENERS);
  }
  let all = true;
  for (const { person, letter } of letters.filter(({ person }) => !told.includes(person.id))) {
    const sent = await deps.mailer.send({ to: person.email, ...letter }).catch((error: unknown) => error);
    // What is refused will never go out; for anything else the sweep comes by again.
    if (sent instanceof Error && !(sent instanceof MailRefused)) {
      all = false;
      continue;
    }
    told.push(person.id);
    await noteTold(items, run.run, { told });
  }
  if (all) await noteTold(items, run.run, { told, toldAt: clock.now().toISOString() });
  return all;
}

type Told = { readonly person: Approver; readonly letter: Letter };

/** A run that was skipped concerns nobody; one that ended as people decided, those who were asked. */
async function lettersOf(record: RunRecord, deps: TellDeps): Promise<readonly Told[]> {
  const { run } = record;
  if (run.state === 'SKIPPED' || run.state === 'RUNNING') return [];
  const now = shifted(deps.clock, run.clockOffsetMs).now();
  const gates = await answeredGates(record, deps.items, now);
  const decided = gates.flatMap((gate) => gate.decided ?? []);
  const asked = gates.flatMap(({ gate, decided }) => whoWasAsked(gate, decided));
  if (run.state === 'DONE' || run.state === 'REJECTED')
    return each(decided.length > 0 ? asked : [], (person) => receiptLetter(run, decided, person));
  const config = deps.approvers(run).filter(({ deputyOf }) => !deputyOf);
  return each([...asked, ...config, deps.owner], (person) => {
    const expired = decided.length === 0 && run.state === 'EXPIRED' ? expiredFor(person, gates) : undefined;
    return expired ? expiryLetter(expired, person) : endedLetter(run, person, decided);
  });
}

const expiredFor = ({ id }: Approver, gates: readonly Answered[]): GateItem | undefined =>
  gates.find(({ gate, expired }) => expired && whoWasAsked(gate, undefined).some((asked) => asked.id === id))
    ?.gate;

/** Those a letter of the gate went to and can go to, and whoever decided. */
const whoWasAsked = (gate: GateItem, decided: Decided | undefined): readonly Approver[] =>
  gate.approvers.filter(
    ({ id }) =>
      (gate.mails.some(({ to }) => to === id) && !cannotReach(gate, id)) ||
      decided?.decision.by.approver === id,
  );

/** One letter for each address. */
function each(people: readonly Approver[], letter: (person: Approver) => Letter): readonly Told[] {
  const once = new Map(people.toReversed().map((person) => [person.email, person]));
  return [...once.values()].toReversed().map((person) => ({ person, letter: letter(person) }));
}
