import { ToolError } from '../../../define/tool-error.ts';

/** One object of the answer, and the path it stands at. */
export type Block = { readonly path: string; readonly fields: Readonly<Record<string, unknown>> };
/** One row of a list, by the place it is about: rows vanish, so an index says nothing. */
export type Row = Block & { readonly place: string };

export const business = (code: string, field: string, message: string) =>
  new ToolError('business', code, `${field}: ${message}`, field);

const at = ({ path }: Block, name: string): string => (path ? `${path}.${name}` : name);
const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, 80) ?? 'nothing';

/** A field that is there. The feed writes "" for an empty block. */
export function required({ path, fields }: Block, name: string): unknown {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (value === undefined || value === null || value === '') {
    throw business(
      'HKO_FIELD_MISSING',
      at({ path, fields }, name),
      `a value is wanted, ${shown(value)} was given`,
    );
  }
  return value;
}

export function block(parent: Block, name: string): Block {
  const value = required(parent, name);
  if (typeof value !== 'object' || Array.isArray(value)) throw wrongType(parent, name, 'an object', value);
  return { path: at(parent, name), fields: value as Record<string, unknown> };
}

export function list(parent: Block, name: string): readonly unknown[] {
  const value = required(parent, name);
  if (!Array.isArray(value)) throw wrongType(parent, name, 'a list', value);
  return value;
}

/** The rows of a block's `data`, each with its place's name as a reader sees it. */
export function rows(parent: Block): Row[] {
  return list(parent, 'data').map((entry, index) => {
    const path = `${at(parent, 'data')}[${index}]`;
    if (typeof entry !== 'object' || entry === null)
      throw wrongType(parent, `data[${index}]`, 'a row', entry);
    const place = sentence(
      required({ path, fields: entry as Record<string, unknown> }, 'place'),
      `${path}.place`,
    );
    return { path: `${at(parent, 'data')}[place=${place}]`, place, fields: entry as Record<string, unknown> };
  });
}

/** The one row about a place; never its neighbour in its stead. */
export function rowOf(all: readonly Row[], place: string, path: string): Row {
  const [row, second] = all.filter((candidate) => candidate.place === place);
  if (!row) {
    const there = all.map((candidate) => candidate.place).join(', ') || 'none';
    throw business('HKO_ROW_MISSING', path, `no row "${place}", the rows are: ${there}`);
  }
  if (second) throw business('HKO_DUPLICATE_ROW', path, `two rows "${place}"`);
  return row;
}

/** A row's number in its own unit; text is refused, as nothing says how it would be meant. */
export function measure(row: Row, unit: string, low: number, high: number): number {
  const value = required(row, 'value');
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrongType(row, 'value', 'a number', value);
  if (row.fields.unit !== undefined && row.fields.unit !== unit) {
    throw business(
      'HKO_WRONG_UNIT',
      at(row, 'unit'),
      `"${unit}" is wanted, ${shown(row.fields.unit)} was given`,
    );
  }
  if (value < low || value > high) {
    throw business('HKO_OUT_OF_RANGE', at(row, 'value'), `${low} to ${high} is wanted, ${value} was given`);
  }
  return value;
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(Z|[+-]\d{2}:\d{2})$/;

/** A time with an explicit offset, as it was written. */
export function instant(parent: Block, name: string): string {
  const value = required(parent, name);
  const [, day = ''] = (typeof value === 'string' && INSTANT.exec(value)) || [];
  const midnight = new Date(`${day}T00:00:00Z`).getTime();
  // Date reads 30 February as 2 March; only a real day comes back as it was given.
  const isReal = Number.isFinite(midnight) && new Date(midnight).toISOString().startsWith(day);
  if (!day || !isReal || Number.isNaN(Date.parse(value as string))) {
    throw business(
      'HKO_BAD_TIME',
      at(parent, name),
      `a time with its offset is wanted, ${shown(value)} was given`,
    );
  }
  return value as string;
}

/** The sentences of a field that is "" when there are none, and a list (or one text) when there are. */
export function sentences(parent: Block, name: string): string[] {
  const value = parent.fields[name];
  // Absent is not empty: it would pass an unknown for "none".
  if (value === undefined) throw business('HKO_FIELD_MISSING', at(parent, name), 'a list or "" is wanted');
  const all = Array.isArray(value) ? value : [value];
  return all.map((entry) => sentence(entry, at(parent, name))).filter((text) => text !== '');
}

/** The sentences of a field that the feed leaves out when it has nothing to say. */
export const optionalSentences = (parent: Block, name: string): string[] =>
  Object.hasOwn(parent.fields, name) ? sentences(parent, name) : [];

/** Text as a reader sees it: entities decoded once, on one line, trimmed. */
export function sentence(value: unknown, field: string): string {
  if (typeof value !== 'string') {
    throw business('HKO_WRONG_TYPE', field, `a text is wanted, ${shown(value)} was given`);
  }
  // A line break inside a sentence would let it pass for a line of its own in a brief.
  return decoded(value)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0' };

const decoded = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi,
    (whole, decimal, hex, name) => {
      if (name) return ENTITIES[String(name).toLowerCase()] ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );

const wrongType = (parent: Block, name: string, wanted: string, value: unknown) =>
  business('HKO_WRONG_TYPE', at(parent, name), `${wanted} is wanted, ${shown(value)} was given`);
