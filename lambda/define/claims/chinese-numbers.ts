const DIGITS = [
  '〇零○',
  '一壹弌壱',
  '二貳贰弍弐兩两',
  '三叁參参弎',
  '四肆亖',
  '五伍',
  '六陸陆',
  '七柒',
  '八捌',
  '九玖',
];
const TENS: Record<string, number> = { 廿: 20, 卄: 20, 卅: 30, 卌: 40 };
const SMALL: Record<string, number> = { 十: 10, 拾: 10, 百: 100, 佰: 100, 千: 1000, 仟: 1000 };
const LARGE: Record<string, number> = { 萬: 1e4, 万: 1e4, 億: 1e8, 亿: 1e8, 兆: 1e12 };

const DIGIT = new Map(DIGITS.flatMap((signs, value) => [...signs].map((sign) => [sign, value])));

export const CHINESE_DIGITS = DIGITS.join('');
/** Every sign Chinese numbers are written with, for use inside a character class. */
export const CHINESE_SIGNS = [
  CHINESE_DIGITS,
  ...[TENS, SMALL, LARGE].map((map) => Object.keys(map).join('')),
].join('');

/** Signs of the banker's forms are ordinary words on their own: 登陸, 參考, 隊伍, 肆虐. */
const BANKERS = /^[壹弌壱貳贰弍弐叁參参弎肆亖伍陸陆柒捌玖拾佰仟○]$/;
const MEASURE = /^\s*(?:[度%成號号級级點点個个月日時时分秒]|°|毫米|公里|小時|小时)/;

/** Whether a run of signs is a word and no number, given what follows it. */
export const isWord = (run: string, after: string): boolean => BANKERS.test(run) && !MEASURE.test(after);

/**
 * The value of a run of signs, in which ASCII numbers may stand for digits ("1.5萬", "3十1"); NaN when it is none.
 * 三一 is read place by place, 三百五 as it is spoken (350).
 */
export function chineseValue(run: string): number {
  const tokens = run.match(/[\d.]+|./gu) ?? [];
  if (tokens.every((token) => DIGIT.has(token) || /^\d+$/.test(token))) {
    return Number(tokens.map((token) => DIGIT.get(token) ?? token).join(''));
  }
  let [total, section, place, ceiling] = [0, 0, 1, Number.POSITIVE_INFINITY];
  let digit: number | undefined;
  for (const token of tokens) {
    const small = SMALL[token];
    const large = LARGE[token];
    if (small) {
      if (small >= ceiling) return Number.NaN;
      section += (digit || 1) * small;
      [digit, ceiling, place] = [undefined, small, small / 10];
    } else if (large) {
      total += (section + (digit ?? 0) || 1) * large;
      [digit, section, ceiling, place] = [undefined, 0, Number.POSITIVE_INFINITY, large / 10];
    } else if (TENS[token]) {
      if (digit || ceiling <= 10) return Number.NaN;
      section += TENS[token];
      [digit, ceiling, place] = [undefined, 10, 1];
    } else {
      if (digit) return Number.NaN;
      digit = DIGIT.get(token) ?? Number(token);
      if (digit === 0) place = 1;
    }
  }
  return total + section + (digit ?? 0) * place;
}
