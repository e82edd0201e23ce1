import { findForeign } from '../proof/screens/findings.ts'
import { textsOf } from '../proof/screens/texts.ts'
import { memberPlaces } from './every-screen.ts'
import { logIn } from './member.ts'
import { expect, test } from './test.ts'
import { makeRich } from './withdrawals.ts'

test.use({
  viewport: { width: 1280, height: 800 },
  isMobile: false,
  hasTouch: false,
  contextOptions: { reducedMotion: 'reduce' },
})

test(
  'SAY-74 a language that is chosen while a sheet is open changes every word of it, and what was typed stays',
  { tag: '@long-4' },
  async ({ page, request, control, databaseUrl }) => {
    test.setTimeout(180_000)
    await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
    const rich = { baht: 18_025, inGames: { pgslot: 2_000 } }
    const { phone } = await makeRich(request, { control, databaseUrl }, rich)
    await logIn(page, phone)
    const texts = await textsOf('th')
    for (const { name, at, open } of memberPlaces) {
      // What was said in a chat stays as it was said.
      if (!open || name === 'chat') continue
      await page.evaluate(() => localStorage.setItem('locale', 'th'))
      await page.goto(at)
      const sheet = await open({ page, texts })
      await expect(sheet).toBeVisible()
      const amount = sheet.locator('input[inputmode=decimal]').first()
      const hasAmount = await amount.isVisible()
      if (hasAmount) await amount.fill('123')
      // A sheet that covers the page blocks taps on the menu, so this one is forced.
      await page.locator('header select').selectOption('en', { force: true })
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
      await expect(sheet).toBeVisible()
      await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0)
      await expect.poll(() => findForeign(page, 'en'), name).toEqual([])
      if (hasAmount) await expect(amount).toHaveValue('123')
    }
  },
)
