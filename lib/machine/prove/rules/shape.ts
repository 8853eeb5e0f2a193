import {
  clausesOf,
  edgeOf,
  type Fields,
  fieldsOf,
  type Level,
  listOf,
  type Machine,
  type Node,
  placeOf,
} from '../graph.ts';
import type { Rule } from '../proof.ts';

const FLOW = ['Next', 'End'];
const COMMON = ['Type', 'Comment', 'QueryLanguage', 'Output', 'Assign'];
/** What a state may say here. A field that is not listed is refused: what is not understood is not proved. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  Task: [...COMMON, ...FLOW, 'Resource', 'Arguments', 'TimeoutSeconds', 'Retry', 'Catch'],
  Map: [...COMMON, ...FLOW, 'Items', 'ItemSelector', 'MaxConcurrency', 'ItemProcessor', 'Catch'],
  Parallel: [...COMMON, ...FLOW, 'Arguments', 'Branches', 'Catch'],
  Choice: [...COMMON, 'Choices', 'Default'],
  Wait: [...COMMON, ...FLOW, 'Seconds', 'Timestamp'],
  Pass: [...COMMON, ...FLOW],
  Succeed: ['Type', 'Comment', 'QueryLanguage', 'Output'],
  Fail: ['Type', 'Comment', 'QueryLanguage', 'Error', 'Cause'],
};
const RULE = ['Condition', 'Next', 'Assign', 'Output', 'Comment'];
const CATCHER = ['ErrorEquals', 'Next', 'Assign', 'Output', 'Comment'];
const RETRIER = [
  'ErrorEquals',
  'IntervalSeconds',
  'MaxAttempts',
  'BackoffRate',
  'MaxDelaySeconds',
  'JitterStrategy',
];
const MACHINE = ['Comment', 'QueryLanguage', 'StartAt', 'TimeoutSeconds', 'States'];
const INNER = ['ProcessorConfig', 'StartAt', 'States'];

export const shape: Rule = {
  rule: 'ASL shape',
  law: 'every field is one that is understood here, in its place, in JSONata',
  *faults(machine) {
    if (machine.top.fields.QueryLanguage !== 'JSONata')
      yield { what: 'the machine does not say QueryLanguage JSONata' };
    for (const level of machine.levels) yield* levelFaults(level);
    for (const node of machine.nodes) {
      for (const what of nodeFaults(node)) yield { what: `${placeOf(node)} ${what}` };
      for (const edge of clausesOf(node)) {
        const { Assign } = edge.by;
        if (Assign !== undefined && fieldsOf(Assign) !== Assign)
          yield { what: `Assign of ${edgeOf(edge)} is no object` };
      }
    }
    yield* twice(machine);
  },
};

function* levelFaults({ fields, within }: Level) {
  const where = within ? `the machine in ${placeOf(within)}` : 'the machine';
  for (const odd of others(fields, within ? INNER : MACHINE)) yield { what: `${where} has ${odd}` };
  const { Mode } = fieldsOf(fields.ProcessorConfig);
  if (within?.type === 'Map' && Mode !== 'INLINE') yield { what: `${where} has the mode ${Mode}` };
}

function* nodeFaults({ type, fields, inside }: Node): Iterable<string> {
  const allowed = Object.hasOwn(FIELDS, type) ? FIELDS[type] : undefined;
  if (!allowed) return yield `has the type ${JSON.stringify(fields.Type)}`;
  for (const odd of others(fields, allowed)) yield `has ${odd}`;
  if ((fields.QueryLanguage ?? 'JSONata') !== 'JSONata') yield `speaks ${fields.QueryLanguage}`;
  if (fields.Assign !== undefined && fieldsOf(fields.Assign) !== fields.Assign)
    yield 'has an Assign that is no object';
  if (allowed.includes('Next') && (fields.Next === undefined) !== (fields.End === true))
    yield 'wants either Next or End: true';
  if (type === 'Choice' && fields.Default === undefined) yield 'has no Default';
  if (type === 'Choice' && listOf(fields.Choices).length === 0) yield 'has no Choices';
  if ((type === 'Map' || type === 'Parallel') && inside.length === 0) yield 'has no machine inside';
  if (type === 'Wait' && (fields.Seconds === undefined) === (fields.Timestamp === undefined))
    yield 'wants either Seconds or Timestamp';
  yield* parts('Choices', fields.Choices, RULE, ['Condition', 'Next']);
  yield* parts('Catch', fields.Catch, CATCHER, ['ErrorEquals', 'Next']);
  yield* parts('Retry', fields.Retry, RETRIER, [
    'ErrorEquals',
    'IntervalSeconds',
    'MaxAttempts',
    'BackoffRate',
  ]);
}

function* parts(field: string, value: unknown, allowed: readonly string[], wanted: readonly string[]) {
  if (value !== undefined && !Array.isArray(value)) yield `has a ${field} that is no list`;
  for (const [i, part] of listOf(value).map(fieldsOf).entries()) {
    for (const odd of others(part, allowed)) yield `has ${odd} in ${field}[${i}]`;
    for (const name of wanted) if (part[name] === undefined) yield `has no ${name} in ${field}[${i}]`;
  }
}

const others = (fields: Fields, known: readonly string[]) =>
  Object.keys(fields).filter((name) => !known.includes(name));

/** A state's name is unique in the whole machine, not only among its neighbours. */
function* twice({ nodes }: Machine) {
  const names = nodes.map(({ name }) => name);
  for (const name of new Set(names.filter((name, i) => names.indexOf(name) !== i)))
    yield { what: `two states are named ${name}` };
  for (const name of names.filter((name) => name.length > 80))
    yield { what: `${name} has more than 80 characters` };
}
