import { type Clock, shifted } from '../define/clock.ts';
import { GATE_KINDS, type GateRef, noteUndelivered, readGate, type Undelivered } from '../ledger/gate.ts';
import type { Items } from '../ledger/items.ts';

/** What SES says became of a letter, as far as it matters here; the tags are the letter's own. */
export type MailEvent = {
  readonly eventType: string;
  readonly bounce?: { readonly bounceType: string; readonly bounceSubType?: string };
  readonly complaint?: { readonly complaintFeedbackType?: string };
  readonly reject?: { readonly reason?: string };
  readonly mail: { readonly tags?: { readonly [name: string]: readonly string[] } };
};

/**
 * A letter did not reach somebody: the gate it was for is marked, and the sweep asks the deputy or tells the owner. A letter
 * that asks nobody, and one about a gate that is closed, change nothing. `lost`: whether there is something to count.
 */
export async function undelivered(
  event: MailEvent,
  { items, clock }: { readonly items: Items; readonly clock: Clock },
): Promise<{ readonly lost: boolean; readonly marked: boolean }> {
  const what = lossIn(event);
  if (!what) return { lost: false, marked: false };
  const letter = gateLetterOf(event);
  const gate = letter && (await readGate(items, letter.ref));
  if (!letter || !gate) return { lost: true, marked: false };
  const at = shifted(clock, gate.clockOffsetMs).now().toISOString();
  return {
    lost: true,
    marked: (await noteUndelivered(items, letter.ref, { ...what, to: letter.to, at })) !== undefined,
  };
}

/**
 * SES tells of a bounce when it has given up; a soft one (a full mailbox, an automatic answer) says nothing of the next
 * letter. Whoever complains is not written to again. A delay is not the end of it: SES goes on trying.
 */
function lossIn({
  eventType,
  bounce,
  complaint,
  reject,
}: MailEvent): Pick<Undelivered, 'why' | 'detail' | 'lasting'> | undefined {
  switch (eventType) {
    case 'Bounce': {
      const detail = [bounce?.bounceType, bounce?.bounceSubType].filter(Boolean).join('/');
      return { why: 'BOUNCED', detail, lasting: bounce?.bounceType === 'Permanent' };
    }
    case 'Complaint':
      return { why: 'COMPLAINED', detail: complaint?.complaintFeedbackType ?? '', lasting: true };
    case 'Reject':
      return { why: 'REJECTED', detail: reject?.reason ?? '', lasting: false };
    default:
      return undefined;
  }
}

/** Which gate's letter it was, and to whom, by its tags. */
function gateLetterOf({
  mail: { tags = {} },
}: MailEvent): { readonly ref: GateRef; readonly to: string } | undefined {
  const [run, turn = '', gate, nth = '1', to] = ['run', 'turn', 'gate', 'nth', 'approver'].map(
    (name) => tags[name]?.[0],
  );
  const kind = GATE_KINDS.find((known) => known === gate);
  const whole = [turn, nth].every((number) => /^\d{1,4}$/.test(number));
  if (!run || !to || !kind || !whole) return undefined;
  return { ref: { run, turn: Number(turn), kind, nth: Number(nth) }, to };
}
