import { workAddress } from '../apps/console/src/shared/work-kind.ts'
import { openDesk, phone, signInAs } from './console-desk.ts'
import { closingTest as test } from './own-copy.ts'
import { expect } from './test.ts'
import { text as lao } from '../apps/console/src/text/la/all.ts'
import { text as thai } from '../apps/console/src/text/th/all.ts'
import { text as english } from '../apps/console/src/text/en/all.ts'

test(
  'WHOLE-07 the bar comes to open pages at once, on every screen and size, and an owner asks for payouts to go on',
  { tag: '@long-2' },
  async ({ browser, copy }) => {
    test.setTimeout(200_000)
    const wide = await openDesk(browser, copy)
    const narrow = await openDesk(browser, copy, { viewport: phone, language: 'th' })
    const ofLaos = await openDesk(browser, copy, { viewport: phone, language: 'la' })
    await signInAs(wide.page, 'demo-owner')
    await signInAs(narrow.page, 'demo-owner')
    await signInAs(ofLaos.page, 'demo-owner')
    await expect(wide.page.getByRole('button', { name: english.payouts.stop })).toBeVisible()
    await copy.kapao(
      'payouts',
      'stop',
      '--memberId',
      'none',
      '--why',
      'a wallet was raised by hand',
    )
    const desks = [
      [wide, english],
      [narrow, thai],
      [ofLaos, lao],
    ] as const
    for (const [{ page }, { payouts }] of desks) {
      const bar = page.getByRole('alert', { name: payouts.stopped })
      await expect(bar).toContainText(payouts.ofAll)
      await expect(bar).toContainText('a wallet was raised by hand')
      await expect(bar).toBeInViewport({ ratio: 1 })
      for (const address of ['/members', '/audit', '/me', workAddress('all')]) {
        await page.goto(address)
        await expect(bar).toBeVisible()
      }
      const shots = process.env['SHOTS']
      if (shots) await page.screenshot({ path: `${shots}/bar-${payouts.since}.png` })
    }
    await expect(wide.page.getByRole('button', { name: english.payouts.stop })).toHaveCount(0)
    await wide.page.getByRole('button', { name: english.payouts.resume }).click()
    const dialog = wide.page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('the row was put back')
    if (process.env['SHOTS'])
      await wide.page.screenshot({ path: `${process.env['SHOTS']}/dialog.png` })
    for (const { problems, close } of [wide, narrow, ofLaos]) {
      expect(problems).toEqual([])
      await close()
    }
  },
)
