import type { Lang, Trilingual } from '../../../define/preview.ts';

const term = (en: string, tc: string, sc: string = tc): Trilingual => ({ en, tc, sc });

/** Warning families by the feed's code. Whether one is in force is for the quoted sentence alone to say. */
export const WARNINGS: { readonly [code: string]: Trilingual } = {
  WFIRE: term('Fire Danger Warning', '火災危險警告', '火灾危险警告'),
  WFROST: term('Frost Warning', '霜凍警告', '霜冻警告'),
  WHOT: term('Very Hot Weather Warning', '酷熱天氣警告', '酷热天气警告'),
  WCOLD: term('Cold Weather Warning', '寒冷天氣警告', '寒冷天气警告'),
  WMSGNL: term('Strong Monsoon Signal', '強烈季候風信號', '强烈季候风信号'),
  WTCPRE8: term(
    'Pre-No. 8 Special Announcement',
    '預警八號熱帶氣旋警告信號之特別報告',
    '预警八号热带气旋警告信号之特别报告',
  ),
  WRAIN: term('Rainstorm Warning Signal', '暴雨警告信號', '暴雨警告信号'),
  WFNTSA: term(
    'Special Announcement on Flooding in the northern New Territories',
    '新界北部水浸特別報告',
    '新界北部水浸特别报告',
  ),
  WL: term('Landslip Warning', '山泥傾瀉警告', '山泥倾泻警告'),
  WTCSGNL: term('Tropical Cyclone Warning Signal', '熱帶氣旋警告信號', '热带气旋警告信号'),
  WTMW: term('Tsunami Warning', '海嘯警告', '海啸警告'),
  WTS: term('Thunderstorm Warning', '雷暴警告'),
};

/**
 * Levels by the feed's code. Amber is 黃色 ("yellow") in Chinese: looked up, never translated. The Simplified names of
 * signals are written from the Traditional ones; no answer that holds them was at hand.
 */
export const LEVELS: { readonly [code: string]: Trilingual } = {
  WFIREY: term('Fire Danger Warning is Yellow', '火災危險警告為黃色', '火灾危险警告为黄色'),
  WFIRER: term('Fire Danger Warning is Red', '火災危險警告為紅色', '火灾危险警告为红色'),
  WRAINA: term('Amber Rainstorm Warning Signal', '黃色暴雨警告信號', '黄色暴雨警告信号'),
  WRAINR: term('Red Rainstorm Warning Signal', '紅色暴雨警告信號', '红色暴雨警告信号'),
  WRAINB: term('Black Rainstorm Warning Signal', '黑色暴雨警告信號', '黑色暴雨警告信号'),
  TC1: term('Standby Signal No. 1', '一號戒備信號', '一号戒备信号'),
  TC3: term('Strong Wind Signal No. 3', '三號強風信號', '三号强风信号'),
  TC8NE: term('No. 8 Northeast Gale or Storm Signal', '八號東北烈風或暴風信號', '八号东北烈风或暴风信号'),
  TC8SE: term('No. 8 Southeast Gale or Storm Signal', '八號東南烈風或暴風信號', '八号东南烈风或暴风信号'),
  TC8SW: term('No. 8 Southwest Gale or Storm Signal', '八號西南烈風或暴風信號', '八号西南烈风或暴风信号'),
  TC8NW: term('No. 8 Northwest Gale or Storm Signal', '八號西北烈風或暴風信號', '八号西北烈风或暴风信号'),
  TC9: term(
    'Increasing Gale or Storm Signal No. 9',
    '九號烈風或暴風風力增強信號',
    '九号烈风或暴风风力增强信号',
  ),
  TC10: term('Hurricane Signal No. 10', '十號颶風信號', '十号飓风信号'),
  CANCEL: term('Cancel All Signals', '取消所有熱帶氣旋警告信號', '取消所有热带气旋警告信号'),
};

/**
 * The warnings a sentence mentions, each by its most specific name. A mention is a help for those who cannot read the
 * sentence and says nothing about what is in force.
 */
export function mentioned(sentence: string, lang: Lang): Trilingual[] {
  // The feed's capitals and commas vary: "Very Hot weather Warning", "Strong Wind Signal, No. 3".
  const bare = (text: string) => text.toLowerCase().replaceAll(',', '');
  const found = [...Object.values(LEVELS), ...Object.values(WARNINGS)].filter((name) =>
    bare(sentence).includes(bare(name[lang])),
  );
  return found.filter(
    (name) => !found.some((other) => other !== name && bare(other[lang]).includes(bare(name[lang]))),
  );
}

/** What the feed says of the UV index's time. */
export const PAST_HOUR = term('During the past hour', '過去一小時', '过去一小时');

/** The intensities of the UV index. */
export const UV_INTENSITIES: readonly Trilingual[] = [
  term('low', '低'),
  term('moderate', '中'),
  term('high', '高'),
  term('very high', '甚高'),
  term('extreme', '極高', '极高'),
];

/** Weather icon codes the feed documents: sky, rain, night by lunar day, and sensations. */
export const ICONS: ReadonlySet<number> = new Set([
  50, 51, 52, 53, 54, 60, 61, 62, 63, 64, 65, 70, 71, 72, 73, 74, 75, 76, 77, 80, 81, 82, 83, 84, 85, 90, 91,
  92, 93,
]);
