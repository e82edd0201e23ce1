import { publicRefusals as thai } from '../apps/web/src/text/th/public-refusals.ts'
import { logInAtScreen } from './member.ts'
import { closingTest as test } from './own-copy.ts'
import { expect } from './test.ts'
import { amountIn, enter, failedDialog, makeRich, openSheet, submitOf } from './withdrawals.ts'

test(
  'RUN-71 after a restore members can read and see a notice on every screen; no money moves',
  { tag: '@long-3' },
  async ({ page, request, copy }) => {
    test.setTimeout(240_000)
    const member = await makeRich(request, copy, { baht: 1_000 })
    await enter(page, member)
    const notice = page.getByRole('status').filter({ hasText: thai.RECOVERY })
    await expect(notice).toHaveCount(0)

    await copy.kapao('recovery', 'begin', '--point', '2026-11-21T12:00:00Z', '--why', 'a drill')
    // A session ended after the restore point would be valid again, so all sessions are ended.
    await expect(async () => {
      await page.goto('/user/statement')
      await expect(page).toHaveURL(/\/login/, { timeout: 3_000 })
    }).toPass({ timeout: 30_000 })
    await logInAtScreen(page, member.phone)
    // The page is rendered from its process's last known state, which is renewed within seconds.
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
  },
)
