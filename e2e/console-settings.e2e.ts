import { settings as settingWords } from '../apps/console/src/features/settings/text/en.ts'
import { expectAccessibleInLooks, openDesk, phone, signInAs, words } from './console-desk.ts'
import { test } from './own-copy.ts'
import { passDays } from './console-items.ts'
import { expect } from './test.ts'

const { form, saving } = settingWords
const { desk } = words

test(
  'SCREEN-23 SCREEN-24 SCREEN-30 SCREEN-90 a limit is raised on a phone by keys alone, waits for whom the form has named, is approved, and set back',
  { tag: '@long-3' },
  async ({ browser, copy }) => {
    await passDays(copy.databaseUrl)
    const owner = await openDesk(browser, copy, { viewport: phone })
    const { page } = owner
    await signInAs(page, 'demo-owner')
    await page.goto('/settings')
    await page.getByLabel(desk.search).fill('maximum withdrawal')
    const link = page.getByRole('link', { name: /Maximum withdrawal · baht/ })
    await link.focus()
    await page.keyboard.press('Enter')
    const field = page.getByLabel(form.value)
    const start = await field.inputValue()
    await field.focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('-1')
    await expect(
      page.getByText(settingWords.reasonText('form', { form: 'amount', currency: 'BAHT' })),
    ).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: desk.save })).toBeDisabled()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('60000')
    await expect(page.getByText(/This will wait for a second approval/)).toContainText('nok')
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(phone.width)
    await expect(page.getByRole('button', { name: saving.ask })).toBeEnabled()
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^Waiting for a second approval from/)).toBeVisible()
    await expect(field).toHaveValue(start)

    // The operators of the demo stand apart from nobody; nok has a terminal.
    const waiting = JSON.parse(await copy.kapao('work', 'list', 'second', '--json')) as {
      rows: { id: string; why: { detail: { subject: string } } }[]
    }
    const asked = waiting.rows.find(({ why }) => why.detail.subject === 'withdraw.max.BAHT')!
    await copy.kapao('work', 'decide', 'second', asked.id, '--decision', 'yes')

    await page.reload()
    await expect(field).toHaveValue('60000.00')
    await page.getByRole('button', { name: form.history }).click()
    await page.getByRole('button', { name: form.setBack }).first().click()
    await expect(field).toHaveValue(start)
    await expect(page.getByText(saving.atOnce)).toBeVisible()
    await page.getByRole('button', { name: desk.save }).click()
    await expect(page.getByText(saving.saved).first()).toBeVisible()

    for (const address of ['/settings', '/settings/deposit-accounts', '/settings/chat-menu']) {
      await page.goto(address)
      await expect(page.getByRole('heading').first()).toBeVisible()
      await expectAccessibleInLooks(page, address)
    }
    expect(owner.problems).toEqual([])
    await owner.close()
  },
)
