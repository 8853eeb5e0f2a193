import type { Json } from '../define/json.ts';
import type { Proposal } from '../ledger/gate.ts';

/** The part of JSON Schema a form is made from; anything else is edited as JSON text. */
export type Schema = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly Json[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly const?: Json;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
};

type Named = { readonly name: string; readonly label: string; readonly help?: string | undefined };
type Typed = Named & { readonly schema: Schema; readonly original: Json | undefined; readonly value: string };

/** One control of the form, or several that belong together. `value` is the original as the control shows it. */
export type Field =
  | (Typed & { readonly kind: 'line' | 'text' | 'number' | 'lines' | 'json' })
  | (Typed & { readonly kind: 'choice'; readonly options: readonly Json[] })
  | (Named & { readonly kind: 'group'; readonly fields: readonly Field[] })
  | (Named & { readonly kind: 'list'; readonly rows: readonly Row[] });

/** One element of a list: its place can be changed, it can be left out; the last one is blank, to add one. */
export type Row = {
  readonly order: string;
  readonly drop: string;
  readonly field: Field;
  readonly blank: boolean;
};

export type Args = { readonly [field: string]: Json };
/** The fields a person may edit, filled with `args`; none when the frozen schema offers none. */
export function fieldsOf({ editable }: Pick<Proposal, 'editable'>, args: Args): readonly Field[] {
  return Object.entries((editable as Schema | null)?.properties ?? {}).map(([name, schema]) =>
    fieldOf(schema, name, name, args[name]),
  );
}

function fieldOf(given: Schema, name: string, label: string, original: Json | undefined): Field {
  const schema = withoutNull(given);
  const named: Named = { name, label, help: given.description };
  const typed = { ...named, schema: given, original, value: shown(schema, original) };
  if (schema.enum) return { ...typed, kind: 'choice', options: schema.enum };
  if (schema.type === 'boolean') return { ...typed, kind: 'choice', options: [true, false] };
  if (schema.type === 'number' || schema.type === 'integer') return { ...typed, kind: 'number' };
  if (schema.type === 'string') {
    const long = typed.value.includes('\n') || typed.value.length > 100 || (schema.maxLength ?? 0) > 200;
    return { ...typed, kind: long ? 'text' : 'line' };
  }
  if (schema.type === 'object' && schema.properties) {
    const value = isObject(original) ? original : {};
    const fields = Object.entries(schema.properties).map(([key, part]) =>
      fieldOf(part, `${name}/${key}`, key, value[key]),
    );
    return { ...named, kind: 'group', fields };
  }
  if (schema.type === 'array' && schema.items?.type === 'string') return { ...typed, kind: 'lines' };
  if (schema.type === 'array' && schema.items?.properties) {
    const { items } = schema;
    const values = Array.isArray(original) ? (original as readonly Json[]) : [];
    const rows = [...values, undefined].map((value, index) => ({
      order: `${name}/${index}/#`,
      drop: `${name}/${index}/-`,
      field: fieldOf(items, `${name}/${index}`, `${index + 1}`, value),
      blank: index === values.length,
    }));
    return { ...named, kind: 'list', rows };
  }
  return { ...typed, kind: 'json' };
}

/** A type that may be null is edited as the type; blank is null. */
function withoutNull(schema: Schema): Schema {
  if (schema.anyOf) {
    const [only, ...more] = schema.anyOf.filter(({ type }) => type !== 'null');
    return only && more.length === 0 ? { ...schema, ...only } : {};
  }
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null');
  return types.length === 1 ? { ...schema, type: types[0] as string } : schema;
}

function shown(schema: Schema, value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value.replaceAll('\r\n', '\n');
  if (schema.type === 'array' && schema.items?.type === 'string' && Array.isArray(value))
    return value.join('\n');
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}

const isObject = (value: Json | undefined): value is Args =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
