import { ApiError } from './errors.ts';
import { ExpressionProblem } from './expression.ts';
import { isObject } from './json.ts';
import type { Catcher, Leaving, Machine, Resource, Retrier, Rule, State } from './machine.ts';
import { parseTemplate, type Template } from './template.ts';
import type { Timers } from './timers.ts';

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
  const reader = new Reader(timers);
  const machine = reader.machine(document);
  if (reader.problems.length > 0) throw invalid(reader.problems);
  return machine;
}

function invalid(problems: readonly string[]): ApiError {
  return new ApiError('InvalidDefinition', `Invalid State Machine Definition: '${problems.join(', ')}'`);
}

const COMMON = ['Type', 'Comment', 'QueryLanguage'];
const LEAVING = ['Next', 'End', 'Output', 'Assign'];
const RECOVERING = ['Retry', 'Catch'];

const FIELDS: Readonly<Record<State['type'], readonly string[]>> = {
  Pass: LEAVING,
  Task: [...LEAVING, ...RECOVERING, 'Resource', 'Arguments', 'TimeoutSeconds', 'HeartbeatSeconds'],
  Choice: ['Choices', 'Default', 'Output', 'Assign'],
  Wait: [...LEAVING, 'Seconds', 'Timestamp'],
  Succeed: ['Output'],
  Fail: ['Error', 'Cause'],
  Map: [
    ...LEAVING,
    ...RECOVERING,
    'Items',
    'ItemSelector',
    'ItemProcessor',
    'MaxConcurrency',
    'ToleratedFailureCount',
    'ToleratedFailurePercentage',
  ],
  Parallel: [...LEAVING, ...RECOVERING, 'Branches', 'Arguments'],
};

/** Fields that exist in the JSONata dialect only; on a JSONPath state AWS answers with a sentence of its own. */
const JSONATA_ONLY = ['Output', 'Assign', 'Arguments', 'Items', 'Condition'];

type Fields = Readonly<Record<string, unknown>>;

class Reader {
  readonly problems: string[] = [];
  readonly #states = new Map<string, State>();
  readonly #timers: Timers;
  #language = 'JSONPath';

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  machine(document: unknown): Machine {
    const fields = this.#object(document, '');
    this.#onlyFields(
      fields,
      ['Comment', 'QueryLanguage', 'StartAt', 'States', 'TimeoutSeconds', 'Version'],
      '',
    );
    if (fields.QueryLanguage !== undefined)
      this.#language = this.#oneOf(fields, 'QueryLanguage', LANGUAGES, '');
    if (fields.Version !== undefined && fields.Version !== '1.0')
      this.#problem("Version must be '1.0'", '/Version');
    return {
      startAt: this.#block(fields, ''),
      timeoutSeconds: this.#wholeNumber(fields, 'TimeoutSeconds', 1, ''),
      states: this.#states,
    };
  }

  /** A StartAt and its States: the machine itself, an item processor, or a branch. Returns where it starts. */
  #block(fields: Fields, path: string): string {
    const states = this.#object(fields.States, `${path}/States`, fields.States === undefined && 'States');
    const startAt = this.#string(fields, 'StartAt', path);
    const names = new Set(Object.keys(states));
    if (startAt !== '' && !names.has(startAt)) {
      this.#problem(`MISSING_TRANSITION_TARGET: Missing 'Next' target: ${startAt}`, `${path}/StartAt`, '');
    }
    for (const [name, state] of Object.entries(states))
      this.#state(name, state, names, `${path}/States/${name}`);
    return startAt;
  }

  #state(name: string, value: unknown, siblings: ReadonlySet<string>, path: string): void {
    const fields = this.#object(value, path);
    const type = this.#oneOf(fields, 'Type', Object.keys(FIELDS) as State['type'][], path);
    if (!Object.hasOwn(FIELDS, type)) return;
    const language =
      fields.QueryLanguage === undefined
        ? this.#language
        : this.#oneOf(fields, 'QueryLanguage', LANGUAGES, path);
    if (language !== 'JSONata') {
      const field = JSONATA_ONLY.find((only) => fields[only] !== undefined);
      this.#problem(
        field
          ? `The QueryLanguage is set to 'JSONPath', but field '${field}' is only supported for the 'JSONata' QueryLanguage`
          : "The QueryLanguage is set to 'JSONPath', but only 'JSONata' is supported",
        path,
      );
      return;
    }
    this.#onlyFields(fields, [...COMMON, ...FIELDS[type]], path);
    if (this.#states.has(name))
      this.#problem(`DUPLICATE_STATE_NAME: State name '${name}' is used twice`, path, '');
    this.#states.set(name, this.#typed(type, name, fields, siblings, path));
  }

  #typed(
    type: State['type'],
    name: string,
    fields: Fields,
    siblings: ReadonlySet<string>,
    path: string,
  ): State {
    switch (type) {
      case 'Pass':
        return { type, name, ...this.#leaving(fields, siblings, path) };
      case 'Succeed':
        return {
          type,
          name,
          next: undefined,
          assign: undefined,
          output: this.#template(fields, 'Output', path),
        };
      case 'Fail':
        return {
          type,
          name,
          error: this.#template(fields, 'Error', path),
          cause: this.#template(fields, 'Cause', path),
        };
      case 'Wait':
        return { type, name, ...this.#leaving(fields, siblings, path), until: this.#until(fields, path) };
      case 'Choice':
        return { type, name, ...this.#choices(fields, siblings, path) };
      case 'Task':
        return {
          type,
          name,
          ...this.#leaving(fields, siblings, path),
          ...this.#recovering(fields, siblings, path),
          resource: this.#resource(fields, path),
          arguments: this.#template(fields, 'Arguments', path),
          timeoutSeconds: this.#numberTemplate(fields, 'TimeoutSeconds', 1, path),
          heartbeatSeconds: this.#numberTemplate(fields, 'HeartbeatSeconds', 1, path),
        };
      case 'Map':
        return {
          type,
          name,
          ...this.#leaving(fields, siblings, path),
          ...this.#recovering(fields, siblings, path),
          items: this.#template(fields, 'Items', path),
          itemSelector: this.#template(fields, 'ItemSelector', path),
          maxConcurrency: this.#numberTemplate(fields, 'MaxConcurrency', 0, path) ?? { constant: 0 },
          tolerated: ['ToleratedFailureCount', 'ToleratedFailurePercentage'].flatMap(
            (field) => this.#numberTemplate(fields, field, 0, path) ?? [],
          ),
          startAt: this.#itemProcessor(fields, path),
        };
      case 'Parallel':
        return {
          type,
          name,
          ...this.#leaving(fields, siblings, path),
          ...this.#recovering(fields, siblings, path),
          arguments: this.#template(fields, 'Arguments', path),
          branches: this.#branches(fields, path),
        };
    }
  }

  #leaving(fields: Fields, siblings: ReadonlySet<string>, path: string): Leaving {
    const ends = fields.End === true;
    if (fields.End !== undefined && typeof fields.End !== 'boolean')
      this.#problem("Field 'End' must be a boolean", `${path}/End`);
    if (ends === (fields.Next !== undefined)) {
      this.#problem("Exactly one of 'Next' and 'End' must be given", path);
    }
    return {
      next: ends ? undefined : this.#next(fields, 'Next', siblings, path),
      output: this.#template(fields, 'Output', path),
      assign: this.#assign(fields, path),
    };
  }

  #next(fields: Fields, field: string, siblings: ReadonlySet<string>, path: string): string {
    const next = this.#string(fields, field, path);
    if (next !== '' && !siblings.has(next)) {
      this.#problem(`MISSING_TRANSITION_TARGET: Missing '${field}' target: ${next}`, `${path}/${field}`, '');
    }
    return next;
  }

  #assign(fields: Fields, path: string, prefix = ''): Template | undefined {
    if (fields.Assign === undefined) return undefined;
    for (const name of Object.keys(this.#object(fields.Assign, `${path}/Assign`))) {
      if (name === 'states' || !/^[\p{ID_Start}_][\p{ID_Continue}]{0,79}$/u.test(name)) {
        this.#problem(`Variable name '${name}' is not allowed`, `${path}/Assign/${name}`);
      }
    }
    return this.#template(fields, 'Assign', path, prefix);
  }

  #choices(fields: Fields, siblings: ReadonlySet<string>, path: string) {
    const rules = this.#list(fields, 'Choices', path).map((value, index): Rule => {
      const at = `${path}/Choices[${index}]`;
      const rule = this.#object(value, at);
      this.#onlyFields(rule, ['Condition', 'Next', 'Output', 'Assign', 'Comment'], at);
      if (rule.Condition === undefined)
        this.#problem("The field 'Condition' is required but was missing", at);
      return {
        condition: this.#template(rule, 'Condition', at, `Choices[${index}]/`) ?? { constant: false },
        next: this.#next(rule, 'Next', siblings, at),
        output: this.#template(rule, 'Output', at, `Choices[${index}]/`),
        assign: this.#assign(rule, at, `Choices[${index}]/`),
      };
    });
    const otherwise: Leaving | undefined =
      fields.Default === undefined
        ? undefined
        : {
            next: this.#next(fields, 'Default', siblings, path),
            output: this.#template(fields, 'Output', path),
            assign: this.#assign(fields, path),
          };
    return { rules, otherwise };
  }

  #until(fields: Fields, path: string): { field: 'Seconds' | 'Timestamp'; value: Template } {
    if ((fields.Seconds === undefined) === (fields.Timestamp === undefined)) {
      this.#problem("Exactly one of 'Seconds' and 'Timestamp' must be given", path);
    }
    const seconds = this.#numberTemplate(fields, 'Seconds', 0, path);
    if (seconds) return { field: 'Seconds', value: seconds };
    return { field: 'Timestamp', value: this.#template(fields, 'Timestamp', path) ?? { constant: '' } };
  }

  #resource(fields: Fields, path: string): Resource {
    const arn = this.#string(fields, 'Resource', path);
    if (/^arn:[^:]+:lambda:[^:]*:[^:]*:function:[^:]+(:[^:]+)?$/.test(arn)) return { kind: 'function', arn };
    const invoke = /^arn:[^:]+:states:[^:]*:[^:]*:lambda:invoke(\.waitForTaskToken)?$/.exec(arn);
    if (!invoke && arn !== '') {
      this.#problem(
        `The resource provided ${arn} is not recognized. The value is not a valid resource ARN, or the resource is not available in this region.`,
        `${path}/Resource`,
      );
    }
    return { kind: 'invoke', waitForTaskToken: invoke?.[1] !== undefined };
  }

  #itemProcessor(fields: Fields, path: string): string {
    const at = `${path}/ItemProcessor`;
    const processor = this.#object(
      fields.ItemProcessor,
      at,
      fields.ItemProcessor === undefined && 'ItemProcessor',
    );
    this.#onlyFields(processor, ['ProcessorConfig', 'StartAt', 'States', 'Comment'], at);
    if (processor.ProcessorConfig !== undefined) {
      const config = this.#object(processor.ProcessorConfig, `${at}/ProcessorConfig`);
      this.#onlyFields(config, ['Mode'], `${at}/ProcessorConfig`);
      if (config.Mode !== undefined && config.Mode !== 'INLINE') {
        this.#problem(`Mode '${config.Mode}' is not supported`, `${at}/ProcessorConfig/Mode`);
      }
    }
    return this.#block(processor, at);
  }

  #branches(fields: Fields, path: string): string[] {
    return this.#list(fields, 'Branches', path).map((value, index) => {
      const at = `${path}/Branches[${index}]`;
      const branch = this.#object(value, at);
      this.#onlyFields(branch, ['StartAt', 'States', 'Comment'], at);
      return this.#block(branch, at);
    });
  }

  #recovering(fields: Fields, siblings: ReadonlySet<string>, path: string) {
    const rules = <Rule>(field: string, read: (rule: Fields, at: string, index: number) => Rule): Rule[] => {
      if (fields[field] === undefined) return [];
      const list = this.#list(fields, field, path, 0);
      return list.map((value, index) => {
        const at = `${path}/${field}[${index}]`;
        const rule = this.#object(value, at);
        const errors = this.#list(rule, 'ErrorEquals', at);
        const all = errors.includes('States.ALL');
        if (all && (errors.length > 1 || index < list.length - 1)) {
          this.#problem("'States.ALL' must stand alone and in the last rule", `${at}/ErrorEquals`);
        }
        return read(rule, at, index);
      });
    };
    return {
      retry: rules('Retry', (rule, at): Retrier => this.#retrier(rule, at)),
      catch: rules('Catch', (rule, at, index): Catcher => {
        this.#onlyFields(rule, ['ErrorEquals', 'Next', 'Output', 'Assign', 'Comment'], at);
        return {
          errors: this.#errorNames(rule, at),
          next: this.#next(rule, 'Next', siblings, at),
          output: this.#template(rule, 'Output', at, `Catch[${index}]/`),
          assign: this.#assign(rule, at, `Catch[${index}]/`),
        };
      }),
    };
  }

  #retrier(rule: Fields, at: string): Retrier {
    const known = [
      'ErrorEquals',
      'IntervalSeconds',
      'MaxAttempts',
      'BackoffRate',
      'MaxDelaySeconds',
      'JitterStrategy',
      'Comment',
    ];
    this.#onlyFields(rule, known, at);
    const rate = rule.BackoffRate ?? 2;
    if (typeof rate !== 'number' || rate < 1)
      this.#problem("Field 'BackoffRate' must be a number of at least 1", `${at}/BackoffRate`);
    const jitter =
      rule.JitterStrategy === undefined ? 'NONE' : this.#oneOf(rule, 'JitterStrategy', ['FULL', 'NONE'], at);
    const intervalSeconds = this.#wholeNumber(rule, 'IntervalSeconds', 1, at) ?? 1;
    const maxDelaySeconds = this.#wholeNumber(rule, 'MaxDelaySeconds', 1, at) ?? Number.MAX_SAFE_INTEGER;
    if (maxDelaySeconds <= intervalSeconds) {
      this.#problem(
        "Field 'MaxDelaySeconds' must be greater than 'IntervalSeconds'",
        `${at}/MaxDelaySeconds`,
      );
    }
    return {
      errors: this.#errorNames(rule, at),
      intervalSeconds,
      maxAttempts: this.#wholeNumber(rule, 'MaxAttempts', 0, at) ?? 3,
      backoffRate: Number(rate),
      maxDelaySeconds,
      jitter: jitter === 'FULL',
    };
  }

  #errorNames(rule: Fields, at: string): string[] {
    return this.#list(rule, 'ErrorEquals', at).filter((name): name is string => {
      if (typeof name !== 'string')
        this.#problem("Field 'ErrorEquals' must hold strings only", `${at}/ErrorEquals`);
      return typeof name === 'string';
    });
  }

  #template(fields: Fields, field: string, path: string, prefix = ''): Template | undefined {
    const value = fields[field];
    if (value === undefined) return undefined;
    try {
      return parseTemplate(value, `${prefix}${field}`, this.#timers);
    } catch (error) {
      if (!(error instanceof ExpressionProblem)) throw error;
      this.#problem(`${error.code}: ${error.message}`, `${path}/${error.field.slice(prefix.length)}`, '');
      return { constant: null };
    }
  }

  #numberTemplate(fields: Fields, field: string, least: number, path: string): Template | undefined {
    const value = fields[field];
    if (value !== undefined && typeof value !== 'string') this.#wholeNumber(fields, field, least, path);
    const template = this.#template(fields, field, path);
    if (typeof value === 'string' && template && 'constant' in template && template.constant !== null) {
      this.#problem(
        `Field '${field}' must be a whole number of at least ${least} or a JSONata expression`,
        `${path}/${field}`,
      );
    }
    return template;
  }

  #wholeNumber(fields: Fields, field: string, least: number, path: string): number | undefined {
    const value = fields[field];
    if (value === undefined) return undefined;
    if (Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= 99_999_999)
      return Number(value);
    this.#problem(`Field '${field}' must be a whole number from ${least} to 99999999`, `${path}/${field}`);
    return undefined;
  }

  #oneOf<Word extends string>(fields: Fields, field: string, words: readonly Word[], path: string): Word {
    const value = this.#string(fields, field, path);
    if (value !== '' && !(words as readonly string[]).includes(value)) {
      this.#problem(`Field '${field}' must be one of [${words.join(', ')}]`, `${path}/${field}`);
    }
    return value as Word;
  }

  #string(fields: Fields, field: string, path: string): string {
    const value = fields[field];
    if (typeof value === 'string' && value !== '') return value;
    if (value === undefined) this.#problem(`The field '${field}' is required but was missing`, path);
    else this.#problem(`Field '${field}' must be a non-empty string`, `${path}/${field}`);
    return '';
  }

  #list(fields: Fields, field: string, path: string, least = 1): readonly unknown[] {
    const value = fields[field];
    if (Array.isArray(value) && value.length >= least) return value;
    if (value === undefined) this.#problem(`The field '${field}' is required but was missing`, path);
    else this.#problem(`Field '${field}' must be a list with at least ${least} item`, `${path}/${field}`);
    return [];
  }

  #object(value: unknown, path: string, missing: string | false = false): Fields {
    if (isObject(value)) return value;
    if (missing)
      this.#problem(
        `The field '${missing}' is required but was missing`,
        path.slice(0, path.lastIndexOf('/')),
      );
    else this.#problem('Expected value of type Object', path);
    return {};
  }

  #onlyFields(fields: Fields, known: readonly string[], path: string): void {
    for (const [field, value] of Object.entries(fields)) {
      if (known.includes(field)) continue;
      if (field === 'Credentials' && isObject(value)) {
        // Not offered here either way, but AWS looks into it first.
        this.#string(value, 'RoleArn', `${path}/Credentials`);
        if (value.RoleArn === undefined) continue;
      }
      this.#problem(`Field '${field}' is not supported`, path);
    }
  }

  #problem(message: string, path: string, code = 'SCHEMA_VALIDATION_FAILED: '): void {
    this.problems.push(`${code}${message} at ${path === '' ? '/' : path}`);
  }
}

const LANGUAGES = ['JSONata', 'JSONPath'] as const;
