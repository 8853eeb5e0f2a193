import type { Usage } from './record.ts';

export const NOTHING: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

export const total = (usage: Usage): number =>
  usage.input + usage.output + usage.cacheRead + usage.cacheWrite;

export const sum = (a: Usage, b: Usage): Usage => ({
  input: a.input + b.input,
  output: a.output + b.output,
  cacheRead: a.cacheRead + b.cacheRead,
  cacheWrite: a.cacheWrite + b.cacheWrite,
});

/** All tokens that went to a model and came from it. */
export const totalOf = (all: readonly { readonly usage: Usage }[]): number =>
  all.reduce((tokens, { usage }) => tokens + total(usage), 0);
