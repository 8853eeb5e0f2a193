import type { Exhibit, Lang, Notice, Preview, Trilingual } from '../define/preview.ts';
import type { GateItem, Proposal } from '../ledger/gate.ts';
import * as words from './words.ts';

/** The proposals a person is asked about; the rest are shown beside them. */
export const openOnes = (gate: Pick<GateItem, 'proposals'>): readonly Proposal[] =>
  gate.proposals.filter(({ standing }) => standing === 'open');

/** What is asked, in one sentence. */
export function headline(gate: Pick<GateItem, 'kind' | 'proposals'>): Trilingual {
  const open = openOnes(gate);
  const [first] = open.length ? open : gate.proposals;
  if (!first || open.length > 1) {
    const allQuestions = open.length > 0 && open.every(({ question }) => question);
    return (allQuestions ? words.questions : words.acts)(open.length);
  }
  if (first.question)
    return { en: first.question.question, tc: first.question.question, sc: first.question.question };
  return gate.kind === 'SETTLE' ? words.settle(first.preview.act) : first.preview.act;
}

/** What is out of the ordinary, in the reader's language; a code without words is shown as it is. */
export const bannerIn = (code: string, lang: Lang): string =>
  Object.entries(BANNERS).find(([known]) => known === code)?.[1][lang] ?? code;

const BANNERS = { NOT_IN_CALENDAR: words.notInCalendar, NOT_A_WORKING_DAY: words.notAWorkingDay };

/** The texts in the order that serves a reader: their own language first, then the nearest. */
export const textsFor = ({ texts }: Preview, lang: Lang): Preview['texts'] =>
  [...texts].sort((a, b) => NEAREST[lang].indexOf(a.lang) - NEAREST[lang].indexOf(b.lang));

const NEAREST: { readonly [L in Lang]: readonly Lang[] } = {
  en: ['en', 'tc', 'sc'],
  tc: ['tc', 'sc', 'en'],
  sc: ['sc', 'tc', 'en'],
};

/** Notices in the reader's language; in every language when theirs has fewer than another, so that none is lost. */
export function noticesFor(exhibit: Exhibit, kind: Notice['kind'], lang: Lang): readonly Notice[] {
  const all = exhibit.notices.filter((notice) => notice.kind === kind);
  const count = (of: Lang) => all.filter((notice) => notice.lang === of).length;
  const most = Math.max(count('en'), count('tc'), count('sc'));
  const mine = all.filter((notice) => notice.lang === lang);
  return mine.length === most ? mine : [...mine, ...all.filter((notice) => notice.lang !== lang)];
}
