import type { Locator, Page } from '@playwright/test'
import { depositText } from '../apps/web/src/features/deposit/text/th.ts'
import { homeText as home } from '../apps/web/src/text/th/home/home.ts'
import { inviteText } from '../apps/web/src/features/invite/text/th.ts'
import { publicText } from '../apps/web/src/text/th/public.ts'
import { refundText } from '../apps/web/src/features/refund/text/th.ts'
import { transferText } from '../apps/web/src/features/transfer/text/th.ts'
import { withdrawText } from '../apps/web/src/features/withdraw/text/th.ts'
import { borrowMember, logIn } from './member.ts'
import { expect, test } from './test.ts'
import { visitorText } from '../apps/web/src/text/th/visitor.ts'

const { shortcuts } = home

/** The button on home, and the name of the sheet that it opens. */
const sheets: readonly [(page: Page) => Locator, string][] = [
  [(page) => tile(page, shortcuts.deposit), depositText.title],
  [(page) => tile(page, home.transfer), transferText.title],
  [(page) => tile(page, shortcuts.withdraw), withdrawText.title],
  [(page) => page.getByRole('tabpanel').getByRole('button', { name: 'Joker' }), 'Joker'],
]
/** These begin with the operator's banners, on a carousel. */
const behindBanners = [
  [shortcuts.invite, inviteText],
  [shortcuts.refund, refundText],
] as const

const tile = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('button', { name, exact: true })

test(
  'HOME-19 every sheet of home: deposit, transfer, withdraw, a game, invite and refund behind their banners, and the agreement',
  { tag: '@long-2' },
  async ({ page, request, control }) => {
    await logIn(page, await borrowMember(request, control))
    const agreement = page.getByRole('dialog', { name: visitorText.agreement.title })
    await agreement.getByRole('button', { name: visitorText.agreement.confirm }).click()
    await expect(agreement).toHaveCount(0)

    const close = async (sheet: Locator, opener: Locator): Promise<void> => {
      await sheet.getByRole('button', { name: publicText.action.close }).first().click()
      await expect(sheet).toHaveCount(0)
      await expect(opener).toBeFocused()
    }
    for (const [find, name] of sheets) {
      const opener = find(page)
      await opener.click()
      const sheet = page.getByRole('dialog', { name, exact: true })
      await expect(sheet).toBeVisible()
      await close(sheet, opener)
    }
    for (const [name, text] of behindBanners) {
      const opener = tile(page, name)
      await opener.click()
      const sheet = page.getByRole('dialog', { name: text.title, exact: true })
      const banners = sheet.getByRole('region', { name: text.banners.label })
      await expect(banners.locator('img').first()).toBeVisible()
      await sheet.getByRole('button', { name: text.banners.goOn }).click()
      await expect(banners).toHaveCount(0)
      await expect(sheet).toContainText(text.list.title)
      await close(sheet, opener)
    }
  },
)
