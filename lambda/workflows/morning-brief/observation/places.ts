import type { Lang, Trilingual } from '../../../define/preview.ts';

/**
 * The feed's own place names. Its Simplified names are not a conversion of the Traditional ones (it keeps 深水埗 and
 * 赤鱲角), so names are looked up here and never converted.
 */
const place = (en: string, tc: string, sc: string = tc): Trilingual => ({ en, tc, sc });

/** The eighteen districts that rainfall is reported for, in the feed's order. */
export const DISTRICTS: readonly Trilingual[] = [
  place('Central & Western District', '中西區', '中西区'),
  place('Eastern District', '東區', '东区'),
  place('Kwai Tsing', '葵青'),
  place('Islands District', '離島區', '离岛区'),
  place('North District', '北區', '北区'),
  place('Sai Kung', '西貢', '西贡'),
  place('Sha Tin', '沙田'),
  place('Southern District', '南區', '南区'),
  place('Tai Po', '大埔'),
  place('Tsuen Wan', '荃灣', '荃湾'),
  place('Tuen Mun', '屯門', '屯门'),
  place('Wan Chai', '灣仔', '湾仔'),
  place('Yuen Long', '元朗'),
  place('Yau Tsim Mong', '油尖旺'),
  place('Sham Shui Po', '深水埗'),
  place('Kowloon City', '九龍城', '九龙城'),
  place('Wong Tai Sin', '黃大仙', '黄大仙'),
  place('Kwun Tong', '觀塘', '观塘'),
];

export const OBSERVATORY: Trilingual = place('Hong Kong Observatory', '香港天文台');
/** Where the UV index is measured. */
export const KINGS_PARK: Trilingual = place("King's Park", '京士柏');

/** The stations that temperatures are reported for, in the feed's order; one that is out is simply not listed. */
export const STATIONS: readonly Trilingual[] = [
  KINGS_PARK,
  OBSERVATORY,
  place('Wong Chuk Hang', '黃竹坑', '黄竹坑'),
  place('Ta Kwu Ling', '打鼓嶺', '打鼓岭'),
  place('Lau Fau Shan', '流浮山'),
  place('Tai Po', '大埔'),
  place('Sha Tin', '沙田'),
  place('Tuen Mun', '屯門', '屯门'),
  place('Tseung Kwan O', '將軍澳', '将军澳'),
  place('Sai Kung', '西貢', '西贡'),
  place('Cheung Chau', '長洲', '长洲'),
  place('Chek Lap Kok', '赤鱲角'),
  place('Tsing Yi', '青衣'),
  place('Shek Kong', '石崗', '石岗'),
  place('Tsuen Wan Ho Koon', '荃灣可觀', '荃湾可观'),
  place('Tsuen Wan Shing Mun Valley', '荃灣城門谷', '荃湾城门谷'),
  place('Hong Kong Park', '香港公園', '香港公园'),
  place('Shau Kei Wan', '筲箕灣', '筲箕湾'),
  place('Kowloon City', '九龍城', '九龙城'),
  place('Happy Valley', '跑馬地', '跑马地'),
  place('Wong Tai Sin', '黃大仙', '黄大仙'),
  place('Stanley', '赤柱'),
  place('Kwun Tong', '觀塘', '观塘'),
  place('Sham Shui Po', '深水埗'),
  place('Kai Tak Runway Park', '啟德跑道公園', '启德跑道公园'),
  place('Yuen Long Park', '元朗公園', '元朗公园'),
  place('Tai Mei Tuk', '大美督'),
];

/** The place that `table` lists under this name in the asked language. */
export const named = (table: readonly Trilingual[], name: string, lang: Lang): Trilingual | undefined =>
  table.find((entry) => entry[lang] === name);

/** Whether a name belongs to another language only: the sign of an answer in a language nobody asked for. */
export const isForeign = (table: readonly Trilingual[], name: string, lang: Lang): boolean =>
  !named(table, name, lang) && table.some((entry) => Object.values(entry).includes(name));
