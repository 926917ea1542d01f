/** The looks of the HTML report: inside the page, so that it can be kept and sent as one file. */
export const REPORT_STYLE = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5b6675; --paper: #fbfaf7; --card: #fff; --line: #e2ded5;
  --yes: #1f7a4d; --yes-soft: #d8f0e2; --no: #b3362b; --no-soft: #f9dfdb; --open: #8a6400; --open-soft: #f6eccb; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6e1; --soft: #a3a9b3; --paper: #15181d; --card: #1d2128;
  --line: #343a44; --yes: #6fd3a0; --yes-soft: #1c3d2d; --no: #ff9a8d; --no-soft: #4a2420; --open: #e3c067;
  --open-soft: #3f3515; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 78rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.15rem; letter-spacing: .02em; color: var(--soft); margin: 0 0 .5rem; font-weight: 600; }
h2 { font-size: 1.35rem; margin: 0; overflow-wrap: anywhere; }
blockquote { margin: 0 0 2rem; font-size: 1.3rem; line-height: 1.4; overflow-wrap: anywhere; white-space: pre-line; }
section.response { border-top: 2px solid var(--line); padding-top: 1.75rem; margin-top: 1.75rem; }
.head { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: baseline; }
.rate { font-size: 2.4rem; font-weight: 700; line-height: 1; font-variant-numeric: tabular-nums; }
.note { color: var(--soft); margin: .35rem 0; }
.meter { display: flex; height: .6rem; border-radius: .3rem; overflow: hidden; background: var(--line); margin: .75rem 0; }
.meter i { display: block; } .meter .yes { background: var(--yes); } .meter .no { background: var(--no); }
.meter .open { background: var(--open-soft); }
ul.warnings { padding: .6rem .9rem .6rem 2rem; background: var(--open-soft); border-radius: .5rem; overflow-wrap: anywhere; }
.columns { display: grid; gap: 1.5rem; grid-template-columns: minmax(0, 1fr); margin-top: 1.25rem; }
@media (min-width: 60rem) { .columns { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); align-items: start; } }
details { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; margin-bottom: .6rem; padding: .55rem .8rem; }
summary { cursor: pointer; overflow-wrap: anywhere; }
.sign { display: inline-block; min-width: 4.6rem; text-align: center; border-radius: 1rem; padding: 0 .6rem; margin-right: .5rem;
  font-size: .85rem; font-weight: 650; background: var(--open-soft); color: var(--open); }
.sign.yes { background: var(--yes-soft); color: var(--yes); } .sign.no { background: var(--no-soft); color: var(--no); }
details p { margin: .5rem 0; overflow-wrap: anywhere; }
q { quotes: "“" "”"; } a { color: inherit; text-underline-offset: .15em; }
.grounds { color: var(--soft); font-size: .88rem; }
.text { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem 1.2rem; white-space: pre-wrap;
  overflow-wrap: anywhere; font-family: Georgia, "Times New Roman", serif; font-size: 1.05rem; line-height: 1.65; }
mark { border-radius: .2rem; padding: .05em 0; background: var(--open-soft); color: inherit; }
mark.yes { background: var(--yes-soft); } mark.no { background: var(--no-soft); } mark:target { outline: 2px solid currentColor; }
table { border-collapse: collapse; margin-top: .5rem; font-size: .92rem; }
th, td { text-align: left; padding: .15rem 1.2rem .15rem 0; font-weight: 400; font-variant-numeric: tabular-nums; }
th { color: var(--soft); }
section.part { margin-top: 1.75rem; } section.part > h2 { margin-bottom: .5rem; }
.good { color: var(--yes); } .bad { color: var(--no); } .warn { color: var(--open); } .soft { color: var(--soft); }
.strong { font-weight: 650; }
del { background: var(--no-soft); color: var(--no); } ins { background: var(--yes-soft); color: var(--yes); text-decoration: none; }
@media print { details { break-inside: avoid; } body { background: none; } }
`.trim();
