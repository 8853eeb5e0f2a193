import { raw } from 'hono/html';
import type { Lang } from '../define/preview.ts';
import { tagOf } from './language.ts';
import { defanged, visible } from './visible.ts';

/** A letter's parts. Both bodies are made from the same blocks, so they say the same. */
export type Block =
  | {
      readonly kind: 'banner' | 'warning' | 'title' | 'text' | 'quote' | 'small';
      readonly text: string;
      readonly lang?: Lang;
    }
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

export type Letter = { readonly subject: string; readonly text: string; readonly html: string };

/** The one place where text enters a letter: what hides is shown, what would become a link is not one. */
const safe = (text: string): string => defanged(visible(text));

export function letter(lang: Lang, subject: string, blocks: readonly Block[]): Letter {
  const html = `<!doctype html>${(<Html lang={lang} subject={safe(subject)} blocks={blocks} />).toString()}`;
  return { subject: safe(subject), text: `${blocks.map(plain).join('\n\n')}\n`, html };
}

function plain(block: Block): string {
  if (block.kind === 'link') return `${block.text}:\n${block.href}`;
  const text = safe(block.text);
  if (block.kind === 'banner') return `*** ${text} ***`;
  if (block.kind === 'warning') return `!! ${text}`;
  if (block.kind === 'quote') return text.replace(/^/gm, '  | ');
  return text;
}

const FONT =
  "-apple-system,'Segoe UI',Roboto,'PingFang HK','Microsoft JhengHei','Noto Sans CJK HK',sans-serif";
const WRAP = 'white-space:pre-wrap;overflow-wrap:anywhere;word-break:break-word;';

/** Colours that hold on white and, where a mail program darkens pages, are replaced by the ones below. */
const STYLES: { readonly [K in Block['kind']]: string } = {
  banner: `${WRAP}margin:0 0 16px;padding:12px 16px;background:#ffe08a;color:#3d2a00;font-weight:700;border-radius:8px;`,
  warning: `${WRAP}margin:0 0 12px;padding:12px 16px;background:#fdecea;color:#8a1510;font-weight:700;border-left:4px solid #c62a22;border-radius:4px;`,
  title: `${WRAP}margin:0 0 12px;font-size:22px;line-height:1.3;font-weight:700;`,
  text: `${WRAP}margin:0 0 12px;font-size:16px;line-height:1.5;`,
  quote: `${WRAP}margin:0 0 16px;padding:12px 16px;background:#f3f1ec;color:#2b2a27;font-size:15px;line-height:1.6;border-radius:8px;`,
  small: `${WRAP}margin:16px 0 0;font-size:13px;line-height:1.5;color:#5c5953;`,
  link: 'margin:20px 0;',
};
const BUTTON =
  'display:inline-block;padding:14px 28px;background:#0b5c46;color:#ffffff;font-size:17px;font-weight:700;text-decoration:none;border-radius:10px;';
const DARK = `@media (prefers-color-scheme:dark){body,.sheet{background:#161615!important;color:#ecebe8!important}
.quote{background:#262523!important;color:#e6e4df!important}.small{color:#b3afa7!important}
.warning{background:#45130f!important;color:#ffd9d5!important}.button{background:#4fc79f!important;color:#06231a!important}}`;

function Html({ lang, subject, blocks }: { lang: Lang; subject: string; blocks: readonly Block[] }) {
  return (
    <html lang={tagOf(lang)}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no" />
        <title>{subject}</title>
        <style>{raw(DARK)}</style>
      </head>
      <body style={`margin:0;padding:0;background:#ffffff;color:#1d1c1a;font-family:${FONT};`}>
        <div class="sheet" style="max-width:560px;margin:0 auto;padding:20px 16px 28px;">
          {blocks.map((block) =>
            block.kind === 'link' ? (
              <p style={STYLES.link}>
                <a class="button" href={block.href} style={BUTTON}>
                  {block.text}
                </a>
              </p>
            ) : (
              <p class={block.kind} style={STYLES[block.kind]} lang={block.lang && tagOf(block.lang)}>
                {safe(block.text)}
              </p>
            ),
          )}
        </div>
      </body>
    </html>
  );
}
