import type { Page, TestInfo } from '@playwright/test'
import { gamesText as games, homeText as home } from '../apps/web/src/text/th/home/home.ts'
import { memberText } from '../apps/web/src/text/th/member.ts'
import { publicText } from '../apps/web/src/text/th/public.ts'
import { transferText } from '../apps/web/src/features/transfer/text/th.ts'
import { logIn, makeMember } from './member.ts'
import { callAs, giveMoney } from './money.ts'
import { expect, test } from './test.ts'
import { chooseAccount } from './transfer-sheet.ts'

/** A picture of each step, in the report and in `test-results/journey`. */
function filming(page: Page, info: TestInfo) {
  let step = 0
  return async (name: string): Promise<void> => {
    step += 1
    const path = info.outputPath(`${String(step).padStart(2, '0')}-${name}.png`)
    // Sheets rise and amounts count for a quarter of a second.
    await page.waitForTimeout(400)
    await info.attach(name, {
      path: await page.screenshot({ path }).then(() => path),
      contentType: 'image/png',
    })
  }
}

async function moveMoney(
  page: Page,
  { from, to, amount }: { from?: string; to: string; amount: string },
): Promise<void> {
  const sheet = page.getByRole('dialog', { name: transferText.title })
  if (from) await chooseAccount(sheet, transferText.from, from)
  await chooseAccount(sheet, transferText.to, to)
  await sheet.getByLabel(transferText.amount).first().fill(amount)
}

test(
  'GAME-14 GAME-24 HOME-17 HOME-20 OP-B07 from opening an account to playing, winning, and moving the money back',
  { tag: '@long-1' },
  async ({ page, request, control, sandbox, databaseUrl }, info) => {
    test.setTimeout(90_000)
    const film = filming(page, info)
    const phone = await makeMember(request, control)
    await giveMoney(databaseUrl, { phone, satang: 100_000n })
    await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
    await logIn(page, phone)
    const total = page.getByRole('region', { name: home.total })
    await expect(total).toContainText('1,000.00')
    await expect(total).toHaveAttribute('aria-busy', 'false')
    await film('home')

    const card = page.getByRole('tabpanel').getByRole('button', { name: 'Joker' })
    await card.click()
    const sheet = page.getByRole('dialog', { name: 'Joker' })
    await film('invitation')
    await sheet.getByRole('button', { name: games.activate }).click()
    await expect(sheet.getByText(games.username, { exact: true })).toBeVisible()
    await film('account')
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)

    await total.getByRole('button', { name: home.transfer }).click()
    await moveMoney(page, { to: 'Joker', amount: '200' })
    await film('transfer')
    await page.getByRole('dialog').locator('button[type=submit]').click()
    await film('under-way')
    const done = page.getByRole('dialog', { name: transferText.done })
    await expect(done).toBeVisible()
    await film('transferred')
    await done.getByRole('button', { name: publicText.action.close }).last().click()
    await expect(card).toContainText('200.00 บาท')

    const member = await callAs(request, phone)
    const { username } = await member.credentialsAt('joker2')
    await request.post(`${control}/games/joker2/next`, { data: { username, result: 'win' } })
    await card.click()
    await sheet.getByRole('button', { name: games.play, exact: true }).click()
    await page.waitForURL(`${sandbox}/games/joker2/table/**`)
    await film('game')
    await page.locator('label', { has: page.locator('input[value="50.00"]') }).click()
    await page.locator('[data-go]').click()
    await expect(page.locator('[data-shown]')).toHaveText('400.00')
    await expect(page.locator('[data-go]')).toBeEnabled()
    await film('won')
    // A provider is queried about a member at most once in five seconds.
    await page.waitForTimeout(5_100)

    await page.goBack()
    await expect(page).toHaveURL(/\/user\/home$/)
    await page.keyboard.press('Escape')
    await expect(total).toContainText('1,200.00')
    await expect(card).toContainText('400.00 บาท')
    await film('refreshed')

    await total.getByRole('button', { name: home.transfer }).click()
    await moveMoney(page, { from: 'Joker', to: home.wallet, amount: '400' })
    await page.getByRole('dialog').locator('button[type=submit]').click()
    await expect(done).toBeVisible()
    await done.getByRole('button', { name: publicText.action.close }).last().click()
    await expect(card).toContainText('0.00 บาท')
    // All of it is in one place, so nothing says where it is.
    await expect(total).toContainText('1,200.00')
    await expect(page.getByRole('button', { name: home.split })).toHaveCount(0)
    await film('brought-home')
    await expect(page.getByText(memberText.home.greeting('Nok'))).toBeVisible()
  },
)
