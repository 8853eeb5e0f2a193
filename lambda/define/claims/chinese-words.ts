import { CHINESE_DIGITS, CHINESE_SIGNS } from './chinese-numbers.ts';

/**
 * Ordinary words that are written with a number's sign, in both scripts. The list is short on purpose: what is not
 * in it counts as a figure.
 */
const WORDS = [
  '九[龍龙]|十?八[鄉乡]|三[門门]仔|[萬万]宜', // places of Hong Kong
  '四[周週處处季面川]|百[姓貨货科]|千祈|千[萬万](?=[不要別别勿記记小])|[萬万][一能分]',
  '零[星售碎件食散]|半[島岛山夜空途]|(?<!十)多半|再三|[兩两][者岸地旁]|五金|三[文明]治|八[達达]通|六合彩',
  '[登大內内着降][陸陆]|[陸陆][上路續续]|隊伍|队伍|[參参][考加與与照閱阅看]|收拾|拾[起獲获]|肆虐',
  '[統统唯單单劃划同逐其專专]一|(?<!分)之一|第一(?![號号級级])',
  '(?<![時时點点])十分(?![鐘钟之])', // very; but not ten minutes
].join('|');

/**
 * 一 before these is "a" or part of a word (一份簡報, 一般, 一起), as the English article is no figure; before 度, 成,
 * 毫米, 小時, 半 or 天 it counts.
 */
const ARTICLE =
  '一(?:[個个項项份則则次封張张名位件條条下些種种段句篇回趟般樣样起直定切旦向律併并致齊齐早邊边面方路帶带旁同如再連连場场批組组類类系部套處处片陣阵]|[點点](?![鐘钟半\\d' +
  CHINESE_DIGITS +
  ']))';

const SIGN = `[${CHINESE_SIGNS}\\d]`;
/** Weekdays, in full or in brackets after a date. */
const WEEKDAY = `(?:星期|[周週]|禮拜|礼拜)[一二三四五六](?!${SIGN})|(?<=[日□])\\s*\\([一二三四五六]\\)`;

/** A number begins before such a word when a sign stands there: 三十分 is not 十分, 三十一個 is not 一個. */
const ORDINARY = new RegExp(`${WEEKDAY}|(?<!${SIGN})(?:${WORDS}|${ARTICLE})`, 'gu');

/** The text with its ordinary words blanked, so that their signs are not read as numbers. */
export const withoutWords = (text: string): string =>
  text.replace(ORDINARY, (word) => '□'.repeat(word.length));
