import { describe, expect, it } from 'vitest';
import { languageOf } from '../../../lambda/workflows/shared/asker/language.ts';

describe('the language of a question', () => {
  it.each([
    ['我明天上午去上海见客户，需要带伞吗', 'sc'],
    ['我明天上午去上海見客戶，需要帶傘嗎', 'tc'],
    ['聽日去台北使唔使帶遮', 'tc'],
    ['帮我查一下 Widget Pro 的库存', 'sc'],
    ['幫我查一下 Widget Pro 的庫存', 'tc'],
    ['明日上海下雨？', 'sc'],
    ['Do I need an umbrella in Shanghai?', 'en'],
    ['Umbrella in 上海?', 'sc'],
  ])('%s is %s', (question, lang) => {
    expect(languageOf(question)).toBe(lang);
  });
});
