import type { Lang, Trilingual } from '../define/preview.ts';

/** The languages' tags for the page, and their own names for the switch. */
export const LANGS: readonly {
  readonly lang: Lang;
  readonly tag: string;
  readonly name: string;
  readonly short: string;
}[] = [
  { lang: 'en', tag: 'en-HK', name: 'English', short: 'EN' },
  { lang: 'tc', tag: 'zh-Hant-HK', name: '繁體中文', short: '繁' },
  { lang: 'sc', tag: 'zh-Hans', name: '简体中文', short: '简' },
];

export const langOf = (text: string | undefined): Lang | undefined =>
  LANGS.find(({ lang }) => lang === text)?.lang;

export const tagOf = (lang: Lang): string => LANGS.find((one) => one.lang === lang)?.tag ?? 'en-HK';

/** The same made for each language. */
export const each = (make: (lang: Lang) => string): Trilingual => ({
  en: make('en'),
  tc: make('tc'),
  sc: make('sc'),
});

/** A name with its colon, as its language sets it. */
export const named = (name: Trilingual, lang: Lang): string => `${name[lang]}${lang === 'en' ? ': ' : '：'}`;
