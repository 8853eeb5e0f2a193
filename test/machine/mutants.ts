/** Faults put into a compiled machine by hand, each with the rule that has to see it. */
export type Fields = Record<string, unknown>;
export type Mutant = readonly [name: string, rule: string, mutate: (machine: Fields) => unknown];

/** The object at a path of keys, to be changed in place. */
export function at(machine: Fields, ...path: readonly (string | number)[]): Fields {
  return path.reduce<Fields>((object, key) => {
    const next = object[key];
    if (typeof next !== 'object' || next === null) throw new Error(`no ${key} on the path ${path.join('.')}`);
    return next as Fields;
  }, machine);
}

const set = (machine: Fields, path: readonly (string | number)[], fields: Fields) =>
  Object.assign(at(machine, ...path), fields);
const drop = (machine: Fields, path: readonly (string | number)[], field: string) =>
  delete at(machine, ...path)[field];

const S = 'States';
const CALL = [S, 'READ_ONLY', 'ItemProcessor', S, 'CALL'];
const ACT = [S, 'WRITE', 'ItemProcessor', S, 'ACT'];
const GRANTED = "{% $verdict = 'WRITE' %}";
const rule = (machine: Fields, choice: string, Condition: unknown, Next: string) =>
  (at(machine, S, choice).Choices as unknown[]).unshift({ Condition, Next });
const writeTask = (machine: Fields) => {
  const { Next: _, ...task } = structuredClone(at(machine, ...ACT));
  return { ...task, Catch: [{ ErrorEquals: ['States.ALL'], Output: {}, Next: 'LOST' }], End: true };
};
const LOST = { Type: 'Pass', Output: {}, End: true };
const NEVER = [{ ErrorEquals: ['States.ALL'], Assign: { error: 'x' }, Output: {}, Next: 'FAIL' }];

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: placeholders of the machine's text
const INTO_A_WRITE: readonly Mutant[] = [
  ['a Default leads to WRITE', 'P1 entry', (m) => set(m, [S, 'ADMITTED'], { Default: 'WRITE' })],
  [
    "a turn's Catch leads to WRITE",
    'P1 entry',
    (m) => set(m, [S, 'PLANNING', 'Catch', 0], { Next: 'WRITE' }),
  ],
  [
    "a gate's timeout leads to WRITE",
    'P1 entry',
    (m) => set(m, [S, 'WAITING_CONFIRM', 'Catch', 0], { Next: 'WRITE' }),
  ],
  ['a Next leads to WRITE', 'P1 entry', (m) => set(m, [S, 'VALIDATE'], { Next: 'WRITE' })],
  ["a gate's own Next leads to WRITE", 'P1 entry', (m) => set(m, [S, 'WAITING_CONFIRM'], { Next: 'WRITE' })],
  ['the machine starts at WRITE', 'P1 entry', (m) => set(m, [], { StartAt: 'WRITE' })],
  [
    'a rule asks something else',
    'P1 entry',
    (m) => set(m, [S, 'CONFIRMED', 'Choices', 0], { Condition: "{% $gate = 'CONFIRM' %}" }),
  ],
  [
    'a rule is a disjunction',
    'P1 entry',
    (m) =>
      set(m, [S, 'CONFIRMED', 'Choices', 0], { Condition: "{% $verdict = 'WRITE' or $verdict = 'CLOSE' %}" }),
  ],
  [
    'a disjunction stands around the verdict',
    'P1 entry',
    (m) =>
      set(m, [S, 'CONFIRMED', 'Choices', 0], {
        Condition: "{% ($verdict = 'WRITE' and $gate = 'CONFIRM') or $route.turn = 1 %}",
      }),
  ],
  ['a rule is always true', 'P1 entry', (m) => set(m, [S, 'CONFIRMED', 'Choices', 0], { Condition: true })],
  [
    'a rule asks for the opposite',
    'P1 entry',
    (m) => set(m, [S, 'CONFIRMED', 'Choices', 0], { Condition: "{% $not($verdict = 'WRITE') %}" }),
  ],
  [
    'a rule asks for anything but an end',
    'P1 entry',
    (m) => set(m, [S, 'CONFIRMED', 'Choices', 0], { Condition: "{% $verdict != 'CLOSE' %}" }),
  ],
  [
    'a rule fills the verdict it asks for',
    'P1 entry',
    (m) =>
      set(m, [S, 'CONFIRMED', 'Choices', 0], {
        Condition: "{% ($verdict := 'WRITE'; $verdict = 'WRITE') %}",
      }),
  ],
  [
    'a rule reads a verdict of its own input',
    'P1 entry',
    (m) => set(m, [S, 'CONFIRMED', 'Choices', 0], { Condition: "{% $states.input.verdict = 'WRITE' %}" }),
  ],
  [
    'the Map of reads holds a write',
    'P1 entry',
    (m) => set(m, [...CALL, 'Arguments'], { FunctionName: '${write}' }),
  ],
  [
    'a Parallel holds a write',
    'P1 entry',
    (m) => {
      const branch = { StartAt: 'ACT2', States: { ACT2: writeTask(m), LOST } };
      set(m, [S], {
        AT_ONCE: {
          Type: 'Parallel',
          Arguments: {},
          Branches: [branch],
          Output: {},
          Catch: NEVER,
          Next: 'VALIDATED',
        },
      });
      set(m, [S, 'VALIDATE'], { Next: 'AT_ONCE' });
    },
  ],
  [
    'a Parallel in the Map of reads holds a write',
    'P1 entry',
    (m) => {
      const branch = { StartAt: 'ACT2', States: { ACT2: writeTask(m), LOST } };
      set(m, [S, 'READ_ONLY', 'ItemProcessor', S], {
        CALL: {
          Type: 'Parallel',
          Arguments: {},
          Branches: [branch],
          Output: {},
          Catch: [{ ErrorEquals: ['States.ALL'], Output: {}, Next: 'CALL_FAILED' }],
          End: true,
        },
      });
    },
  ],
  [
    'a turn asks for the verdict of an earlier gate',
    'P1 gate',
    (m) => rule(m, 'PLANNING_TURN', GRANTED, 'WRITE'),
  ],
  [
    'VALIDATED asks for the verdict of an earlier gate',
    'P1 gate',
    (m) => rule(m, 'VALIDATED', GRANTED, 'WRITE'),
  ],
  [
    'the gate is a plain call that waits for nobody',
    'P1 gate',
    (m) => set(m, [S, 'WAITING_CONFIRM'], { Resource: 'arn:aws:states:::lambda:invoke' }),
  ],
  ['the answer of a review lets a write run', 'P1 gate', (m) => rule(m, 'REVIEWED', GRANTED, 'WRITE')],
  [
    'the gate asks for a review and writes',
    'P1 gate',
    (m) => set(m, [S, 'WAITING_CONFIRM', 'Arguments', 'Payload'], { kind: 'REVIEW' }),
  ],
  [
    "a gate's kind is computed",
    'P1 gate',
    (m) => set(m, [S, 'WAITING_CONFIRM', 'Arguments', 'Payload'], { kind: '{% $route.stage %}' }),
  ],
  ['one approval runs a write twice', 'P1 again', (m) => rule(m, 'WRITTEN', GRANTED, 'WRITE')],
  [
    'an approval waits before it is acted on',
    'P1 fresh',
    (m) => {
      set(m, [S], {
        COOL: { Type: 'Wait', Seconds: 60, Next: 'COOLED' },
        COOLED: {
          Type: 'Choice',
          Choices: [{ Condition: GRANTED, Next: 'WRITE' }],
          Default: 'FAIL',
          Assign: { error: 'x' },
        },
      });
      set(m, [S, 'CONFIRMED', 'Choices', 0], { Next: 'COOL' });
    },
  ],
  [
    'a turn asks a person to settle what was never tried',
    'P1 settle',
    (m) => rule(m, 'PLANNING_TURN', "{% $route.next = 'GATE' %}", 'SETTLE'),
  ],
  [
    'a failed write is settled before it is recorded',
    'P1 settle',
    (m) => set(m, [S, 'WRITE', 'Catch', 0], { Next: 'SETTLE' }),
  ],
  [
    'a model turn stands between the approval and the act',
    'P1 inside',
    (m) => {
      const turn = structuredClone(at(m, ...ACT));
      set(turn, ['Arguments'], { FunctionName: '${turn}' });
      const { End: _, ...before } = turn;
      set(m, [S, 'WRITE', 'ItemProcessor', S], { THINK: { ...before, Next: 'ACT' } });
      set(m, [S, 'WRITE', 'ItemProcessor'], { StartAt: 'THINK' });
    },
  ],
  [
    'a failed act is tried again by a Catch',
    'P1 inside',
    (m) => set(m, [...ACT, 'Catch', 0], { Next: 'ACT' }),
  ],
];

const UNSEEN_WRITES: readonly Mutant[] = [
  [
    'a function name is computed',
    'P1 named',
    (m) => set(m, [...CALL, 'Arguments'], { FunctionName: "{% '$' & '{write}' %}" }),
  ],
  [
    'a function is one that nobody judged',
    'P1 named',
    (m) => set(m, [...CALL, 'Arguments'], { FunctionName: '${sendMail}' }),
  ],
  [
    'a table is written to without a function',
    'P1 named',
    (m) => set(m, CALL, { Resource: 'arn:aws:states:::dynamodb:putItem' }),
  ],
  ['a write is the resource itself', 'P1 entry', (m) => set(m, CALL, { Resource: '${write}' })],
  [
    'another version of a function is called',
    'P1 named',
    (m) => set(m, [S, 'VALIDATE', 'Arguments'], { Qualifier: '1' }),
  ],
  [
    'a result is not waited for',
    'P1 named',
    (m) => set(m, [...ACT, 'Arguments'], { InvocationType: 'Event' }),
  ],
  [
    'a turn is what a person answers',
    'P1 named',
    (m) => set(m, [S, 'WAITING_CONFIRM', 'Arguments'], { FunctionName: '${turn}' }),
  ],
  [
    'the SDK integration calls the write',
    'P1 named',
    (m) => set(m, ACT, { Resource: 'arn:aws:states:::aws-sdk:lambda:invoke' }),
  ],
];

const VERDICTS: readonly Mutant[] = [
  [
    "the verdict is a turn's",
    'P1 verdict',
    (m) => set(m, [S, 'PLANNING', 'Assign'], { verdict: '{% $states.result.Payload.verdict %}' }),
  ],
  [
    'the verdict is WRITE from the start',
    'P1 verdict',
    (m) => set(m, [S, 'ADMIT', 'Assign'], { verdict: 'WRITE' }),
  ],
  [
    "a gate's timeout approves",
    'P1 verdict',
    (m) => set(m, [S, 'WAITING_CONFIRM', 'Catch', 0, 'Assign'], { verdict: 'WRITE' }),
  ],
  [
    'the verdict is another field of the answer',
    'P1 verdict',
    (m) => set(m, [S, 'WAITING_CONFIRM', 'Assign'], { verdict: '{% $states.result.comment %}' }),
  ],
  [
    'the verdict is a variable',
    'P1 verdict',
    (m) => set(m, [S, 'CLOSE_GATE', 'Assign'], { verdict: '{% $route.next %}' }),
  ],
  [
    'an answer without a verdict is a yes',
    'P1 verdict',
    (m) =>
      set(m, [S, 'WAITING_CONFIRM', 'Assign'], {
        verdict: "{% $states.result.verdict ? $states.result.verdict : 'WRITE' %}",
      }),
  ],
  [
    'a rule fills the verdict',
    'P1 verdict',
    (m) => set(m, [S, 'CONFIRMED', 'Choices', 1], { Assign: { verdict: 'WRITE' } }),
  ],
  [
    'a Default fills the verdict',
    'P1 verdict',
    (m) => set(m, [S, 'VALIDATED', 'Assign'], { verdict: 'WRITE' }),
  ],
  [
    'a read fills the verdict',
    'P1 verdict',
    (m) => set(m, CALL, { Assign: { verdict: '{% $states.result.Payload.verdict %}' } }),
  ],
  [
    "the list of acts is a turn's",
    'P1 verdict',
    (m) => set(m, [S, 'PLANNING', 'Assign'], { writes: '{% [$states.result.Payload.reads] %}' }),
  ],
  [
    "a write runs over the turn's calls",
    'P1 acts',
    (m) => set(m, [S, 'WRITE'], { Items: '{% [$route.reads] %}' }),
  ],
  ['a write runs over a fixed list', 'P1 acts', (m) => set(m, [S, 'WRITE'], { Items: '{% [0, 1] %}' })],
  [
    'CLOSE_GATE leaves the verdict of the gate before',
    'P1 acts',
    (m) => drop(m, [S, 'CLOSE_GATE', 'Assign'], 'verdict'),
  ],
  ['a gate leaves the acts of the gate before', 'P1 acts', (m) => drop(m, [S, 'SETTLE', 'Assign'], 'writes')],
];

const LIMITS: readonly Mutant[] = [
  [
    'reads repeat without a turn',
    'P2 cycle',
    (m) => rule(m, 'VALIDATED', "{% $route.next = 'READ' %}", 'READ_ONLY'),
  ],
  ['throttling waits for ever', 'P2 cycle', (m) => set(m, [S, 'RESUME'], { Default: 'THROTTLED' })],
  [
    'an unanswered settlement is put again',
    'P2 cycle',
    (m) => set(m, [S, 'SETTLE', 'Catch', 0], { Next: 'SETTLE' }),
  ],
  [
    'a gate that is decided is asked about again',
    'P2 cycle',
    (m) => set(m, [S, 'WAITING_CONFIRM', 'Catch', 0], { Next: 'VALIDATE' }),
  ],
  [
    'a turn that fails is taken again',
    'P2 cycle',
    (m) => set(m, [S, 'PLANNING', 'Catch', 0], { Next: 'PLANNING' }),
  ],
  ['FAIL fails into itself', 'P2 cycle', (m) => set(m, [S, 'FAIL', 'Catch', 0], { Next: 'FAIL' })],
  [
    'a read repeats inside its Map',
    'P2 cycle',
    (m) => {
      drop(m, [S, 'READ_ONLY', 'ItemProcessor', S, 'CALL_FAILED'], 'End');
      set(m, [S, 'READ_ONLY', 'ItemProcessor', S, 'CALL_FAILED'], { Next: 'CALL' });
    },
  ],
  ['the machine has no time limit', 'P2 end', (m) => drop(m, [], 'TimeoutSeconds')],
  [
    'two states lead only to each other',
    'P2 end',
    (m) => {
      set(m, [S], { HERE: { Type: 'Pass', Next: 'THERE' }, THERE: { Type: 'Pass', Next: 'HERE' } });
      set(m, [S, 'THROTTLED'], { Next: 'HERE' });
    },
  ],
  ['a callback waits for ever', 'P2 timeout', (m) => drop(m, [S, 'WAITING_CONFIRM'], 'TimeoutSeconds')],
  ['a call inside a Map has no time limit', 'P2 timeout', (m) => drop(m, CALL, 'TimeoutSeconds')],
  ['a time limit is nothing', 'P2 timeout', (m) => set(m, [S, 'SETTLE'], { TimeoutSeconds: 0 })],
  ['a time limit is a text', 'P2 timeout', (m) => set(m, [S, 'VALIDATE'], { TimeoutSeconds: '30' })],
  ['a gate outlasts the machine', 'P2 timeout', (m) => set(m, [S, 'SETTLE'], { TimeoutSeconds: 9_999_999 })],
  [
    'a callback hands its token to nobody',
    'P2 token',
    (m) => drop(m, [S, 'WAITING_CONFIRM', 'Arguments', 'Payload'], 'token'),
  ],
];

const retryOf = (m: Fields, path: readonly (string | number)[]) => at(m, ...path).Retry as Fields[];
const ERRORS: readonly Mutant[] = [
  [
    'a callback asks again when nobody answered',
    'P2 retry',
    (m) =>
      retryOf(m, [S, 'WAITING_CONFIRM']).push({
        ErrorEquals: ['States.Timeout'],
        IntervalSeconds: 1,
        MaxAttempts: 1,
        BackoffRate: 1,
      }),
  ],
  [
    'a callback asks again whatever happens',
    'P2 retry',
    (m) =>
      retryOf(m, [S, 'SETTLE']).push({
        ErrorEquals: ['States.ALL'],
        IntervalSeconds: 1,
        MaxAttempts: 1,
        BackoffRate: 1,
      }),
  ],
  [
    'a callback asks again when the task failed',
    'P2 retry',
    (m) =>
      retryOf(m, [S, 'PAUSED_FOR_REVIEW']).push({
        ErrorEquals: ['States.TaskFailed'],
        IntervalSeconds: 1,
        MaxAttempts: 1,
        BackoffRate: 1,
      }),
  ],
  ['a turn is not tried again', 'P2 retry', (m) => drop(m, [S, 'PLANNING'], 'Retry')],
  [
    'one transient error is forgotten',
    'P2 retry',
    (m) => set(m, [...ACT, 'Retry', 1], { ErrorEquals: ['Lambda.ServiceException', 'States.Timeout'] }),
  ],
  [
    'a task is tried again no times',
    'P2 retry',
    (m) => set(m, [S, 'FINISH', 'Retry', 0], { MaxAttempts: 0 }),
  ],
  [
    'a task is tried again without end',
    'P2 retry',
    (m) => set(m, [S, 'VALIDATE', 'Retry', 0], { MaxAttempts: 99_999_999 }),
  ],
  [
    'an earlier retrier hides the right one',
    'P2 retry',
    (m) =>
      retryOf(m, [S, 'VALIDATE']).unshift({
        ErrorEquals: ['States.TaskFailed'],
        IntervalSeconds: 1,
        MaxAttempts: 0,
        BackoffRate: 1,
      }),
  ],
  ['a task is not caught', 'P2 catch', (m) => drop(m, [S, 'VALIDATE'], 'Catch')],
  ['a Map is not caught', 'P2 catch', (m) => drop(m, [S, 'WRITE'], 'Catch')],
  [
    'a Catch forgets most errors',
    'P2 catch',
    (m) => set(m, [S, 'FINISH', 'Catch', 0], { ErrorEquals: ['States.Timeout'] }),
  ],
  [
    'a misspelt Catch matches nothing',
    'P2 catch',
    (m) => set(m, [S, 'FINISH', 'Catch', 0], { ErrorEquals: ['State.ALL'] }),
  ],
  [
    'States.ALL comes before another catcher',
    'P2 catch',
    (m) => (at(m, S, 'WAITING_CONFIRM').Catch as unknown[]).reverse(),
  ],
  ['a call inside a Map is not caught', 'P2 catch', (m) => drop(m, ACT, 'Catch')],
  [
    'a failed item goes on to another call',
    'P2 catch',
    (m) => {
      const { Next: _, ...again } = structuredClone(at(m, ...CALL));
      set(m, [S, 'READ_ONLY', 'ItemProcessor', S], { CALL_AGAIN: again });
      set(m, [...CALL, 'Catch', 0], { Next: 'CALL_AGAIN' });
    },
  ],
];

const LANGUAGE: readonly Mutant[] = [
  ['a Next is misspelt', 'ASL target', (m) => set(m, [S, 'READ_ONLY'], { Next: 'VALIDAET' })],
  ["a rule's Next is misspelt", 'ASL target', (m) => set(m, [S, 'CLOSED', 'Choices', 0], { Next: 'write' })],
  ["a Catch's Next is misspelt", 'ASL target', (m) => set(m, [S, 'FINISH', 'Catch', 0], { Next: 'FIAL' })],
  ['StartAt is misspelt', 'ASL target', (m) => set(m, [], { StartAt: 'START' })],
  [
    'StartAt inside a Map is misspelt',
    'ASL target',
    (m) => set(m, [S, 'WRITE', 'ItemProcessor'], { StartAt: 'WRITE' }),
  ],
  ['a Catch leads out of its Map', 'ASL target', (m) => set(m, [...ACT, 'Catch', 0], { Next: 'FAIL' })],
  ['nothing leads to a state', 'ASL reach', (m) => set(m, [S], { LONELY: { Type: 'Succeed', Output: {} } })],
  ['nothing leads to EXPIRED', 'ASL reach', (m) => (at(m, S, 'ENDED').Choices as unknown[]).splice(4, 1)],
  ['a Choice has no Default', 'ASL shape', (m) => drop(m, [S, 'CONFIRMED'], 'Default')],
  ['a state ends and goes on', 'ASL shape', (m) => set(m, [S, 'VALIDATE'], { End: true })],
  ['a state neither ends nor goes on', 'ASL shape', (m) => drop(m, [S, 'FINISH'], 'Next')],
  ['a state speaks JSONPath', 'ASL shape', (m) => set(m, [S, 'VALIDATE'], { QueryLanguage: 'JSONPath' })],
  ['the machine says no language', 'ASL shape', (m) => drop(m, [], 'QueryLanguage')],
  ['a state has a field of JSONPath', 'ASL shape', (m) => set(m, [S, 'VALIDATE'], { ResultPath: '$.route' })],
  [
    'a task acts in another account',
    'ASL shape',
    (m) => set(m, CALL, { Credentials: { RoleArn: 'arn:aws:iam::1:role/x' } }),
  ],
  [
    'a callback wants heartbeats',
    'ASL shape',
    (m) => set(m, [S, 'WAITING_CONFIRM'], { HeartbeatSeconds: 60 }),
  ],
  [
    'a Map is tried again as a whole',
    'ASL shape',
    (m) =>
      set(m, [S, 'WRITE'], {
        Retry: [{ ErrorEquals: ['States.ALL'], IntervalSeconds: 1, MaxAttempts: 1, BackoffRate: 1 }],
      }),
  ],
  [
    'a Map is distributed',
    'ASL shape',
    (m) => set(m, [S, 'WRITE', 'ItemProcessor', 'ProcessorConfig'], { Mode: 'DISTRIBUTED' }),
  ],
  [
    'a state is of a type that is none',
    'ASL shape',
    (m) => set(m, [S, 'THROTTLED'], { Type: 'constructor' }),
  ],
  ['two states share a name', 'ASL shape', (m) => set(m, [S, 'WRITE', 'ItemProcessor', S], { FAIL: LOST })],
  [
    'a retrier leaves its numbers to the default',
    'ASL shape',
    (m) => drop(m, [S, 'FINISH', 'Retry', 0], 'IntervalSeconds'),
  ],
];

const EXPRESSIONS: readonly Mutant[] = [
  [
    'an expression is built at run time',
    'ASL expression',
    (m) => set(m, [S, 'DONE', 'Output'], { run: '{% $eval($run) %}' }),
  ],
  [
    'a function does not exist',
    'ASL expression',
    (m) => set(m, [S, 'DONE', 'Output'], { run: '{% $upperCase($run) %}' }),
  ],
  [
    'an expression does not parse',
    'ASL expression',
    (m) => set(m, [S, 'RESUME', 'Choices', 0], { Condition: "{% $route.stage = 'PLANNING %}" }),
  ],
  [
    'an expression defines a function',
    'ASL expression',
    (m) => set(m, [S, 'DONE', 'Output'], { run: '{% (function($x){$x})($run) %}' }),
  ],
  [
    'an expression filters',
    'ASL expression',
    (m) => set(m, [S, 'DONE', 'Output'], { run: "{% $route.reads[kind='x'] %}" }),
  ],
  [
    'an expression groups',
    'ASL expression',
    (m) => set(m, [S, 'DONE', 'Output'], { run: "{% $route.reads{'a': $run} %}" }),
  ],
  [
    'a variable lost its dollar',
    'ASL expression',
    (m) => set(m, [S, 'DONE', 'Output'], { run: '{% run %}' }),
  ],
  [
    'an expression reads the document that is not there',
    'ASL expression',
    (m) => set(m, [S, 'DONE', 'Output'], { run: '{% $ %}' }),
  ],
  ['a delimiter is missing', 'ASL expression', (m) => set(m, [S, 'DONE', 'Output'], { run: '{% $run }' })],
  [
    'a blank stands before the delimiter',
    'ASL expression',
    (m) => set(m, [S, 'DONE', 'Output'], { run: ' {% $run %}' }),
  ],
  ['the delimiters are missing', 'ASL expression', (m) => set(m, [S, 'DONE', 'Output'], { run: '$run' })],
  [
    'a condition has no delimiters',
    'ASL expression',
    (m) => set(m, [S, 'WRITTEN', 'Choices', 0], { Condition: 'unknown' }),
  ],
  [
    'a key is JSONPath',
    'ASL expression',
    (m) => set(m, [S, 'VALIDATE', 'Arguments', 'Payload'], { 'run.$': 'x' }),
  ],
  [
    'an error is read outside a Catch',
    'ASL $states',
    (m) => set(m, [S, 'VALIDATE', 'Assign'], { error: '{% $states.errorOutput.Error %}' }),
  ],
  [
    'an error is read inside a Choice',
    'ASL $states',
    (m) => set(m, [S, 'VALIDATED', 'Assign'], { error: '{% $states.errorOutput.Error %}' }),
  ],
  [
    'a result is read before there is one',
    'ASL $states',
    (m) => set(m, [S, 'VALIDATE', 'Arguments', 'Payload'], { turn: '{% $states.result.Payload.turn %}' }),
  ],
  [
    'a result is read in a Catch',
    'ASL $states',
    (m) => set(m, [S, 'VALIDATE', 'Catch', 0, 'Assign'], { route: '{% $states.result.Payload %}' }),
  ],
  [
    'a result is read in a Choice',
    'ASL $states',
    (m) => set(m, [S, 'WRITTEN', 'Choices', 0], { Condition: "{% $states.result.outcome = 'UNKNOWN' %}" }),
  ],
  [
    'a token is read where none is',
    'ASL $states',
    (m) => set(m, [S, 'VALIDATE', 'Arguments', 'Payload'], { token: '{% $states.context.Task.Token %}' }),
  ],
  [
    'a token is kept in a variable',
    'ASL $states',
    (m) => set(m, [S, 'WAITING_CONFIRM', 'Assign'], { token: '{% $states.context.Task.Token %}' }),
  ],
  [
    'the whole context, token and all, is kept',
    'ASL $states',
    (m) => set(m, [S, 'WAITING_CONFIRM', 'Assign'], { context: '{% $states.context %}' }),
  ],
  [
    'an item is read outside its Map',
    'ASL $states',
    (m) => set(m, [S, 'VALIDATE', 'Arguments', 'Payload'], { index: '{% $states.context.Map.Item.Value %}' }),
  ],
  [
    'a part of $states does not exist',
    'ASL $states',
    (m) => set(m, [S, 'DONE', 'Output'], { run: '{% $states.output.run %}' }),
  ],
  ['$states is taken whole', 'ASL $states', (m) => set(m, [S, 'DONE', 'Output'], { run: '{% $states %}' })],
  ['one act is no list', 'ASL items', (m) => set(m, [S, 'WRITE'], { Items: '{% $writes %}' })],
];

const VARIABLES: readonly Mutant[] = [
  [
    'a variable does not exist',
    'ASL variable',
    (m) => set(m, [S, 'VALIDATE', 'Arguments', 'Payload'], { turn: '{% $turn %}' }),
  ],
  [
    'a variable is missing on one path',
    'ASL variable',
    (m) => drop(m, [S, 'ADMIT', 'Catch', 0, 'Assign'], 'run'),
  ],
  [
    'a variable is missing after a Default',
    'ASL variable',
    (m) => {
      drop(m, [S, 'ADMIT', 'Assign'], 'error');
      drop(m, [S, 'ADMITTED'], 'Assign');
    },
  ],
  [
    'a variable is read where it is assigned',
    'ASL variable',
    (m) => set(m, [S, 'ADMIT', 'Arguments', 'Payload'], { run: '{% $run %}' }),
  ],
  [
    'a variable of one Map is read in another',
    'ASL variable',
    (m) => {
      set(m, CALL, { Assign: { seen: '{% $states.result.Payload.seen %}' } });
      set(m, [...ACT, 'Arguments', 'Payload'], { seen: '{% $seen %}' });
    },
  ],
  [
    'a variable of a Map is read outside',
    'ASL variable',
    (m) => {
      set(m, CALL, { Assign: { seen: '{% $states.result.Payload.seen %}' } });
      set(m, [S, 'VALIDATE', 'Arguments', 'Payload'], { seen: '{% $seen %}' });
    },
  ],
  [
    'a Map assigns a variable of the machine',
    'ASL variable',
    (m) => set(m, CALL, { Assign: { route: '{% $states.result.Payload %}' } }),
  ],
  [
    'a variable has a reserved name',
    'ASL variable',
    (m) => set(m, [S, 'VALIDATE', 'Assign'], { states: 'x' }),
  ],
  [
    'an Output reads what is assigned beside it',
    'ASL assign',
    (m) => set(m, [S, 'VALIDATE'], { Output: '{% $route %}' }),
  ],
  [
    'an Assign reads what is assigned beside it',
    'ASL assign',
    (m) => set(m, [S, 'PLANNING', 'Assign'], { gate: '{% $route.stage %}' }),
  ],
];

const PAYLOADS: readonly Mutant[] = [
  [
    'a turn is given its whole input',
    'IDS input',
    (m) => set(m, [S, 'PLANNING', 'Arguments', 'Payload'], { input: '{% $states.input %}' }),
  ],
  [
    "a turn is given the run's whole input",
    'IDS input',
    (m) =>
      set(m, [S, 'PLANNING', 'Arguments', 'Payload'], { input: '{% $states.context.Execution.Input %}' }),
  ],
  [
    'an input is kept in a variable',
    'IDS input',
    (m) => set(m, [S, 'ADMIT', 'Assign'], { input: '{% $states.input %}' }),
  ],
  [
    'an input is wrapped in a list',
    'IDS input',
    (m) => set(m, [S, 'READ_ONLY', 'ItemSelector'], { all: '{% [$states.input] %}' }),
  ],
  ['a Map passes its whole items on', 'IDS input', (m) => drop(m, [S, 'WRITE'], 'ItemSelector')],
  ['a task has no Arguments', 'IDS input', (m) => drop(m, CALL, 'Arguments')],
  [
    "the machine starts by handing the run's input on",
    'IDS input',
    (m) => {
      set(m, [S], { BEGIN: { Type: 'Wait', Seconds: 1, Next: 'ADMIT' } });
      set(m, [], { StartAt: 'BEGIN' });
    },
  ],
  ['a task hands its whole result on', 'IDS result', (m) => drop(m, [S, 'VALIDATE'], 'Output')],
  [
    'a result is kept with its metadata',
    'IDS result',
    (m) => set(m, [S, 'VALIDATE', 'Assign'], { route: '{% $states.result %}' }),
  ],
  [
    'all results of a Map are kept',
    'IDS result',
    (m) => set(m, [S, 'READ_ONLY'], { Output: '{% $states.result %}' }),
  ],
  [
    "a Catch keeps an error's cause",
    'IDS cause',
    (m) => set(m, [S, 'PLANNING', 'Catch', 0, 'Assign'], { error: '{% $states.errorOutput.Cause %}' }),
  ],
  [
    'a Catch keeps an error whole',
    'IDS cause',
    (m) => set(m, [S, 'PLANNING', 'Catch', 0], { Output: '{% $states.errorOutput %}' }),
  ],
  [
    'a Catch hands the cause on by saying nothing',
    'IDS cause',
    (m) => drop(m, [S, 'WAITING_CONFIRM', 'Catch', 1], 'Output'),
  ],
];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: placeholders of the machine's text

export const MUTANTS: readonly Mutant[] = [
  ...INTO_A_WRITE,
  ...UNSEEN_WRITES,
  ...VERDICTS,
  ...LIMITS,
  ...ERRORS,
  ...LANGUAGE,
  ...EXPRESSIONS,
  ...VARIABLES,
  ...PAYLOADS,
];
