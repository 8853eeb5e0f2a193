import type { Json } from './json.ts';

export type JsonSchema = { readonly [keyword: string]: Json };

/** What one request may hold over all its strict tools and its output format together. */
export const STRICT_LIMITS = { tools: 20, optional: 24, unions: 16 } as const;

/** The formats strict mode knows; any other is only a hint in the description. */
export const FORMATS: readonly unknown[] = [
  'date-time',
  'time',
  'date',
  'duration',
  'email',
  'hostname',
  'uri',
  'ipv4',
  'ipv6',
  'uuid',
];

const TYPED = ['type', 'enum', 'const', 'anyOf', 'allOf', '$ref'];
const INSIDE = ['properties', 'additionalProperties', 'required', 'items', '$defs'];
const KEYWORDS = [...TYPED, ...INSIDE, 'description', 'default', 'format', 'pattern', 'minItems'];

/** Whether strict mode takes the pattern: no lookaround or named group, no back-reference, no word boundary, no Unicode class. */
export const isSimplePattern = (pattern: string): boolean => !/\(\?(?!:)|\\[bBkpP1-9]/.test(pattern);

/** What a schema counts towards the limits. */
export type StrictCost = { readonly optional: number; readonly unions: number };

/** Counts the fields that may be absent and the fields of more than one type, at any depth. */
export function strictCost(schema: JsonSchema): StrictCost {
  const own = {
    optional: Object.keys(members(schema.properties)).filter((name) => !listed(schema.required, name)).length,
    unions: Array.isArray(schema.anyOf) || Array.isArray(schema.type) ? 1 : 0,
  };
  return inner(schema)
    .map(([, child]) => strictCost(child))
    .reduce(
      (sum, cost) => ({ optional: sum.optional + cost.optional, unions: sum.unions + cost.unions }),
      own,
    );
}

/**
 * Says what strict mode would refuse in a schema, as the provider would: the judge of what `strictSchema` made, and of
 * schemas that came from elsewhere.
 */
export const strictFault = (schema: JsonSchema): string | undefined => judge(schema, schema, '', []);

function judge(
  schema: JsonSchema,
  root: JsonSchema,
  path: string,
  trail: readonly string[],
): string | undefined {
  const fault = ownFault(schema);
  if (fault) return `${path || 'the schema'}: ${fault}`;
  if (typeof schema.$ref === 'string') {
    const target = members(root.$defs)[schema.$ref.replace('#/$defs/', '')];
    if (target === undefined) return `${path}: $ref "${schema.$ref}" leads nowhere in $defs`;
    if (trail.includes(schema.$ref)) return `${path}: $ref "${schema.$ref}" is recursive`;
    return judge(members(target), root, path, [...trail, schema.$ref]);
  }
  for (const [step, child] of inner(schema)) {
    const found = judge(child, root, path ? `${path}.${step}` : step, trail);
    if (found) return found;
  }
  return undefined;
}

function ownFault(schema: JsonSchema): string | undefined {
  const { type, format, pattern, minItems } = schema;
  const unknown = Object.keys(schema).find((keyword) => !KEYWORDS.includes(keyword));
  if (unknown) return `"${unknown}" is not supported`;
  if (!TYPED.some((keyword) => keyword in schema)) return 'a type is wanted';
  if (type === 'object' && schema.additionalProperties !== false)
    return '"additionalProperties": false is wanted';
  if (typeof minItems === 'number' && minItems > 1) return '"minItems" above 1 is not supported';
  if (format !== undefined && !FORMATS.includes(format)) return `format "${format}" is not supported`;
  if (typeof pattern === 'string' && !isSimplePattern(pattern))
    return `pattern ${pattern} is not a simple one`;
  const compound =
    Array.isArray(schema.enum) && schema.enum.some((value) => typeof value === 'object' && value !== null);
  return compound ? 'an enum of plain values is wanted' : undefined;
}

/** The schemas directly inside a schema, each with the step that leads to it. */
function inner(schema: JsonSchema): [string, JsonSchema][] {
  const lists = ['anyOf', 'allOf'].flatMap((keyword) => {
    const branches = schema[keyword];
    return Array.isArray(branches)
      ? branches.map((branch, index) => [`${keyword}[${index}]`, branch] as const)
      : [];
  });
  const named = Object.entries(members(schema.properties));
  const defined = Object.entries(members(schema.$defs)).map(
    ([name, child]) => [`$defs.${name}`, child] as const,
  );
  const items = schema.items === undefined ? [] : [['[]', schema.items] as const];
  return [...named, ...defined, ...items, ...lists].map(([step, child]) => [step, members(child)]);
}

const members = (value: Json | undefined): JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonSchema) : {};

const listed = (required: Json | undefined, name: string): boolean =>
  Array.isArray(required) && required.includes(name);
