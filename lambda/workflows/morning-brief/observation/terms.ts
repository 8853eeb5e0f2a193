import type { Lang, Trilingual } from '../../../define/preview.ts';

const term = (en: string, tc: string, sc: string = tc): Trilingual => ({ en, tc, sc });

/**
 * Warning families by the feed's code. They name what a warning is about in another language; whether one is in
 * force is for the quoted sentence alone to say.
 */
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

/** The families a warning sentence names, in the table's order; the feed's capitals vary ("Very Hot weather"). */
export const familiesIn = (sentence: string, lang: Lang): Trilingual[] =>
  Object.values(WARNINGS).filter((family) => sentence.toLowerCase().includes(family[lang].toLowerCase()));

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
