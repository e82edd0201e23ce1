import { asGroupedText } from '../games/provider/money.ts'
import { describeAge } from '../panel/age.ts'
import { html } from '../panel/html.ts'
import type { Html } from '../panel/html.ts'
import { button, section } from '../panel/section.ts'
import { modes, type Book, type Payout } from './book.ts'

const shown = 8

/** The payouts, with buttons for those still pending. */
export function payoutSection(books: Record<string, Book>, now: Date): Html {
  return section({
    id: 'payout',
    title: 'Payouts',
    body: html`<ul class="rows" data-live="payout">
      ${Object.entries(books).map(([channel, book]) => channelRow(channel, book, now))}
    </ul>`,
  })
}

function channelRow(channel: string, book: Book, now: Date): Html {
  const payouts = book.all()
  const version = payouts.map(({ status }) => status[0]).join('') + book.mode()
  return html`<li data-id="payout-${channel}" data-version="${version}">
    <details id="payout-${channel}">
      <summary>
        <strong>${channel}</strong> <span class="pill">${book.mode()}</span>
        <span class="sum">${payouts.length} payouts</span>
      </summary>
      <form class="inline" method="post" action="/panel/payout.mode">
        <input type="hidden" name="channel" value="${channel}" />
        <label>
          Payouts arrive
          <select name="mode">
            ${modes.map((mode) => html`<option>${mode}</option>`)}
          </select>
        </label>
        <button class="plain" type="submit">Set</button>
      </form>
      ${
        payouts.length === 0
          ? html`<p class="dim">Nothing was paid out yet.</p>`
          : html`<ol class="movements" aria-label="What was paid out">
              ${payouts
                .slice(-shown)
                .toReversed()
                .map((one) => payoutRow(channel, one, now))}
            </ol>`
      }
    </details>
  </li>`
}

function payoutRow(channel: string, payout: Payout, now: Date): Html {
  const { reference, accountName, bankCode, accountNo, amount, currency, status, at } = payout
  const fields = (wanted: string) => ({ channel, reference, status: wanted })
  return html`<li>
    <span class="who">${accountName} ${bankCode}<small>${accountNo} · ${status}</small></span>
    <span class="sum">${asGroupedText(amount)} ${currency}</span>
    <time datetime="${at.toISOString()}">${describeAge(at, now)}</time>
    ${
      status === 'PROCESSING' &&
      html`${button({ call: 'payout.finish', label: 'Arrives', kind: 'quiet', fields: fields('COMPLETED') })}
      ${button({ call: 'payout.finish', label: 'Comes back', kind: 'quiet', fields: fields('REJECTED') })}`
    }
  </li>`
}
