import type { SandboxClock } from '../clock.ts'
import { asGroupedText } from '../games/provider/money.ts'
import { html } from '../panel/html.ts'
import type { Html } from '../panel/html.ts'
import { emptyNote, section } from '../panel/section.ts'
import { statusOf, type Voucher, type Vouchers } from './vouchers.ts'

const shown = 8

/** A form that fills an envelope, and the links to copy. */
export function giftlinkSection(vouchers: Vouchers, clock: SandboxClock): Html {
  const all = vouchers.list()
  return section({
    id: 'giftlink',
    title: 'Gift links',
    body: html`<form class="inline" method="post" action="/panel/giftlink.issue">
        <label>
          Amount
          <input name="amount" inputmode="decimal" autocomplete="off" value="50" />
        </label>
        <label>
          Phone of the giver
          <input name="ownerMobile" inputmode="tel" autocomplete="off" value="0812345678" />
        </label>
        <button class="plain" type="submit">Make a link</button>
      </form>
      <ol class="messages" data-live="giftlink">
        ${all.slice(0, shown).map((voucher) => voucherRow(voucher, clock.now()))}
      </ol>
      ${all.length === 0 && emptyNote('No links yet.', 'Make one, copy it, and paste it in the app.')}`,
  })
}

function voucherRow(voucher: Voucher, now: Date): Html {
  const { hash, amount, ownerMobile } = voucher
  const status = statusOf(voucher, now)
  return html`<li data-id="${hash}" data-version="${status}">
    <p class="meta">
      <strong>${asGroupedText(amount)}</strong> from ${ownerMobile}
      <span class="pill ${status === 'active' ? 'wait' : 'plus'}">${status}</span>
    </p>
    <button type="button" class="code link" data-copy title="Copy">
      <span data-code>https://gift.truemoney.com/campaign/?v=${hash}</span
      ><span class="hint" aria-hidden="true"></span>
    </button>
  </li>`
}
