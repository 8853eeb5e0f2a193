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
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-behavior:smooth}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"PingFang HK","Microsoft JhengHei","Noto Sans CJK HK","Noto Sans CJK TC",sans-serif;overflow-wrap:break-word}
:lang(zh-Hans){font-family:system-ui,-apple-system,"Segoe UI",Roboto,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
:lang(zh){line-height:1.7}
.tape{background:repeating-linear-gradient(-45deg,var(--tape-ink) 0 14px,var(--tape) 14px 28px) 0 100%/100% 6px no-repeat var(--tape);color:var(--tape-ink);padding:14px 16px 20px;font-size:.95rem}
.tape div{max-width:688px;margin:0 auto}
.tape b{display:block;font-size:1.15rem;letter-spacing:.08em}
header,main,footer{max-width:720px;margin:0 auto;padding:0 16px}
header{display:flex;justify-content:space-between;align-items:center;min-height:60px;gap:8px}
.brand{font-weight:700;letter-spacing:-.01em;min-width:0}
.brand span{font-weight:400;color:var(--soft)}
nav{display:flex;flex:none}
nav a{min-width:44px;min-height:44px;display:inline-flex;align-items:center;justify-content:center;color:var(--soft);text-decoration:none;border-radius:8px}
nav a[aria-current]{color:var(--ink);font-weight:700;text-decoration:underline;text-underline-offset:6px;text-decoration-thickness:2px}
section,article,form,main>details,.decide>details,.top{background:var(--sheet);border:1px solid var(--line);border-radius:16px;padding:20px;margin:0 0 14px;min-width:0}
form{scroll-margin-top:12px}
details form{border:0;padding:0;margin:16px 0 0}
.top{padding:24px 20px}
h1{font-size:1.7rem;line-height:1.22;letter-spacing:-.02em;margin:6px 0 16px;text-wrap:balance;overflow-wrap:anywhere}
h1:lang(zh){letter-spacing:0;line-height:1.35}
h2{font-size:1.08rem;line-height:1.4;margin:0 0 12px;overflow-wrap:anywhere}
h3{font-size:1rem;margin:0 0 6px}
p{margin:0 0 12px}
p:last-child{margin-bottom:0}
.date{white-space:nowrap}
.eyebrow{margin:0;color:var(--go);font-weight:600;font-size:.95rem}
.eyebrow::before{content:"";display:inline-block;width:.6em;height:.6em;border-radius:50%;background:var(--go);margin-right:.55em}
.due{margin:0}
.due time,.due b,.due span{display:block}
.due b{font-size:1.2rem}
.soft,small{color:var(--soft);font-size:.9rem}
.jump{margin-top:18px}
section.warn{background:var(--warn);color:var(--warn-ink);border-color:var(--warn-line);border-left-width:7px}
.warn h2{font-size:.95rem;font-weight:600}
.warn li,.warn p{font-weight:700;font-size:1.1rem;line-height:1.45}
.warn ul{list-style:none;padding:0}
.warn li+li{margin-top:8px}
section.note{background:var(--note);color:var(--note-ink);border-color:transparent}
.well{background:var(--well);border-radius:10px;padding:12px 14px;margin:0 0 14px;overflow-wrap:anywhere}
ul{margin:0;padding-left:1.2em}
.text{white-space:pre-wrap;margin:0;overflow-wrap:anywhere}
.draft .text{font-size:1.02rem;line-height:1.65}
.draft .text:lang(zh){line-height:1.8}
.draft+.draft{margin-top:18px;padding-top:16px;border-top:1px solid var(--line)}
.tag{display:block;font-size:.85rem;color:var(--soft);margin:0 0 6px}
.exact{margin-top:18px;padding-top:12px;border-top:1px solid var(--line)}
mark{background:var(--mark);color:var(--mark-ink);border-radius:4px;padding:0 4px;font:600 .82em ui-monospace,Menlo,Consolas,monospace;white-space:nowrap}
table,tbody{display:block;width:100%;border-collapse:collapse}
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
tr{display:grid;grid-template-columns:1fr auto;gap:2px 16px;align-items:baseline;padding:14px 0;border-top:1px solid var(--line)}
tbody tr:first-child{border:0;padding-top:0}
tbody tr:last-child{padding-bottom:0}
th,td{text-align:left;vertical-align:top;padding:0;min-width:0}
tbody th{font-weight:600}
td.value{font-size:1.45rem;font-weight:700;line-height:1.25;font-variant-numeric:tabular-nums;white-space:nowrap}
td.value small{font-weight:400}
td.from{grid-column:1/-1;font-size:.9rem;line-height:1.6;color:var(--soft);overflow-wrap:anywhere}
.from>span,.from>a{display:block}
.from a{padding:2px 0}
code,.code{font-family:ui-monospace,Menlo,Consolas,"Noto Sans Mono CJK HK",monospace;font-size:.92em;overflow-wrap:anywhere}
.old{background:var(--warn);color:var(--warn-ink);font-weight:700;border-radius:6px;padding:2px 8px;white-space:nowrap}
dl{margin:0;display:grid;grid-template-columns:max-content minmax(0,1fr);gap:8px 18px;align-items:baseline}
dl+dl,.state+*{margin-top:16px}
dt{color:var(--soft);font-size:.9rem;line-height:1.75}
dd{margin:0;min-width:0;overflow-wrap:anywhere}
dl.stack{display:block}
.stack dt{margin-top:12px}
section.revision{background:none;border:0;border-left:4px solid var(--go);border-radius:0;padding:0 0 0 16px;margin:0 0 20px}
q{display:block;quotes:"“" "”"}
q:lang(zh-Hant){quotes:"「" "」"}
.lines{margin:0 0 10px}
.lines p{margin:0;padding:3px 10px;white-space:pre-wrap;overflow-wrap:anywhere;position:relative;padding-left:26px}
.lines p::before{position:absolute;left:9px;font-weight:700}
.lines .gone{color:var(--soft)}.lines .gone::before{content:"−"}
.lines .new{background:var(--well);border-radius:6px}.lines .new::before{content:"+";color:var(--go)}
.lines ins{text-decoration:none}
.visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
del{color:var(--soft)}
ins{font-weight:600;text-decoration-thickness:2px;text-underline-offset:4px}
a{color:inherit;text-underline-offset:3px}
summary{cursor:pointer;min-height:44px;display:flex;align-items:center;font-weight:600;margin:-8px 0}
.exact>summary{margin:0 0 -12px}
summary::before{content:"";flex:none;width:.5em;height:.5em;border:solid var(--soft);border-width:0 2px 2px 0;transform:rotate(-45deg);margin:0 .8em 0 .2em;transition:transform .15s}
details[open]>summary::before{transform:rotate(45deg)}
summary::-webkit-details-marker{display:none}
details[open]>summary{margin-bottom:10px}
ol.time{list-style:none;margin:0 0 18px;padding:0 0 0 6px}
.time li{padding:0 0 14px 20px;border-left:2px solid var(--line);position:relative}
.time li::before{content:"";position:absolute;left:-6px;top:.5em;width:10px;height:10px;border-radius:50%;background:var(--soft)}
.time li:last-child{padding-bottom:0;border-color:transparent}
fieldset{border:0;margin:0 0 20px;padding:0;min-width:0}
legend{padding:0;font-weight:600;line-height:1.4;margin:0 0 12px;overflow-wrap:anywhere}
fieldset+fieldset{margin-top:28px}
.choice{border:1.5px solid var(--line);border-radius:13px;margin:0 0 10px;position:relative}
.choice>input{position:absolute;left:17px;top:19px;width:22px;height:22px;margin:0;accent-color:var(--go)}
.choice.no>input{accent-color:var(--stop)}
.choice>label{display:block;padding:14px 16px 14px 54px;min-height:60px;cursor:pointer}
.choice>label b{display:block;font-size:1.08rem;line-height:1.5;overflow-wrap:anywhere}
.choice>label small{display:block;line-height:1.45}
.choice.go>label b{color:var(--go)}
.choice.no>label b{color:var(--stop)}
.choice:has(>input:checked){border-color:var(--ink);background:var(--well)}
.choice.go:has(>input:checked){border-color:var(--go);box-shadow:inset 0 0 0 1px var(--go)}
.choice.no:has(>input:checked){border-color:var(--stop);box-shadow:inset 0 0 0 1px var(--stop)}
.choice:has(>input:focus-visible){outline:3px solid var(--focus);outline-offset:2px}
.choice>input:focus-visible{outline:0}
.more{display:none;padding:0 16px 16px}
.choice>input:checked~.more{display:block}
.field{margin:0 0 14px}
.field:last-child{margin-bottom:0}
.field label{display:block;font-weight:600;margin:0 0 4px}
.field small{display:block;margin:0 0 6px}
.group{border-left:3px solid var(--line);padding-left:14px;margin:0 0 14px}
.row{padding:0 0 14px;margin:0 0 14px;border-bottom:1px solid var(--line)}
.row:last-child{border:0;margin:0;padding:0}
.place{display:flex;flex-wrap:wrap;align-items:center;gap:10px;margin:0 0 8px}
.place input[type=text]{width:64px}
.drop{display:inline-flex;align-items:center;gap:8px;min-height:44px}
.drop input{width:22px;height:22px;margin:0}
textarea,input[type=text],select{width:100%;font:inherit;color:inherit;background:var(--sheet);border:1.5px solid var(--soft);border-radius:10px;padding:10px 12px;min-height:48px}
textarea{resize:vertical}
[aria-invalid]{border-color:var(--stop)}
.wrong{color:var(--stop);font-weight:700;margin:0 0 10px}
button,.button{display:flex;align-items:center;justify-content:center;width:100%;min-height:56px;font:inherit;font-size:1.1rem;font-weight:700;border:0;border-radius:13px;padding:12px 20px;background:var(--go);color:var(--go-ink);cursor:pointer;text-decoration:none}
form:has(.choice.no>input:checked):not(:has(.choice.go>input:checked)) button{background:var(--stop);color:var(--sheet)}
button:active{transform:translateY(1px)}
.button.quiet{background:none;color:inherit;border:1.5px solid var(--line);min-height:48px;font-weight:600;font-size:1rem}
.after{text-align:center;margin:10px 0 0}
.after small{display:block;margin-top:10px}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.state{display:flex;gap:16px;align-items:flex-start}
.state p{margin:0}
.state h2{margin:0 0 4px;font-size:1.2rem}
.sign{flex:none;width:48px;height:48px;border-radius:50%;display:grid;place-items:center;font-weight:700;font-size:1.4rem;line-height:1;background:var(--well);border:2px solid var(--soft)}
.sign.go{background:var(--go);border-color:var(--go);color:var(--go-ink)}
.sign.no{border-color:var(--stop);color:var(--stop)}
footer{padding-top:6px;padding-bottom:40px;color:var(--soft);font-size:.9rem}
footer code{font-size:.95em}
@media (min-width:640px){section:not(.revision),article,form,main>details,.decide>details{padding:24px 28px}.top{padding:30px 28px}h1{font-size:2rem}.jump{display:inline-flex;width:auto;padding-inline:24px}
table{display:table}thead{position:static;display:table-header-group;clip-path:none}tbody{display:table-row-group}tr{display:table-row;border:0}
thead th{font-weight:400;font-size:.9rem;color:var(--soft);padding:0 20px 8px 0}
tbody th,td{border-top:1px solid var(--line);padding:12px 20px 12px 0}td.from{padding-right:0}}
@media (min-width:1080px){body:has(.gate) :is(header,main,footer){max-width:1160px}body:has(.gate) .tape div{max-width:1128px}
.gate{display:grid;grid-template-columns:minmax(0,1fr) 410px;column-gap:18px;align-items:start}
.gate>*{grid-column:1}.gate>.decide{grid-column:2;grid-row:1/span 50;position:sticky;top:18px}.jump{display:none}}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
@media print{body{background:#fff}form{display:none!important}}
`;

/** What the Content-Security-Policy lets in: this style, by its hash, and no other. */
export const CSS_SOURCE = `'sha256-${createHash('sha256').update(CSS).digest('base64')}'`;
