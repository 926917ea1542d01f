/** The looks of blocks, in files and on the audit pages: light, dark and on paper. */

export const STYLE = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5b6675; --paper: #fbfaf7; --card: #fff; --line: #e2ded5;
  --good: #1f7a4d; --good-soft: #d8f0e2; --bad: #b3362b; --bad-soft: #f9dfdb; --warn: #8a6400; --warn-soft: #f6eccb;
  --accent: #1d5f8a; --accent-soft: #dcebf5; --mark: #ffe9a6; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6e1; --soft: #a3a9b3; --paper: #15181d; --card: #1d2128;
  --line: #343a44; --good: #6fd3a0; --good-soft: #1c3d2d; --bad: #ff9a8d; --bad-soft: #4a2420; --warn: #e3c067;
  --warn-soft: #3f3515; --accent: #86c5ee; --accent-soft: #1d3545; --mark: #5a4a12; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 78rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: .1rem 0 .5rem; letter-spacing: -.01em; text-wrap: balance; }
section { margin: 1.8rem 0; } section section { margin: 1.2rem 0; } h2 { font-size: 1.2rem; margin: 0 0 .6rem; } h3 { font-size: 1rem; margin: 0 0 .4rem; }
form > section:first-child, aside > section:first-child { margin-top: .2rem; }
p { margin: .3rem 0; } a { color: var(--accent); text-underline-offset: .15em; text-decoration-thickness: from-font; }
main > blockquote { margin: 0 0 1.5rem; padding-left: 1rem; border-left: 3px solid var(--line); font-size: 1.15rem; white-space: pre-line; }
.strong { font-weight: 600; } .good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); }
.soft { color: var(--soft); } .accent { color: var(--accent); }
.badge { display: inline-block; border-radius: 1rem; padding: 0 .6rem; font-size: .8rem; font-weight: 400; line-height: 1.6; border: 1px solid var(--line);
  color: var(--soft); white-space: nowrap; font-variant-numeric: tabular-nums; }
.badge:is(.good, .bad, .warn, .accent) { color: var(--ink); border-color: transparent; }
.badge.good { background: var(--good-soft); } .badge.bad { background: var(--bad-soft); } .badge.warn { background: var(--warn-soft); }
.badge.accent { background: var(--accent-soft); }
.note { border-left: 4px solid var(--line); padding: .3rem .9rem; margin: .7rem 0; } .note.bad { border-color: var(--bad); } .note.warn { border-color: var(--warn); }
ul { padding-left: 1.2rem; } li { margin: .5rem 0; } .fold { list-style: none; }
ul.cards, ol.rows { list-style: none; padding: 0; margin: 0; } .bullets > .fold { margin-left: -1.2rem; }
.cards > li, .bullets > .fold > details, .card { background: var(--card); border: 1px solid var(--line); border-radius: .7rem; padding: .7rem 1rem; margin: .8rem 0; }
.tick { display: flex; gap: .7rem; align-items: flex-start; } .tick > :last-child { flex: 1; min-width: 0; }
.rows > li { border-bottom: 1px solid var(--line); margin: 0; padding: .6rem .2rem; } li:target { background: var(--accent-soft); }
summary { cursor: pointer; } .rows summary { list-style: none; } .rows summary::-webkit-details-marker { display: none; }
.rows summary:hover .strong { color: var(--accent); } .more { padding: .2rem 0 .6rem; } .rows .more { padding-left: 1.5rem; max-width: 54rem; }
.glance { display: flex; flex-wrap: wrap; gap: .2rem .8rem; align-items: center; font-size: .85rem; color: var(--soft); margin-top: .15rem; }
dl.pairs { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .15rem 1rem; margin: .5rem 0; font-size: .92rem; }
.pairs dt { color: var(--soft); } .pairs dd { margin: 0; }
.evidence { border-left: 3px solid var(--accent); padding: .1rem 0 .1rem 1rem; margin: 1rem 0; }
.evidence blockquote { margin: 0 0 .4rem; font: 1.05rem/1.6 Georgia, "Times New Roman", serif; color: var(--soft); white-space: pre-line; }
.evidence mark { background: var(--mark); color: var(--ink); padding: .05em .1em; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
.where { font-size: .9rem; }
.scroll { overflow-x: auto; margin: .6rem 0; } table { border-collapse: collapse; font-size: .95rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem 1.2rem .3rem 0; border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums;
  overflow-wrap: break-word; }
th { color: var(--soft); font-weight: 400; } th[scope="row"] { color: var(--ink); } .main { overflow-wrap: anywhere; min-width: 9rem; }
.right { text-align: right; } td.right { white-space: nowrap; }
@media (max-width: 40rem) { th, td { padding-right: .6rem; } table:not(.grid) .main { position: sticky; left: 0; max-width: 50vw; background: var(--paper); } }
.beside { display: grid; gap: 2rem; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 60rem) { .beside { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); align-items: start; } }
@media (min-width: 50rem) { .rows summary { display: grid; grid-template-columns: minmax(0, 1fr) 17rem; gap: 0 1.5rem; align-items: baseline; } .rows .glance { margin: 0; } }
@media (max-width: 40rem) { h1 { font-size: 1.3rem; } main { padding: 1rem 1rem 3rem; } .rows .more { padding-left: .2rem; } dl.pairs { grid-template-columns: minmax(0, 1fr); } }
.text { background: var(--card); border: 1px solid var(--line); border-radius: .7rem; padding: 1rem 1.2rem; white-space: pre-wrap;
  font-family: Georgia, "Times New Roman", serif; line-height: 1.7; }
mark { border-radius: .2rem; background: none; } mark, ins, del, mark:is(.good, .bad, .warn) { color: inherit; } mark:target { outline: 2px solid currentColor; }
ins, mark.good { background: var(--good-soft); text-decoration: none; } ins { border-bottom: 2px solid var(--good); }
del, mark.bad { background: var(--bad-soft); } mark.warn { background: var(--warn-soft); }
svg text { font: 12px system-ui, sans-serif; fill: var(--ink); } rect.good { fill: var(--good); }
.bar { display: inline-block; width: 6rem; height: .7rem; margin-right: .4rem; border: 1px solid var(--line); border-radius: .2rem; } .bar .open { fill: var(--line); }
.glance .bar { width: 4rem; margin: 0; }
.plot { display: block; width: 100%; max-width: 46rem; height: auto; margin: .8rem 0 1.2rem; background: var(--card); border: 1px solid var(--line); border-radius: .7rem; }
.plot.small { max-width: 23rem; } .plot text { fill: var(--soft); } .plot .title { fill: var(--ink); font-size: 13px; } .plot .grid { stroke: var(--line); }
.s0 { --at: #2f6db3; } .s1 { --at: #c2571a; } .s2 { --at: #2b8a57; } .s3 { --at: #8a4fb0; } .s4 { --at: #a0791b; } .s5 { --at: #4a9aa8; } .s6 { --at: #b8427c; }
.s7 { --at: #6b7480; } .plot circle, .plot rect { fill: var(--at); } .plot circle { opacity: .8; } .plot .mark { stroke: var(--at); fill: none; stroke-width: 1.8; }
@media print { :root { --paper: #fff; --card: #fff; } .scroll { overflow: visible; } th, td { padding-right: .6rem; } td .bar { width: 3rem; } table:not(.grid) { font-size: 9pt; } body { background: none; font-size: 11pt; } main { max-width: none; padding: 0; } .evidence, .rows > li, .cards > li { break-inside: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; } .rows > li.fold { break-inside: auto; }
  a { color: inherit; } .evidence .where a::after { content: " <" attr(href) ">"; font-size: .85em; } mark, ins, del, .badge, svg { print-color-adjust: exact; } }
`.trim();
