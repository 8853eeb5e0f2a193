import type { Lang, Trilingual } from '../define/preview.ts';
import type { DecisionItem } from '../ledger/decision.ts';
import type { Approver, GateItem } from '../ledger/gate.ts';
import type { Recording, RunItem } from '../ledger/record.ts';
import type { WriteItem } from '../ledger/write.ts';
import { headline, noticesFor, openOnes, textsFor } from './asked.ts';
import { each, named } from './language.ts';
import { type Block, type Letter, letter } from './letter.tsx';
import { ENDED, RULED, WRITE_STATE } from './outcome-words.ts';
import { clockIn, dateIn, sameDay, span, timeIn } from './when.ts';
import * as words from './words.ts';

const DRAFT_LINES = 8;
const DRAFT_LENGTH = 400;

/** Asks one approver to decide. */
export function askLetter(gate: GateItem, approver: Approver, link: string): Letter {
  return asking(gate, approver, link, words.askSubject(shortTime(gate), headline(gate)));
}

/** Asks again, while nobody has decided; `now` is the time by the run's clock. */
export function reminderLetter(gate: GateItem, approver: Approver, link: string, now: Date): Letter {
  const ms = new Date(gate.decideBy).getTime() - now.getTime();
  const left = words.left(each((lang) => span(ms, lang)));
  return asking(gate, approver, link, words.reminderSubject(left, headline(gate)), words.reminder(left));
}

/** Asks the deputy, and says for whom. */
export function deputyLetter(gate: GateItem, deputy: Approver, link: string): Letter {
  const absent = gate.approvers.find(({ id }) => id === deputy.deputyOf)?.name ?? '';
  return asking(
    gate,
    deputy,
    link,
    words.deputySubject(absent, shortTime(gate), headline(gate)),
    words.deputy(absent),
  );
}

function asking(
  gate: GateItem,
  approver: Approver,
  link: string,
  subject: Trilingual,
  first?: Trilingual,
): Letter {
  const { lang } = approver;
  const open = openOnes(gate);
  const [only] = open;
  const quote = only && open.length === 1 ? textsFor(only.preview, lang)[0] : undefined;
  return letter(lang, titled(subject, lang, gate.recording), [
    ...rehearsal(gate.recording, lang),
    ...(gate.banner ? [{ kind: 'text' as const, text: gate.banner }] : []),
    ...(first ? [{ kind: 'text' as const, text: first[lang] }] : []),
    {
      kind: 'text',
      text: words.asks(
        gate.workflow,
        each((l) => dateIn(gate.businessDate, l)),
      )[lang],
    },
    { kind: 'title', text: headline(gate)[lang] },
    ...(open.length > 1
      ? open.map(({ preview }) => ({ kind: 'text' as const, text: `• ${preview.act[lang]}` }))
      : []),
    {
      kind: 'text',
      text: `${words.until(each((l) => timeIn(gate.decideBy, l)))[lang]}${lang === 'en' ? '. ' : '。'}${words.afterThat[lang]}`,
    },
    ...noticesFor(gate.exhibit, 'warning', lang).map((n) => ({
      kind: 'warning' as const,
      text: n.text,
      lang: n.lang,
    })),
    ...(quote
      ? [
          { kind: 'small' as const, text: words.draftBegins[lang] },
          { kind: 'quote' as const, text: beginning(quote.text), lang: quote.lang },
        ]
      : []),
    { kind: 'link', text: words.open[lang], href: link },
    { kind: 'small', text: words.joined(lang, words.opening[lang], words.yours(approver.name)[lang]) },
    { kind: 'small', text: `${named(words.run, lang)}${gate.run}` },
  ]);
}

/** Tells an approver what came of the decision. */
export function receiptLetter(
  decision: DecisionItem,
  writes: readonly WriteItem[],
  approver: Pick<Approver, 'lang' | 'name'>,
  link: string,
): Letter {
  const { lang } = approver;
  const lines = decision.rulings.map((ruling): Block => {
    const shown = decision.shown.find(({ index }) => index === ruling.index);
    const write = writes.find(({ key }) => key === shown?.key);
    const act = (shown?.act as Trilingual | undefined)?.[lang] ?? '';
    const state = write ? WRITE_STATE[write.state][lang] : RULED[ruling.ruling][lang];
    const receipt = write?.receipt ? ` (${words.task[lang]} ${write.receipt.id})` : '';
    const failure = write?.failure ? ` (${write.failure.code})` : '';
    return { kind: 'text', text: `• ${act}${lang === 'en' ? ': ' : '：'}${state}${receipt}${failure}` };
  });
  const about = words.receiptSubject(
    decision.workflow,
    each((l) => dateIn(decision.businessDate, l)),
  );
  return letter(lang, titled(about, lang, decision.recording), [
    ...rehearsal(decision.recording, lang),
    { kind: 'title', text: about[lang] },
    ...lines,
    {
      kind: 'text',
      text: `${named(words.decidedBy, lang)}${decision.by.name}, ${timeIn(decision.at, lang)} (${words.hongKongTime[lang]})`,
    },
    { kind: 'link', text: words.openReceipt[lang], href: link },
    { kind: 'small', text: `${named(words.run, lang)}${decision.run}` },
  ]);
}

/** Tells an approver that nobody decided in time, and that nothing was done. */
export function expiryLetter(gate: GateItem, approver: Approver): Letter {
  const { lang } = approver;
  return letter(lang, titled(words.expirySubject(headline(gate)), lang, gate.recording), [
    ...rehearsal(gate.recording, lang),
    { kind: 'title', text: words.expired[lang] },
    { kind: 'text', text: headline(gate)[lang] },
    { kind: 'text', text: words.expiry(each((l) => timeIn(gate.decideBy, l)))[lang] },
    { kind: 'small', text: `${named(words.run, lang)}${gate.run}` },
  ]);
}

/** Tells people how a run ended when it did not end as hoped: no brief today, why, what next. */
export function endedLetter(
  run: Pick<RunItem, 'run' | 'workflow' | 'businessDate' | 'state' | 'code' | 'message' | 'recording'>,
  { lang }: Pick<Approver, 'lang'>,
): Letter {
  const { subject, what, next } = ENDED[run.state === 'RUNNING' ? 'FAILED' : run.state];
  const about = subject(
    run.workflow,
    each((l) => dateIn(run.businessDate, l)),
  );
  const why = [run.code, run.message].filter(Boolean).join(': ');
  return letter(lang, titled(about, lang, run.recording), [
    ...rehearsal(run.recording, lang),
    { kind: 'title', text: about[lang] },
    { kind: 'text', text: what[lang] },
    ...(why ? [{ kind: 'quote' as const, text: `${named(words.why, lang)}${why}` }] : []),
    { kind: 'text', text: `${named(words.next, lang)}${next[lang]}` },
    { kind: 'small', text: `${named(words.run, lang)}${run.run}` },
  ]);
}

const titled = (subject: Trilingual, lang: Lang, recording: Recording | undefined): string =>
  recording ? `[${words.rehearsal[lang]}] ${subject[lang]}` : subject[lang];

function rehearsal(recording: Recording | undefined, lang: Lang): Block[] {
  if (!recording) return [];
  const text = words.recorded(each((l) => timeIn(recording.observedAt, l)))[lang];
  return [{ kind: 'banner', text: `${named(words.rehearsal, lang)}${text}` }];
}

/** The time to decide by: the clock alone when it is today. */
function shortTime({ openedAt, decideBy }: GateItem): Trilingual {
  return each((lang) => (sameDay(openedAt, decideBy) ? clockIn(decideBy) : timeIn(decideBy, lang)));
}

function beginning(text: string): string {
  const lines = text.split('\n');
  const letters = [...lines.slice(0, DRAFT_LINES).join('\n')];
  const cut = lines.length > DRAFT_LINES || letters.length > DRAFT_LENGTH;
  return cut ? `${letters.slice(0, DRAFT_LENGTH).join('')}…` : text;
}
