import type { Json } from '../define/json.ts';
import type { Proposal } from '../ledger/gate.ts';
import { type Args, type Field, fieldsOf, type Schema } from './editable.ts';
import { type Misfit, misfits } from './fits.ts';

export type Edits = { readonly [name: string]: string };
/** Why a field does not fit, by the field's name. */
export type Fault = Omit<Misfit, 'path' | 'code'> & { readonly code: Misfit['code'] | 'json' };

export type Edited =
  | { readonly is: 'edited'; readonly args: Args }
  | { readonly is: 'unfit'; readonly faults: ReadonlyMap<string, Fault> };

/** The arguments as typed, checked against the frozen schema. What was not touched stays as it is, to the byte. */
export function readEdits({ editable }: Pick<Proposal, 'editable'>, args: Args, edits: Edits): Edited {
  const fields = fieldsOf({ editable }, args);
  const places = new Map<string, readonly string[]>();
  const faults = new Map<string, Fault>();
  const typed: { [name: string]: Json } = {};
  for (const field of fields) {
    const value = typedIn(field, edits, places, faults);
    if (value !== undefined) typed[field.label] = value;
  }
  for (const { path, code, limit } of misfits(editable as Schema, typed)) {
    const name = nameAt(path, places);
    if (!faults.has(name)) faults.set(name, { code, ...(limit === undefined ? {} : { limit }) });
  }
  return faults.size ? { is: 'unfit', faults } : { is: 'edited', args: { ...args, ...typed } };
}

function typedIn(
  field: Field,
  edits: Edits,
  places: Map<string, readonly string[]>,
  faults: Map<string, Fault>,
): Json | undefined {
  if (field.kind === 'group') {
    const parts = field.fields.map((part) => [part.label, typedIn(part, edits, places, faults)] as const);
    return Object.fromEntries(parts.filter((part): part is readonly [string, Json] => part[1] !== undefined));
  }
  if (field.kind === 'list') {
    const kept = field.rows
      .filter(({ drop, field: row, blank }) => edits[drop] === undefined && !(blank && untouched(row, edits)))
      .map((row, index) => ({ row, place: Number(edits[row.order] ?? index + 1) || index + 1 }))
      .sort((a, b) => a.place - b.place);
    places.set(
      field.name,
      kept.map(({ row }) => row.field.name),
    );
    return kept.map(({ row }) => typedIn(row.field, edits, places, faults) ?? null);
  }
  const text = edits[field.name];
  if (text === undefined || text === field.value) return field.original;
  if (text.trim() === '') {
    if (mayBeNull(field.schema)) return null;
    if (field.kind !== 'lines') faults.set(field.name, { code: 'wanted' });
  }
  switch (field.kind) {
    case 'line':
      return text.replace(/\s*\n\s*/g, ' ');
    case 'text':
      return text;
    case 'choice':
      return field.options.find((option) => String(option) === text) ?? text;
    case 'number':
      // a text that is no number stays a text, and does not fit
      return /^\s*-?\d+(\.\d+)?\s*$/.test(text) ? Number(text) : text;
    case 'lines':
      return text.split('\n').flatMap((line) => line.trim() || []);
    case 'json':
      try {
        return JSON.parse(text) as Json;
      } catch {
        faults.set(field.name, { code: 'json' });
        return field.original;
      }
  }
}

const mayBeNull = ({ type, anyOf }: Schema): boolean =>
  [type ?? []].flat().includes('null') || (anyOf ?? []).some(mayBeNull);

function untouched(field: Field, edits: Edits): boolean {
  if (field.kind === 'group') return field.fields.every((part) => untouched(part, edits));
  if (field.kind === 'list') return field.rows.every((row) => untouched(row.field, edits));
  return (edits[field.name] ?? field.value) === field.value;
}

/** The name of the control an issue is about: rows may have changed places, and texts are one control a list. */
function nameAt(path: Misfit['path'], places: ReadonlyMap<string, readonly string[]>): string {
  let name = '';
  for (const step of path) {
    const row = typeof step === 'number' ? places.get(name)?.[step] : undefined;
    if (typeof step === 'number' && row === undefined) return name;
    name = row ?? (name ? `${name}/${String(step)}` : String(step));
  }
  return name;
}
