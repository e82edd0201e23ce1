import { readSettings } from '../apps/server/src/settings/read.ts'
import { workAddress } from '../apps/console/src/shared/work-kind.ts'
import { payAsStranger, rowOf, words } from './console-desk.ts'
import { withDb } from './database.ts'
import { openDeskAs } from './desk-people.ts'
import { test } from './own-copy.ts'
import { expect } from './test.ts'

const { work, people, desk } = words

test(
  'HOUSE-94 HOUSE-30 HOUSE-71 HOUSE-76 HOUSE-77 owner’s day: what changes is seen in its row, days come first, who left stands below, and new work is noticed',
  { tag: '@long-3' },
  async ({ browser, copy }) => {
    test.setTimeout(120_000)
    const gone = { name: 'day-gone', roles: ['cashier'] } as const
    await (await openDeskAs({ browser, copy }, gone)).close()
    const as = { name: 'day-owner', roles: ['owner'] } as const
    const { page, problems, close } = await openDeskAs({ browser, copy }, as)
    const kept = await withDb(copy.databaseUrl, (db) => readSettings(db))
    const accounts = kept['deposit.accounts'].map((one) =>
      one.bankAccountNo === '1112223334' ? { ...one, bankAccountNo: '1112223335' } : one,
    )
    const list = ['--value', JSON.stringify(accounts)]
    await copy.kapao('settings', 'set', 'deposit.accounts', ...list)
    await copy.kapao('settings', 'set', 'withdraw.max.BAHT', '--text', '900000')

    await test.step('of a list of accounts the one digit that changes is in sight', async () => {
      await page.goto(workAddress('second'))
      await page
        .getByRole('link')
        .filter({ hasText: words.words.settings['deposit.accounts'] })
        .click()
      const rows = page.getByRole('article').getByRole('table').first().getByRole('rowheader')
      for (const [number, mark] of [
        ['1112223334', work.removed],
        ['1112223335', work.added],
      ] as const) {
        await expect(rows.filter({ hasText: number })).not.toHaveCount(0)
        await expect(rows.filter({ hasText: number, hasNotText: mark })).toHaveCount(0)
      }
      // Its other accounts are folded away.
      await expect(rows.filter({ hasText: '2223334445' })).toHaveCount(0)
    })

    await test.step('a sum has its unit and commas, in the list and beside what it is', async () => {
      await page.goto(workAddress('second'))
      const row = page.getByRole('link').filter({ hasText: '900,000' })
      await expect(row).toContainText(words.words.settings['withdraw.max'])
      await expect(row).toContainText('nok')
      await row.click()
      const table = page.getByRole('article').getByRole('table').first()
      await expect(table).toContainText('900,000')
      await expect(table).not.toContainText(words.codes.facts.version)
    })

    await test.step('the trail takes a time as the page writes it', async () => {
      await page.goto('/audit')
      const from = page.getByLabel(people.from)
      await expect(from).toHaveAttribute('placeholder', desk.timeForm)
      await from.fill('31/12/2020 23:59')
      await page.getByRole('button', { name: people.filter }).click()
      await expect(page).toHaveURL(/from=2020-12-31T23/)
      await expect(page.getByRole('list', { name: people.audit })).toBeVisible()
      await from.fill('31/12/2120 23:59')
      await page.getByRole('button', { name: people.filter }).click()
      await expect(page.getByText(people.auditEmpty)).toBeVisible()
    })

    await test.step('who left stands below who works here', async () => {
      await page.goto('/operators')
      const rows = page.getByRole('main').getByRole('listitem')
      const row = rows.filter({ hasText: gone.name })
      await row.getByRole('button', { name: people.disable }).click()
      await page.getByRole('dialog').getByRole('button', { name: people.disable }).click()
      await expect(rows.last()).toContainText(gone.name)
      await expect(rows.last()).toContainText(people.disabled)
    })

    await test.step('new work is noticed in another window, by the name of its list', async () => {
      await page.context().grantPermissions(['notifications'], { origin: copy.console })
      await page.addInitScript(() => {
        const shown: string[] = []
        const fake = class extends EventTarget {
          static permission = 'granted'
          static requestPermission = () => Promise.resolve('granted')
          constructor(title: string) {
            super()
            shown.push(title)
          }
        }
        Object.assign(window, { Notification: fake, shown })
        document.hasFocus = () => false
      })
      await page.goto('/me')
      await page.getByText(people.notices.browser).click()
      await payAsStranger(copy, { amount: '612.80' })
      const titles = () => page.evaluate(() => (window as unknown as { shown: string[] }).shown)
      await expect.poll(titles, { timeout: 30_000 }).toContain(desk.newWork(work.kinds.deposit))
      expect((await titles()).join(' ')).not.toContain('612')
      await page.goto(workAddress('deposit'))
      await expect(rowOf(page, '612.80')).toBeVisible()
    })
    expect(problems).toEqual([])
    await close()
  },
)
