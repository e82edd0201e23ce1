import type { SandboxClock } from '../clock.ts'
import { asGroupedText } from '../games/provider/money.ts'
import { describeAge } from '../panel/age.ts'
import { html } from '../panel/html.ts'
import type { Html } from '../panel/html.ts'
import { button, emptyNote, section } from '../panel/section.ts'
import { stateOf, type Book, type Charge } from './book.ts'

const codesShown = 6

/** One row for each gateway; when opened, it shows the unpaid codes. */
export function gatewaysSection(books: Book[], clock: SandboxClock): Html {
  return section({
    id: 'gateways',
    title: 'QR gateways',
    body: html`<ul class="rows games" data-live="gateways">
      ${books.map((book) => gatewayRow(book, clock.now()))}
    </ul>`,
  })
}

function gatewayRow(book: Book, now: Date): Html {
  const { code, family } = book.facts
  const charges = book.charges()
  const paid = book.payments().reduce((sum, { amount }) => sum + amount, 0)
  return html`<li data-id="${code}" data-version="${versionOf(book)}">
    <details id="gateways-${code}">
      <summary>
        <strong>${code}</strong>
        ${charges.some((one) => stateOf(book, one) === 'PENDING') && html`<span class="pill wait">waiting</span>`}
        <span class="sum">${asGroupedText(paid)}</span>
      </summary>
      <p class="dim">
        ${family} family, ${charges.length} ${charges.length === 1 ? 'code' : 'codes'}
      </p>
      ${charges.slice(0, codesShown).map((charge) => codeCard(book, charge, now))}
      ${family === 'onepay' && scanForm(code)}
      ${
        charges.length === 0 &&
        family !== 'onepay' &&
        emptyNote('No codes yet.', 'They are made in the app, in the deposit sheet.')
      }
    </details>
  </li>`
}

function codeCard(book: Book, charge: Charge, now: Date): Html {
  const { code: gateway, currency } = book.facts
  const { reference, shown, createdAt } = charge
  const fields = { gateway, reference }
  const press = (label: string, more: Record<string, string> = {}) =>
    button({ call: 'gateways.pay', label, fields: { ...fields, ...more } })
  return html`<div class="account">
    <p class="meta">
      <strong>${asGroupedText(shown)} ${currency}</strong>
      <span class="pill ${stateOf(book, charge) === 'PAID' ? 'plus' : 'wait'}"
        >${stateOf(book, charge).toLowerCase()}</span
      >
      <code>${reference}</code>
      <time datetime="${createdAt.toISOString()}">${describeAge(createdAt, now)}</time>
    </p>
    <form class="inline" method="post" action="/panel/gateways.pay">
      <input type="hidden" name="gateway" value="${gateway}" />
      <input type="hidden" name="reference" value="${reference}" />
      <label>
        Another amount
        <input name="amount" inputmode="decimal" autocomplete="off" />
      </label>
      <button class="plain" type="submit">Pay</button>
    </form>
    <div class="chips">
      ${press('Pay')} ${press('Pay twice', { times: '2' })}
      ${press('As a stranger', { payer: 'stranger' })}
      ${press('Pay without notifying', { told: 'false' })}
    </div>
  </div>`
}

/** The shop draws these codes; this form stands in for the payer's phone, which reads them. */
function scanForm(gateway: string): Html {
  return html`<form class="inline" method="post" action="/panel/gateways.scan">
    <input type="hidden" name="gateway" value="${gateway}" />
    <label>
      Text of the code
      <input name="payload" autocomplete="off" />
    </label>
    <button class="plain" type="submit">Pay</button>
  </form>`
}

/** Changes whenever the row would look different, ages aside. */
function versionOf(book: Book): string {
  const states = book.charges().map((charge) => stateOf(book, charge).charAt(0))
  return [states.slice(0, codesShown).join(''), states.length, book.payments().length].join()
}
