import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A recorded case, as its file says. What each kind holds is in the file that drives that kind. */
export type Case = {
  readonly id: string;
  readonly kind: 'execution' | 'state' | 'api';
  readonly tier: string;
  readonly features: readonly string[];
  readonly [field: string]: unknown;
};

/** `failed` lists what differed at the levels that must hold; the finer levels are counted. */
export type Verdict =
  | { readonly outcome: 'passed' | 'failed'; readonly problems: readonly string[]; readonly finer: Finer }
  | { readonly outcome: 'not supported'; readonly what: string };

/** L3: every event's details. L4: what each event points back to. Absent where the recording fixes no order. */
export type Finer = { readonly details?: readonly string[]; readonly links?: readonly string[] };

export function loadCases(directory: string): Case[] {
  const files = readdirSync(directory).filter((name) => name.endsWith('.json'));
  return files
    .sort()
    .map((name) => expand(JSON.parse(readFileSync(path.join(directory, name), 'utf8'))) as Case);
}

/** Macros that keep the files small: `{"$repeat": [text, times]}` and `{"$concat": [texts]}`. */
export function expand(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expand);
  if (typeof value !== 'object' || value === null) return value;
  if ('$repeat' in value && Array.isArray(value.$repeat)) {
    const [text, times] = value.$repeat;
    return String(text).repeat(Number(times));
  }
  if ('$concat' in value && Array.isArray(value.$concat)) return value.$concat.map(expand).join('');
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expand(item)]));
}
