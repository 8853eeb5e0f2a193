/** The look of this machine's own pages: the gate's colours, more to a screen. */
export const CSS = `
:root{color-scheme:light dark;--paper:#f5f3ee;--sheet:#fff;--well:#f7f5f1;--ink:#1d1c1a;--soft:#5a564f;--line:#dcd8cf;--go:#0b5c46;--bad:#a3231d;--wait:#7a4d00;--wait-fill:#ffd84d;--tape:#ffd84d;--tape-ink:#2b2000;--mark:#ffe9a8;--mark-ink:#4a3400;--focus:#1b62c4}
@media (prefers-color-scheme:dark){:root{--paper:#121211;--sheet:#1c1b1a;--well:#252421;--ink:#efede8;--soft:#b5b0a6;--line:#3a3834;--go:#5fd3ab;--bad:#ff9d94;--wait:#f0c93a;--wait-fill:#f0c93a;--tape:#f0c93a;--tape-ink:#241b00;--mark:#5a4610;--mark-ink:#ffeab8;--focus:#8fbcff}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"PingFang HK","Microsoft JhengHei","Noto Sans CJK HK",sans-serif;overflow-wrap:anywhere}
:lang(zh-Hans){font-family:system-ui,-apple-system,"Segoe UI",Roboto,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
:lang(zh){line-height:1.75}
.tape{margin:0;background:repeating-linear-gradient(-45deg,var(--tape-ink) 0 14px,var(--tape) 14px 28px) 0 100%/100% 5px no-repeat var(--tape);color:var(--tape-ink);padding:8px 20px 13px;text-align:center;font-size:.9rem}
.tape b{letter-spacing:.08em;margin-right:.5em}
header,main{max-width:80rem;margin:0 auto;padding:0 20px}
header{display:flex;flex-wrap:wrap;align-items:center;gap:0 20px;min-height:60px}
header b{font-size:1.1rem;letter-spacing:-.01em;margin-right:auto}
nav{display:flex;flex-wrap:wrap;margin:0 -10px}
nav a{display:inline-flex;align-items:center;min-height:44px;padding:0 10px;color:var(--soft);text-decoration:none}
nav a[aria-current]{color:var(--ink);font-weight:700;text-decoration:underline;text-underline-offset:7px;text-decoration-thickness:2px}
main{padding-bottom:60px}
a{color:inherit;text-underline-offset:3px}
h1{font-size:1.7rem;line-height:1.25;letter-spacing:-.02em;margin:14px 0 6px}
h1 .badge{vertical-align:.28em;margin-left:.3em}
h2{font-size:1.05rem;line-height:1.4;margin:0 0 12px}
h3{font-size:.95rem;margin:0 0 4px}
p{margin:0 0 10px}
p:last-child{margin-bottom:0}
.lead{font-size:1.05rem;margin:0 0 16px}
small,.soft{color:var(--soft);font-size:.88rem}
code,pre{font-family:ui-monospace,Menlo,Consolas,"Noto Sans Mono CJK HK",monospace;font-size:.88em}
pre{white-space:pre-wrap;margin:6px 0 0;background:var(--well);border-radius:8px;padding:10px 12px}
.prose{white-space:pre-wrap;margin:0;font:inherit}
mark{background:var(--mark);color:var(--mark-ink);border-radius:4px;padding:0 4px;font:600 .82em ui-monospace,Menlo,monospace;white-space:nowrap}
section,article{background:var(--sheet);border:1px solid var(--line);border-radius:14px;padding:18px 20px;margin:0 0 14px;min-width:0}
section>:last-child,article>:last-child{margin-bottom:0}
.badge{display:inline-block;font-size:.76rem;font-weight:700;letter-spacing:.03em;line-height:1.5;border:1.5px solid currentColor;border-radius:99px;padding:0 9px;white-space:nowrap;color:var(--soft)}
.DONE,.SUCCEEDED,.APPROVED,.good{color:var(--go)}
.FAILED,.EXPIRED,.UNKNOWN,.REJECTED,.bad{color:var(--bad)}
.RUNNING,.OPEN,.EXECUTING,.PROPOSED,.PAUSE,.CANCEL{color:var(--wait)}
.notice{border-left:6px solid var(--wait);}
form{margin:0}
.search{display:flex;flex-wrap:wrap;gap:10px;align-items:end;margin:14px 0 16px}
.search label{display:block;font-size:.85rem;color:var(--soft)}
.search .grow{flex:1 1 14rem}
input,select{display:block;width:100%}
button,input,select,.button{font:inherit;color:inherit;min-height:44px;padding:8px 14px;border-radius:10px;border:1.5px solid var(--soft);background:var(--sheet)}
button,.button{cursor:pointer;font-weight:600;display:inline-flex;align-items:center;justify-content:center;text-decoration:none}
button.stop{border-color:var(--bad);color:var(--bad)}
button.main{background:var(--go);border-color:var(--go);color:var(--sheet)}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.controls{display:flex;flex-wrap:wrap;gap:10px;align-items:flex-start;margin:0 0 16px}
.controls details{flex:0 1 auto}
.controls details[open]{flex:1 1 100%;background:var(--sheet);border:1px solid var(--bad);border-radius:14px;padding:4px 18px 16px}
ul.rows{list-style:none;margin:0 -10px;padding:0}
.rows a{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:2px 14px;align-items:baseline;padding:9px 10px;border-radius:10px;text-decoration:none;min-height:44px}
.rows li+li{border-top:1px solid var(--line)}
.rows a:hover{background:var(--well)}
.rows .name{font-weight:600}.rows .badge{justify-self:end}
.rows .why{color:var(--soft);font-size:.88rem;grid-column:1/-1;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;overflow-wrap:normal}
.rows time,.rows .trigger{color:var(--soft);font-size:.88rem}
.rows .trigger{justify-self:end}
.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:4px 16px;margin:0;align-items:baseline}
.facts dt{color:var(--soft);font-size:.88rem}
.facts dd{margin:0}
.sum{display:flex;flex-wrap:wrap;gap:12px 32px;margin:0 0 18px}
.sum div{min-width:0}
.sum dt{color:var(--soft);font-size:.85rem}
.sum dd{margin:0;font-weight:600}
.two{display:grid;grid-template-columns:minmax(0,1fr);gap:0 14px;align-items:start}
ol.time{list-style:none;margin:0;padding:0 0 0 6px}
.time li{padding:0 0 14px 20px;border-left:2px solid var(--line);position:relative}
.time li::before{content:"";position:absolute;left:-6px;top:.5em;width:10px;height:10px;border-radius:50%;background:var(--soft)}
.time li.good::before{background:var(--go)}.time li.bad::before{background:var(--bad)}.time li.now::before{background:var(--wait-fill);box-shadow:0 0 0 3px var(--sheet),0 0 0 5px var(--wait)}
.time li.good,.time li.bad{color:inherit}
.time li:last-child{border-color:transparent;padding-bottom:0}
.time b{font-weight:600}
.time time{float:right;margin-left:10px;color:var(--soft);font-size:.88rem;font-variant-numeric:tabular-nums}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:7px 14px 7px 0;vertical-align:top;border-top:1px solid var(--line)}
thead th{border:0;color:var(--soft);font-weight:400;font-size:.85rem;padding-top:0}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
section.scroll{overflow-x:auto;background:none;border:0;border-radius:0;padding:0;margin:0}
summary{cursor:pointer;min-height:44px;display:flex;flex-wrap:wrap;align-items:center;gap:2px 10px;list-style:none}
summary::-webkit-details-marker{display:none}
summary::before{content:"";flex:none;width:.45em;height:.45em;border:solid var(--soft);border-width:0 2px 2px 0;transform:rotate(-45deg);margin:0 .3em 0 .1em}
details[open]>summary::before{transform:rotate(45deg)}
section>details+details{border-top:1px solid var(--line)}
.said{border-left:3px solid var(--line);padding:2px 0 2px 14px;margin:0 0 12px}
.said.model{border-color:var(--go)}
.said>small{display:block}
.machine{position:relative}
svg{display:block;width:100%;min-width:30rem;height:auto;max-height:52rem}
svg text{font:600 12px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;fill:var(--soft)}
.edge{fill:none;stroke:var(--line);stroke-width:1.4}.edge.taken{stroke:var(--go);stroke-width:2.6}
.tip{fill:var(--line)}.tip.taken{fill:var(--go)}
.state :is(rect,path){fill:var(--sheet);stroke:var(--line);stroke-width:1.4}
.state.visited :is(rect,path){stroke:var(--go);stroke-width:2.2}.state.visited text{fill:var(--ink)}
.state.current rect{fill:var(--wait-fill);stroke:var(--wait);stroke-width:2.6}.state.current text{fill:#2b2000}
.state.current.DONE rect,.state.current.SKIPPED rect{fill:var(--go);stroke:var(--go)}.state.current:is(.FAILED,.EXPIRED,.CANCELLED,.REJECTED) rect{fill:var(--bad);stroke:var(--bad)}
.state.current:is(.DONE,.SKIPPED,.FAILED,.EXPIRED,.CANCELLED,.REJECTED) text{fill:var(--sheet)}
.key{display:flex;flex-wrap:wrap;gap:4px 16px;font-size:.85rem;color:var(--soft);margin:10px 0 0}
.key span::before{content:"";display:inline-block;width:1.1em;height:.7em;border-radius:3px;border:2px solid var(--go);margin-right:.5em}
.key .here::before{background:var(--wait-fill);border-color:var(--wait)}
iframe{display:block;margin:0 0 14px;width:100%;height:46rem;border:1px solid var(--line);border-radius:10px;background:var(--sheet)}
@media (min-width:44rem){.rows a{grid-template-columns:minmax(0,2fr) 8rem minmax(0,2fr) 11.5rem 5rem}.rows .why{grid-column:auto}.rows .badge{justify-self:start}.mails a{grid-template-columns:minmax(0,1fr) 15rem 11.5rem}}
@media (min-width:64rem){.two{grid-template-columns:minmax(0,6fr) minmax(0,5fr)}.two>.machine{position:sticky;top:14px}}
@media (max-width:40rem){header{padding-top:10px}h1{font-size:1.4rem}.sum{display:grid;grid-template-columns:1fr 1fr;gap:10px 16px}.time time{float:none;display:block;margin:0}}
`;
