import type { Locator, Page } from '@playwright/test'
import { languages } from '../packages/contract/src/limits.ts'
import { textsOf, type Texts } from '../proof/screens/texts.ts'
import { happen } from './deposit-sheet.ts'
import { logIn, waitForStep } from './member.ts'
import { expect, test } from './test.ts'
import { makeRich } from './withdrawals.ts'
import { chooseAccount, openSlider } from './transfer-sheet.ts'

test.describe.configure({ timeout: 120_000 })

type Listener = { page: Page; texts: Texts }

/** Elements that take input or convey something, and need an accessible name. */
const unnamed =
  /^\s*- (?:button|textbox|combobox|link|tab|radio|checkbox|option|listbox|spinbutton|img|dialog|tabpanel|progressbar)\b(?! ")/

/** Nothing in it is read out as a bare role. */
async function expectNamed(sheet: Locator): Promise<void> {
  let lines: string[] = []
  // Its content may still be loading.
  await expect(async () => {
    lines = (await sheet.ariaSnapshot()).split('\n')
    expect(lines.length).toBeGreaterThan(3)
  }).toPass({ timeout: 10_000 })
  expect(lines.filter((line) => unnamed.test(line))).toEqual([])
}

/** The words are announced: they are in a live region, or the focus was moved to them. */
async function expectAnnounced(words: Locator): Promise<void> {
  await expect(words.first()).toBeVisible()
  await expect
    .poll(() =>
      words.first().evaluate((element) => {
        const live = element.closest('[role=status], [role=alert], [role=timer], [aria-live]')
        const dialog = element.closest('dialog[open]')
        return live !== null || dialog?.contains(document.activeElement) === true
      }),
    )
    .toBe(true)
}

/** Opened by its name from home; the focus is inside, and returns to where it came from. */
async function openFromHome({ page }: Listener, name: string, title: string): Promise<Locator> {
  await page.locator('main').getByRole('button', { name, exact: true }).first().click()
  const sheet = page.getByRole('dialog', { name: title, exact: true })
  await expect(sheet).toBeVisible()
  await expect
    .poll(() => sheet.evaluate((element) => element.contains(document.activeElement)))
    .toBe(true)
  return sheet
}

async function leave({ page, texts }: Listener): Promise<void> {
  const dialogs = page.getByRole('dialog')
  for (let open = await dialogs.count(); open > 0; open = await dialogs.count()) {
    const last = dialogs.last()
    await last.getByRole('button', { name: texts.open.action.close }).last().click()
    await expect(dialogs).not.toHaveCount(open)
  }
  await waitForStep(page)
}

/** A refused amount is reported next to its field, which is described by the reason. */
async function expectRefused(field: Locator, sheet: Locator, why: RegExp): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(why)
  await expectAnnounced(sheet.getByText(why))
}

for (const language of languages)
  test(
    `REACH-60 deposit, transfer and withdrawal work by names and announcements alone: ${language}`,
    { tag: '@long-2' },
    async ({ page, request, control, databaseUrl }) => {
      const { phone } = await makeRich(
        request,
        { control, databaseUrl },
        { baht: 3_000, inGames: { pgslot: 500 } },
      )
      await page.addInitScript((chosen) => {
        localStorage.setItem('locale', chosen)
        localStorage.setItem('remember-agreement', 'true')
      }, language)
      const texts = await textsOf(language)
      const listener = { page, texts }
      await logIn(page, phone)
      await expect(page.locator('html')).toHaveAttribute(
        'lang',
        language === 'la' ? 'lo' : language,
      )
      const { deposit, transfer, withdraw, member } = texts

      await test.step('deposit', async () => {
        const sheet = await openFromHome(listener, member.home.shortcuts.deposit, deposit.title)
        for (const door of ['bank', 'gift', 'qr'] as const) {
          const tab = sheet.getByRole('tab', { name: deposit.ways[door] })
          await tab.click()
          await expect(tab).toHaveAttribute('aria-selected', 'true')
          await expect(sheet.locator('[aria-busy=true]:visible')).toHaveCount(0)
          await expectNamed(sheet)
        }
        await sheet.getByRole('textbox', { name: deposit.qr.amount }).fill('123')
        await sheet.getByRole('button', { name: deposit.qr.create, exact: true }).click()
        await expect(sheet.getByRole('timer')).toBeVisible()
        await expectNamed(sheet)
        await expect(sheet.getByRole('img', { name: /123/ })).toBeVisible()
        const codes = await request.get(`${control}/gateways/KBANK/codes`)
        const [newest] = (await codes.json()) as { reference: string }[]
        await happen(request, `${control}/gateways/KBANK/pay`, { reference: newest!.reference })
        await expectAnnounced(page.getByRole('dialog').last().getByText(deposit.receipt.title))
        await leave(listener)
      })

      await test.step('transfer', async () => {
        const sheet = await openFromHome(listener, member.home.transfer, transfer.title)
        const from = await openSlider(sheet, transfer.from)
        await expect(from.getByRole('option', { selected: true })).toContainText(member.home.wallet)
        await expectNamed(sheet)
        await chooseAccount(sheet, transfer.to, 'PG Slot')
        const amount = sheet.getByRole('textbox', { name: transfer.amount })
        await amount.fill('0.5')
        await sheet.getByRole('button', { name: transfer.submit, exact: true }).click()
        await expectRefused(amount, sheet, /1\.00/)
        await amount.fill('200')
        await expect(amount).not.toHaveAttribute('aria-invalid')
        await sheet.getByRole('button', { name: transfer.submit, exact: true }).click()
        await expectAnnounced(page.getByRole('dialog', { name: transfer.done }).getByText('200.00'))
        await leave(listener)
      })

      await test.step('withdrawal', async () => {
        const sheet = await openFromHome(listener, member.home.shortcuts.withdraw, withdraw.title)
        await expectNamed(sheet)
        const amount = sheet.getByRole('textbox', { name: withdraw.amount })
        await amount.fill('1')
        await sheet.locator('button[type=submit]').click()
        await expectRefused(amount, sheet, /100\.00/)
        await amount.fill('150')
        await expect(amount).not.toHaveAttribute('aria-invalid')
        await sheet.getByRole('button', { name: withdraw.submit }).last().click()
        // The bank may have answered by now.
        const paid = page.getByRole('dialog', { name: withdraw.tracker.stages.PAID })
        const sent = page.getByRole('dialog', { name: withdraw.done }).or(paid)
        await expectAnnounced(sent.getByText('150.00'))
        await leave(listener)
      })
    },
  )
