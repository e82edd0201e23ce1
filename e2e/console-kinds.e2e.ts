import { workKinds } from '../packages/contract/src/console/words.ts'
import { openDesk, signInAs } from './console-desk.ts'
import { passDays } from './console-items.ts'
import { refusePointer, tabTo } from './desk-keys.ts'
import { test } from './own-copy.ts'
import { expect } from './test.ts'
import { plans } from './work-kinds.ts'
import { addPeople, type WorkJourney } from './work-journey.ts'

test(
  'HOUSE-90 HOUSE-31 HOUSE-36 HOUSE-51 HOUSE-52 one item of every kind is decided by the keyboard alone: what was shown before is what was done',
  { tag: '@long-3' },
  async ({ page: customer, browser, copy, request }) => {
    test.setTimeout(240_000)
    await passDays(copy.databaseUrl)
    const mine = await openDesk(browser, copy)
    const looking = await openDesk(browser, copy)
    await signInAs(looking.page, 'demo-owner')
    const { page } = mine
    const people = await addPeople(request, copy)
    const journey: WorkJourney = { page, reader: looking.page, customer, copy, people }
    // All wait, as on a morning, before the first is opened.
    const works = new Map<string, () => Promise<void>>()
    for (const kind of workKinds)
      await test.step(`make ${kind}`, async () => works.set(kind, await plans[kind](journey)))

    await refusePointer(page)
    await page.goto('/sign-in')
    await tabTo(page, page.getByRole('button', { name: 'demo-owner', exact: true }))
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/work\/all$/)
    await expect(page.getByRole('list').getByRole('link').first()).toBeVisible()
    for (const [kind, work] of works) await test.step(kind, work)
    for (const { problems, close } of [mine, looking]) {
      expect(problems).toEqual([])
      await close()
    }
  },
)
