import type { Actor, World } from '../actor.ts'
import { clockSection } from './clock-section.ts'
import { faultsSection } from './faults-section.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import { journalSection } from './journal-section.ts'

/** A form that failed: the reason, and the submitted fields, so that they need not be typed again. */
export type Failure = { call: string; problem: string; fields: Record<string, unknown> }

export function panelPage(world: World, actors: Actor[], failure?: Failure): Html {
  const attempt = failure?.call === 'faults.add' ? failure.fields : {}
  const links = [
    ...actors.map(({ name, title }) => ({ name, title })),
    { name: 'journal', title: 'Journal' },
    { name: 'faults', title: 'Faults' },
    { name: 'clock', title: 'Clock' },
  ]
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="dark light" />
        <title>Kapao sandbox</title>
        <link rel="icon" href="/panel/icon.svg" />
        <link rel="stylesheet" href="/panel/tokens.css" />
        <link rel="stylesheet" href="/panel/layout.css" />
        <link rel="stylesheet" href="/panel/parts.css" />
        <link rel="stylesheet" href="/panel/games.css" />
        <script type="module" src="/panel/panel.js"></script>
      </head>
      <body>
        <header class="top">
          <h1>Kapao <span>sandbox</span></h1>
          <nav aria-label="Sections">
            ${links.map(({ name, title }) => html`<a href="#${name}">${title}</a>`)}
          </nav>
        </header>
        ${failure && html`<p class="problem" role="alert">${failure.problem}</p>`}
        <main>
          <div class="column">${actors.map((actor) => actor.panel())} ${journalSection(world)}</div>
          <div class="column">${faultsSection(world, attempt)} ${clockSection(world)}</div>
        </main>
      </body>
    </html>`
}
