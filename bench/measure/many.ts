/** Does `work` for each, so many at a time. */
export async function each<T>(
  all: readonly T[],
  atOnce: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const queue = all.values();
  const worker = async () => {
    for (const one of queue) await work(one);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, worker));
}

/** Does `work` again and again, so many at a time, until the time is over; resolves with the seconds it took. */
export async function during(seconds: number, atOnce: number, work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  const worker = async () => {
    do await work();
    while (performance.now() - begun < seconds * 1000);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return (performance.now() - begun) / 1000;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Of an even number of values: halfway between the two in the middle. */
export const median = (values: readonly number[]): number =>
  (quantile(values, 0.5) -
    quantile(
      values.map((value) => -value),
      0.5,
    )) /
  2;
export const round = (value: number, digits = 2): number => Number(value.toFixed(digits));
