/** The looks of the audit pages: on a desk, on a phone, in the dark, on paper. */
import { PALETTE } from '../report/html-style.ts';

export const STYLE = `
${PALETTE}
:root { --accent: #1d5f8a; --accent-soft: #dcebf5; --mark: #ffe9a6; --raised: 0 1px 2px rgb(0 0 0 / .06), 0 4px 14px rgb(0 0 0 / .04); }
@media (prefers-color-scheme: dark) { :root { --accent: #86c5ee; --accent-soft: #1d3545; --mark: #5a4a12; --raised: none; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -100rem; } .skip:focus { left: 1rem; top: .5rem; background: var(--card); padding: .4rem .8rem; z-index: 2; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .2rem; }
a { color: var(--accent); text-underline-offset: .15em; text-decoration-thickness: from-font; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: .1rem 0 .5rem; letter-spacing: -.01em; text-wrap: balance; }
h2 { font-size: 1.15rem; margin: 2rem 0 .6rem; } h3 { font-size: 1rem; margin: 1.2rem 0 .4rem; }
p { margin: .35rem 0; } .soft, figcaption, .where { color: var(--soft); } .small { font-size: .88rem; }
.good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); } .strong { font-weight: 650; }
.verse { white-space: pre-line; }

.top { display: flex; flex-wrap: wrap; gap: .3rem 1.4rem; align-items: baseline; padding: .8rem 1.25rem; border-bottom: 1px solid var(--line); }
.top a { text-decoration: none; } .top a:hover { text-decoration: underline; } .brand { font-weight: 700; color: var(--ink); letter-spacing: -.02em; margin-right: auto; }
main { max-width: 78rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
.kind { margin: 0; font-size: .82rem; color: var(--soft); font-weight: 600; }
h2:first-child, figure:first-child, .card h2 { margin-top: .2rem; } .proof { max-width: 52rem; }
.tabs { display: flex; flex-wrap: wrap; gap: .2rem 1.3rem; margin: 1.1rem 0 1.4rem; border-bottom: 1px solid var(--line); }
.tabs a { padding: .35rem 0 .5rem; text-decoration: none; color: var(--soft); border-bottom: 3px solid transparent; margin-bottom: -1px; }
.tabs a:hover { color: var(--ink); } .tabs a[aria-current] { color: var(--ink); border-color: var(--accent); font-weight: 600; }
@media (max-width: 61.99rem) { .dock { position: sticky; bottom: 0; max-height: 38vh; overflow: auto; } .dock .card { margin-bottom: 0; } }
@media (min-width: 62rem) { .columns { display: grid; gap: 2rem; grid-template-columns: minmax(0, 1fr) 21rem; } .columns.even { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .sticky { position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow: auto; } }

.card, details.card > summary { background: var(--card); }
.card { border: 1px solid var(--line); border-radius: .7rem; padding: .9rem 1.1rem; margin: .8rem 0; box-shadow: var(--raised); }
.note { border-left: 4px solid var(--line); padding: .3rem .9rem; margin: .7rem 0; } .note.bad { border-color: var(--bad); color: inherit; } .note.warn { border-color: var(--warn); color: inherit; }
.source { padding: .6rem .9rem; } .tick { display: flex; gap: .7rem; align-items: flex-start; } .source .tick input { margin-top: .2rem; } .tick p { margin: 0; } .source:target { outline: 2px solid var(--accent); }
.plain { list-style: none; padding: 0; margin: 0; } .plain.small > li + li { margin-top: .4rem; }
.badge { display: inline-block; border-radius: 1rem; padding: 0 .6rem; font-size: .8rem; line-height: 1.6; border: 1px solid var(--line); color: var(--soft); white-space: nowrap; }
.badge.good { background: var(--good-soft); color: var(--ink); border-color: transparent; } .badge.bad { background: var(--bad-soft); color: var(--ink); border-color: transparent; }
.badge.warn { background: var(--warn-soft); color: var(--ink); border-color: transparent; } .badge.accent { background: var(--accent-soft); color: var(--ink); border-color: transparent; }
.badge, .tally { font-variant-numeric: tabular-nums; }

.criteria { list-style: none; padding: 0; margin: 0; }
.criteria > li { border-bottom: 1px solid var(--line); } .criteria > li:target { background: var(--accent-soft); }
.criteria summary { display: grid; grid-template-columns: 2.6rem minmax(0, 1fr); gap: 0 .4rem; padding: .7rem .2rem; cursor: pointer; list-style: none; }
.criteria summary::-webkit-details-marker { display: none; }
.criteria summary:hover .wording { color: var(--accent); }
.rank { color: var(--soft); font-variant-numeric: tabular-nums; } .wording { font-weight: 550; }
.facts { grid-column: 2; display: flex; flex-wrap: wrap; gap: .2rem .8rem; align-items: center; font-size: .85rem; color: var(--soft); margin-top: .15rem; }
.more { padding: 0 .2rem 1rem 3rem; }
@media (max-width: 40rem) { .more { padding-left: .2rem; } .criteria summary { grid-template-columns: 2rem minmax(0, 1fr); } main { padding: 1rem 1rem 3rem; } .top { padding: .7rem 1rem; } h1 { font-size: 1.3rem; } }
.evidence { border-left: 3px solid var(--accent); padding: .1rem 0 .1rem 1rem; margin: 1rem 0; }
.evidence blockquote { margin: 0 0 .4rem; font-family: Georgia, "Times New Roman", serif; font-size: 1.05rem; line-height: 1.6; color: var(--soft); white-space: pre-line; }
.evidence mark { background: var(--mark); color: var(--ink); padding: .05em .1em; border-radius: .15rem; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
dl.pairs { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .15rem 1rem; margin: .5rem 0; font-size: .92rem; } .pairs dt { color: var(--soft); } .pairs dd { margin: 0; }
@media (max-width: 40rem) { dl.pairs { grid-template-columns: minmax(0, 1fr); } .pairs dd { margin-bottom: .35rem; } }

form { margin: 0; } label { display: block; font-size: .88rem; color: var(--soft); } label.inline { display: flex; gap: .5rem; align-items: center; white-space: nowrap; color: inherit; font-size: 1rem; } label.inline input[type="number"] { width: 6rem; }
input, select, textarea, button { font: inherit; font-size: 1rem; color: var(--ink); }
input[type="text"], input[type="search"], input[type="url"], input[type="number"], input[type="file"], select, textarea { width: 100%; background: var(--card); border: 1px solid var(--soft); border-radius: .45rem; padding: .4rem .6rem; min-height: 2.5rem; }
textarea { min-height: 6rem; field-sizing: content; } textarea.wording { min-height: 3rem; font-weight: 400; } textarea { resize: vertical; line-height: 1.5; } input[type="checkbox"] { width: 1.15rem; height: 1.15rem; margin: 0; flex: none; accent-color: var(--accent); }
button, .button { display: inline-block; background: var(--accent); color: var(--card); border: 1px solid var(--accent); border-radius: .5rem; padding: .45rem 1.1rem; text-decoration: none; cursor: pointer; font-weight: 600; }
button.quiet, .button.quiet { background: none; color: var(--accent); } button:hover, .button:hover { filter: brightness(1.12); }
.fields { display: grid; gap: .7rem 1rem; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); align-items: end; } .row { display: flex; flex-wrap: wrap; gap: .6rem 1rem; align-items: center; margin: .9rem 0 0; }
.js .without-js { display: none; }

table { border-collapse: collapse; width: 100%; font-size: .95rem; } th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; }
th { font-weight: 500; color: var(--soft); } td.right, th.right { text-align: right; } .steps th, .steps td.right { white-space: nowrap; } .steps td { width: 100%; } .scroll { overflow-x: auto; }
.verdicts button { display: block; width: 100%; font-weight: 400; border: 0; border-radius: .4rem; padding: .1rem .5rem; color: var(--ink); min-width: 2.6rem; } .verdicts td, .verdicts th { padding-right: .5rem; }
.verdicts .good { background: var(--good-soft); } .verdicts .bad { background: var(--bad-soft); } .verdicts .warn { background: var(--warn-soft); }
.verdicts button:hover { filter: brightness(.96); } .verdicts button[aria-current] { outline: 2px solid var(--accent); } .verdicts th[scope="col"] { overflow-wrap: normal; min-width: 4.5rem; max-width: 9rem; text-align: center; } .verdicts th:first-child { text-align: left; max-width: none; } .verdicts th[scope="row"] { color: var(--ink); font-weight: 400; min-width: 14rem; }
.text { background: var(--card); border: 1px solid var(--line); border-radius: .7rem; padding: 1rem 1.2rem; white-space: pre-wrap; font-family: Georgia, "Times New Roman", serif; line-height: 1.7; }
mark { border-radius: .2rem; } mark, mark.good, mark.bad, mark.warn { color: inherit; } ins, mark.good { background: var(--good-soft); text-decoration: none; } del, mark.bad { background: var(--bad-soft); } mark.warn { background: var(--warn-soft); } mark.faint { background: none; }
ins { border-bottom: 2px solid var(--good); }

figure { margin: 1.2rem 0; } figcaption { font-size: .88rem; margin-bottom: .3rem; } svg { display: block; width: 100%; height: auto; }
svg.bar { display: inline-block; width: 4rem; height: .55rem; vertical-align: baseline; flex: none; }
svg text { font: 12px system-ui, sans-serif; fill: var(--ink); } svg .faint { fill: var(--soft); }
svg .track { fill: var(--line); } svg .fill { fill: var(--accent); } svg .fill-good { fill: var(--good); } svg .fill-bad { fill: var(--bad); } svg .fill-soft { fill: var(--soft); } svg .axis { stroke: var(--line); stroke-width: 1; fill: none; }
progress { width: 100%; height: .6rem; accent-color: var(--accent); }
@media (prefers-reduced-motion: no-preference) { svg .fill { transition: width .3s, x .3s; } }
@media print { .top, .tabs, form:not(.verdict-form), .button, form:not(.verdict-form) button, .skip, .no-print { display: none !important; } body { background: none; font-size: 11pt; } main { max-width: none; padding: 0; }
  .columns { display: block; } .evidence, .criteria > li, figure, .card { break-inside: avoid; box-shadow: none; } a { color: inherit; } .evidence .where a::after { content: " <" attr(href) ">"; font-size: .85em; } mark, ins, del, .badge, svg { print-color-adjust: exact; } }
`.trim();
