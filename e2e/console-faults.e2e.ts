import { workAddress } from '../apps/console/src/shared/work-kind.ts'
import { openDesk, signInAs, words } from './console-desk.ts'
import { withDb } from './database.ts'
import { test } from './own-copy.ts'
import { expect } from './test.ts'

const busy = {
  status: 503,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ code: 'SERVICE_BUSY', message: 'SERVICE_BUSY' }),
}

test(
  'DESK-165 a screen that cannot be read says why, and is there after one press',
  { tag: '@long-2' },
  async ({ browser, copy }) => {
    const [member] = await withDb(copy.databaseUrl, (db) =>
      db.query<{ id: string }>(`select id from account_member where username = '0812345678'`),
    )
    const { page, close } = await openDesk(browser, copy)
    await signInAs(page, 'demo-owner')
    const why = page.getByText(words.refusals.SERVICE_BUSY)
    for (const address of [
      workAddress('all'),
      `/members/${member!.id}`,
      '/chat/all',
      '/operators',
      '/audit',
      '/me',
    ]) {
      await page.route('**/api/console/**', (route) =>
        /\/console\/(?:me|desk)$/.test(new URL(route.request().url()).pathname)
          ? route.continue()
          : route.fulfill(busy),
      )
      await page.goto(address)
      await expect(why, address).toBeVisible()
      await page.unroute('**/api/console/**')
      await page.getByRole('button', { name: words.desk.retry }).first().click()
      await expect(why, address).toHaveCount(0)
    }
    await close()
  },
)

test('DESK-166 with a chosen language the frame is drawn as soon as the operator is known', async ({
  browser,
  copy,
}) => {
  const { page, close } = await openDesk(browser, copy)
  await signInAs(page, 'demo-owner')
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/console/**', async (route) => {
    if (!new URL(route.request().url()).pathname.endsWith('/console/me')) await held
    await route.continue()
  })
  await page.goto('/audit')
  await expect(page.getByRole('heading', { name: words.people.audit })).toBeVisible()
  await expect(page.locator('[aria-busy=true]').first()).toBeVisible()
  release()
  await expect(page.getByRole('list').getByRole('button').first()).toBeVisible()
  await close()
})
