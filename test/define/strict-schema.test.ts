import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { strictFault } from '../../lambda/define/strict-rules.ts';
import { checkStrictLimits, strictSchema } from '../../lambda/define/strict-schema.ts';

const convert = (fields: z.ZodRawShape) => strictSchema(z.object(fields), 'tool "t"');
const field = (schema: z.ZodType) => (convert({ f: schema }).properties as { f: unknown }).f;

describe('a strict schema', () => {
  it('closes every object, requires what must be there and keeps the order of the fields', () => {
    const inner = z.object({ b: z.string().optional(), a: z.boolean() });
    expect(JSON.stringify(convert({ z: z.number(), list: z.array(inner).describe('Some.') }))).toBe(
      '{"type":"object","properties":{"z":{"type":"number"},"list":{"type":"array","items":{"type":"object",' +
        '"properties":{"b":{"type":"string"},"a":{"type":"boolean"}},"required":["a"],"additionalProperties":false},' +
        '"description":"Some."}},"required":["z","list"],"additionalProperties":false}',
    );
  });

  it.each<[string, z.ZodType, object]>([
    [
      'a range',
      z.int().min(1).max(100).describe('in euro cents'),
      { type: 'integer', description: 'in euro cents (at least 1, at most 100)' },
    ],
    ['an open range', z.number().gt(0).lt(5), { type: 'number', description: '(more than 0, less than 5)' }],
    ['a step', z.number().multipleOf(5), { type: 'number', description: '(a multiple of 5)' }],
    [
      'a length',
      z.string().min(1).max(80),
      { type: 'string', description: '(at least 1 characters, at most 80 characters)' },
    ],
    [
      'a number of items',
      z.array(z.string()).min(2).max(5),
      { type: 'array', items: { type: 'string' }, description: '(at least 2 items, at most 5 items)' },
    ],
    [
      'a pattern with a look ahead',
      z.string().regex(/^(?=a)b/),
      { type: 'string', description: '(matching ^(?=a)b)' },
    ],
    [
      'a pattern with a word boundary',
      z.string().regex(/\bHK\b/),
      { type: 'string', description: '(matching \\bHK\\b)' },
    ],
    [
      'two patterns',
      z.string().startsWith('x').endsWith('y'),
      { type: 'string', description: '(matching ^x.*, matching .*y$)' },
    ],
    ['a format the provider does not know', z.jwt(), { type: 'string', description: '(format jwt)' }],
  ])('says %s in words', (_, schema, expected) => {
    expect(field(schema)).toEqual(expected);
  });

  it.each<[string, z.ZodType, object]>([
    ['a simple pattern', z.string().regex(/^ord_\w+$/), { type: 'string', pattern: '^ord_\\w+$' }],
    [
      'a known format, without the pattern it stands for',
      z.iso.datetime(),
      { type: 'string', format: 'date-time' },
    ],
    ['an id', z.uuid(), { type: 'string', format: 'uuid' }],
    [
      'at least one item',
      z.array(z.string()).min(1),
      { type: 'array', items: { type: 'string' }, minItems: 1 },
    ],
    ['a whole number, without the range of them all', z.int(), { type: 'integer' }],
    ['the values of an enum', z.enum(['tc', 'sc', 'en']), { type: 'string', enum: ['tc', 'sc', 'en'] }],
    ['a constant', z.literal('pass'), { type: 'string', const: 'pass' }],
    ['null beside a type', z.string().nullable(), { type: ['string', 'null'] }],
    ['a default', z.string().default('x'), { type: 'string', default: 'x' }],
    ['what a transform takes', z.string().transform(Number), { type: 'string' }],
    [
      'a union',
      z.union([z.string().max(3), z.null()]),
      { anyOf: [{ type: 'string', description: '(at most 3 characters)' }, { type: 'null' }] },
    ],
  ])('keeps %s', (_, schema, expected) => {
    expect(field(schema)).toEqual(expected);
  });

  it('turns a choice by a discriminator into anyOf', () => {
    const choice = z.discriminatedUnion('k', [
      z.object({ k: z.literal('a') }),
      z.object({ k: z.literal('b'), n: z.number() }),
    ]);
    const closed = { type: 'object', additionalProperties: false };
    expect(field(choice)).toEqual({
      anyOf: [
        { ...closed, properties: { k: { type: 'string', const: 'a' } }, required: ['k'] },
        {
          ...closed,
          properties: { k: { type: 'string', const: 'b' }, n: { type: 'number' } },
          required: ['k', 'n'],
        },
      ],
    });
  });

  it('says a schema that is used twice twice, each with its own description', () => {
    const id = z.string();
    expect(convert({ from: id.describe('Where from.'), to: id.describe('Where to.') }).properties).toEqual({
      from: { type: 'string', description: 'Where from.' },
      to: { type: 'string', description: 'Where to.' },
    });
  });
});

describe('a schema strict mode cannot say', () => {
  const list = z.object({
    v: z.string(),
    get kids() {
      return z.array(list);
    },
  });
  it.each<[string, z.ZodType, string]>([
    [
      'an open map',
      z.record(z.string(), z.number()),
      'f is an open map: strict mode wants every field named',
    ],
    [
      'a map of known keys',
      z.record(z.enum(['a', 'b']), z.number()),
      'f is an open map: strict mode wants every field named',
    ],
    [
      'a loose object',
      z.looseObject({ a: z.string() }),
      'f takes fields beyond its own: strict mode wants every field named',
    ],
    [
      'a catchall',
      z.object({}).catchall(z.string()),
      'f takes fields beyond its own: strict mode wants every field named',
    ],
    ['any', z.any(), 'f is z.any(): strict mode wants a JSON type'],
    ['any with words', z.any().describe('Whatever.'), 'f is z.any(): strict mode wants a JSON type'],
    ['unknown', z.unknown(), 'f is z.unknown(): strict mode wants a JSON type'],
    [
      'any in a list of objects',
      z.array(z.object({ x: z.any() })),
      'f[].x is z.any(): strict mode wants a JSON type',
    ],
    [
      'a tuple',
      z.tuple([z.string(), z.number()]),
      'f is a tuple: strict mode wants an object, or a list of one kind',
    ],
    ['a date', z.date(), 'f is z.date(): strict mode wants a JSON type'],
    ['an optional date', z.date().optional(), 'f is z.date(): strict mode wants a JSON type'],
    ['a bigint', z.bigint(), 'f is z.bigint(): strict mode wants a JSON type'],
    ['a Map', z.map(z.string(), z.string()), 'f is z.map(): strict mode wants a JSON type'],
    ['a Set', z.set(z.string()), 'f is z.set(): strict mode wants a JSON type'],
    ['a custom check', z.custom(() => true), 'f is z.custom(): strict mode wants a JSON type'],
    ['never', z.never(), 'f can hold no value'],
    [
      'values that differ by case',
      z.enum(['HK', 'hk']),
      'f has values that differ only by case: ["HK","hk"]',
    ],
    [
      "a word of the author's own",
      z.string().meta({ colour: 'red' }),
      'f has "colour", which strict mode cannot say',
    ],
    [
      'recursion',
      list,
      'a schema without recursion is wanted, #/properties/f/properties/kids/items/<root> leads back',
    ],
  ])('is refused with the tool and the field: %s', (_, schema, message) => {
    expect(() => convert({ f: schema })).toThrow(new TypeError(`tool "t": ${message}`));
  });

  it('is refused at the top', () => {
    expect(() => strictSchema(z.looseObject({}), 'tool "t"')).toThrow(
      'tool "t": the input takes fields beyond its own',
    );
  });
});

describe('the limits of one request', () => {
  const tool = (name: string, input: z.ZodObject) => ({ name, input });
  const many = (count: number, schema: z.ZodType) =>
    z.object(Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, schema])));
  const tools = (count: number) => Array.from({ length: count }, (_, n) => tool(`t${n}`, z.object({})));

  it('hold 20 tools, 24 optional fields and 16 fields of more than one type', () => {
    expect(() => checkStrictLimits(tools(20), undefined, 'stage PLANNING')).not.toThrow();
    expect(() =>
      checkStrictLimits([tool('a', many(24, z.string().optional()))], undefined, 'stage PLANNING'),
    ).not.toThrow();
    expect(() =>
      checkStrictLimits([tool('a', many(16, z.string().nullable()))], undefined, 'stage PLANNING'),
    ).not.toThrow();
  });

  it.each<[string, () => void, string]>([
    [
      'tools',
      () => checkStrictLimits(tools(21), undefined, 'stage P'),
      'stage P: at most 20 strict tools are possible, 21 were given',
    ],
    [
      'optional fields of tools and output together',
      () =>
        checkStrictLimits(
          [tool('a', many(20, z.string().optional()))],
          many(5, z.string().default('')),
          'stage P',
        ),
      'stage P: at most 24 optional fields are possible, 25 were given',
    ],
    [
      'fields of more than one type, nested ones too',
      () =>
        checkStrictLimits(
          [tool('a', z.object({ list: z.array(many(17, z.union([z.string(), z.number()]))) }))],
          undefined,
          'stage P',
        ),
      'stage P: at most 16 fields of more than one type are possible, 17 were given',
    ],
    [
      'what no schema may hold',
      () => checkStrictLimits([tool('a', z.object({ x: z.any() }))], undefined, 'stage P'),
      'tool "a": x is z.any(): strict mode wants a JSON type',
    ],
    [
      'what no output may hold',
      () => checkStrictLimits([], z.object({ x: z.any() }), 'stage P'),
      'stage P output: x is z.any(): strict mode wants a JSON type',
    ],
  ])('do not hold more %s', (_, check, message) => {
    expect(check).toThrow(new TypeError(message));
  });
});

describe('the judge of strict schemas', () => {
  const object = (properties: object) =>
    ({ type: 'object', properties, additionalProperties: false }) as never;
  it.each<[string, object, string]>([
    [
      'an open object',
      { type: 'object', properties: {} },
      'the schema: "additionalProperties": false is wanted',
    ],
    [
      'an open object inside',
      object({ a: { type: 'array', items: { type: 'object' } } }),
      'a.[]: "additionalProperties": false is wanted',
    ],
    ['minimum', object({ n: { type: 'integer', minimum: 1 } }), 'n: "minimum" is not supported'],
    ['maxLength', object({ s: { type: 'string', maxLength: 1 } }), 's: "maxLength" is not supported'],
    ['oneOf', object({ s: { oneOf: [] } }), 's: "oneOf" is not supported'],
    ['no type', object({ s: { description: 'Any.' } }), 's: a type is wanted'],
    [
      'two items at least',
      object({ s: { type: 'array', minItems: 2 } }),
      's: "minItems" above 1 is not supported',
    ],
    [
      'an unknown format',
      object({ s: { type: 'string', format: 'jwt' } }),
      's: format "jwt" is not supported',
    ],
    [
      'a back reference',
      object({ s: { type: 'string', pattern: '(a)\\1' } }),
      's: pattern (a)\\1 is not a simple one',
    ],
    ['a compound enum', object({ s: { enum: [{ a: 1 }] } }), 's: an enum of plain values is wanted'],
    [
      'a branch that is open',
      object({ s: { anyOf: [{ type: 'null' }, { type: 'object' }] } }),
      's.anyOf[1]: "additionalProperties": false is wanted',
    ],
    ['a reference to the whole', object({ s: { $ref: '#' } }), 's: $ref "#" leads nowhere in $defs'],
    [
      'recursion by a definition',
      {
        ...(object({ s: { $ref: '#/$defs/a' } }) as object),
        $defs: { a: { type: 'array', items: { $ref: '#/$defs/a' } } },
      },
      's.[]: $ref "#/$defs/a" is recursive',
    ],
  ])('refuses %s', (_, schema, fault) => {
    expect(strictFault(schema as never)).toBe(fault);
  });

  it('takes whatever a strict schema was made of', () => {
    const Id = z.string().min(3).meta({ id: 'Id', title: 'An id' });
    const schema = convert({
      ...{
        a: z.uuid(),
        b: z.array(z.int().min(1)).min(2).optional(),
        c: z.union([z.string().max(3), z.null()]),
        d: z.jwt(),
      },
      ...{
        e: z.discriminatedUnion('k', [z.object({ k: z.literal(1) })]),
        f: z.string().regex(/(?!x)/).readonly(),
        g: Id,
        h: Id,
      },
      ...{
        i: z.iso.date().nullable(),
        j: z.enum(['a', 'b']).default('a'),
        k: z.literal([1, 'x', null]),
        l: z.base64(),
      },
    });
    expect(strictFault(schema)).toBeUndefined();
  });
});
