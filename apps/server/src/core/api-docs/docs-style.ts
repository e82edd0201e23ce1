/** The one style of the documentation page; its hash is in the page's content security policy. */
export const docsStyle = `
:root {
  color-scheme: dark light;
  --ink-0: #0b0f1a; --ink-1: #121829; --ink-2: #1b2338; --ink-3: #2a344f;
  --text: #f3f5fa; --text-dim: #a9b3c9;
  --gold: #f5b83d; --gold-ink: #2b1d00;
  --plus: #34d399; --minus: #fb7185; --wait: #fbbf24; --calm: #7dd3fc;
}
@media (prefers-color-scheme: light) {
  :root {
    --ink-0: #f4f6fb; --ink-1: #ffffff; --ink-2: #edf0f7; --ink-3: #cfd6e4;
    --text: #10182b; --text-dim: #4a5670;
    --gold: #8a5a00; --gold-ink: #ffffff;
    --plus: #047857; --minus: #be123c; --wait: #92600a; --calm: #0b6497;
  }
}
@media (prefers-contrast: more) { :root { --ink-3: currentColor; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 72px; -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--ink-0); color: var(--text);
  font: 16px/1.6 system-ui, Roboto, "Noto Sans Thai", "Noto Sans Lao", sans-serif;
}
code, .path { font-family: ui-monospace, "Roboto Mono", Menlo, Consolas, monospace; font-size: 0.9em; }
a { color: inherit; text-decoration-color: var(--gold); text-underline-offset: 3px; }
:focus-visible { outline: 2px solid var(--gold); outline-offset: 2px; border-radius: 12px; }
header, main, footer { max-width: 1040px; margin: 0 auto; padding: 0 16px; }
header { padding-top: 40px; padding-bottom: 16px; }
h1 { margin: 0; font-size: 30px; line-height: 1.25; letter-spacing: -0.01em; }
h2 { margin: 48px 0 12px; font-size: 21px; line-height: 1.3; text-transform: capitalize; }
h3 { margin: 20px 0 6px; font-size: 13px; font-weight: 600; color: var(--text-dim); letter-spacing: 0.04em; text-transform: uppercase; }
h3.entity { font-size: 16px; color: var(--text); letter-spacing: 0; text-transform: none; }
p { margin: 8px 0; }
header p { max-width: 68ch; color: var(--text-dim); }
nav { position: sticky; top: 0; z-index: 1; background: var(--ink-0); border-bottom: 1px solid var(--ink-3); }
nav ul { display: flex; gap: 4px; max-width: 1040px; margin: 0 auto; padding: 4px 16px; overflow-x: auto; list-style: none; scrollbar-width: none; mask-image: linear-gradient(90deg, #000 calc(100% - 40px), transparent); }
nav a { display: block; padding: 11px 12px; border-radius: 999px; font-size: 15px; line-height: 26px; color: var(--text-dim); text-decoration: none; }
nav a:hover { background: var(--ink-2); color: var(--text); }
.call, .entity-card { margin: 8px 0; background: var(--ink-1); border: 1px solid var(--ink-3); border-radius: 16px; }
.entity-card { padding: 12px 16px 16px; }
.entity-card h3 { margin-top: 0; }
.call > summary { display: grid; grid-template-columns: 76px 1fr auto; gap: 4px 12px; align-items: center; min-height: 48px; padding: 12px 16px; cursor: pointer; list-style: none; }
.call > summary::-webkit-details-marker { display: none; }
.call > summary:hover .path { text-decoration: underline; text-decoration-color: var(--gold); text-underline-offset: 4px; }
.call > summary > .says { grid-column: 2 / -1; color: var(--text-dim); font-size: 15px; }
.call[open] > summary { border-bottom: 1px solid var(--ink-3); }
.inside { padding: 4px 16px 16px; }
.path { font-weight: 600; overflow-wrap: anywhere; }
.method { justify-self: start; padding: 2px 10px; border: 1px solid currentColor; border-radius: 999px; font: 600 13px/20px ui-monospace, Menlo, monospace; }
.get { color: var(--calm); } .post { color: var(--plus); } .put { color: var(--wait); } .delete { color: var(--minus); }
.tags { display: flex; flex-wrap: wrap; gap: 4px; justify-content: flex-end; }
.tag { padding: 1px 9px; border-radius: 999px; background: var(--ink-2); color: var(--text-dim); font-size: 13px; line-height: 22px; white-space: nowrap; }
.served { color: var(--plus); } .missing { color: var(--minus); }
table { width: 100%; border-collapse: collapse; font-size: 15px; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
th { text-align: left; font-size: 13px; font-weight: 600; color: var(--text-dim); }
th, td { padding: 7px 12px 7px 0; vertical-align: top; border-top: 1px solid var(--ink-3); }
thead th { border-top: 0; }
tbody th { width: 34%; font-size: 15px; color: var(--text); font-weight: 400; overflow-wrap: anywhere; }
td { overflow-wrap: anywhere; }
td small { display: block; font-size: 13px; color: var(--text-dim); }
.needed { color: var(--gold); font-size: 13px; }
.status { width: 76px; font-variant-numeric: tabular-nums; font-weight: 600; }
.or { margin: 12px 0 2px; font-size: 13px; color: var(--text-dim); }
footer { padding-top: 40px; padding-bottom: 64px; color: var(--text-dim); font-size: 14px; }
@media (max-width: 600px) {
  header { padding-top: 24px; }
  h1 { font-size: 25px; }
  .call > summary { grid-template-columns: auto 1fr; }
  .call > summary > .path { grid-column: 1 / -1; grid-row: 2; }
  .call > summary > .says { grid-column: 1 / -1; }
  .inside table, .inside tbody, .inside tr, .inside tbody th, .inside td,
  .entity-card table, .entity-card tbody, .entity-card tr, .entity-card tbody th, .entity-card td { display: block; width: auto; }
  thead { display: none; }
  tr { padding: 8px 0; border-top: 1px solid var(--ink-3); }
  th, td { padding: 0; border: 0; }
}
@media print { nav { position: static; } .call { break-inside: avoid; } }
`
