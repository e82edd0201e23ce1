import type { SandboxClock } from '../clock.ts'
import { describeAge } from '../panel/age.ts'
import { html } from '../panel/html.ts'
import type { Html } from '../panel/html.ts'
import { emptyNote, section } from '../panel/section.ts'
import { variants } from './picture.ts'
import type { Transfer, Transfers } from './transfers.ts'

const shownMax = 20

/** A payment form, and below it the transfers with every picture variant. */
export function slipsSection(transfers: Transfers, clock: SandboxClock): Html {
  const now = clock.now()
  return section({
    id: 'slips',
    title: 'Bank slips',
    body: html`<details id="slips-new">
        <summary>Make a slip</summary>
        <form method="post" action="/panel/slips.transfer">
          ${field('amount', 'Amount', '500.00')} ${currencyField()}
          ${field('fromName', 'From', 'NOK THONGDEE')} ${field('fromBank', 'Bank', 'KBANK')}
          ${field('fromAccount', 'Account', '1234567890')}
          ${field('toName', 'To', 'KAPAO DEMO CO LTD')} ${field('toBank', 'Bank', 'KBANK')}
          ${field('toAccount', 'Account', '1112223334')} ${field('minutesAgo', 'Minutes ago', '0')}
          <button type="submit">Transfer</button>
        </form>
      </details>
      <ul class="rows" data-live="slips">
        ${transfers
          .list()
          .slice(0, shownMax)
          .map((transfer) => transferRow(transfer, now))}
      </ul>
      ${emptyNote('No transfers yet.', 'Make one above, and save its picture to upload it in the app.')}`,
  })
}

function field(name: string, label: string, value: string): Html {
  return html`<label>${label} <input name="${name}" value="${value}" autocomplete="off" /></label>`
}

function currencyField(): Html {
  return html`<label>
    Currency
    <select name="currency">
      <option>BAHT</option>
      <option>LAK</option>
    </select>
  </label>`
}

function transferRow({ reference, from, to, amount, currency, at }: Transfer, now: Date): Html {
  return html`<li data-id="${reference}">
    <details id="slips-${reference}">
      <summary>
        <strong>${amount} ${currency}</strong> <code>${reference}</code>
        <time datetime="${at.toISOString()}">${describeAge(at, now)}</time>
      </summary>
      <p class="dim">
        ${from.name} ${from.bank} ${from.accountNo} to ${to.name} ${to.bank} ${to.accountNo}
      </p>
      <p>
        ${Object.entries(variants).map(
          ([variant, about]) =>
            html`<a href="/slips/pictures/${reference}/${variant}" title="${about}" download
              >${variant}</a
            > `,
        )}
      </p>
    </details>
  </li>`
}
