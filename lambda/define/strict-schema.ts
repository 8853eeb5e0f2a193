import * as z from 'zod';
import type { Json } from './json.ts';
import {
  FORMATS,
  isSimplePattern,
  type JsonSchema,
  STRICT_LIMITS,
  type StrictCost,
  strictCost,
} from './strict-rules.ts';

export type { JsonSchema } from './strict-rules.ts';

/** Limits strict mode cannot carry, in words for the description; zod checks them again when the arguments arrive. */
const IN_WORDS: { readonly [keyword: string]: (value: Json) => string } = {
  minimum: (n) => `at least ${n}`,
  maximum: (n) => `at most ${n}`,
  exclusiveMinimum: (n) => `more than ${n}`,
  exclusiveMaximum: (n) => `less than ${n}`,
  multipleOf: (n) => `a multiple of ${n}`,
  minLength: (n) => `at least ${n} characters`,
  maxLength: (n) => `at most ${n} characters`,
  minItems: (n) => `at least ${n} items`,
  maxItems: (n) => `at most ${n} items`,
  pattern: (source) => `matching ${source}`,
  format: (name) => `format ${name}`,
};

/** Annotations the provider does not read. */
const DROPPED = ['$schema', 'id', 'title', 'examples', 'deprecated', 'readOnly', 'contentEncoding'];
const JSON_TYPES: readonly Json[] = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];
const SAME = ['type', 'enum', 'const', '$ref', 'default', 'required'];
const MADE_OF = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', 'not', '$ref'];
const INSIDE = [
  'anyOf',
  'oneOf',
  'properties',
  '$defs',
  'items',
  'allOf',
  'description',
  'additionalProperties',
];

/**
 * The JSON Schema of a zod object in the part of the language that strict tools and structured outputs accept: every
 * object closed, `oneOf` as `anyOf`, limits said in the description.
 *
 * @throws {TypeError} naming `where` and the field, for what that part cannot say: open maps, any, tuples, recursion
 */
export function strictSchema(schema: z.ZodObject, where: string): JsonSchema {
  const known = derived.get(schema);
  if (known) return known;
  const made = derive(schema, where);
  derived.set(schema, made);
  return made;
}

/** Each turn asks for the same few. */
const derived = new WeakMap<z.ZodObject, JsonSchema>();

function derive(schema: z.ZodObject, where: string): JsonSchema {
  try {
    const json = z.toJSONSchema(schema, {
      io: 'input', // as the model writes it: defaults may be absent, transforms have not run
      cycles: 'throw',
      unrepresentable: 'any',
      // What zod has no JSON word for becomes {}; its own word tells the reader which field it was.
      override: ({ zodSchema, jsonSchema }) => {
        if (!MADE_OF.some((keyword) => keyword in jsonSchema))
          Object.assign(jsonSchema, { type: zodSchema._zod.def.type });
      },
    });
    return convert(json as unknown as JsonSchema, '');
  } catch (error) {
    const what = error instanceof Error ? error.message.replace(/\s*\n[\s\S]*/, '') : String(error);
    throw new TypeError(
      `${where}: ${what.replace(/^Cycle detected: (\S+)/, 'a schema without recursion is wanted, $1 leads back')}`,
    );
  }
}

/**
 * Checks that the strict tools of one request and its output fit together into what the provider compiles.
 *
 * @throws {TypeError} naming `where`, the count and the limit
 */
export function checkStrictLimits(
  tools: readonly { readonly name: string; readonly input: z.ZodObject }[],
  output: z.ZodObject | undefined,
  where: string,
): void {
  const schemas = tools.map((tool) => strictSchema(tool.input, `tool "${tool.name}"`));
  if (output) schemas.push(strictSchema(output, `${where} output`));
  const total = (part: keyof StrictCost) =>
    schemas.reduce((sum, schema) => sum + strictCost(schema)[part], 0);
  const count = { tools: tools.length, optional: total('optional'), unions: total('unions') };
  const names = {
    tools: 'strict tools',
    optional: 'optional fields',
    unions: 'fields of more than one type',
  };
  for (const limit of ['tools', 'optional', 'unions'] as const) {
    if (count[limit] > STRICT_LIMITS[limit]) {
      throw new TypeError(
        `${where}: at most ${STRICT_LIMITS[limit]} ${names[limit]} are possible, ${count[limit]} were given`,
      );
    }
  }
}

/** One node: what it is made of is kept, what strict mode cannot carry is said in words or refused. */
function convert(schema: JsonSchema, path: string): JsonSchema {
  const refused = refusal(schema);
  if (refused) throw new TypeError(`${path || 'the input'} ${refused}`);
  const child = (value: Json, step: string) =>
    convert(value as JsonSchema, path + (path ? step : step.replace(/^\./, '')));
  const kept: { [keyword: string]: Json } = {};
  const said: string[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (SAME.includes(keyword) || fits(keyword, schema)) kept[keyword] = value;
    else if (keyword === 'items') kept.items = child(value, '[]');
    else if (keyword === 'properties' || keyword === '$defs') kept[keyword] = mapValues(value, child);
    else if (keyword === 'anyOf' || keyword === 'oneOf')
      kept.anyOf = (value as Json[]).map((branch) => child(branch, ''));
    else if (keyword === 'allOf')
      said.push(...(value as JsonSchema[]).map((branch) => `matching ${branch.pattern}`));
    else if (IN_WORDS[keyword] && !isSaidAlready(keyword, schema)) said.push(IN_WORDS[keyword](value));
  }
  if (schema.type === 'object') kept.additionalProperties = false;
  const description = [schema.description, said.length > 0 ? `(${said.join(', ')})` : '']
    .filter(Boolean)
    .join(' ');
  return description ? { ...kept, description } : kept;
}

/** Why strict mode cannot say this node at all. */
function refusal(schema: JsonSchema): string | undefined {
  if ('propertyNames' in schema) return 'is an open map: strict mode wants every field named';
  if (schema.additionalProperties) return 'takes fields beyond its own: strict mode wants every field named';
  if ('prefixItems' in schema) return 'is a tuple: strict mode wants an object, or a list of one kind';
  if ('not' in schema) return 'can hold no value';
  const foreign = [schema.type ?? []].flat().find((type) => !JSON_TYPES.includes(type));
  if (foreign) return `is z.${foreign}(): strict mode wants a JSON type`;
  const unsaid = Object.keys(schema).find(
    (keyword) => ![...SAME, ...INSIDE, ...DROPPED].includes(keyword) && !IN_WORDS[keyword],
  );
  if (unsaid) return `has "${unsaid}", which strict mode cannot say`;
  if (
    Array.isArray(schema.allOf) &&
    schema.allOf.some((branch) => Object.keys(branch as JsonSchema).join() !== 'pattern')
  ) {
    return 'is an intersection: strict mode wants one object, see .extend()';
  }
  // The provider does not promise the case of an enum's values, so two that differ by it cannot be told apart.
  const values = Array.isArray(schema.enum) ? schema.enum.map((value) => String(value).toLowerCase()) : [];
  if (new Set(values).size < values.length)
    return `has values that differ only by case: ${JSON.stringify(schema.enum)}`;
  return undefined;
}

/** Whether strict mode carries the limit itself. */
function fits(keyword: string, { format, pattern, minItems }: JsonSchema): boolean {
  if (keyword === 'format') return FORMATS.includes(format);
  // For a known format zod spells it out again as a pattern.
  if (keyword === 'pattern') return !FORMATS.includes(format) && isSimplePattern(String(pattern));
  return keyword === 'minItems' && Number(minItems) <= 1;
}

/** What zod adds that a reader has from elsewhere: a format's own pattern, a format that is a pattern, the range of z.int(). */
function isSaidAlready(keyword: string, schema: JsonSchema): boolean {
  if (keyword === 'pattern') return FORMATS.includes(schema.format);
  if (keyword === 'format') return 'pattern' in schema || 'allOf' in schema;
  return Math.abs(Number(schema[keyword])) === Number.MAX_SAFE_INTEGER;
}

const mapValues = (fields: Json, child: (value: Json, step: string) => JsonSchema): JsonSchema =>
  Object.fromEntries(
    Object.entries(fields as JsonSchema).map(([name, field]) => [name, child(field, `.${name}`)]),
  );
