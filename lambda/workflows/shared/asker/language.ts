import type { Lang } from '../../../define/preview.ts';

/** Common characters that are written in one script only, in the same order. */
const TRADITIONAL = new Set(
  '們個會來時說這嗎帶傘氣溫預報點開車飛機產庫價錢幾還現應該麼從對請問給聽話讓號碼雙東馬風雲電見聯繫裡過週後無為學國當邊樣廣樓與沒買賣區灣澳門臺颱濕',
);
const SIMPLIFIED = new Set(
  '们个会来时说这吗带伞气温预报点开车飞机产库价钱几还现应该么从对请问给听话让号码双东马风云电见联系过周无为学国当边样广楼没买卖区湾门湿',
);

/**
 * The language of a question: Chinese when it has a Chinese character, in the script most of its characters belong to;
 * Simplified when none tells.
 */
export function languageOf(question: string): Lang {
  if (!/\p{Script=Han}/u.test(question)) return 'en';
  const only = (script: Set<string>, other: Set<string>) =>
    [...question].filter((character) => script.has(character) && !other.has(character)).length;
  return only(TRADITIONAL, SIMPLIFIED) > only(SIMPLIFIED, TRADITIONAL) ? 'tc' : 'sc';
}
