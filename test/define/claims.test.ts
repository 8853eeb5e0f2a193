import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claimsFault, figuresIn } from '../../lambda/define/claims.ts';

const valuesIn = (text: string) => figuresIn(text).map(({ value }) => value);

describe('figures', () => {
  it.each<[string, number[]]>([
    ['31 °C', [31]],
    ['31℃ and 78%', [31, 78]],
    ['31.5', [31.5]],
    ['It was 31.', [31]],
    ['1,016.5 mm', [1016.5]],
    ['.5 mm', [0.5]],
    ['3.1e1', [31]],
    ['-3 °C', [-3]],
    ['−3 °C', [-3]],
    ['2026-11-30', [2026, 11, 30]],
    ['10–20 mm', [10, 20]],
    ['No.8', [8]],
    ['30th', [30]],
    ['09:02', [9, 2]],
    ['31½', [31.5]],
    ['½', [0.5]],
  ])('finds the digits of %s', (text, values) => {
    expect(valuesIn(text)).toEqual(values);
  });

  it.each<[string, number[]]>([
    ['３１度', [31]],
    ['１，０１６．５毫米', [1016.5]],
    ['٣١٫٥', [31.5]],
    ['३१', [31]],
    ['𝟛𝟙', [31]],
    ['³¹', [31]],
    ['㉛', [31]],
    ['③', [3]],
    ['3️⃣1️⃣', [31]],
    ['🔟', [10]],
    ['Ⅷ', [8]],
    ['ⅩⅩⅪ', [31]],
    ['Signal VIII', [8]],
    ['〣〡度', [31]],
    ['㏠', [1]],
    ['3\u0336 1', [3, 1]],
    ['3\u200B1', [31]],
    ['\u202E13', [13]],
    ['三\u2060十一', [31]],
  ])('finds the disguised digits of %s', (text, values) => {
    expect(valuesIn(text)).toEqual(values);
  });

  it.each(['❸', '3O °C', 'l5 °C', '二三十度', '十百', 'twenty thirty'])(
    'finds that %s counts, though it cannot be read',
    (text) => {
      expect(valuesIn(text)).toEqual([Number.NaN]);
    },
  );

  it.each<[string, number[]]>([
    ['三十一度', [31]],
    ['氣溫三一度', [31]],
    ['廿三', [23]],
    ['卅一', [31]],
    ['叁拾壹度', [31]],
    ['壹佰貳拾', [120]],
    ['伍度', [5]],
    ['二〇二六年', [2026]],
    ['二○二六年', [2026]],
    ['一千零一十六點五', [1016.5]],
    ['三百五', [350]],
    ['三百零五', [305]],
    ['一萬五', [15000]],
    ['两百万', [2000000]],
    ['1.5萬', [15000]],
    ['3萬5千', [35000]],
    ['3十1度', [31]],
    ['兩個', [2]],
    ['零下三度', [-3]],
    ['负三度', [-3]],
    ['百分之七十八', [78]],
    ['三分之一', [1 / 3]],
    ['三成', [30]],
    ['一半', [0.5]],
    ['三度半', [3, 0.5]],
    ['九時十分', [9, 10]],
    ['九點三十分', [9, 30]],
    ['三十分鐘', [30]],
    ['一小時', [1]],
    ['一度', [1]],
    ['一點五度', [1.5]],
    ['第三', [3]],
    ['第一號信號', [1]],
    ['三十一個', [31]],
    ['九龍三十一度', [31]],
    ['八號烈風', [8]],
    ['十一月', [11]],
  ])('finds the Chinese numerals of %s', (text, values) => {
    expect(valuesIn(text)).toEqual(values);
  });

  it.each<[string, number[]]>([
    ['thirty-one degrees', [31]],
    ['forty two', [42]],
    ['Thirtyone', [31]],
    ['thirty\u2011one', [31]],
    ['a hundred', [100]],
    ['one hundred and five', [105]],
    ['two thousand and twenty-six', [2026]],
    ['thirty-one point five', [31.5]],
    ['minus three', [-3]],
    ['two dozen', [24]],
    ['thirty-first', [31]],
    ['the thirtieth', [30]],
    ['in the low thirties', [30]],
    ['one warning', [1]],
    ['half', [0.5]],
    ['two thirds', [2 / 3]],
    ['a quarter of them', [0.25]],
    ['𝐭𝐡𝐢𝐫𝐭𝐲 degrees', [30]],
  ])('finds the English number words of %s', (text, values) => {
    expect(valuesIn(text)).toEqual(values);
  });

  it.each([
    '統一 统一 一般 一些 一起 一樣 唯一 萬一 千萬不要 十分 之一 逐一 第一',
    '星期一 星期三 周五 礼拜六',
    '建立一項覆核任務，請看一下這一份簡報',
    '九龍城 九龙 八鄉 半島 半山 兩岸 四周 零星 百姓',
    '登陸 陸上 參考 隊伍 肆虐 收拾',
    'this one, one of them, one another, no one, someone, often, weight, attention',
    'the first review, the second, a third-party tool, headquarters, behalf',
    'I see; mm, °C, CC, XL, MIX',
  ])('finds none in "%s"', (text) => {
    expect(figuresIn(text)).toEqual([]);
  });

  const notations: Record<string, (value: number) => string> = {
    'ASCII digits': String,
    'thousands separators': (value) => value.toLocaleString('en-US'),
    'full-width digits': (value) => shift(value, 0xff10),
    'Arabic-Indic digits': (value) => shift(value, 0x0660),
    'mathematical digits': (value) => shift(value, 0x1d7d8),
    'digits split by unseen characters': (value) => [...String(value)].join('\u200B'),
    'Chinese numerals': (value) => chinese(value, '零一二三四五六七八九', '十百千萬'),
    'simplified Chinese numerals': (value) => chinese(value, '零一二三四五六七八九', '十百千万'),
    "banker's numerals": (value) => `${chinese(value, '零壹貳叁肆伍陸柒捌玖', '拾佰仟萬')}度`,
    'Chinese digits in a row': (value) =>
      [...String(value)].map((digit) => '〇一二三四五六七八九'[Number(digit)]).join(''),
    'English words': english,
    'hyphenated English words': (value) => english(value).replaceAll(' ', '-').replaceAll('-and-', ' and '),
  };

  it.each(Object.entries(notations))('finds any number written in %s', (_, write) => {
    const value = fc.integer({ min: 0, max: 99_999 });
    const around = fc.constantFrom(
      ['', ''],
      ['氣溫', '度'],
      ['about ', ' degrees'],
      ['(', ')'],
      ['「', '」'],
    );
    fc.assert(
      fc.property(value, around, (number, [before, after]) => {
        expect(valuesIn(`${before}${write(number)}${after}`)).toEqual([number]);
      }),
      { numRuns: 400 },
    );
  });

  it('never lets a text of allowed words and a foreign number pass', () => {
    const words = fc.array(
      fc.constantFrom('香港', '天氣', '實況', ' brief ', '一份', '九龍', ' review ', '星期一', '，'),
    );
    const write = fc.constantFrom(...Object.values(notations));
    fc.assert(
      fc.property(
        words,
        words,
        write,
        fc.integer({ min: 32, max: 9999 }),
        (before, after, notation, number) => {
          const text = `${before.join('')} ${notation(number)} ${after.join('')}`;
          expect(claimsFault(text, [31])).toBeDefined();
        },
      ),
    );
  });
});

describe('claims', () => {
  it.each([
    'Hong Kong morning brief 30 Nov 2026 (review)',
    '香港早晨天氣簡報 2026年11月30日 覆核',
    '香港早晨天气简报 2026年11月30日 复核',
    'Review: HK brief 2026-11-30',
  ])('passes "%s" when the numbers of the date are allowed', (title) => {
    expect(claimsFault(title, [2026, 11, 30])).toBeUndefined();
    expect(claimsFault(title, [])).toMatchObject({ code: 'UNGROUNDED_FIGURE' });
  });

  it.each([
    '30 Nov 2026',
    '30th of November, 2026',
    'November 30, 2026',
    'Nov 30',
    '2026-11-30',
    '30/11/2026',
    '2026年11月30日（星期一）',
    '11月30日(一)',
    '二〇二六年十一月三十日',
    '2026年11月',
  ])('passes a date written "%s" when that date may be named', (date) => {
    expect(claimsFault(`Brief of ${date}, for review`, [], ['2026-11-30'])).toBeUndefined();
    expect(claimsFault(`簡報 ${date} 覆核`, [], ['2026-11-30'])).toBeUndefined();
    expect(claimsFault(`Brief of ${date}`, [], ['2026-12-01'])).toMatchObject({ code: 'UNGROUNDED_FIGURE' });
  });

  it('does not take the day of a date for a reading', () => {
    expect(claimsFault('30 °C on 30 Nov 2026', [], ['2026-11-30'])).toMatchObject({ found: '30' });
    expect(claimsFault('三十度，十一月三十日', [], ['2026-11-30'])).toMatchObject({ found: '三十' });
    expect(claimsFault('130 Nov 2026', [], ['2026-11-30'])).toMatchObject({ found: '130' });
  });

  it('passes the figures of the facts in any notation and no other', () => {
    const facts = [27, 81, 0.4];
    expect(claimsFault('27 °C, 81%, UV 0.4', facts)).toBeUndefined();
    expect(claimsFault('氣溫二十七度，相對濕度百分之八十一', facts)).toBeUndefined();
    expect(claimsFault('28 °C', facts)).toEqual({
      code: 'UNGROUNDED_FIGURE',
      found: '28',
      message: 'no fact says "28"; write without figures of your own',
    });
    expect(claimsFault('-27 °C', facts)).toMatchObject({ code: 'UNGROUNDED_FIGURE' });
    expect(claimsFault('27.5 °C', facts)).toMatchObject({ code: 'UNGROUNDED_FIGURE' });
  });

  it.each([
    ['a zero-width space', 'mild\u200Bweather', 'the unseen character U+200B'],
    ['an override of direction', 'abc\u202Edef', 'the unseen character U+202E'],
    ['a tag character', 'abc\u{E0031}', 'the unseen character U+E0031'],
    ['a control character', 'abc\u0008', 'the unseen character U+0008'],
    ['half a surrogate pair', 'abc\uD83D', 'the unseen character U+D83D'],
    ['a Cyrillic letter in a Latin word', 'th\u0456rty', 'letters of two alphabets in one word ("hі")'],
  ])('refuses %s', (_, text, found) => {
    expect(claimsFault(text, [])).toMatchObject({ code: 'HIDDEN_TEXT', found });
  });

  it('lets emoji, line breaks, accents and other alphabets be', () => {
    expect(claimsFault('⚠️ café 👩‍💻 naïve\r\n\tСамара 5 µg', [5])).toBeUndefined();
  });

  it.each([
    'It will rain',
    "It'll clear",
    'rain tomorrow',
    'Showers are expected',
    'We expect showers',
    'temperatures are going to rise',
    'forecast to reach the north',
    'The forecast is fine',
    'rain is likely later today',
    'a chance of thunderstorms',
    'showers tonight',
    'in the next few hours',
    'ｗｉｌｌ rain',
    '將會下雨',
    '将会下雨',
    '會有驟雨',
    '会转凉',
    '不會影響出行',
    '明天轉晴',
    '明日有雨',
    '明天氣溫回升',
    '預計有雨',
    '预计有雨',
    '今晚轉涼',
    '稍後有雨',
    '稍后放晴',
    '將有大雨',
    '即将放晴',
    '有機會下雨',
    '預料天晴',
    '聽日落雨',
    '天氣預報說晴',
  ])('refuses the promise "%s"', (text) => {
    expect(claimsFault(text, [])).toMatchObject({ code: 'PROMISES_FUTURE' });
  });

  it.each([
    'An observation, not a forecast',
    'This is not a weather forecast',
    'Please review as soon as possible, the warning is unexpected',
    'It is due to the thunderstorm',
    'goodwill, willing, compromise',
    '並非天氣預報，請覆核',
    '请复核，这并非预报',
    '將軍澳會議室的同事請看，將有關草稿交上',
    '說明天氣實況，註明日期；雨後天晴，今後天氣另告',
    '機會、社會、委員會、開會',
    '將來自天文台的實況整理成文',
  ])('finds no promise in "%s"', (text) => {
    expect(claimsFault(text, [])).toBeUndefined();
  });

  it('reads long texts in a time that grows with their length', () => {
    const unit = ['1', '1,111', '三', 'ten ', '-', '1.', '1e', '⁄', 'not a ', '30 Nov ', '3O'];
    for (const text of unit) claimsFault(text.repeat(20_000), [], ['2026-11-30']);
  }, 10_000);
});

const shift = (value: number, zero: number) =>
  [...String(value)].map((digit) => String.fromCodePoint(zero + Number(digit))).join('');

/** A number below 100,000 as it is read in Chinese: 10,016 is 一萬零一十六. */
function chinese(
  value: number,
  digits: string,
  [ten = '', hundred = '', thousand = '', myriad = '']: string,
): string {
  if (value >= 10_000) {
    const rest = value % 10_000;
    const gap = rest > 0 && rest < 1000 ? digits[0] : '';
    return `${digits[Math.floor(value / 10_000)]}${myriad}${gap}${rest ? chinese(rest, digits, ten + hundred + thousand + myriad) : ''}`;
  }
  let [text, gap] = ['', false];
  for (const [size, sign] of [
    [1000, thousand],
    [100, hundred],
    [10, ten],
    [1, ''],
  ] as const) {
    const digit = Math.floor(value / size) % 10;
    if (digit === 0) gap = text !== '';
    else {
      text += `${gap ? digits[0] : ''}${digits[digit]}${sign}`;
      gap = false;
    }
  }
  return text || (digits[0] ?? '');
}

/** A number below 100,000 in British English: one hundred and five. */
function english(value: number): string {
  const small =
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
      ' ',
    );
  const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
  if (value < 20) return small[value] ?? '';
  if (value < 100) return `${tens[Math.floor(value / 10) - 2]}${value % 10 ? ` ${small[value % 10]}` : ''}`;
  const [size, name] = value < 1000 ? [100, 'hundred'] : [1000, 'thousand'];
  const rest = value % size;
  const joint = rest > 0 && rest < 100 ? ' and ' : ' ';
  return `${english(Math.floor(value / size))} ${name}${rest ? joint + english(rest) : ''}`;
}
