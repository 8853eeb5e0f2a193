import type { FunctionName } from '../../../lambda/define/machine-words.ts';

/** What is known about a function that no machine's text can show. */
export type FunctionFacts = {
  /** The text by which a Task names it: a placeholder, or the ARN that took its place. */
  readonly named: string;
  /** It changes the world. */
  readonly writes?: true;
  /** How often it succeeds in one run has an end, for this reason: its own code has to make it true. */
  readonly limit?: string;
  /** It may be given the whole input of the run. */
  readonly takesInput?: true;
};

export type Facts = {
  readonly functions: Readonly<Record<FunctionName, FunctionFacts>>;
  /** Who says what a person decided: `ask` by callback, for these kinds of gate; `closeGate` by its answer. */
  readonly asks: FunctionName;
  readonly opens: readonly string[];
  readonly closes: FunctionName;
  /** The kind of gate that is only for unknown outcomes of a write. */
  readonly settles: string;
  /** The variable that holds the verdict and the word in it that lets a write run. */
  readonly verdict: string;
  readonly grant: string;
  /** Variables only a decision may fill, with the constants that mean "none yet". */
  readonly decided: Readonly<Record<string, readonly unknown[]>>;
  /** Errors after which every Task has to be tried again; a callback only after those that do not mean "nobody answered". */
  readonly transient: readonly string[];
  readonly timeout: string;
};

/** Every function stands here: one that is added has to be judged before it compiles. */
export const HOLDPOINT: Facts = {
  functions: {
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: placeholders of the machine's text
    admit: { named: '${admit}', takesInput: true },
    turn: {
      named: '${turn}',
      limit: "every turn is claimed against the stage's turns, its attempts and the run's tokens",
    },
    read: { named: '${read}' },
    validate: { named: '${validate}' },
    ask: {
      named: '${ask}',
      limit:
        'a turn has one gate for its writes, one to settle them and so many looks; what is decided is not asked again',
    },
    closeGate: {
      named: '${closeGate}',
      limit: 'what a person settles as not done runs once more, and then no more',
    },
    write: { named: '${write}', writes: true },
    finish: { named: '${finish}' },
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: placeholders of the machine's text
  },
  asks: 'ask',
  opens: ['CONFIRM', 'SETTLE'],
  closes: 'closeGate',
  settles: 'SETTLE',
  verdict: 'verdict',
  grant: 'WRITE',
  decided: { verdict: ['NONE'], writes: [[]] },
  // Spelled out, not imported: a proof that reads the compiler's list would agree with whatever is in it.
  transient: [
    'Lambda.ServiceException',
    'Lambda.AWSLambdaException',
    'Lambda.SdkClientException',
    'Lambda.TooManyRequestsException',
    'Lambda.ClientExecutionTimeoutException',
    'Lambda.Unknown',
    'Sandbox.Timedout',
    'Runtime.ExitError',
  ],
  timeout: 'States.Timeout',
};

/** The same facts about a machine whose placeholders have become ARNs. */
export function deployed(arns: Readonly<Record<FunctionName, string>>): Facts {
  const named = Object.entries(HOLDPOINT.functions).map(([name, facts]) => [
    name,
    { ...facts, named: arns[name as FunctionName] },
  ]);
  return { ...HOLDPOINT, functions: Object.fromEntries(named) };
}
