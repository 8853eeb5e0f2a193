import type { Json } from '../define/json.ts';
import type { Schema } from './editable.ts';

/** Why a value does not fit, and where in it. `limit` is the longest text that does. */
export type Misfit = {
  readonly path: readonly (string | number)[];
  readonly code: 'wanted' | 'number' | 'long' | 'misfit';
  readonly limit?: number;
};

/**
 * Checks typed values against the part of JSON Schema that zod writes for an object's fields. What it does not know it
 * lets pass: before anything runs, the tool's own schema has the last word.
 */
export function misfits(schema: Schema, value: Json | undefined, path: Misfit['path'] = []): Misfit[] {
  const no = (code: Misfit['code'] = 'misfit', more: Partial<Misfit> = {}) => [{ path, code, ...more }];
  if (value === undefined) return no('wanted');
  if (schema.enum && !schema.enum.includes(value)) return no();
  if (schema.const !== undefined && schema.const !== value) return no();
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) {
    const tried = branches.map((branch) => misfits(branch, value, path));
    return tried.some((found) => found.length === 0) ? [] : (tried[0] ?? []);
  }
  const types = [schema.type ?? []].flat();
  if (types.length > 0 && !types.some((type) => isA(type, value)))
    return no(types.includes('number') || types.includes('integer') ? 'number' : 'misfit');
  if (typeof value === 'string') {
    const length = [...value].length;
    if (length < (schema.minLength ?? 0)) return no('wanted');
    // zod counts UTF-16 units: the longer of the two counts is the safe one
    if (value.length > (schema.maxLength ?? Number.POSITIVE_INFINITY))
      return no('long', { limit: schema.maxLength ?? 0 });
    return schema.pattern && !new RegExp(schema.pattern, 'u').test(value) ? no() : [];
  }
  if (typeof value === 'number') {
    const {
      minimum = -Infinity,
      maximum = Infinity,
      exclusiveMinimum = -Infinity,
      exclusiveMaximum = Infinity,
    } = schema;
    return value < minimum || value > maximum || value <= exclusiveMinimum || value >= exclusiveMaximum
      ? no()
      : [];
  }
  if (Array.isArray(value)) {
    const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items } = schema;
    if (value.length < minItems || value.length > maxItems) return no();
    return items ? value.flatMap((item, index) => misfits(items, item as Json, [...path, index])) : [];
  }
  if (typeof value === 'object' && value !== null) {
    const fields = value as { readonly [name: string]: Json };
    return Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
      name in fields || schema.required?.includes(name) ? misfits(part, fields[name], [...path, name]) : [],
    );
  }
  return [];
}

function isA(type: string, value: Json): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  // what is left are JSON's own names: string, number, boolean
  return typeof value === type;
}
