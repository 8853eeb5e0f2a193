/** Words that speak of the future in English; may, could and should are not among them. What denies a forecast ("not a forecast") promises nothing. */
const ENGLISH = [
  "\\bwill\\b|\\bwon['’]?t\\b|['’]ll\\b|\\bshall\\b|\\b(?:about|set|poised|bound|going) to\\b|\\bgonna\\b|\\bimminent",
  '\\btomorrow|\\btonight\\b|\\blater (?:today|on|in|this)\\b|\\bthis (?:afternoon|evening)\\b|(?<!\\bas )\\bsoon\\b',
  '\\b(?:next|coming|upcoming|following) (?:few )?(?:hours?|days?|nights?|mornings?|weeks?|months?)\\b|\\bweekend\\b',
  '\\bexpect|\\banticipat|\\bpredict|\\boutlook\\b|\\b(?:un)?likely\\b|\\bchances? of\\b|\\bprobab|\\bguarantee|\\bpromis',
  "(?<!\\b(?:not|no|never|isn['’]t|than|nor)(?: (?:a|an|any|the|weather))* )\\bforecast",
];

/** Verbs that make of 會 and 將 a future; without one they are a meeting (會議), a place (將軍澳) or a preposition. */
const VERBS =
  '有(?![關关])|出現|出现|轉|转|持續|持续|繼續|继续|逐[漸渐步]|上升|下[降雨]|升|降|增|減|减|變|变|受|影響|影响|達|达|放晴|落雨|好[轉转]|改善|惡化|恶化|發出|发出|改發|改发|取消|生效|維持|维持|回[升落]|吹|颳|刮|見|见|很|更|非常|較|较|稍|再|大致|是|[熱热冷暖涼凉]';

/** Words that speak of the future in Traditional and Simplified Chinese and in Cantonese. */
const CHINESE = [
  '[將将](?:[會会要於于在至]|[來来](?!自))|即[將将]|快[將将要]|[勢势]必|有望|未[來来]',
  `[將将](?:${VERBS})|(?<![機机社議议開开委協协學学公工商集年大誤误體体])[會会](?:${VERBS})`,
  // 說明天氣 and 註明日期 are no tomorrow, 雨後天晴 is no day after.
  '(?<![聲声說说註注證证表標标指列寫写])明[天日早晚晨]|(?<![今其雨之以最先前])[後后][天日]',
  '今[晚夜]|[聽听][日晚]|稍[後后]|下[周週]|下星期|下個月|下个月|[周週]末',
  '[預预][計计料期測测]|料[將将會会]|估[計计]|可望|[機机]率|概率|有[機机][會会]|保[證证]',
  '(?<!並非|并非|不是|而非|不屬|不属|非|不作|不含|沒有|没有|天氣|天气)(?:天[氣气])?[預预][報报告]',
];

const PROMISE = new RegExp([...ENGLISH, ...CHINESE].join('|'), 'iu');

/** The first words of a text that promise something about the future. */
export const promiseIn = (text: string): string | undefined => PROMISE.exec(text)?.[0].trim();
