import type { Page } from '@playwright/test'
import {
  letterOf,
  type DecisionName,
  type WorkKind,
} from '../packages/contract/src/console/words.ts'
import { makeItems, passDays } from './console-items.ts'
import { openDesk, words } from './console-desk.ts'
import { makeRich } from './withdrawals.ts'
import { test } from './own-copy.ts'
import { expect } from './test.ts'

const { desk, work } = words
const why = 'as the list of the bank says'
type Kind = Exclude<WorkKind, 'talk'>

/** What somebody who is new decides of each kind, and types, in the order of the fields that the page shows. */
const decisions: Record<Kind, [name: DecisionName, ...typed: string[]]> = {
  deposit: ['refuse', why],
  differing: ['seen', why],
  unread: ['seen', why],
  manual: ['refuse', why],
  finding: ['close', why],
  payment: ['nothing', why],
  giftlink: ['nothing', why],
  withdrawal: ['approve', ''],
  payout: ['paid', 'PO4711', why],
  transfer: ['returned', why],
  suspicion: ['deny', why],
  second: ['yes'],
  review: ['tick', ''],
}

/** With the Tab key until it has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  await button.waitFor()
  for (let presses = 0; presses < 40; presses += 1) {
    if (await button.evaluate((one) => one === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the Tab key does not reach ${name}`)
}

async function openList(page: Page, kind: Kind): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('searchbox', { name: desk.palette.label })).toBeFocused()
  await page.keyboard.type(work.kinds[kind])
  await expect(page.getByRole('option', { name: work.kinds[kind] }).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/work/${kind}$`))
  await expect(page.getByRole('list', { name: work.kinds[kind] })).toBeVisible()
  await page.keyboard.press('j')
  await page.waitForURL(new RegExp(`/work/${kind}/`))
  await expect(page.getByRole('region', { name: work.decide })).toBeVisible()
}

test(
  'HOUSE-90 one item of every kind is decided by the keyboard alone, from the sign-in on',
  { tag: '@long-3' },
  async ({ browser, copy, request }) => {
    await passDays(copy.databaseUrl)
    const { phone } = await makeRich(request, copy, { baht: 10_000 })
    const deposit = await makeItems(copy.databaseUrl, phone, async (make, memberId) => {
      await make.deposit()
      await make.differing(memberId)
      await make.unread()
      await make.finding()
      await make.payment(memberId)
      await make.giftlink(memberId)
      await make.withdrawal(memberId, 1)
      await make.transfer(memberId, 'in')
      await make.suspicion(memberId)
      return { id: await make.deposit(), memberId }
    })
    const other = await makeRich(request, copy, { baht: 1_000 })
    await makeItems(copy.databaseUrl, other.phone, (make, memberId) => make.payout(memberId))
    const match = ['--decision', 'match', '--memberId', deposit.memberId, '--why', why]
    await copy.kapao('work', 'decide', 'deposit', deposit.id, ...match)
    // What was announced before would have been this deposit.
    await makeItems(copy.databaseUrl, phone, (make, memberId) => make.request(memberId))
    await copy.kapao('settings', 'set', 'withdraw.max.BAHT', '--text', '900000')

    const { page, problems, close } = await openDesk(browser, copy)
    await page.goto('/sign-in')
    await tabTo(page, 'demo-owner')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/work\/all$/)
    await expect(page.getByRole('list').getByRole('link').first()).toBeVisible()
    for (const [kind, [name, ...typed]] of Object.entries(decisions) as [
      Kind,
      (typeof decisions)[Kind],
    ][]) {
      await openList(page, kind)
      await page.keyboard.press(letterOf[name])
      await expect(page.locator('form :focus'), kind).toHaveCount(1)
      for (const [at, text] of typed.entries()) {
        if (at > 0) await page.keyboard.press('Tab')
        await page.keyboard.type(text)
      }
      await page.keyboard.press('Enter')
      await expect(page.getByText(work.decided[name]).first(), kind).toBeVisible()
    }
    expect(problems).toEqual([])
    await close()
  },
)
