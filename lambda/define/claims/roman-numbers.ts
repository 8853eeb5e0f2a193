const VALUES: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };

/** The value of a Roman numeral in capitals: a smaller sign before a larger one is taken off. */
export const romanValue = (numeral: string): number =>
  [...numeral].reduce((sum, sign, index) => {
    const value = VALUES[sign] ?? Number.NaN;
    return value < (VALUES[numeral.charAt(index + 1)] ?? 0) ? sum - value : sum + value;
  }, 0);

/**
 * Two or more of I, V and X in capitals ("Signal VIII") are a figure. Single letters are not, nor are L, C, D and M:
 * they are litres, Celsius and millimetres far more often than numbers.
 */
export const ROMAN = /\b(?=[IVX]{2})X{0,3}(?:IX|IV|V?I{0,3})\b/g;
