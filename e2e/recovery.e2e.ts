import { publicRefusals as thai } from '../apps/web/src/text/th/public-refusals.ts'
import { logIn } from './member.ts'
import { test } from './own-copy.ts'
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
  await page.goto('/user/statement')
  await expect(page).toHaveURL(/\/login/)
  await logIn(page, member.phone)
  await page.reload()
  await expect(notice).toBeVisible()
  const sheet = await openSheet(page)
  await amountIn(sheet).fill('200')
  await submitOf(sheet).click()
  await expect(failedDialog(page)).toContainText(thai.RECOVERY)
  await page.goto('/user/statement')
  await expect(notice).toBeVisible()
})
