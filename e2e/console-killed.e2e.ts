import { workAddress } from '../apps/console/src/shared/work-kind.ts'
import { findChildren } from '../tools/testing/process-tree.ts'
import { openDesk, openDeposits, payAsStranger, rowOf, signInAs, words } from './console-desk.ts'
import { withDb } from './database.ts'
import { test, type OwnCopy } from './own-copy.ts'
import { expect } from './test.ts'

const { work, desk } = words

async function killConsole({ pid }: OwnCopy): Promise<void> {
  const children = await findChildren(pid)
  const found = children.find(({ command }) => command.includes('apps/server/src/console.ts'))
  process.kill(found!.pid, 'SIGKILL')
}

test(
  'DESK-124 a console that is killed before its answer has come: the page says that its line is gone, comes back by itself, and shows what became of it, once',
  { tag: '@long-2' },
  async ({ browser, copy }) => {
    await payAsStranger(copy, { amount: '1124.70' })
    const { page, close } = await openDesk(browser, copy)
    await signInAs(page, 'demo-owner')
    await openDeposits(page, ['1,124.70'])
    await rowOf(page, '1,124.70').click()
    await page.getByRole('button', { name: work.decisions.refuse }).click()
    await page.getByLabel(work.fields.why).fill('cut in the middle')
    // It has decided, and dies before it answers.
    await page.route(
      '**/api/console/work/decide/**',
      async (route) => {
        await route.fetch()
        await killConsole(copy)
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    await page.keyboard.press('Enter')
    await expect(page.getByText(desk.line.down)).toBeVisible()
    await expect(page.getByText(desk.line.down)).toHaveCount(0, { timeout: 60_000 })
    await expect(page).toHaveURL(new RegExp(`${workAddress('deposit')}/deposit/`))
    const acts = await withDb(copy.databaseUrl, (db) =>
      db.query(`select from core_audit where after::text like $1`, ['%cut in the middle%']),
    )
    expect(acts).toHaveLength(1)
    // The page has retried by itself.
    const decided = page.getByRole('region', { name: work.decidedHead })
    await expect(decided).toContainText(work.decided.refuse)
    await close()
  },
)
