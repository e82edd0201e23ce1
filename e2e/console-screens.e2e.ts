import type { Page } from '@playwright/test'
import { workAddress } from '../apps/console/src/shared/work-kind.ts'
import { expectAccessibleInAll, openDesk, payAsStranger, rowOf, signInAs } from './console-desk.ts'
import { withDb } from './database.ts'
import { test, type OwnCopy } from './own-copy.ts'
import { expect } from './test.ts'

const hostile = '<img src=x onerror="window.hurt = 1">'

/** Every screen of the console, each with something in it. */
async function walk(page: Page, look: (at: string) => Promise<void>, memberId: string) {
  const list = page.getByRole('list')
  for (const address of [
    workAddress('all'),
    workAddress('second'),
    '/members',
    `/members/${memberId}`,
    '/chat/all',
    '/operators',
    '/audit',
    '/me',
  ]) {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    await look(address)
  }
  await page.goto(workAddress('deposit'))
  await list.getByRole('link').first().click()
  await expect(page.getByRole('article')).toBeVisible()
  await page.keyboard.press('m')
  await expect(page.getByRole('article').getByRole('textbox').first()).toBeVisible()
  await look('an item')
}

async function demoMember({ databaseUrl }: OwnCopy): Promise<string> {
  const [found] = await withDb(databaseUrl, (db) =>
    db.query<{ id: string }>(`select id from account_member where username = '0812345678'`),
  )
  return found!.id
}

for (const language of ['th', 'la', 'en'] as const)
  test(`DESK-69 axe finds nothing serious on any screen, in both themes and on both sizes: ${language}`, async ({
    browser,
    copy,
  }) => {
    test.setTimeout(240_000)
    await payAsStranger(copy, { amount: '77.40' })
    const { page, problems, close } = await openDesk(browser, copy, { language })
    await page.goto('/sign-in')
    await expect(page.getByRole('button', { name: 'demo-owner' })).toBeVisible()
    await expectAccessibleInAll(page, '/sign-in')
    await signInAs(page, 'demo-owner')
    await walk(page, (at) => expectAccessibleInAll(page, at), await demoMember(copy))
    expect(problems).toEqual([])
    await close()
  })

test('DESK-71 markup in what members and payers write is text on every screen, and no policy is broken', async ({
  browser,
  copy,
}) => {
  test.setTimeout(240_000)
  await payAsStranger(copy, { amount: '66.60', fromName: hostile, fromAccount: '6665554443' })
  const memberId = await demoMember(copy)
  await withDb(copy.databaseUrl, (db) =>
    db.query('update account_member set bank_account_name = $1 where id = $2', [hostile, memberId]),
  )
  const { page, problems, close } = await openDesk(browser, copy)
  await signInAs(page, 'demo-owner')
  const isUnhurt = async () => {
    expect(await page.evaluate(() => 'hurt' in window)).toBe(false)
    expect(await page.locator('img[src="x"]').count()).toBe(0)
  }
  await walk(page, isUnhurt, memberId)
  await page.goto(workAddress('deposit'))
  await rowOf(page, '66.60').click()
  await expect(page.getByRole('article')).toBeVisible()
  await isUnhurt()
  expect(problems).toEqual([])
  await close()
})
