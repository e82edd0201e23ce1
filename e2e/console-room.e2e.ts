import type { Locator } from '@playwright/test'
import { openDesk, phone, rowOf, signInAs, words } from './console-desk.ts'
import { workAddress } from '../apps/console/src/shared/work-kind.ts'
import { test } from './own-copy.ts'
import { expect } from './test.ts'
import { makeRich } from './withdrawals.ts'

const { work, members } = words

async function boxOf(place: Locator) {
  const box = await place.boundingBox()
  expect(box).not.toBeNull()
  return box!
}

test(
  'HOUSE-109 at 1280 px an undo line covers no button of the item, and no time of a member’s line its words; letters stand only where there are keys',
  { tag: '@long-2' },
  async ({ browser, copy, request }) => {
    const member = await makeRich(request, copy, { baht: 60_000 })
    await member.post('/api/wallet/withdraw', { amount: 3_210 })
    const other = await makeRich(request, copy, { baht: 6_000 })
    await other.post('/api/wallet/withdraw', { amount: 4_321 })
    const { page, problems, close } = await openDesk(browser, copy)
    await signInAs(page, 'demo-owner')
    await page.goto(workAddress('withdrawal'))
    await rowOf(page, '3,210.00').click()
    const approve = page.getByRole('button', { name: work.decisions.approve })
    await expect(approve.first().locator('kbd')).toBeVisible()
    const pane = await boxOf(page.getByRole('article'))
    await page.keyboard.press('a')
    await page.keyboard.press('Enter')
    const line = await boxOf(page.getByRole('paragraph').filter({ hasText: /\d+\u00A0s/ }))
    expect(line.x + line.width).toBeLessThanOrEqual(pane.x)

    await page.goto('/members')
    await page.getByRole('searchbox').fill(member.phone)
    await page.getByRole('main').getByRole('link', { name: /•••/ }).first().click()
    const rows = page.getByRole('list', { name: members.timeline })
    const time = rows.locator('time').first()
    const at = await boxOf(time)
    const said = await boxOf(time.locator('xpath=following-sibling::div[1]'))
    const drawn = await time.evaluate((one) => {
      const range = document.createRange()
      range.selectNodeContents(one)
      return range.getBoundingClientRect().width
    })
    expect(at.x + drawn).toBeLessThanOrEqual(said.x)
    expect(problems).toEqual([])

    const touch = await browser.newContext({
      baseURL: copy.console,
      viewport: phone,
      isMobile: true,
      hasTouch: true,
      storageState: await page.context().storageState(),
    })
    const small = await touch.newPage()
    await small.goto(workAddress('withdrawal'))
    await rowOf(small, '4,321.00').tap()
    const button = small.getByRole('button', { name: work.decisions.approve }).first()
    await expect(button).toBeVisible()
    await expect(button.locator('kbd')).toBeHidden()
    await touch.close()
    await close()
  },
)
