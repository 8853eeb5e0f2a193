import { parseArgs } from 'node:util';
import { PEERS, type Peer } from './peers.ts';

export const PHASES = ['speed', 'parked', 'crash', 'growth', 'profile', 'load', 'counts'] as const;
export type Phase = (typeof PHASES)[number];

export type Options = {
  readonly peers: readonly Peer[];
  readonly phases: readonly Phase[];
  readonly rounds: number;
  readonly quick: boolean;
  readonly fresh: boolean;
};

/** How large a measurement is. */
export type Size = {
  /** Seconds of each concurrency in each round. */
  readonly seconds: number;
  readonly parked: readonly number[];
  /** Seconds that parking, and again resuming, may take; what did not fit is reported as such. */
  readonly capSeconds: number;
  readonly finishedMarks: readonly number[];
  readonly parkedMarks: readonly number[];
  readonly growthSeconds: number;
  readonly profileSeconds: number;
  readonly loadRounds: number;
};

export const FULL: Size = {
  seconds: 2,
  parked: [1_000, 10_000],
  capSeconds: 240,
  finishedMarks: [1, 100, 1_000, 10_000, 100_000],
  parkedMarks: [1, 100, 1_000, 10_000],
  growthSeconds: 420,
  profileSeconds: 8,
  loadRounds: 15,
};
export const QUICK: Size = {
  seconds: 0.7,
  parked: [100],
  capSeconds: 15,
  finishedMarks: [1, 100, 1_000],
  parkedMarks: [1, 50],
  growthSeconds: 20,
  profileSeconds: 3,
  loadRounds: 3,
};

/** @throws {TypeError} for what is not an option */
export function optionsOf(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      peers: { type: 'string' },
      phases: { type: 'string' },
      rounds: { type: 'string' },
      quick: { type: 'boolean' },
      fresh: { type: 'boolean' },
    },
  });
  const quick = values.quick === true;
  const rounds = Number(values.rounds ?? (quick ? 2 : 5));
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new TypeError(`--rounds wants a whole number from 1, "${values.rounds}" was given`);
  return {
    peers: chosen('--peers', values.peers, PEERS, ({ name }) => name),
    phases: chosen('--phases', values.phases, PHASES, (name) => name),
    rounds,
    quick,
    fresh: values.fresh === true,
  };
}

function chosen<T>(
  option: string,
  given: string | undefined,
  all: readonly T[],
  nameOf: (one: T) => string,
): readonly T[] {
  if (given === undefined) return all;
  const names = given.split(',');
  const unknown = names.filter((name) => !all.some((one) => nameOf(one) === name));
  if (unknown.length > 0)
    throw new TypeError(
      `${option} wants some of ${all.map(nameOf).join(',')}; "${unknown.join(',')}" was given`,
    );
  return all.filter((one) => names.includes(nameOf(one)));
}
