import { ApiError } from '../errors.ts';
import type { Machine, State } from '../machine.ts';
import { instantOf } from '../states/wait.ts';
import type { Template } from '../template.ts';
import type { Timers } from '../timers.ts';
import { Fields, type Report } from './fields.ts';
import { resourceOf } from './resource.ts';
import { catchOf, leavingOf, otherwiseOf, retryOf, rulesOf, type Siblings } from './transitions.ts';

/**
 * Reads a definition, or refuses it with everything that is wrong in it, each thing by name and place.
 *
 * A field this interpreter does not implement is wrong: a machine must not run here and mean something else on AWS.
 *
 * @throws {ApiError} InvalidDefinition
 */
export function parseDefinition(text: string, timers: Timers): Machine {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw invalid([`INVALID_JSON_DESCRIPTION: ${(error as Error).message}`]);
  }
  const report: Report = { problems: [], timers };
  const machine = machineOf(new Fields(document, '', report), report);
  if (report.problems.length > 0) throw invalid(report.problems);
  return machine;
}

function invalid(problems: readonly string[]): ApiError {
  return new ApiError('InvalidDefinition', `Invalid State Machine Definition: '${problems.join(', ')}'`);
}

const LANGUAGES = ['JSONata', 'JSONPath'] as const;

type Reading = { readonly report: Report; readonly language: string; readonly states: Map<string, State> };

function machineOf(fields: Fields, report: Report): Machine {
  fields.only('Comment', 'QueryLanguage', 'StartAt', 'States', 'TimeoutSeconds', 'Version');
  if (fields.has('Version') && fields.value('Version') !== '1.0')
    fields.problem("Version must be '1.0'", 'Version');
  const language = fields.has('QueryLanguage') ? fields.oneOf('QueryLanguage', LANGUAGES) : undefined;
  const reading: Reading = { report, language: language ?? 'JSONPath', states: new Map() };
  const startAt = blockOf(fields, reading);
  return { startAt, timeoutSeconds: fields.wholeNumber('TimeoutSeconds', 1), states: reading.states };
}

/** A StartAt and its States: the machine itself, an item processor, or a branch. Returns where it starts. */
function blockOf(fields: Fields, reading: Reading): string {
  const startAt = fields.string('StartAt');
  const states = fields.object('States');
  const names = new Set(states.names());
  if (startAt !== '' && !names.has(startAt)) {
    fields.problem(`Missing 'Next' target: ${startAt}`, 'StartAt', 'MISSING_TRANSITION_TARGET: ');
  }
  for (const name of names) {
    const state = stateOf(
      name,
      new Fields(states.value(name), `${states.path}/${name}`, reading.report),
      names,
      reading,
    );
    if (state && reading.states.has(name))
      states.problem(`State name '${name}' is used twice`, name, 'DUPLICATE_STATE_NAME: ');
    if (state) reading.states.set(name, state);
  }
  return startAt;
}

const LEAVING = ['Next', 'End', 'Output', 'Assign'];
const RECOVERING = ['Retry', 'Catch'];
const TOLERATED = ['ToleratedFailureCount', 'ToleratedFailurePercentage'];

const FIELDS: Readonly<Record<State['type'], readonly string[]>> = {
  Pass: LEAVING,
  Task: [...LEAVING, ...RECOVERING, 'Resource', 'Arguments', 'TimeoutSeconds', 'HeartbeatSeconds'],
  Choice: ['Choices', 'Default', 'Output', 'Assign'],
  Wait: [...LEAVING, 'Seconds', 'Timestamp'],
  Succeed: ['Output'],
  Fail: ['Error', 'Cause'],
  Map: [...LEAVING, ...RECOVERING, ...TOLERATED, 'Items', 'ItemSelector', 'ItemProcessor', 'MaxConcurrency'],
  Parallel: [...LEAVING, ...RECOVERING, 'Branches', 'Arguments'],
};

function stateOf(name: string, fields: Fields, siblings: Siblings, reading: Reading): State | undefined {
  const type = fields.oneOf('Type', Object.keys(FIELDS) as State['type'][]);
  if (!type || !isJsonata(fields, reading.language)) return undefined;
  fields.only('Type', 'Comment', 'QueryLanguage', ...FIELDS[type]);
  switch (type) {
    case 'Pass':
      return { type, name, ...leavingOf(fields, siblings) };
    case 'Succeed':
      return { type, name, next: undefined, assign: undefined, output: fields.template('Output') };
    case 'Fail':
      return { type, name, error: fields.template('Error'), cause: fields.template('Cause') };
    case 'Wait':
      return { type, name, ...leavingOf(fields, siblings), until: untilOf(fields) };
    case 'Choice':
      return { type, name, rules: rulesOf(fields, siblings), otherwise: otherwiseOf(fields, siblings) };
    case 'Task':
      checkHeartbeat(fields);
      return {
        type,
        name,
        ...leavingOf(fields, siblings),
        retry: retryOf(fields),
        catch: catchOf(fields, siblings),
        resource: resourceOf(fields),
        arguments: fields.template('Arguments'),
        timeoutSeconds: fields.number('TimeoutSeconds', 1),
        heartbeatSeconds: fields.number('HeartbeatSeconds', 1),
      };
    case 'Map':
      return {
        type,
        name,
        ...leavingOf(fields, siblings),
        retry: retryOf(fields),
        catch: catchOf(fields, siblings),
        items: fields.template('Items'),
        itemSelector: fields.template('ItemSelector'),
        maxConcurrency: fields.number('MaxConcurrency', 0) ?? { constant: 0 },
        tolerated: TOLERATED.flatMap((field) => fields.number(field, 0) ?? []),
        startAt: processorOf(fields, reading),
      };
    case 'Parallel':
      return {
        type,
        name,
        ...leavingOf(fields, siblings),
        retry: retryOf(fields),
        catch: catchOf(fields, siblings),
        arguments: fields.template('Arguments'),
        branches: branchesOf(fields, reading),
      };
  }
}

/** Fields of the JSONata dialect alone: on a JSONPath state AWS says so in a sentence of its own. */
const JSONATA_ONLY = ['Output', 'Assign', 'Arguments', 'Items', 'Condition'];

function isJsonata(fields: Fields, inherited: string): boolean {
  const language = fields.has('QueryLanguage') ? fields.oneOf('QueryLanguage', LANGUAGES) : inherited;
  if (language === 'JSONata') return true;
  const field = JSONATA_ONLY.find((only) => fields.has(only));
  fields.problem(
    field
      ? `The QueryLanguage is set to 'JSONPath', but field '${field}' is only supported for the 'JSONata' QueryLanguage`
      : "The QueryLanguage is set to 'JSONPath', but only 'JSONata' is supported",
  );
  return false;
}

function untilOf(fields: Fields): { field: 'Seconds' | 'Timestamp'; value: Template } {
  if (fields.has('Seconds') === fields.has('Timestamp')) {
    fields.problem("Exactly one of 'Seconds' and 'Timestamp' must be given");
  }
  const seconds = fields.number('Seconds', 0);
  if (seconds) return { field: 'Seconds', value: seconds };
  const value = fields.template('Timestamp') ?? { constant: null };
  if ('constant' in value && fields.has('Timestamp') && instantOf(String(value.constant)) === undefined) {
    fields.problem('String does not match RFC3339 timestamp', 'Timestamp');
  }
  return { field: 'Timestamp', value };
}

function checkHeartbeat(fields: Fields): void {
  const [heartbeat, timeout] = [fields.value('HeartbeatSeconds'), fields.value('TimeoutSeconds')];
  if (typeof heartbeat === 'number' && typeof timeout === 'number' && heartbeat >= timeout) {
    fields.problem("Field 'HeartbeatSeconds' must be smaller than 'TimeoutSeconds'", 'HeartbeatSeconds');
  }
}

function processorOf(fields: Fields, reading: Reading): string {
  const processor = fields.object('ItemProcessor');
  processor.only('ProcessorConfig', 'StartAt', 'States', 'Comment');
  if (processor.has('ProcessorConfig')) {
    const config = processor.object('ProcessorConfig');
    config.only('Mode');
    if (config.has('Mode')) config.oneOf('Mode', ['INLINE']);
  }
  return blockOf(processor, reading);
}

function branchesOf(fields: Fields, reading: Reading): string[] {
  return fields.objects('Branches').map((branch) => {
    branch.only('StartAt', 'States', 'Comment');
    return blockOf(branch, reading);
  });
}
