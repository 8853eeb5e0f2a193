import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Json } from '../../lambda/define/json.ts';
import { fieldsOf } from '../../lambda/gate/editable.ts';
import { readEdits } from '../../lambda/gate/edits.ts';

const object = (properties: Json, required: string[] = Object.keys(properties as object)) => ({
  editable: { type: 'object', properties, required, additionalProperties: false },
});
const plan = object({
  goal: { type: 'string', maxLength: 40 },
  budget: { type: 'integer', minimum: 1, maximum: 9 },
  urgent: { type: 'boolean' },
  audience: { enum: ['staff', 'public'] },
  note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  tags: { type: 'array', items: { type: 'string' } },
  steps: {
    type: 'array',
    items: {
      type: 'object',
      properties: { do: { type: 'string' }, minutes: { type: 'number' } },
      required: ['do', 'minutes'],
      additionalProperties: false,
    },
  },
});
const args = {
  goal: 'Brief the team',
  budget: 3,
  urgent: false,
  audience: 'staff',
  note: null,
  tags: ['wind', '雨'],
  steps: [
    { do: 'read', minutes: 5 },
    { do: 'write', minutes: 10.5 },
    { do: 'send', minutes: 1 },
  ],
  draft_id: 'draft-1',
};

describe('the form for what may be edited', () => {
  it('has a control for each field of the frozen schema, and none for a fact-bound one', () => {
    expect(fieldsOf(plan, args).map(({ kind, name }) => [name, kind])).toEqual([
      ['goal', 'line'],
      ['budget', 'number'],
      ['urgent', 'choice'],
      ['audience', 'choice'],
      ['note', 'line'],
      ['tags', 'lines'],
      ['steps', 'list'],
    ]);
  });

  it('is empty for a schema that offers nothing', () => {
    expect(fieldsOf({ editable: {} }, args)).toEqual([]);
    expect(fieldsOf({ editable: null }, args)).toEqual([]);
  });

  it('writes long texts in an area, and what it cannot take apart as JSON', () => {
    const schema = object({ a: { type: 'string' }, b: { type: 'array', items: { type: 'number' } }, c: {} });
    const kinds = fieldsOf(schema, { a: 'one\ntwo', b: [1], c: 1 }).map(({ kind }) => kind);
    expect(kinds).toEqual(['text', 'json', 'json']);
  });
});

const edited = (edits: Record<string, string>, over: Record<string, Json> = {}) =>
  readEdits(plan, { ...args, ...over }, edits);

describe('edits', () => {
  it('change what was changed and leave the rest as it is', () => {
    expect(edited({ goal: 'Brief everyone', budget: ' 4 ', urgent: 'true', audience: 'public' })).toEqual({
      is: 'edited',
      args: { ...args, goal: 'Brief everyone', budget: 4, urgent: true, audience: 'public' },
    });
  });

  it('that were not made leave every byte, also of line breaks a browser would change', () => {
    const goal = 'one\r\ntwo\u00a0';
    expect(edited({ goal: 'one\ntwo\u00a0', tags: 'wind\n雨', note: '' }, { goal })).toEqual({
      is: 'edited',
      args: { ...args, goal },
    });
  });

  it('of a list change places, leave out and add', () => {
    const rows = {
      'steps/0/#': '3',
      'steps/1/-': 'yes',
      'steps/2/#': '1',
      'steps/3/#': '2',
      'steps/3/do': 'check',
      'steps/3/minutes': '7',
    };
    expect(edited(rows)).toMatchObject({
      args: {
        steps: [
          { do: 'send', minutes: 1 },
          { do: 'check', minutes: 7 },
          { do: 'read', minutes: 5 },
        ],
      },
    });
  });

  it('take texts a line each, and blank for nothing where nothing may be', () => {
    expect(edited({ tags: ' wind \n\n風\n', note: ' ' }, { note: 'old' })).toMatchObject({
      args: { tags: ['wind', '風'], note: null },
    });
  });

  it.each<[string, Record<string, string>, [string, object][]]>([
    ['too long', { goal: 'x'.repeat(41) }, [['goal', { code: 'long', limit: 40 }]]],
    ['blank', { goal: '  ' }, [['goal', { code: 'wanted' }]]],
    ['no number', { budget: '3 or 4' }, [['budget', { code: 'number' }]]],
    ['too much', { budget: '10' }, [['budget', { code: 'misfit' }]]],
    ['no choice', { audience: 'all' }, [['audience', { code: 'misfit' }]]],
    [
      'wrong in a list whose rows changed places',
      { 'steps/0/#': '3', 'steps/2/#': '1', 'steps/0/minutes': 'soon' },
      [['steps/0/minutes', { code: 'number' }]],
    ],
  ])('that do not fit the schema (%s) are named by their control', (_, edits, faults) => {
    expect(edited(edits)).toEqual({ is: 'unfit', faults: new Map(faults) });
  });

  it('are held to the limits of the tool’s own schema, as it is frozen', () => {
    const frozen = z.toJSONSchema(z.object({ title: z.string().min(1).max(5) }), { io: 'input' });
    const titled = (title: string) => readEdits({ editable: frozen as Json }, { title: 'old' }, { title });
    expect(titled('')).toEqual({ is: 'unfit', faults: new Map([['title', { code: 'wanted' }]]) });
    expect(titled('abcdef')).toEqual({
      is: 'unfit',
      faults: new Map([['title', { code: 'long', limit: 5 }]]),
    });
    expect(titled('new')).toEqual({ is: 'edited', args: { title: 'new' } });
  });

  it('of JSON text must be JSON', () => {
    const schema = object({ raw: {} });
    expect(readEdits(schema, { raw: 1 }, { raw: '{"a":[1]}' })).toEqual({
      is: 'edited',
      args: { raw: { a: [1] } },
    });
    expect(readEdits(schema, { raw: 1 }, { raw: '{' })).toEqual({
      is: 'unfit',
      faults: new Map([['raw', { code: 'json' }]]),
    });
  });

  it('of a field that is not in the schema change nothing', () => {
    expect(edited({ draft_id: 'draft-2' })).toEqual({ is: 'edited', args });
  });
});
