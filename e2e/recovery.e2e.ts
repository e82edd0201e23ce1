import { publicRefusals as thai } from '../apps/web/src/text/th/public-refusals.ts'
import { logIn } from './member.ts'
import { closingTest as test } from './own-copy.ts'
import { expect } from './test.ts'
import { amountIn, enter, failedDialog, makeRich, openSheet, submitOf } from './withdrawals.ts'

test('RUN-71 after a restore members read and are told on every screen; nothing moves', async ({
  page,
  request,
  copy,
}) => {
  test.setTimeout(240_000)
  const member = await makeRich(request, copy, { baht: 1_000 })
  await enter(page, member)
  const notice = page.getByRole('status').filter({ hasText: thai.RECOVERY })
  await expect(notice).toHaveCount(0)

  await copy.kapao('recovery', 'begin', '--point', '2026-11-21T12:00:00Z', '--why', 'a drill')
  // A session that was ended after the point would live again, so all are over.
  await expect(async () => {
    await page.goto('/user/statement')
    await expect(page).toHaveURL(/\/login/, { timeout: 3_000 })
  }).toPass({ timeout: 30_000 })
  await logIn(page, member.phone)
  // The page is drawn from what its process last knew, which is renewed within seconds.
  await expect(async () => {
    await page.reload()
    await expect(notice).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  const sheet = await openSheet(page)
  await amountIn(sheet).fill('200')
  await submitOf(sheet).click()
  await expect(failedDialog(page)).toContainText(thai.RECOVERY)
  await page.goto('/user/statement')
  await expect(notice).toBeVisible()
})
