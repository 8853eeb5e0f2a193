type Unit = 'seconds' | 'minutes' | 'hours' | 'days';

/** A length of time that names its unit and cannot be empty. */
export type Duration = {
  [U in Unit]: { readonly [K in U]: number } & { readonly [K in Exclude<Unit, U>]?: never };
}[Unit];

const SECONDS: Record<Unit, number> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };

/** The duration in whole seconds. */
export function toSeconds(duration: Duration): number {
  const [[unit, amount] = []] = Object.entries(duration) as [Unit, number][];
  if (!unit || !Object.hasOwn(SECONDS, unit) || !Number.isFinite(amount) || Number(amount) < 0) {
    throw new RangeError(
      `a duration such as { minutes: 5 } is wanted, ${JSON.stringify(duration)} was given`,
    );
  }
  return Math.round(SECONDS[unit] * Number(amount));
}
