import type { Locator, Page } from '@playwright/test'

/** One money button. A button that is not present (nothing to claim) is left out. */
export type Press = { name: string; find: (page: Page) => Locator }

/** Buttons that are pressed one after the other on a freshly opened page. */
export type Walk = { at: string; presses: readonly Press[] }

const sheetOf = (page: Page): Locator => page.locator('dialog[open]').last()
const onPage =
  (name: string | RegExp) =>
  (page: Page): Locator =>
    page.locator('main').getByRole('button', { name, exact: true }).first()
const inSheet =
  (name: string | RegExp) =>
  (page: Page): Locator =>
    sheetOf(page).getByRole('button', { name, exact: true }).first()
const tab =
  (name: string) =>
  (page: Page): Locator =>
    sheetOf(page).getByRole('tab', { name })

export const walks: readonly Walk[] = [
  {
    at: '/user/home',
    presses: [
      { name: 'home.refresh', find: onPage('Refresh balance') },
      { name: 'deposit.open', find: onPage('Deposit') },
      { name: 'deposit.copy', find: inSheet(/^Copy/) },
      { name: 'deposit.to-slip', find: inSheet(/^Transferred already/) },
      { name: 'deposit.gift-tab', find: tab('Gift link') },
      { name: 'deposit.bank-tab', find: tab('Bank') },
      { name: 'deposit.qr-tab', find: tab('QR code') },
      { name: 'deposit.provider', find: (page) => sheetOf(page).getByRole('radio').nth(1) },
      { name: 'deposit.amount', find: inSheet('100') },
      { name: 'deposit.create', find: inSheet('Create QR code') },
      { name: 'deposit.cancel', find: inSheet('Cancel QR code') },
      { name: 'deposit.cancel-confirm', find: inSheet('Yes, cancel it') },
      { name: 'deposit.close', find: inSheet('Close') },
    ],
  },
  {
    at: '/user/home',
    presses: [
      { name: 'transfer.open', find: onPage('Transfer') },
      { name: 'transfer.to', find: inSheet(/^To /) },
      { name: 'transfer.account', find: inSheet(/^PG Soft/) },
      { name: 'transfer.amount', find: inSheet('100') },
      { name: 'transfer.all', find: inSheet('All') },
      { name: 'transfer.less', find: inSheet('100') },
      { name: 'transfer.submit', find: inSheet('Transfer') },
      { name: 'transfer.done', find: inSheet(/^(?:Close|OK|Done)$/) },
    ],
  },
  {
    at: '/user/home',
    presses: [
      { name: 'transfer.open-again', find: onPage('Transfer') },
      { name: 'transfer.swap', find: inSheet('Swap from and to') },
      { name: 'transfer.from', find: inSheet(/^From /) },
      { name: 'transfer.close', find: inSheet('Close') },
    ],
  },
  {
    at: '/user/home',
    presses: [
      { name: 'withdraw.open', find: onPage('Withdraw') },
      { name: 'withdraw.all', find: inSheet('All') },
      { name: 'withdraw.amount', find: inSheet('100') },
      { name: 'withdraw.submit', find: inSheet('Withdraw') },
      { name: 'withdraw.close', find: inSheet('Close') },
    ],
  },
  {
    at: '/user/home',
    presses: [
      { name: 'game.open', find: onPage(/^PG Soft/) },
      { name: 'game.all', find: inSheet('All') },
      { name: 'game.amount', find: inSheet('100') },
      { name: 'game.show', find: inSheet('Show password') },
      { name: 'game.copy', find: inSheet(/^Copy: Username/) },
      { name: 'game.transfer', find: inSheet('Transfer only') },
      { name: 'game.close', find: inSheet('Close') },
      { name: 'game.open-again', find: onPage(/^PG Soft/) },
      { name: 'game.play', find: inSheet('Play') },
    ],
  },
  {
    at: '/user/home',
    presses: [
      { name: 'refund.open', find: onPage('Refund') },
      { name: 'refund.go', find: inSheet('Continue') },
    ],
  },
  {
    at: '/user/spin',
    presses: [
      { name: 'spin.spin', find: onPage(/^Spin/) },
      { name: 'spin.claim', find: onPage(/^Claim/) },
    ],
  },
]
