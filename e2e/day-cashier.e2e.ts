import { workAddress } from '../apps/console/src/shared/work-kind.ts'
import { openDeposits, payAsStranger, rowOf, words } from './console-desk.ts'
import { asOwner, makeItems } from './console-items.ts'
import { memberIdOf, openDeskAs } from './desk-people.ts'
import { test, type OwnCopy } from './own-copy.ts'
import { expect } from './test.ts'
import { makeRich } from './withdrawals.ts'

const { work, codes, desk } = words

/** A transfer that was done, as if its provider had never said so; answers its id. */
function forget({ databaseUrl }: OwnCopy, memberId: string): Promise<string> {
  return asOwner(databaseUrl, (db) =>
    db.begin(async (tx) => {
      await tx.query('set local session_replication_role = replica')
      const [row] = await tx.query<{ id: string }>(
        `update transfers_transfer set state = 'exception', why = 'no answer', ended_at = null, tries = 3
         where member_id = $1 and state = 'done' returning id`,
        [memberId],
      )
      return row!.id
    }),
  )
}

test(
  'HOUSE-91 HOUSE-35 HOUSE-37 HOUSE-38 HOUSE-50 HOUSE-57 a cashier’s day: what decides is in sight, and what will happen is said as it will',
  { tag: '@long-1' },
  async ({ browser, copy, request }) => {
    test.setTimeout(120_000)
    const { phone } = await makeRich(request, copy, { baht: 2_000, inGames: { pgslot: 100 } })
    const memberId = await memberIdOf(copy, phone)
    const transfer = await forget(copy, memberId)
    const differing = await makeItems(copy.databaseUrl, phone, (make, id) => make.differing(id))
    await payAsStranger(copy, { amount: '31000.75', fromName: 'WIRAT THONGDEE' })
    await payAsStranger(copy, { amount: '611.75', fromName: 'WIRAT THONGDEE' })
    const colleague = { name: 'day-teller', roles: ['cashier'] } as const
    await (await openDeskAs({ browser, copy }, colleague)).close()
    const as = { name: 'day-cashier', roles: ['cashier'] } as const
    const { page, problems, close } = await openDeskAs({ browser, copy }, as)
    const item = page.getByRole('article')
    const form = item.locator('form')

    await test.step('the list holds nothing that a cashier cannot decide', async () => {
      await page.goto('/')
      await page.waitForURL(/\/work\/all$/)
      const menu = page.getByRole('navigation', { name: desk.menu })
      await expect(menu.getByRole('link', { name: work.kinds.deposit })).toBeVisible()
      for (const kind of ['second', 'review'] as const)
        await expect(menu.getByRole('link', { name: work.kinds[kind] })).toHaveCount(0)
    })

    await test.step('what will wait names those who can approve it, and how the day is spent', async () => {
      await openDeposits(page, ['31,000.75', '611.75'])
      await rowOf(page, '31,000.75').click()
      await expect(item.getByText('31,000.75').first()).toBeVisible()
      await page.keyboard.press('m')
      await expect(form).toContainText(work.waitsFor('').replace('.', '').trim())
      await expect(form).toContainText('demo-owner')
      await expect(form).not.toContainText(colleague.name)
      await expect(form).toContainText(/of 20,000\.00/)
    })

    await test.step('a refusal says that nothing is sent, and the payer can be shown in full', async () => {
      await rowOf(page, '611.75').click()
      await expect(item.getByText('611.75').first()).toBeVisible()
      await expect(item).not.toContainText('WIRAT')
      await item.getByRole('button', { name: work.showPayer }).click()
      // The bank itself reports no more digits.
      await expect(item).toContainText('KBANK · 887776 · WIRAT THONGDEE')
      await page.keyboard.press('x')
      await expect(form).toContainText(work.effects['sends-back'])
    })

    await test.step('reports that differ stand beside each other', async () => {
      await page.goto(`${workAddress('differing')}/differing/${encodeURIComponent(differing)}`)
      const columns = item.getByRole('table').first().getByRole('columnheader')
      await expect(columns).toContainText([codes.facts.what, codes.panels.credited])
      await expect(item.getByRole('cell').filter({ hasText: work.odd })).not.toHaveCount(0)
    })

    await test.step('an unclear transfer has the name to look for and the balance now', async () => {
      const [account] = await asOwner(copy.databaseUrl, (db) =>
        db.query<{ username: string }>(
          `select username from games_account where member_id = $1 and game = 'pgslot'`,
          [memberId],
        ),
      )
      await page.goto(`${workAddress('transfer')}/transfer/${transfer}`)
      await expect(item).toContainText(account!.username)
      const now = item.getByText(codes.facts.balanceNow, { exact: true }).locator('xpath=..')
      await expect(now).toContainText('100.00')
    })
    expect(problems).toEqual([])
    await close()
  },
)
