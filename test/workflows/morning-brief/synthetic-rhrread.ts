/**
 * SYNTHETIC answers of the Observatory's current weather report, made for these tests in the feed's format with its
 * quirks: "" for empty blocks, `main` "" for two districts in Chinese, an encoded ampersand, keys that may be absent.
 * No reading here was ever observed.
 */
export type Lang = 'en' | 'tc' | 'sc';

const DISTRICTS = {
  en: 'Central &amp; Western District,Eastern District,Kwai Tsing,Islands District,North District,Sai Kung,Sha Tin,Southern District,Tai Po,Tsuen Wan,Tuen Mun,Wan Chai,Yuen Long,Yau Tsim Mong,Sham Shui Po,Kowloon City,Wong Tai Sin,Kwun Tong',
  tc: '中西區,東區,葵青,離島區,北區,西貢,沙田,南區,大埔,荃灣,屯門,灣仔,元朗,油尖旺,深水埗,九龍城,黃大仙,觀塘',
  sc: '中西区,东区,葵青,离岛区,北区,西贡,沙田,南区,大埔,荃湾,屯门,湾仔,元朗,油尖旺,深水埗,九龙城,黄大仙,观塘',
};
const STATIONS = {
  en: ["King's Park", 'Hong Kong Observatory', 'Wong Chuk Hang', 'Shau Kei Wan'],
  tc: ['京士柏', '香港天文台', '黃竹坑', '筲箕灣'],
  sc: ['京士柏', '香港天文台', '黄竹坑', '筲箕湾'],
};
const INTENSITY = { en: 'high', tc: '高', sc: '高' };
const PAST_HOUR = { en: 'During the past hour', tc: '過去一小時', sc: '过去一小时' };

export type RainRow = { unit?: string; place: string; max?: unknown; main?: unknown; min?: number };
export type Report = {
  rainfall: { data: RainRow[]; startTime: unknown; endTime: unknown };
  temperature: { data: { place: string; value?: unknown; unit?: string }[]; recordTime: unknown };
  humidity: { data: { place: string; value?: unknown; unit?: string }[]; recordTime: unknown };
  [key: string]: unknown;
};

/** A whole answer of 2 May 2030, 09:02: 27 °C, 81 %, no rain, UV 6, nothing in force. */
export function report(lang: Lang, overrides: Record<string, unknown> = {}): Report {
  const [park = '', observatory = '', ...others] = STATIONS[lang];
  const rows = DISTRICTS[lang].split(',').map((place, index) => ({
    unit: 'mm',
    place,
    max: 0,
    main: lang !== 'en' && (index === 14 || index === 15) ? '' : 'FALSE',
  }));
  return {
    rainfall: { data: rows, startTime: '2030-05-02T07:45:00+08:00', endTime: '2030-05-02T08:45:00+08:00' },
    warningMessage: '',
    icon: [51],
    iconUpdateTime: '2030-05-02T07:00:00+08:00',
    uvindex: { data: [{ place: park, value: 6, desc: INTENSITY[lang] }], recordDesc: PAST_HOUR[lang] },
    updateTime: '2030-05-02T09:02:00+08:00',
    temperature: {
      data: [
        { place: park, value: 28, unit: 'C' },
        { place: observatory, value: 27, unit: 'C' },
        ...others.map((place) => ({ place, value: 26, unit: 'C' })),
      ],
      recordTime: '2030-05-02T09:00:00+08:00',
    },
    tcmessage: '',
    mintempFrom00To09: '',
    rainfallFrom00To12: '',
    rainfallLastMonth: '',
    rainfallJanuaryToLastMonth: '',
    humidity: {
      recordTime: '2030-05-02T09:00:00+08:00',
      data: [{ unit: 'percent', value: 81, place: observatory }],
    },
    ...overrides,
  };
}

/** The same answer with the rows of the named districts changed. */
export function rained(lang: Lang, changes: Record<string, Partial<RainRow>>): Report {
  const answer = report(lang);
  answer.rainfall.data = answer.rainfall.data.map((row) => ({ ...row, ...changes[row.place] }));
  return answer;
}
