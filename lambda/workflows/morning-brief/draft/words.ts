import type { Lang } from '../../../define/preview.ts';
import type { CurrentWeather } from '../observation/current-weather.ts';

type Reason = CurrentWeather['rainfall']['excluded'][number]['reason'];

/** The brief's own words in one language. Nothing in them speaks of what comes, and no figure is written here. */
export type Words = {
  readonly title: (day: string) => string;
  readonly day: (date: string, weekday: number) => string;
  readonly times: (bulletin: string, readings: string) => string;
  readonly audience: string;
  readonly languages: { readonly [L in Lang]: string };
  readonly warnings: (language: string) => string;
  readonly noWarnings: (bulletin: string) => string;
  readonly cyclone: (language: string) => string;
  readonly mentions: string;
  readonly observed: string;
  readonly temperature: (value: number, time: string) => string;
  readonly humidity: (value: number, time: string) => string;
  readonly rainfall: (window: string, mm: number, places: string) => string;
  readonly noRain: (window: string, mm: number, isComplete: boolean) => string;
  readonly uncounted: string;
  readonly reasons: { readonly [R in Reason]: string };
  readonly uv: (value: number, intensity: string, place: string, isPastHour: boolean) => string;
  readonly reminders: (language: string) => string;
  readonly meetings: (calendar: string) => string;
  readonly noMeetings: string;
  readonly allDay: string;
  readonly untold: (count: number) => string;
  readonly note: string;
  readonly source: readonly [attribution: string, disclaimer: string];
  readonly and: string;
  readonly quoted: (text: string) => string;
  readonly because: (what: string, why: string) => string;
};

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const en: Words = {
  title: (day) => `Hong Kong morning weather brief, ${day}`,
  day: (date, weekday) => {
    const [year, month, day] = date.split('-').map(Number);
    return `${WEEKDAYS[weekday]} ${day} ${MONTHS[(month ?? 0) - 1]} ${year}`;
  },
  times: (bulletin, readings) => `Bulletin ${bulletin}, readings ${readings} (Hong Kong time)`,
  audience: 'For: ',
  languages: { en: 'English', tc: 'Traditional Chinese', sc: 'Simplified Chinese' },
  warnings: (language) => `⚠ WARNINGS (the Observatory’s words, in ${language})`,
  noWarnings: (bulletin) => `Warnings: none in the ${bulletin} bulletin`,
  cyclone: (language) => `⚠ TROPICAL CYCLONE (the Observatory’s words, in ${language})`,
  mentions: 'Mentions: ',
  observed: 'OBSERVED (not a forecast)',
  temperature: (value, time) => `Temperature: ${value} °C (Observatory, ${time})`,
  humidity: (value, time) => `Relative humidity: ${value}% (Observatory, ${time})`,
  rainfall: (window, mm, places) => `Rainfall ${window}: highest ${mm} mm, ${places}`,
  noRain: (window, mm, isComplete) =>
    `Rainfall ${window}: ${mm} mm in ${isComplete ? 'all districts' : 'the districts counted'}`,
  uncounted: 'Rainfall not counted: ',
  reasons: {
    UNDER_MAINTENANCE: 'under maintenance',
    UNKNOWN_FLAG: 'status unclear',
    BAD_VALUE: 'no usable reading',
    NOT_LISTED: 'not in the report',
  },
  uv: (value, intensity, place, isPastHour) =>
    `UV index${isPastHour ? ', past hour' : ''}: ${value}${intensity && `, ${intensity}`} (${place})`,
  reminders: (language) => `REMINDERS (the Observatory’s advice, in ${language}; not warnings)`,
  meetings: (calendar) => `TODAY’S MEETINGS (from the calendar ${calendar}, not from the Observatory)`,
  noMeetings: 'None',
  allDay: 'All day',
  untold: (count) => `Not listed: ${count}`,
  note: 'NOTE (not from the Observatory)',
  source: [
    'Source: Hong Kong Observatory',
    'An observation, not a forecast; it does not replace workplace or travel decisions.',
  ],
  and: ', ',
  quoted: (text) => `“${text}”`,
  because: (what, why) => `${what} (${why})`,
};

const chineseDay = (weekdays: string) => (date: string, weekday: number) => {
  const [year, month, day] = date.split('-').map(Number);
  return `${year}年${month}月${day}日（星期${weekdays.charAt(weekday)}）`;
};

const tc: Words = {
  title: (day) => `香港早晨天氣簡報 ${day}`,
  day: chineseDay('日一二三四五六'),
  times: (bulletin, readings) => `${bulletin} 發布，${readings} 讀數（香港時間）`,
  audience: '致：',
  languages: { en: '英文', tc: '繁體中文', sc: '簡體中文' },
  warnings: (language) => `⚠ 警告（天文台原文，${language}）`,
  noWarnings: (bulletin) => `警告：${bulletin} 的報告沒有警告`,
  cyclone: (language) => `⚠ 熱帶氣旋（天文台原文，${language}）`,
  mentions: '提及：',
  observed: '實況（並非預報）',
  temperature: (value, time) => `氣溫：${value}°C（天文台，${time}）`,
  humidity: (value, time) => `相對濕度：${value}%（天文台，${time}）`,
  rainfall: (window, mm, places) => `雨量 ${window}：最高 ${mm} 毫米，${places}`,
  noRain: (window, mm, isComplete) =>
    `雨量 ${window}：${isComplete ? '各區' : '已計入的地區'}均為 ${mm} 毫米`,
  uncounted: '雨量未計入：',
  reasons: {
    UNDER_MAINTENANCE: '維修中',
    UNKNOWN_FLAG: '狀態不明',
    BAD_VALUE: '沒有可用讀數',
    NOT_LISTED: '報告沒有列出',
  },
  uv: (value, intensity, place, isPastHour) =>
    `紫外線指數${isPastHour ? '（過去一小時）' : ''}：${value}${intensity && `，${intensity}`}（${place}）`,
  reminders: (language) => `提示（天文台原文，${language}；並非警告）`,
  meetings: (calendar) => `今日會議（來自日曆 ${calendar}，非天文台內容）`,
  noMeetings: '沒有',
  allDay: '全日',
  untold: (count) => `沒有列出：${count} 項`,
  note: '備註（非天文台內容）',
  source: ['資料來源：香港天文台', '以上為實況觀測，並非預報；不能取代工作安排或出行的決定。'],
  and: '、',
  quoted: (text) => `「${text}」`,
  because: (what, why) => `${what}（${why}）`,
};

const sc: Words = {
  title: (day) => `香港早晨天气简报 ${day}`,
  day: chineseDay('日一二三四五六'),
  times: (bulletin, readings) => `${bulletin} 发布，${readings} 读数（香港时间）`,
  audience: '致：',
  languages: { en: '英文', tc: '繁体中文', sc: '简体中文' },
  warnings: (language) => `⚠ 警告（天文台原文，${language}）`,
  noWarnings: (bulletin) => `警告：${bulletin} 的报告没有警告`,
  cyclone: (language) => `⚠ 热带气旋（天文台原文，${language}）`,
  mentions: '提及：',
  observed: '实况（并非预报）',
  temperature: (value, time) => `气温：${value}°C（天文台，${time}）`,
  humidity: (value, time) => `相对湿度：${value}%（天文台，${time}）`,
  rainfall: (window, mm, places) => `雨量 ${window}：最高 ${mm} 毫米，${places}`,
  noRain: (window, mm, isComplete) =>
    `雨量 ${window}：${isComplete ? '各区' : '已计入的地区'}均为 ${mm} 毫米`,
  uncounted: '雨量未计入：',
  reasons: {
    UNDER_MAINTENANCE: '维修中',
    UNKNOWN_FLAG: '状态不明',
    BAD_VALUE: '没有可用读数',
    NOT_LISTED: '报告没有列出',
  },
  uv: (value, intensity, place, isPastHour) =>
    `紫外线指数${isPastHour ? '（过去一小时）' : ''}：${value}${intensity && `，${intensity}`}（${place}）`,
  reminders: (language) => `提示（天文台原文，${language}；并非警告）`,
  meetings: (calendar) => `今日会议（来自日历 ${calendar}，非天文台内容）`,
  noMeetings: '没有',
  allDay: '全天',
  untold: (count) => `没有列出：${count} 项`,
  note: '备注（非天文台内容）',
  source: ['资料来源：香港天文台', '以上为实况观测，并非预报；不能取代工作安排或出行的决定。'],
  and: '、',
  quoted: (text) => `“${text}”`,
  because: (what, why) => `${what}（${why}）`,
};

export const WORDS: { readonly [L in Lang]: Words } = { en, tc, sc };
