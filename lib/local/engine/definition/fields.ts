import { ExpressionProblem } from '../expression.ts';
import { isObject } from '../json.ts';
import { parseTemplate, type Template } from '../template.ts';
import type { Timers } from '../timers.ts';

/** What was found wrong so far, each with its code and place. */
export type Report = { readonly problems: string[]; readonly timers: Timers };

const SCHEMA = 'SCHEMA_VALIDATION_FAILED: ';

/** The largest number of seconds, attempts and the like. */
const LARGEST = 99_999_999;

/** One object of a definition, read field by field. What is wrong with a field goes to the report, with its place. */
export class Fields {
  /** The place as AWS writes it: `/States/Pick/Choices[0]`. */
  readonly path: string;
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #report: Report;
  /** The same place within its state, before the names of fields: `Choices[0]/`. */
  readonly #prefix: string;

  constructor(value: unknown, path: string, report: Report, prefix = '') {
    this.path = path;
    this.#report = report;
    this.#prefix = prefix;
    this.#values = isObject(value) ? value : {};
    if (!isObject(value)) this.problem('Expected value of type Object');
  }

  has(field: string): boolean {
    return this.#values[field] !== undefined;
  }

  names(): string[] {
    return Object.keys(this.#values);
  }

  value(field: string): unknown {
    return this.#values[field];
  }

  problem(message: string, field?: string, code = SCHEMA): void {
    const place = field === undefined ? this.path : `${this.path}/${field}`;
    this.#report.problems.push(`${code}${message} at ${place === '' ? '/' : place}`);
  }

  /** Reports every field that is not among the known ones. */
  only(...known: string[]): void {
    for (const field of this.names()) {
      if (known.includes(field)) continue;
      // Not offered here either way, but AWS looks into it first.
      if (field === 'Credentials' && this.object(field).string('RoleArn') === '') continue;
      this.problem(`Field '${field}' is not supported`);
    }
  }

  string(field: string): string {
    const value = this.#values[field];
    if (typeof value === 'string' && value !== '') return value;
    if (value === undefined) this.missing(field);
    else this.problem(`Field '${field}' must be a non-empty string`, field);
    return '';
  }

  oneOf<Word extends string>(field: string, words: readonly Word[]): Word | undefined {
    const value = this.string(field);
    const word = words.find((candidate) => candidate === value);
    if (word === undefined && value !== '') {
      this.problem(`Field '${field}' must be one of [${words.join(', ')}]`, field);
    }
    return word;
  }

  wholeNumber(field: string, least: number): number | undefined {
    const value = this.#values[field];
    if (value === undefined) return undefined;
    if (Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= LARGEST)
      return Number(value);
    this.problem(`Field '${field}' must be a whole number from ${least} to ${LARGEST}`, field);
    return undefined;
  }

  object(field: string): Fields {
    if (!this.has(field)) this.missing(field);
    return new Fields(this.#values[field] ?? {}, `${this.path}/${field}`, this.#report);
  }

  /** The objects of a list that must not be empty. */
  objects(field: string): Fields[] {
    return this.list(field).map((value, index) => {
      const place = `${field}[${index}]`;
      return new Fields(value, `${this.path}/${place}`, this.#report, `${place}/`);
    });
  }

  list(field: string): readonly unknown[] {
    const value = this.#values[field];
    if (Array.isArray(value) && value.length > 0) return value;
    if (value === undefined) this.missing(field);
    else this.problem(`Field '${field}' must be a list that is not empty`, field);
    return [];
  }

  /** A value that may hold expressions. */
  template(field: string): Template | undefined {
    const value = this.#values[field];
    if (value === undefined) return undefined;
    try {
      return parseTemplate(value, `${this.#prefix}${field}`, this.#report.timers);
    } catch (error) {
      if (!(error instanceof ExpressionProblem)) throw error;
      this.problem(error.message, error.field.slice(this.#prefix.length), `${error.code}: `);
      return { constant: null };
    }
  }

  /** A whole number, or an expression that will give one. */
  number(field: string, least: number): Template | undefined {
    const template = this.template(field);
    if (template && 'constant' in template && template.constant !== null) this.wholeNumber(field, least);
    return template;
  }

  missing(field: string): void {
    this.problem(`The field '${field}' is required but was missing`);
  }
}
