import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fresh, receipt } from '../../lambda/define/evidence.ts';
import { writer } from '../../lambda/define/runner.ts';
import { defineTool, type ReadTool, type WriteTool } from '../../lambda/define/tool.ts';
import { defineWorkflow, type Stage, type Workflow } from '../../lambda/define/workflow.ts';

type Fields = { readonly [field: string]: unknown };
const input = z.object({ title: z.string(), id: z.string() });

/** As somebody writes it whom no type stopped. */
const readTool = (change: Fields = {}): ReadTool =>
  defineTool({
    name: 'look',
    description: 'Looks.',
    effect: 'READ_ONLY',
    input,
    output: z.object({}),
    yields: 'sight',
    timeout: { seconds: 5 },
    ...change,
  } as never);
const writeTool = (change: Fields = {}): WriteTool =>
  defineTool({
    name: 'act',
    description: 'Acts.',
    effect: 'WRITE_CONFIRM',
    input,
    output: z.object({}),
    needs: { sight: { schema: z.object({}), id: 'id' } },
    preview: () => ({ act: { en: '', tc: '', sc: '' } }),
    target: 'keyed',
    timeout: { seconds: 5 },
    ...change,
  } as never) as unknown as WriteTool;

const stage = (change: Fields = {}): Stage =>
  ({ prompt: 'Work.', tools: [readTool(), writeTool()], turns: 3, on: { end: 'DONE' }, ...change }) as Stage;
const workflow = (change: Fields = {}): Workflow =>
  defineWorkflow({
    name: 'demo',
    input: z.object({}),
    task: () => 'Do it.',
    start: 'WORKING',
    stages: { WORKING: stage() },
    evidence: [receipt(writeTool())],
    budget: { tokens: 1000 },
    gate: { expires: { hours: 1 } },
    ...change,
  } as never);

it('what is right is taken', () => {
  expect(workflow()).toMatchObject({ name: 'demo' });
});

describe('a wrong tool fails when it is defined, by its name', () => {
  it.each<readonly [Fields, string]>([
    [{ name: 'mail.send' }, 'tool "mail.send": a name of 1 to 64 letters, digits, _ or - is wanted'],
    [{ name: 'a'.repeat(129) }, `tool "${'a'.repeat(129)}": a name of 1 to 64`],
    [{ description: ' ' }, 'tool "look": a description is wanted'],
    [{ effect: 'WRITE' }, 'tool "look": an effect of PURE, READ_ONLY, WRITE_CONFIRM, ASK_HUMAN is wanted'],
    [{ input: z.object({ more: z.record(z.string(), z.string()) }) }, 'tool "look": more is an open map'],
    [{ claims: ['note'] }, 'tool "look": claims names "note", which is not one of title, id'],
    [{ figures: ['note'] }, 'tool "look": figures names "note"'],
    [{ needs: { a: { schema: z.any(), id: 'a_id' } } }, 'tool "look": needs.a is named by "a_id"'],
    [{ timeout: { seconds: 0 } }, 'tool "look": a timeout of 1 to 840 seconds is wanted, 0 was given'],
    [{ timeout: { hours: 1 } }, 'tool "look": a timeout of 1 to 840 seconds is wanted, 3600 was given'],
  ])('%o', (change, message) => {
    expect(() => readTool(change)).toThrow(message);
  });

  it('a write without preview or reconcile', () => {
    expect(() => writeTool({ preview: undefined })).toThrow('tool "act": a write needs a preview');
    const code = { run: async () => ({ id: '1', at: '' }) };
    expect(() => writer(writeTool(), code as never)).toThrow('tool "act": a write needs a reconcile');
  });
});

describe('a wrong workflow fails when it is defined, by its name', () => {
  it.each<readonly [Fields, string]>([
    [{ name: 'Demo' }, 'workflow "Demo": a name of 1 to 32 lower-case letters'],
    [{ start: 'RESTING' }, 'workflow "demo": start "RESTING" is not one of its stages WORKING'],
    [{ budget: { tokens: 0 } }, 'workflow "demo": budget.tokens wants a positive number, 0 was given'],
    [{ evidence: [fresh('weather', () => ({ ok: true }))] }, 'evidence wants the fact "weather", which none'],
    [
      { evidence: [receipt(readTool())] },
      'evidence wants a receipt of "look", which is not one of its writes',
    ],
    [{ stages: { WORKING: stage(), RESTING: stage() } }, 'workflow "demo": nothing leads to RESTING'],
    [
      { stages: { WORKING: stage({ on: { end: 'RESTING' } }), RESTING: stage({ tools: [readTool()] }) } },
      'workflow "demo": two different tools are called "look"',
    ],
    [
      { stages: { WORKING: stage({ tools: [writeTool()] }) } },
      'workflow "demo": the tool "act" needs the fact "sight", which none of its tools yields',
    ],
    [{ gate: { expires: { seconds: 5 } } }, 'workflow "demo": gate.expires wants a minute or more'],
    [{ gate: { expires: { days: 3 } } }, 'gate.expires wants less than the 72 hours a whole run may take'],
    [
      { gate: { expires: { at: '7:30', zone: 'Asia/Hong_Kong', atLeast: { minutes: 5 } } } },
      'gate.expires.at wants HH:MM, "7:30" was given',
    ],
    [
      { gate: { expires: { at: '12:00', zone: 'Hong Kong', atLeast: { minutes: 5 } } } },
      'gate.expires.zone wants a zone such as Asia/Hong_Kong, "Hong Kong" was given',
    ],
    [{ gate: { expires: { hours: 1 }, quorum: 0 } }, 'gate.quorum wants a whole number from 1, 0 was given'],
    [
      { gate: { expires: { hours: 3 }, remindAfter: { hours: 2 }, deputyAfter: { hours: 1 } } },
      'gate.deputyAfter comes before remindAfter',
    ],
  ])('%o', (change, message) => {
    expect(() => workflow(change)).toThrow(message);
  });

  it.each<readonly [Fields, string]>([
    [{ on: { end: 'RESTING' } }, 'transition "end" leads to "RESTING", which is neither a stage nor DONE or'],
    [{ on: {} }, 'it leads nowhere: on is empty'],
    [{ on: { over: 'DONE' } }, 'without decide, on.end is wanted'],
    [{ turns: 0 }, 'turns wants a whole number from 1 to 100, 0 was given'],
    [{ prompt: ' ' }, 'a prompt is wanted'],
    [{ maxTokens: 0 }, 'maxTokens wants a whole number from 1, 0 was given'],
    [{ tools: [readTool(), readTool()] }, 'the tool "look" is there twice'],
  ])('stage %o', (change, message) => {
    expect(() => workflow({ stages: { WORKING: stage(change) } })).toThrow(
      `workflow "demo": stage WORKING: ${message}`,
    );
  });

  it.each(['WRITE', 'DONE', 'planning', 'A'])('a stage called %s', (name) => {
    expect(() => workflow({ start: name, stages: { [name]: stage() } })).toThrow(
      `workflow "demo": stage ${name}: a name of capitals and _ is wanted`,
    );
  });
});
