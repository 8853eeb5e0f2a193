import { digest, type Json } from '../define/json.ts';
import type { Exhibit, Lang, Preview } from '../define/preview.ts';
import { ABSENT, type Items, type Key, NONCE } from './items.ts';
import { ordinal, pad, type Recording, SCHEMA, type Usage } from './record.ts';

/** Why a person is asked: to confirm writes, to settle an unknown outcome, to review or answer. */
export const GATE_KINDS = ['CONFIRM', 'SETTLE', 'REVIEW'] as const;
export type GateKind = (typeof GATE_KINDS)[number];

/** A gate's name: the run, the turn it belongs to, its kind, and which of that kind it is. */
export type GateRef = {
  readonly run: string;
  readonly turn: number;
  readonly kind: GateKind;
  /** A turn's writes are asked for once; a run can be looked at several times before its next turn. @default 1 */
  readonly nth?: number;
};

export type Approver = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly lang: Lang;
  /** The id of the approver this one stands in for. */
  readonly deputyOf?: string;
};

/** One act as it was frozen for the person: what is shown is what runs. */
export type Proposal = {
  /** The call's place in the turn. */
  readonly index: number;
  readonly tool: string;
  /** The idempotency key: WRITE#key. */
  readonly key: string;
  /** SHA-256 of all that determines the effect: tool, key, arguments, injected facts. */
  readonly digest: string;
  readonly args: { readonly [field: string]: Json };
  /** The facts that are injected, as they are. */
  readonly injected: { readonly [need: string]: Json };
  readonly preview: Preview;
  /** JSON schema of the fields a person may edit; fact-bound ones are not in it. */
  readonly editable: Json;
  /** `open`: to be decided. `done`: happened already, here is its receipt. `blocked`: may not be asked for now. */
  readonly standing: 'open' | 'done' | 'blocked';
  readonly note?: string;
  /** What stood here when changes were asked for, and in what words: the page shows what became of them. */
  readonly earlier?: Earlier;
  /** A REVIEW gate's question: it is answered, not approved. No choices: any words will do. */
  readonly question?: { readonly question: string; readonly choices: readonly string[] };
};

export type Earlier = Pick<Preview, 'title' | 'texts'> & {
  readonly asked: string;
  /** Who asked. */
  readonly by: string;
};

/** The digest of one act: everything that determines its effect, and nothing else. */
export const proposalDigest = ({
  tool,
  key,
  args,
  injected,
}: Pick<Proposal, 'tool' | 'key' | 'args' | 'injected'>): string => digest({ tool, key, args, injected });

/** What happened so far, a line each. */
export type Moment = {
  readonly at: string;
  readonly stage: string;
  readonly turn: number;
  readonly tools: readonly string[];
  readonly usage: Usage;
  /** US dollars; absent for a model whose price is not known. */
  readonly usd?: number;
};

export type MailRecord = {
  readonly to: string;
  readonly kind: string;
  readonly at: string;
  readonly messageId: string;
  /** Whom it was about, when it was not for them. */
  readonly about?: string;
};

/** A letter that did not reach somebody: the gate is UNDELIVERED for them. */
export type Undelivered = {
  /** The approver's id. */
  readonly to: string;
  readonly why: 'REFUSED' | 'BOUNCED' | 'COMPLAINED' | 'REJECTED';
  /** What the mail service says of it. */
  readonly detail?: string;
  /** Whether no letter to this address will do better. */
  readonly lasting: boolean;
  readonly at: string;
};

/** GATE#run#turn#kind[#nth] / GATE: everything the page needs, frozen by `ask`; the newest task token; the mail log. */
export type GateItem = Key & {
  readonly run: string;
  readonly turn: number;
  readonly kind: GateKind;
  readonly nth?: number;
  /** An operator paused the run: to let it go on ends that. */
  readonly paused?: true;
  readonly workflow: string;
  readonly businessDate: string;
  readonly recording?: Recording;
  readonly banner?: string;
  readonly openedAt: string;
  /** ISO 8601; by the run's clock, which is `clockOffsetMs` ahead of the host's. */
  readonly decideBy: string;
  readonly executeBy: string;
  /** When those who were asked are reminded, and their deputies asked; by the same clock. */
  readonly remindAt?: string;
  readonly deputyAt?: string;
  readonly clockOffsetMs: number;
  readonly approvers: readonly Approver[];
  readonly quorum: number;
  readonly roundsLeft: number;
  readonly proposals: readonly Proposal[];
  readonly exhibit: Exhibit;
  readonly moments: readonly Moment[];
  readonly model: string;
  readonly token: string;
  /** How often `ask` was entered for it. */
  readonly asked: number;
  readonly mails: readonly MailRecord[];
  readonly undelivered?: readonly Undelivered[];
  readonly resumedAt?: string;
};

export const gateKey = (ref: GateRef) => ({ pk: `GATE#${nameOf(ref)}`, sk: 'GATE' });

/** A gate's name in keys. */
export const nameOf = ({ run, turn, kind, nth }: GateRef): string =>
  `${run}#${pad(turn)}#${kind}${ordinal(nth)}`;

export const readGate = async (items: Items, ref: GateRef) =>
  (await items.get(gateKey(ref))) as GateItem | undefined;

/** Puts the frozen gate; a retried ask finds its own and only brings the new token. */
export async function openGate(
  items: Items,
  gate: Omit<GateItem, 'pk' | 'sk' | 'mails' | 'asked'>,
): Promise<GateItem> {
  const key = gateKey(gate);
  const fresh = { ...gate, ...key, v: SCHEMA, asked: 1, mails: [], list: 'GATE', at: gate.openedAt };
  const put = await items.put(fresh, ABSENT);
  if (put.won) return put.item as GateItem;
  const asked = (put.item as GateItem).asked + 1;
  const again = await items.update(key, { token: gate.token, asked }, [{ equals: ['sk', 'GATE'] }]);
  return again.item as GateItem;
}

/** Remembers mails that went out, and that the machine has been told (which takes the gate off the open list). */
export async function noteGate(
  items: Items,
  ref: GateRef,
  note: { readonly mails: readonly MailRecord[] } | { readonly resumedAt: string },
): Promise<void> {
  const set = 'mails' in note ? note : { ...note, list: undefined };
  await items.update(gateKey(ref), set, [{ equals: ['sk', 'GATE'] }]);
}

export const isUndelivered = ({ undelivered = [] }: Pick<GateItem, 'undelivered'>, id: string): boolean =>
  undelivered.some(({ to }) => to === id);

/** No letter will reach them: their address is wrong, or they do not want our letters. */
export const cannotReach = ({ undelivered = [] }: Pick<GateItem, 'undelivered'>, id: string): boolean =>
  undelivered.some(({ to, lasting }) => to === id && lasting);

/** How often a note is tried that others' notes get in the way of. */
const NOTE_ATTEMPTS = 6;

/**
 * Marks an open gate UNDELIVERED for one of those it asks, once for each reason; a closed one stays as it is.
 *
 * @returns the gate as marked by this, undefined when there was nothing to mark
 */
export async function noteUndelivered(
  items: Items,
  ref: GateRef,
  note: Undelivered,
): Promise<GateItem | undefined> {
  for (let left = NOTE_ATTEMPTS; left > 0; left--) {
    const gate = (await readGate(items, ref)) as (GateItem & { readonly [NONCE]: string }) | undefined;
    if (!gate || gate.resumedAt || !gate.approvers.some(({ id }) => id === note.to)) return undefined;
    const known = gate.undelivered ?? [];
    if (known.some(({ to, why }) => to === note.to && why === note.why)) return undefined;
    const written = await items.update(gateKey(ref), { undelivered: [...known, note] }, [
      { equals: [NONCE, gate[NONCE]] },
    ]);
    if (written.won) return written.item as GateItem;
  }
  throw new NoteInTheWay();
}

/** Others kept changing the gate; whoever brought the note brings it again. */
export class NoteInTheWay extends Error {
  override readonly name = 'NoteInTheWay';
}
