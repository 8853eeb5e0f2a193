import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Json } from '../../lambda/define/json.ts';
import type { Schema } from '../../lambda/gate/editable.ts';
import { misfits } from '../../lambda/gate/fits.ts';

const Everything = z.object({
  title: z.string().min(1).max(5),
  code: z.string().regex(/^[a-z]+$/),
  size: z.int().min(1).max(9),
  share: z.number().gt(0).lt(1),
  sure: z.boolean(),
  kind: z.enum(['a', 'b']),
  fixed: z.literal('x'),
  note: z.nullable(z.string()),
  either: z.union([z.string(), z.number()]),
  later: z.string().optional(),
  tags: z.array(z.string().max(3)).min(1).max(2),
  steps: z.array(z.object({ do: z.string(), n: z.number() })),
});
const schema = z.toJSONSchema(Everything, { io: 'input' }) as Schema;
const good = {
  title: 'ok',
  code: 'abc',
  size: 3,
  share: 0.5,
  sure: true,
  kind: 'a',
  fixed: 'x',
  note: null,
  either: 1,
  tags: ['a'],
  steps: [{ do: 'read', n: 1 }],
} satisfies { [name: string]: Json };

describe('a value that was typed', () => {
  it('fits the schema it was made for', () => {
    expect(misfits(schema, good)).toEqual([]);
  });

  it.each<[string, { [name: string]: Json }, object]>([
    ['blank', { title: '' }, { path: ['title'], code: 'wanted' }],
    ['too long', { title: 'abcdef' }, { path: ['title'], code: 'long', limit: 5 }],
    ['of another shape', { code: 'A1' }, { path: ['code'], code: 'misfit' }],
    ['no whole number', { size: 1.5 }, { path: ['size'], code: 'number' }],
    ['no number', { size: 'three' }, { path: ['size'], code: 'number' }],
    ['out of range', { size: 10 }, { path: ['size'], code: 'misfit' }],
    ['on an open end', { share: 1 }, { path: ['share'], code: 'misfit' }],
    ['no choice', { kind: 'c' }, { path: ['kind'], code: 'misfit' }],
    ['not the one', { fixed: 'y' }, { path: ['fixed'], code: 'misfit' }],
    ['too many', { tags: ['a', 'b', 'c'] }, { path: ['tags'], code: 'misfit' }],
    ['too long in a list', { tags: ['a', 'bcde'] }, { path: ['tags', 1], code: 'long', limit: 3 }],
    ['wrong deep inside', { steps: [{ do: 'read', n: 'x' }] }, { path: ['steps', 0, 'n'], code: 'number' }],
    ['missing deep inside', { steps: [{ do: 'read' }] }, { path: ['steps', 0, 'n'], code: 'wanted' }],
  ])('does not when it is %s', (_, over, misfit) => {
    expect(misfits(schema, { ...good, ...over })).toEqual([misfit]);
  });

  it('fits exactly when the tool’s own schema takes it', () => {
    const text = fc.oneof(fc.string({ maxLength: 7 }), fc.constantFrom('a', 'x', ''));
    const value: fc.Arbitrary<Json> = fc.oneof(
      text,
      fc.integer({ min: -1, max: 11 }),
      fc.double({ min: -0.5, max: 1.5, noNaN: true }),
      fc.boolean(),
      fc.constant(null),
      fc.array(text, { maxLength: 3 }),
      fc.array(fc.record({ do: text, n: fc.oneof(fc.integer(), text) }, { requiredKeys: [] }), {
        maxLength: 2,
      }),
    );
    const names = Object.keys(Everything.shape);
    fc.assert(
      fc.property(fc.constantFrom(...names), value, (name, changed) => {
        const typed = { ...good, [name]: changed };
        expect(misfits(schema, typed).length === 0).toBe(Everything.safeParse(typed).success);
      }),
      { numRuns: 2000 },
    );
  });
});
