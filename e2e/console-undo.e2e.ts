import { openDeposits, openDesk, payAsStranger, rowOf, signInAs, words } from './console-desk.ts'
import { withDb } from './database.ts'
import { workAddress } from '../apps/console/src/shared/work-kind.ts'
import { test } from './own-copy.ts'
import { expect } from './test.ts'
import { makeRich } from './withdrawals.ts'

const { work } = words

test(
  'HOUSE-68 HOUSE-66 HOUSE-80 an approval is undone by the button and a refusal by its key: both wait again, and nothing was sent or given back',
  { tag: '@long-1' },
  async ({ browser, copy, request }) => {
    test.setTimeout(120_000)
    const member = await makeRich(request, copy, { baht: 6_000 })
    await member.post('/api/wallet/withdraw', { amount: 5_321 })
    await payAsStranger(copy, { amount: '731.25' })
    const { page, problems, close } = await openDesk(browser, copy)
    await signInAs(page, 'demo-owner')
    const line = page.getByRole('paragraph').filter({ hasText: /\d+\u00A0s/ })
    const undo = page.getByRole('button', { name: work.undo.act })

    await page.goto(workAddress('withdrawal'))
    await rowOf(page, '5,321.00').click()
    await page.getByRole('button', { name: work.decisions.approve }).first().click()
    await page.keyboard.press('Enter')
    await expect(line).toContainText('5,321.00')
    await undo.click()
    await expect(page.getByText(work.undo.done).first()).toBeVisible()
    await expect(rowOf(page, '5,321.00')).toBeVisible()

    await openDeposits(page, ['731.25'])
    await rowOf(page, '731.25').click()
    await expect(page.getByRole('article').getByText('731.25').first()).toBeVisible()
    await page.keyboard.press('x')
    await page.getByLabel(work.fields.why).fill('not of a member')
    await page.keyboard.press('Enter')
    await expect(rowOf(page, '731.25')).toHaveCount(0)
    await expect(line).toContainText('731.25')
    await page.keyboard.press('u')
    await expect(rowOf(page, '731.25')).toBeVisible()
    // The time in which either would have been carried out passes.
    await page.waitForTimeout(12_000)
    expect(problems).toEqual([])
    await close()
    const states = await withDb(copy.databaseUrl, (db) =>
      db.query<{ state: string }>(
        `select state::text from withdrawals_withdrawal where amount = 532100
         union all select state::text from deposits_deposit where amount = 73125`,
      ),
    )
    expect(states.map(({ state }) => state)).toEqual(['held', 'suspended'])
  },
)
