import { workAddress } from '../apps/console/src/shared/work-kind.ts'
import { openChat, findTalk, write } from './chat-page.ts'
import { openDesk, payAsStranger, phone, rowOf, signInAs, words } from './console-desk.ts'
import { withDb } from './database.ts'
import { test } from './own-copy.ts'
import { expect } from './test.ts'

const { work, desk } = words

test(
  'DESK-119 Ctrl+K finds an item by its id and a talk by its number',
  { tag: '@long-2' },
  async ({ page: customer, browser, copy }) => {
    await payAsStranger(copy, { amount: '1104.10' })
    await openChat(customer)
    await write(customer, 'คุยกับเจ้าหน้าที่')
    await write(customer, 'ช่วยหาแชทนี้')
    const { page, problems, close } = await openDesk(browser, copy)
    await signInAs(page, 'demo-owner')
    await page.goto(workAddress('deposit'))
    await rowOf(page, '1,104.10').click()
    await page.waitForURL(/\/work\/deposit\/deposit\/[^/]+$/)
    const id = page.url().split('/').at(-1)!
    const talk = await findTalk(copy, customer)

    await page.goto('/members')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.press('Control+k')
    await page.keyboard.type(`#${id}`)
    await expect(page.getByRole('option', { name: work.one.deposit })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`${workAddress('deposit')}/deposit/${id}$`))
    await expect(page.getByRole('article').getByText('1,104.10').first()).toBeVisible()

    await page.keyboard.press('Control+k')
    await page.keyboard.type(talk.toLowerCase())
    await expect(page.getByRole('option', { name: talk })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`/chat/all/${talk}$`))
    await expect(page.getByRole('log')).toContainText('ช่วยหาแชทนี้')
    expect(problems).toEqual([])
    await close()
  },
)

test(
  'DESK-126 the member of a deposit is searched and chosen by the keyboard, by masked facts',
  { tag: '@long-2' },
  async ({ browser, copy }) => {
    const [member] = await withDb(copy.databaseUrl, (db) =>
      db.query<{ id: string; bankAccountNo: string }>(
        `select id, bank_account_no as "bankAccountNo" from account_member where username = '0812345678'`,
      ),
    )
    const { id, bankAccountNo } = member!
    await payAsStranger(copy, { amount: '1205.10' })
    const { page, problems, close } = await openDesk(browser, copy)
    await signInAs(page, 'demo-owner')
    await page.goto(workAddress('deposit'))
    await rowOf(page, '1,205.10').click()
    await expect(page.getByRole('article').getByText('1,205.10').first()).toBeVisible()

    const chosen = page.getByRole('group', { name: work.chosenMember })
    const search = page.getByRole('searchbox', { name: work.otherMember })
    await page.keyboard.press('m')
    for (const said of ['0812345678', bankAccountNo, id]) {
      if ((await chosen.count()) > 0)
        await page.getByRole('button', { name: work.searchAgain }).click()
      await search.focus()
      await page.keyboard.type(said)
      await expect(search).toHaveValue(said)
      await expect(page.getByRole('option')).toHaveCount(1)
      await expect(page.getByRole('option'), said).toContainText(id)
      await expect(page.getByRole('option')).not.toContainText('0812345678')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(chosen).toContainText(id)
      await expect(page.locator('form textarea').first()).toBeFocused()
    }
    await expect(chosen).toContainText(bankAccountNo.slice(-4))
    await expect(chosen).not.toContainText(bankAccountNo)
    // The next field has the focus; a reload keeps the choice.
    await expect(search).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('article').getByText('1,205.10').first()).toBeVisible()
    await page.keyboard.press('m')
    await expect(chosen).toContainText(id)
    expect(problems).toEqual([])
    await close()
  },
)

test('DESK-127 on a phone every kind is reached from the screen of work, with its count', async ({
  browser,
  copy,
}) => {
  await payAsStranger(copy, { amount: '1306.10' })
  const { page, problems, close } = await openDesk(browser, copy, { viewport: phone })
  await signInAs(page, 'demo-owner')
  const lists = page.getByRole('navigation', { name: work.lists })
  await expect(lists.getByRole('link').first()).toHaveAttribute('aria-current', 'page')
  for (const kind of ['deposit', 'payout', 'second'] as const) {
    await lists.getByRole('link', { name: work.kinds[kind] }).click()
    await page.waitForURL(new RegExp(`${workAddress(kind)}$`))
    const here = lists.getByRole('link', { name: work.kinds[kind] })
    await expect(here).toHaveAttribute('aria-current', 'page')
    await expect(here).toBeInViewport()
  }
  await expect(lists.getByRole('link', { name: work.kinds.deposit })).toContainText(/\d/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  await expect(page.getByRole('link', { name: desk.screens.work }).first()).toBeVisible()
  expect(problems).toEqual([])
  await close()
})

test(
  'DESK-167 the row that is open stays in sight, on the way down and back, and after a reload',
  { tag: '@long-1' },
  async ({ browser, copy }) => {
    for (let at = 10; at < 24; at += 1) await payAsStranger(copy, { amount: `1407.${at}` })
    const viewport = { width: 1280, height: 420 }
    const { page, problems, close } = await openDesk(browser, copy, { viewport })
    await signInAs(page, 'demo-owner')
    await page.goto(workAddress('deposit'))
    const rows = page.getByRole('listitem').getByRole('link')
    const current = page.getByRole('listitem').locator('a[aria-current]')
    await rows.first().click()
    for (const [key, times] of [
      ['j', 13],
      ['k', 10],
    ] as const) {
      for (let pressed = 0; pressed < times; pressed += 1) {
        const before = page.url()
        await page.keyboard.press(key)
        await expect(page).not.toHaveURL(before)
      }
      await expect(current).toBeInViewport({ ratio: 0.9 })
      await page.reload()
      await expect(current).toBeInViewport({ ratio: 0.9 })
    }
    expect(problems).toEqual([])
    await close()
  },
)
