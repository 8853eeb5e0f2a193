import { createHash } from 'node:crypto';

/** The page's whole style: one column for a phone, light and dark by the reader's setting, no image, no script. */
export const CSS = `
:root{color-scheme:light dark;
--paper:#f5f3ee;--sheet:#fff;--ink:#1d1c1a;--soft:#5a564f;--line:#dcd8cf;--well:#f7f5f1;
--go:#0b5c46;--go-ink:#fff;--stop:#a3231d;--warn:#fdecea;--warn-ink:#8a1510;--warn-line:#c62a22;
--tape:#ffd84d;--tape-ink:#2b2000;--note:#fff6dc;--note-ink:#5c4300;--mark:#ffe9a8;--mark-ink:#4a3400;--focus:#1b62c4}
@media (prefers-color-scheme:dark){:root{
--paper:#121211;--sheet:#1c1b1a;--ink:#efede8;--soft:#b5b0a6;--line:#3a3834;--well:#252421;
--go:#5fd3ab;--go-ink:#05231a;--stop:#ff9d94;--warn:#3f1512;--warn-ink:#ffd9d4;--warn-line:#ff8a80;
--tape:#f0c93a;--tape-ink:#241b00;--note:#332a12;--note-ink:#ffe3a0;--mark:#5a4610;--mark-ink:#ffeab8;--focus:#8fbcff}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"PingFang HK","Microsoft JhengHei","Noto Sans CJK HK","Noto Sans CJK TC",sans-serif;overflow-wrap:anywhere}
:lang(zh-Hans){font-family:system-ui,-apple-system,"Segoe UI",Roboto,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
:lang(zh){line-height:1.7}
.tape{background:repeating-linear-gradient(-45deg,var(--tape) 0 22px,#0000 22px 44px) 0 0/100% 6px no-repeat,var(--tape);color:var(--tape-ink);padding:16px 20px 12px;font-weight:600}
.tape div{max-width:680px;margin:0 auto}
.tape b{display:block;font-size:1.15em;letter-spacing:.06em}
header,main,footer{max-width:720px;margin:0 auto;padding:0 16px}
header{display:flex;justify-content:space-between;align-items:center;min-height:60px;gap:8px}
.brand{font-weight:700;letter-spacing:-.01em}
.brand span{font-weight:400;color:var(--soft)}
nav{display:flex}
nav a{min-width:44px;min-height:44px;display:inline-flex;align-items:center;justify-content:center;color:var(--soft);text-decoration:none;border-radius:8px}
nav a[aria-current]{color:var(--ink);font-weight:700;text-decoration:underline;text-underline-offset:5px;text-decoration-thickness:2px}
main>section,main>article,main>form,main>details,.top{background:var(--sheet);border:1px solid var(--line);border-radius:14px;padding:20px;margin:0 0 14px}
.top{padding:24px 20px}
h1{font-size:1.65rem;line-height:1.25;letter-spacing:-.015em;margin:4px 0 12px;text-wrap:balance}
h2{font-size:1.05rem;line-height:1.35;margin:0 0 12px}
h3{font-size:1rem;margin:0 0 4px}
p{margin:0 0 12px}
p:last-child{margin-bottom:0}
.eyebrow{margin:0;color:var(--soft);font-size:.94rem}
.due{margin:0;font-size:1.05rem}
.due b{white-space:nowrap}
.soft,small{color:var(--soft);font-size:.9rem}
main>section.warn{background:var(--warn);color:var(--warn-ink);border-color:var(--warn-line);border-left-width:6px}
.warn p,.warn li{font-weight:700;font-size:1.05rem}
main>section.note{background:var(--note);color:var(--note-ink);border-color:transparent}
ul{margin:0;padding-left:1.2em}
.text{white-space:pre-wrap;margin:0}
.draft+.draft{margin-top:18px;padding-top:18px;border-top:1px solid var(--line)}
.tag{display:inline-block;font-size:.85rem;color:var(--soft);margin:0 0 4px}
mark{background:var(--mark);color:var(--mark-ink);border-radius:4px;padding:0 4px;font:600 .82em ui-monospace,Menlo,Consolas,monospace;white-space:nowrap}
table{width:100%;border-collapse:collapse}
th,td{text-align:left;vertical-align:top;padding:12px 0;border-top:1px solid var(--line)}
thead th{border:0;padding:0 0 6px;font-weight:400;font-size:.9rem;color:var(--soft)}
tbody th{font-weight:600;width:24%;padding-right:12px}
td.value{font-size:1.3rem;font-weight:700;line-height:1.2;width:24%;padding-right:12px;font-variant-numeric:tabular-nums}
td.value small{font-weight:400}
td.from{font-size:.9rem;line-height:1.5}
.from span{display:block}
code,.code{font-family:ui-monospace,Menlo,Consolas,"Noto Sans Mono CJK HK",monospace;font-size:.88em}
.old{background:var(--warn);color:var(--warn-ink);font-weight:700;border-radius:5px;padding:1px 7px}
dl{margin:0;display:grid;grid-template-columns:minmax(6.5em,auto) 1fr;gap:8px 16px}
dt{color:var(--soft);font-size:.9rem;line-height:1.7}
dd{margin:0;min-width:0}
.block{display:block}
.block dt{margin-top:10px}
a{color:inherit;text-underline-offset:3px}
summary{cursor:pointer;min-height:44px;display:flex;align-items:center;font-weight:600;margin:-8px 0}
summary::before{content:"";width:.5em;height:.5em;border:solid var(--soft);border-width:0 2px 2px 0;transform:rotate(-45deg);margin:0 .8em 0 .2em;transition:transform .15s}
details[open]>summary::before{transform:rotate(45deg)}
summary::-webkit-details-marker{display:none}
details[open]>summary{margin-bottom:10px}
ol.time{list-style:none;margin:0;padding:0}
.time li{padding:0 0 14px 20px;border-left:2px solid var(--line);position:relative}
.time li::before{content:"";position:absolute;left:-6px;top:.45em;width:10px;height:10px;border-radius:50%;background:var(--soft)}
.time li:last-child{padding-bottom:0}
fieldset{border:0;margin:0 0 18px;padding:0;min-width:0}
legend{padding:0;font-weight:700;font-size:1.05rem;line-height:1.4;margin:0 0 10px}
.choice{border:1.5px solid var(--line);border-radius:12px;margin:0 0 10px;position:relative}
.choice>input{position:absolute;left:16px;top:18px;width:22px;height:22px;margin:0;accent-color:var(--go)}
.choice>label{display:block;padding:14px 16px 14px 52px;min-height:58px;cursor:pointer}
.choice>label b{display:block;font-size:1.08rem;line-height:1.5}
.choice>label small{display:block;line-height:1.45}
.choice:has(>input:checked){border-color:var(--ink);background:var(--well)}
.choice.go:has(>input:checked){border-color:var(--go)}
.choice.no:has(>input:checked){border-color:var(--stop)}
.more{display:none;padding:0 16px 16px}
.choice>input:checked~.more{display:block}
.field{margin:0 0 14px}
.field:last-child{margin-bottom:0}
.field label{display:block;font-weight:600;margin:0 0 4px}
textarea,input[type=text],input[type=number],select{width:100%;font:inherit;color:inherit;background:var(--sheet);border:1.5px solid var(--soft);border-radius:9px;padding:10px 12px;min-height:48px}
textarea{min-height:96px;resize:vertical}
.wrong{color:var(--stop);font-weight:700;margin:0 0 10px}
button,.button{display:flex;align-items:center;justify-content:center;width:100%;min-height:56px;font:700 1.1rem/1.3 inherit;font-family:inherit;border:0;border-radius:12px;padding:12px 20px;background:var(--go);color:var(--go-ink);cursor:pointer;text-decoration:none}
button:active{transform:translateY(1px)}
.button.quiet{background:none;color:inherit;border:1.5px solid var(--line);min-height:48px;font-weight:600;font-size:1rem}
.after{text-align:center;margin:10px 0 0}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.state{display:flex;gap:14px;align-items:flex-start}
.sign{flex:none;width:44px;height:44px;border-radius:50%;display:grid;place-items:center;font-weight:700;font-size:1.3rem;background:var(--well);border:2px solid var(--soft)}
.sign.go{background:var(--go);border-color:var(--go);color:var(--go-ink)}
.sign.no{border-color:var(--stop);color:var(--stop)}
footer{padding-top:6px;padding-bottom:40px;color:var(--soft);font-size:.9rem}
footer code{font-size:.95em}
@media (min-width:640px){main>section,main>article,main>form,main>details{padding:24px 28px}.top{padding:32px 28px}h1{font-size:2rem}button{width:auto;min-width:260px}.after{text-align:left}}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
@media print{body{background:#fff}form{display:none!important}}
`;

/** What the Content-Security-Policy lets in: this style, by its hash, and no other. */
export const CSS_SOURCE = `'sha256-${createHash('sha256').update(CSS).digest('base64')}'`;
