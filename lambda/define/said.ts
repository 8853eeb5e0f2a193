import { withoutDates } from './claims/dates.ts';
import { type Figure, figuresIn } from './claims/figures.ts';
import { hiddenIn, plainText } from './claims/plain-text.ts';

/** What last words may stand on. */
export type SaidGround = {
  /** The values of all valid facts on record: their numbers may be said, their names may be quoted. */
  readonly facts: readonly unknown[];
  /** The asker's own words: their figures may be said back. */
  readonly given: unknown;
  /** YYYY-MM-DD; may be named as dates. */
  readonly dates: readonly string[];
  /** For each fact that would do as an answer, the figures that have to be named; one of these sets is wanted. */
  readonly wanted: readonly (readonly number[])[];
};

/** Why last words may not be given as an answer, in the words the model is told; undefined when they may. */
export function saidFault(text: string, ground: SaidGround): string | undefined {
  const hidden = hiddenIn(text);
  if (hidden) return `The answer hides ${hidden}. Write it again in plain characters.`;
  if (ground.wanted.length === 0)
    return 'The answer stands on nothing: no result on record says what was asked. Look it up, then answer.';
  const said = figuresBesides(text, ground);
  const numbers = [...leaves(ground.facts), ...leaves(ground.given)].flatMap((leaf) =>
    typeof leaf === 'number' ? [leaf] : [],
  );
  const asked = leaves(ground.given).flatMap((leaf) =>
    typeof leaf === 'string' ? figuresIn(leaf).map(({ value }) => value) : [],
  );
  const invented = said.find(({ value }) => !numbers.includes(value) && !asked.includes(value));
  if (invented) {
    return `No result on record says "${invented.text.trim().slice(0, 40)}". Answer again with the figures of the results alone.`;
  }
  const values = said.map(({ value }) => value);
  if (ground.wanted.some((figures) => figures.every((figure) => values.includes(figure)))) return undefined;
  return `The answer has to name ${ground.wanted.map((figures) => figures.join(' and ')).join(', or ')}, as the results say. Answer again with them.`;
}

/** The figures of a text, apart from those that are part of a name on record ("P001", "Widget 2") or of a date. */
function figuresBesides(text: string, { facts, dates }: SaidGround): Figure[] {
  const names = leaves(facts)
    .flatMap((leaf) => (typeof leaf === 'string' && /\p{L}/u.test(leaf) ? [plainText(leaf)] : []))
    .sort((a, b) => b.length - a.length);
  const bare = names.reduce((rest, name) => rest.replace(quoted(name), ' '), plainText(text));
  return figuresIn(withoutDates(bare, dates));
}

/** A name as it stands, whatever its case, but not as the beginning or the end of a longer number. */
const quoted = (name: string): RegExp =>
  new RegExp(`(?<![\\p{N}.])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![.,]?\\p{N})`, 'giu');

/** Every string and number within a value. */
function leaves(value: unknown): (string | number)[] {
  if (typeof value === 'string' || typeof value === 'number') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(leaves) : [];
}
