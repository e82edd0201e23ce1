import { html } from './html.ts'
import type { Html } from './html.ts'

/** One card of the panel: a title, an optional action next to it, and a body. */
export function section(card: { id: string; title: string; action?: Html; body: Html }): Html {
  return html`<section id="${card.id}" aria-labelledby="${card.id}-title">
    <header>
      <h2 id="${card.id}-title">${card.title}</h2>
      ${card.action}
    </header>
    ${card.body}
  </section>`
}

/** A form that is one button: it runs a control call with fixed fields. */
export function button(press: {
  call: string
  label: string
  fields?: Record<string, string>
  kind?: 'quiet' | 'danger'
}): Html {
  return html`<form method="post" action="/panel/${press.call}">
    ${Object.entries(press.fields ?? {}).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    <button class="${press.kind ?? 'plain'}" type="submit">${press.label}</button>
  </form>`
}

export function emptyNote(title: string, hint: string): Html {
  return html`<p class="empty"><strong>${title}</strong><br />${hint}</p>`
}
