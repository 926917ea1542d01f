/** What the audit pages have beside blocks: their frame, forms, and the table of verdicts. */
import { STYLE } from '../report/html-style.ts';

export const PAGE_STYLE = `${STYLE}
.skip { position: absolute; left: -100rem; } .skip:focus { left: 1rem; top: .5rem; background: var(--card); padding: .4rem .8rem; z-index: 2; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .2rem; }
.small { font-size: .88rem; } .verse { white-space: pre-line; } .kind { margin: 0; font-size: .82rem; color: var(--soft); font-weight: 600; }
.card { box-shadow: 0 1px 2px rgb(0 0 0 / .06), 0 4px 14px rgb(0 0 0 / .04); } .plain { list-style: none; padding: 0; margin: 0; }

.top { display: flex; flex-wrap: wrap; gap: .3rem 1.4rem; align-items: baseline; padding: .8rem 1.25rem; border-bottom: 1px solid var(--line); }
.top a { text-decoration: none; } .top a:hover { text-decoration: underline; } .brand { font-weight: 700; color: var(--ink); letter-spacing: -.02em; margin-right: auto; }
.tabs { display: flex; flex-wrap: wrap; gap: .2rem 1.3rem; margin: 1.1rem 0 1.4rem; border-bottom: 1px solid var(--line); }
.tabs a { padding: .35rem 0 .5rem; text-decoration: none; color: var(--soft); border-bottom: 3px solid transparent; margin-bottom: -1px; }
.about > summary { width: fit-content; } @media (min-width: 62rem) { .about::details-content { content-visibility: visible; block-size: auto; } .about > summary { list-style: none; cursor: auto; } }
@media (max-width: 40rem) { .tabs { flex-wrap: nowrap; overflow-x: auto; margin: .5rem 0 .7rem; white-space: nowrap; } .top { padding: .5rem 1rem; } .kind + h1 { margin-bottom: .2rem; } .columns > div > .card { margin: .4rem 0; padding: .4rem .8rem; } }
.tabs a:hover { color: var(--ink); } .tabs a[aria-current] { color: var(--ink); border-color: var(--accent); font-weight: 600; }
@media (max-width: 61.99rem) { .dock { position: sticky; bottom: 0; max-height: 38vh; overflow: auto; } .dock .card { margin-bottom: 0; } }
@media (min-width: 62rem) { .columns { display: grid; gap: 2rem; grid-template-columns: minmax(0, 1fr) 21rem; } .columns.even { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .sticky { position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow: auto; } }

form { margin: 0; } label { display: block; font-size: .88rem; color: var(--soft); }
label.inline { display: flex; gap: .5rem; align-items: center; white-space: nowrap; color: inherit; font-size: 1rem; } label.inline input[type="number"] { width: 6rem; }
input, select, textarea, button { font: inherit; font-size: 1rem; color: var(--ink); }
input:is([type="text"], [type="search"], [type="url"], [type="number"], [type="file"]), select, textarea { width: 100%; background: var(--card); border: 1px solid var(--soft);
  border-radius: .45rem; padding: .4rem .6rem; min-height: 2.5rem; }
textarea { min-height: 6rem; field-sizing: content; resize: vertical; line-height: 1.5; } textarea.wording { min-height: 3rem; }
input[type="checkbox"] { width: 1.15rem; height: 1.15rem; margin: 0; flex: none; accent-color: var(--accent); }
.tick > input { margin-top: .5rem; } .rows .tick > input { margin-top: .2rem; }
.actions { position: sticky; bottom: 0; margin: 0; padding: .6rem .2rem; background: var(--paper); border-top: 1px solid var(--line); z-index: 1; } .actions label.inline { font-size: .88rem; white-space: normal; flex: 1 1 16rem; } .actions select { width: auto; min-width: 0; min-height: 2.2rem; }
@media (max-width: 40rem) { .actions:not(.stays) { position: static; } }
.with-js { display: none; } .js .with-js { display: inline-block; } .opening { margin: .8rem 0 0 2.3rem; } .opening ~ div > section { margin-top: .6rem; margin-bottom: 1.4rem; }
button { display: inline-block; background: var(--accent); color: var(--card); border: 1px solid var(--accent); border-radius: .5rem; padding: .45rem 1.1rem; cursor: pointer; font-weight: 600; }
button[aria-current] { outline: 3px solid var(--good-soft); outline-offset: 2px; text-decoration: underline; } button.quiet { background: none; color: var(--accent); } button:hover { filter: brightness(1.12); }
.fields { display: grid; gap: .7rem 1rem; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); align-items: end; }
.row { display: flex; flex-wrap: wrap; gap: .6rem 1rem; align-items: center; margin: .9rem 0 0; }
.js .without-js { display: none; } progress { width: 100%; height: .6rem; accent-color: var(--accent); }

main:has(table.grid) { max-width: none; } .verdicts .scroll { max-height: max(20rem, calc(100vh - 3rem)); overflow: auto; border: 1px solid var(--line); border-radius: .5rem; margin: 0; }
.grid { width: 100%; border-collapse: separate; border-spacing: 0; } .grid :is(th, td) { padding: .3rem .35rem; } .grid td button { padding: .1rem .2rem; } .grid thead :is(th, td) { background: var(--paper); } .grid thead { position: sticky; top: 0; z-index: 2; }
.grid thead tr:first-child th:not(.main) { font-size: .8rem; min-width: 3.4rem; max-width: 9rem; vertical-align: bottom; color: var(--ink); overflow-wrap: break-word; } .grid .totals :is(th, td) { padding-block: .1rem; font-weight: 600; font-size: .9rem; border: 0; white-space: nowrap; }
.grid .totals:last-child :is(th, td) { border-bottom: 2px solid var(--line); } .grid .main { position: sticky; left: 0; z-index: 1; background: var(--paper); min-width: min(16rem, 42vw); }
@media (min-width: 75rem) { .verdicts .scroll.fits { overflow: visible; max-height: none; } .wide { display: grid; gap: 1.5rem; grid-template-columns: minmax(0, 1fr) clamp(22rem, 30vw, 34rem); align-items: start; } .docked { position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow: auto; } }

td button { display: block; width: 100%; font-weight: 400; border: 0; border-radius: .4rem; padding: .1rem .5rem; color: var(--ink); min-width: 2.6rem; }
td button:is(.good, .bad, .warn) { color: var(--ink); } td button.good { background: var(--good-soft); } td button.bad { background: var(--bad-soft); } td button.warn { background: var(--warn-soft); }
td button:hover { filter: brightness(.96); } td button[aria-current] { outline: 2px solid var(--accent); }
@media print { .top, .tabs, form:not(.printed), button:not(td button), .skip, .no-print { display: none !important; }
  .columns { display: block; } .dock, .sticky, .docked, .grid thead, .verdicts .scroll { position: static; max-height: none; overflow: visible; } .card { break-inside: avoid; box-shadow: none; } }
`.trim();
