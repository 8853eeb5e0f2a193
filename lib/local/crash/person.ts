/** What a person chooses for one proposal, and the words they add. */
export type Word = { readonly choice: string; readonly comment?: string };

/** Those around a run: what the person who is asked says, and whether an operator steps in. */
export type Person = {
  /** How long after the mail they open its link; Infinity for never. */
  readonly thinksMinutes: number;
  /** By what the page offers for a proposal, and how many gates they have answered before. */
  readonly say: (offered: readonly string[], before: number) => Word;
  /** When an operator cancels the run, in minutes after its start. */
  readonly cancelledAfter?: number;
};

const COMMENT = 'not today';

/** Says the first of these that is offered. */
const wishing =
  (...wishes: readonly string[]): Person['say'] =>
  (offered) => ({ choice: wishes.find((wish) => offered.includes(wish)) ?? 'REJECTED', comment: COMMENT });

const yes = wishing('APPROVED', 'REDO', 'ANSWERED.0', 'ANSWERED');

export const PEOPLE = {
  approves: { thinksMinutes: 7, say: yes },
  rejects: { thinksMinutes: 7, say: wishing('STOP', 'REJECTED') },
  /** Asks for changes once, then approves. */
  changes: {
    thinksMinutes: 7,
    say: (offered, before) => (before === 0 ? wishing('CHANGES') : yes)(offered, before),
  },
  silent: { thinksMinutes: Number.POSITIVE_INFINITY, say: yes },
  /** An operator cancels while the person still thinks. */
  cancelled: { thinksMinutes: 7, say: yes, cancelledAfter: 4 },
} satisfies Record<string, Person>;
export type PersonName = keyof typeof PEOPLE;

/** The form behind a link as this person fills it in; undefined when the page has none. */
export function filled(page: string, say: (offered: readonly string[]) => Word): URLSearchParams | undefined {
  const inputs = [...page.matchAll(/<input\b[^>]*>/g)].map(([tag]) => ({
    type: attribute(tag, 'type'),
    name: attribute(tag, 'name') ?? '',
    value: attribute(tag, 'value') ?? '',
  }));
  const hidden = inputs.filter(({ type }) => type === 'hidden');
  const digests = hidden.filter(({ name }) => name.endsWith('.digest'));
  if (digests.length === 0) return undefined;
  const form = new URLSearchParams();
  for (const { name, value } of hidden) form.set(name, value);
  for (const { name } of digests) {
    const index = name.replace('.digest', '');
    const offered = inputs.filter((input) => input.name === `${index}.choice`).map(({ value }) => value);
    const { choice, comment } = say(offered);
    form.set(`${index}.choice`, choice);
    if (comment) form.set(`${index}.comment.${choice.replace(/\..*$/, '')}`, comment);
  }
  return form;
}

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
