import type { Catcher, Leaving, Retrier, Rule } from '../machine.ts';
import type { Template } from '../template.ts';
import type { Fields } from './fields.ts';

/** The names of the states in the same block: the only ones that can be gone to. */
export type Siblings = ReadonlySet<string>;

export function leavingOf(fields: Fields, siblings: Siblings): Leaving {
  const ends = fields.value('End') === true;
  if (fields.has('End') && typeof fields.value('End') !== 'boolean') {
    fields.problem("Field 'End' must be a boolean", 'End');
  }
  if (ends === fields.has('Next')) fields.problem("Exactly one of 'Next' and 'End' must be given");
  return { next: ends ? undefined : targetOf(fields, 'Next', siblings), ...writesOf(fields) };
}

export function targetOf(fields: Fields, field: string, siblings: Siblings): string {
  const target = fields.string(field);
  if (target !== '' && !siblings.has(target)) {
    fields.problem(`Missing '${field}' target: ${target}`, field, 'MISSING_TRANSITION_TARGET: ');
  }
  return target;
}

export function rulesOf(fields: Fields, siblings: Siblings): Rule[] {
  return fields.objects('Choices').map((rule) => {
    rule.only('Condition', 'Next', 'Output', 'Assign', 'Comment');
    if (!rule.has('Condition')) rule.missing('Condition');
    const condition = rule.template('Condition') ?? { constant: false };
    return { condition, next: targetOf(rule, 'Next', siblings), ...writesOf(rule) };
  });
}

/** What a Choice does when no rule fits: the state's own Output and Assign are about this. */
export function otherwiseOf(fields: Fields, siblings: Siblings): Leaving | undefined {
  if (!fields.has('Default')) return undefined;
  return { next: targetOf(fields, 'Default', siblings), ...writesOf(fields) };
}

export function retryOf(fields: Fields): Retrier[] {
  return errorRulesOf(fields, 'Retry').map((rule) => {
    rule.only(
      'ErrorEquals',
      'IntervalSeconds',
      'MaxAttempts',
      'BackoffRate',
      'MaxDelaySeconds',
      'JitterStrategy',
      'Comment',
    );
    const rate = rule.value('BackoffRate') ?? 2;
    if (typeof rate !== 'number' || rate < 1) {
      rule.problem("Field 'BackoffRate' must be a number of at least 1", 'BackoffRate');
    }
    const intervalSeconds = rule.wholeNumber('IntervalSeconds', 1) ?? 1;
    const maxDelaySeconds = rule.wholeNumber('MaxDelaySeconds', 1) ?? Number.MAX_SAFE_INTEGER;
    if (maxDelaySeconds <= intervalSeconds) {
      rule.problem("Field 'MaxDelaySeconds' must be greater than 'IntervalSeconds'", 'MaxDelaySeconds');
    }
    return {
      errors: errorsOf(rule),
      intervalSeconds,
      maxAttempts: rule.wholeNumber('MaxAttempts', 0) ?? 3,
      backoffRate: Number(rate),
      maxDelaySeconds,
      jitter: rule.has('JitterStrategy') && rule.oneOf('JitterStrategy', ['FULL', 'NONE']) === 'FULL',
    };
  });
}

export function catchOf(fields: Fields, siblings: Siblings): Catcher[] {
  return errorRulesOf(fields, 'Catch').map((rule) => {
    rule.only('ErrorEquals', 'Next', 'Output', 'Assign', 'Comment');
    return { errors: errorsOf(rule), next: targetOf(rule, 'Next', siblings), ...writesOf(rule) };
  });
}

/** An empty list is allowed, and means what an absent one does. */
function errorRulesOf(fields: Fields, field: string): Fields[] {
  const value = fields.value(field);
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return [];
  const rules = fields.objects(field);
  for (const [index, rule] of rules.entries()) {
    const names = rule.value('ErrorEquals');
    if (!Array.isArray(names) || !names.includes('States.ALL')) continue;
    if (names.length > 1 || index < rules.length - 1) {
      rule.problem("'States.ALL' must stand alone and in the last rule", 'ErrorEquals');
    }
  }
  return rules;
}

function errorsOf(rule: Fields): string[] {
  const names = rule.list('ErrorEquals').filter((name) => typeof name === 'string');
  if (names.length < rule.list('ErrorEquals').length) {
    rule.problem("Field 'ErrorEquals' must hold strings only", 'ErrorEquals');
  }
  return names;
}

function writesOf(fields: Fields): { output: Template | undefined; assign: Template | undefined } {
  if (fields.has('Assign')) {
    for (const name of fields.object('Assign').names()) {
      if (name === 'states' || !VARIABLE.test(name)) {
        fields.problem(`Variable name '${name}' is not allowed`, `Assign/${name}`);
      }
    }
  }
  return { output: fields.template('Output'), assign: fields.template('Assign') };
}

/** @see https://docs.aws.amazon.com/step-functions/latest/dg/workflow-variables.html */
const VARIABLE = /^[\p{ID_Start}_][\p{ID_Continue}]{0,79}$/u;
