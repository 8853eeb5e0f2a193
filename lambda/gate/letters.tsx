import type { Lang, Trilingual } from '../define/preview.ts';
import { type Approver, type GateItem, isUndelivered } from '../ledger/gate.ts';
import type { Recording, RunItem } from '../ledger/record.ts';
import { bannerIn, headline, noticesFor, openOnes, textsFor } from './asked.ts';
import { each, named } from './language.ts';
import { type Block, type Letter, letter } from './letter.tsx';
import { ENDED } from './outcome-words.ts';
import type { Decided, Standing } from './standing.ts';
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

/** Asks the deputy, and says for whom and why: no answer yet, or no way to ask. */
export function deputyLetter(gate: GateItem, deputy: Approver, link: string): Letter {
  const absent = gate.approvers.find(({ id }) => id === deputy.deputyOf);
  const name = absent?.name ?? '';
  const why = absent && isUndelivered(gate, absent.id) ? words.deputyUnreached(name) : words.deputy(name);
  return asking(gate, deputy, link, words.deputySubject(name, shortTime(gate), headline(gate)), why);
}

/** Tells the owner that somebody cannot be asked, and nobody stands in for them. It carries no link: the owner does not decide. */
export function unreachedLetter(gate: GateItem, unreached: Approver, { lang }: Approver): Letter {
  const subject = words.unreachedSubject(unreached.name, headline(gate));
  return letter(lang, titled(subject, lang, gate.recording), [
    ...rehearsal(gate.recording, lang),
    { kind: 'title', text: subject[lang] },
    { kind: 'text', text: words.unreached(unreached.name)[lang] },
    {
      kind: 'text',
      text: `${words.until(each((l) => timeIn(gate.decideBy, l)))[lang]}${lang === 'en' ? '. ' : '。'}${words.afterThat[lang]}`,
    },
    { kind: 'text', text: `${named(words.next, lang)}${words.unreachedNext[lang]}` },
    { kind: 'small', text: `${named(words.run, lang)}${gate.run}` },
  ]);
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
    ...(gate.banner ? [{ kind: 'text' as const, text: bannerIn(gate.banner, lang) }] : []),
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

type Run = Pick<RunItem, 'run' | 'workflow' | 'businessDate' | 'state' | 'code' | 'message' | 'recording'>;
type Reader = Pick<Approver, 'lang'>;

/** Tells those who were asked what came of the decisions, by the acts' own records. */
export function receiptLetter(run: Run, decided: readonly Decided[], { lang }: Reader): Letter {
  const about = words.receiptSubject(
    run.workflow,
    each((l) => dateIn(run.businessDate, l)),
  );
  return letter(lang, titled(about, lang, run.recording), [
    ...rehearsal(run.recording, lang),
    { kind: 'title', text: about[lang] },
    ...decided.flatMap((one) => cameOf(one, lang)),
    { kind: 'text', text: words.receiptAt[lang] },
    { kind: 'small', text: `${named(words.run, lang)}${run.run}` },
  ]);
}

/** A line for each proposal, and who decided. */
function cameOf({ decision, standings }: Decided, lang: Lang): Block[] {
  const { by, at, earlier = [] } = decision;
  const names = [...earlier.map((one) => one.by.name), by.name].join(', ');
  return [
    ...standings.map((standing): Block => ({ kind: 'text', text: `• ${lineOf(standing, decision, lang)}` })),
    {
      kind: 'text',
      text: `${named(words.decidedBy, lang)}${names}, ${timeIn(at, lang)} (${words.hongKongTime[lang]})`,
    },
  ];
}

function lineOf({ ruling, ruled, now, write }: Standing, { shown }: Decided['decision'], lang: Lang): string {
  const act =
    (shown.find(({ index }) => index === ruling.index)?.act as Trilingual | undefined)?.[lang] ?? '';
  const task = write?.receipt ? ` (${words.task[lang]} ${write.receipt.id})` : '';
  const failure = write?.failure ? ` (${write.failure.code})` : '';
  return lang === 'en'
    ? `${act}: ${ruled.en}. ${now.en}${task}${failure}`
    : `${act}：${ruled[lang]}。${now[lang]}${task}${failure}`;
}

/** Tells an approver that nobody decided in time, and that nothing was done. */
export function expiryLetter(gate: GateItem, { lang }: Reader): Letter {
  return letter(lang, titled(words.expirySubject(headline(gate)), lang, gate.recording), [
    ...rehearsal(gate.recording, lang),
    { kind: 'title', text: words.expired[lang] },
    { kind: 'text', text: headline(gate)[lang] },
    { kind: 'text', text: words.expiry(each((l) => timeIn(gate.decideBy, l)))[lang] },
    { kind: 'text', text: `${named(words.next, lang)}${words.rerun[lang]}` },
    { kind: 'small', text: `${named(words.run, lang)}${gate.run}` },
  ]);
}

/**
 * Tells people how a run ended when it did not end as hoped: no brief today, why, what next; and what came of that which
 * had been decided.
 */
export function endedLetter(run: Run, { lang }: Reader, decided: readonly Decided[] = []): Letter {
  const { subject, what, next } = ENDED[run.state === 'RUNNING' ? 'FAILED' : run.state];
  const about = subject(
    run.workflow,
    each((l) => dateIn(run.businessDate, l)),
  );
  const why = [run.code, run.message].filter(Boolean).join(': ');
  // That nothing was done is for its own record to say.
  const how = run.state === 'EXPIRED' && decided.length > 0 ? words.expiredText : what;
  return letter(lang, titled(about, lang, run.recording), [
    ...rehearsal(run.recording, lang),
    { kind: 'title', text: about[lang] },
    { kind: 'text', text: how[lang] },
    ...(why ? [{ kind: 'quote' as const, text: `${named(words.why, lang)}${why}` }] : []),
    ...decided.flatMap((one) => cameOf(one, lang)),
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
