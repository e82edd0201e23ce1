import type { Page } from '@playwright/test'
import { openChat, write } from './chat-page.ts'
import {
  openDeposits,
  openDesk,
  payAsStranger,
  phone as phoneSize,
  rowOf,
  signInAs,
  slowDown,
  typeAsPerson,
  words,
} from './console-desk.ts'
import { passDays } from './console-items.ts'
import { workAddress } from '../apps/console/src/shared/work-kind.ts'
import { firstTest, test } from './own-copy.ts'
import { expect } from './test.ts'

const { work, desk, inbox } = words

const listOf = (page: Page) => page.getByRole('list', { name: work.kinds.deposit })

firstTest(
  'DESK-65 DESK-77 two deposits are refused by the keyboard alone, and the next item is there at once',
  { tag: '@long-2' },
  async ({ browser, copy }) => {
    const { page, problems, close } = await openDesk(browser, copy)
    await signInAs(page, 'demo-cashier')
    await payAsStranger(copy, { amount: '701.25' })
    await payAsStranger(copy, { amount: '702.25' })
    const [first = '', second = ''] = await openDeposits(page, ['701.25', '702.25'])
    await page.goto('/audit')
    await slowDown(page)
    await expect(page.getByRole('navigation', { name: desk.menu })).toBeVisible()

    await page.keyboard.press('Control+k')
    await page.keyboard.type('unmatched')
    await expect(page.getByRole('option', { name: work.kinds.deposit })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/work\/deposit$/)
    await expect(rowOf(page, '702.25')).toBeVisible()

    await page.keyboard.press('j')
    await expect(rowOf(page, first)).toHaveAttribute('aria-current')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await expect(page.getByRole('article').getByText(first).first()).toBeVisible()
    for (const [sum, next] of [
      [first, second],
      [second, null],
    ]) {
      await expect(page.getByRole('article').getByText(sum!).first()).toBeVisible()
      await page.keyboard.press('x')
      await expect(page.getByLabel(work.fields.why)).toBeFocused()
      await page.keyboard.type(`not of a member: ${sum}`)
      await page.keyboard.press('Enter')
      await expect(rowOf(page, sum!)).toHaveCount(0)
      if (next) await expect(page.getByRole('article').getByText(next).first()).toBeVisible()
    }
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: desk.keys.title })).toBeVisible()
    await page.keyboard.press('Escape')
    expect(problems).toEqual([])
    await close()
  },
)

test(
  'DESK-120 DESK-121 keys that come faster than a slow machine draws all count, and words that come before their field decide nothing',
  { tag: '@long-2' },
  async ({ browser, copy }) => {
    const sums = ['711.25', '712.25', '713.25']
    for (const amount of sums) await payAsStranger(copy, { amount })
    const { page, problems, close } = await openDesk(browser, copy)
    await signInAs(page, 'demo-cashier')
    const [first = '', second = '', third = ''] = await openDeposits(page, sums)
    await slowDown(page)
    await rowOf(page, first).click()
    const item = page.getByRole('article')
    await expect(item.getByText(first).first()).toBeVisible()
    for (const key of ['j', 'j', 'k', 'j']) await page.keyboard.press(key)
    await expect(rowOf(page, third)).toHaveAttribute('aria-current')
    for (const key of ['k', 'k']) await page.keyboard.press(key)
    await expect(rowOf(page, first)).toHaveAttribute('aria-current')
    await expect(item.getByText(first).first()).toBeVisible()

    // The next item has not been loaded yet, and takes a while.
    await page.reload()
    await expect(item.getByText(first).first()).toBeVisible()
    // A decision that is made before the list is there goes on at its top.
    await expect(rowOf(page, first)).toHaveAttribute('aria-current')
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/console/work/item/**', async (route) => {
      await held
      await route.continue()
    })
    await page.keyboard.press('x')
    await page.keyboard.type('not of a member')
    await page.keyboard.press('Enter')
    await expect(rowOf(page, first)).toHaveCount(0)
    const type = await typeAsPerson(page)
    await type('xno')
    release()
    await type('t of a member 1\n')
    await expect(item.getByText(second).first()).toBeVisible()
    // The typing pauses.
    await page.waitForTimeout(1_000)
    await expect(item.getByRole('textbox')).toHaveCount(0)
    await expect(rowOf(page, second)).toHaveAttribute('aria-current')
    await page.keyboard.press('x')
    await expect(page.getByLabel(work.fields.why)).toBeFocused()
    expect(problems).toEqual([])
    await close()
  },
)

test(
  'DESK-66 two operators have one item open: one decides, the other sees who and what, and nothing is decided twice',
  { tag: '@long-1' },
  async ({ browser, copy }) => {
    await payAsStranger(copy, { amount: '803.10' })
    const one = await openDesk(browser, copy)
    const other = await openDesk(browser, copy)
    await signInAs(one.page, 'demo-owner')
    await signInAs(other.page, 'demo-cashier')
    for (const { page } of [one, other]) {
      await page.goto(workAddress('deposit'))
      await rowOf(page, '803.10').click()
      await page.getByRole('button', { name: work.decisions.refuse }).click()
      await page.getByLabel(work.fields.why).fill('nobody of ours')
    }
    await expect(rowOf(other.page, '803.10')).toContainText(work.takenBy('demo-owner'))

    // The other operator does not learn of it in time: their socket is held, like a slow one.
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await other.page.route('**/api/console/work/item/**', async (route) => {
      await held
      await route.continue()
    })
    await one.page.keyboard.press('Enter')
    await expect(one.page.getByText(work.decided.refuse).first()).toBeVisible()
    await other.page.getByLabel(work.fields.why).press('Enter')
    await expect(other.page.getByRole('alert')).toContainText(words.refusals.ALREADY_DECIDED)
    release()
    const decided = other.page.getByRole('region', { name: work.decidedHead })
    await expect(decided).toContainText('demo-owner')
    await expect(decided).toContainText(work.decided.refuse)
    await expect(other.page.getByRole('button', { name: work.decisions.refuse })).toHaveCount(0)
    expect([...one.problems, ...other.problems]).toEqual([])
    await one.close()
    await other.close()
  },
)

test('DESK-64 what arrives waits behind its number, and the rows in sight stay', async ({
  browser,
  copy,
}) => {
  const { page, close } = await openDesk(browser, copy)
  await payAsStranger(copy, { amount: '901.10' })
  await signInAs(page, 'demo-owner')
  await page.goto(workAddress('deposit'))
  await expect(rowOf(page, '901.10')).toBeVisible()
  await payAsStranger(copy, { amount: '902.10' })
  const renew = page.getByRole('button', { name: desk.newRows(1) })
  await expect(renew).toBeVisible({ timeout: 20_000 })
  await expect(rowOf(page, '902.10')).toHaveCount(0)
  await renew.click()
  await expect(listOf(page).getByText('902.10')).toBeVisible()
  await close()
})

test(
  'DESK-67 a change that one person may not make alone is asked for, and a second one sees both sides of it on a phone and says yes',
  { tag: '@long-4' },
  async ({ browser, copy }) => {
    await passDays(copy.databaseUrl)
    await copy.kapao('settings', 'set', 'console.passwords', '--text', 'true')
    const { page, problems, close } = await openDesk(browser, copy, { viewport: phoneSize })
    await signInAs(page, 'demo-owner')
    await page.goto(workAddress('second'))
    await page.getByRole('list', { name: work.kinds.second }).getByRole('link').first().click()
    const sides = page.getByRole('table')
    await expect(sides.getByRole('columnheader', { name: work.before })).toBeVisible()
    await expect(sides.getByRole('columnheader', { name: work.after })).toBeVisible()
    await page.getByRole('button', { name: work.decisions.yes }).click()
    await page.getByRole('button', { name: work.decisions.yes, exact: true }).last().click()
    await expect(page.getByText(work.decided.yes).first()).toBeVisible()
    await expect
      .poll(async () => (await page.request.get(`${copy.console}/api/console/desk`)).json())
      .toMatchObject({ passwords: true })
    expect(problems).toEqual([])
    await close()
  },
)

test(
  'DESK-68 a customer is answered, and each side sees what the other has read',
  { tag: '@long-2' },
  async ({ page: customer, browser, copy }) => {
    await openChat(customer)
    await write(customer, 'คุยกับเจ้าหน้าที่')
    await write(customer, 'เงินฝากยังไม่เข้า <b>ช่วยด้วย</b>')
    const { page, problems, close } = await openDesk(browser, copy)
    await signInAs(page, 'demo-cashier')
    await page.goto('/chat/all')
    await page.getByRole('link').filter({ hasText: 'ช่วยด้วย' }).click()
    await expect(page.getByRole('log')).toContainText('เงินฝากยังไม่เข้า <b>ช่วยด้วย</b>')
    await page.getByLabel(inbox.answer).fill('กำลังตรวจสอบให้ค่ะ')
    await page.keyboard.press('Enter')
    await expect(customer.getByText('กำลังตรวจสอบให้ค่ะ').first()).toBeVisible()
    await expect(page.getByLabel(inbox.answer)).toHaveValue('')
    await expect(page.getByRole('log')).toContainText(inbox.read, { timeout: 20_000 })
    expect(problems).toEqual([])
    await close()
  },
)

test('DESK-72 a lost connection is shown, text stays, and nothing is sent until it is sent again', async ({
  browser,
  copy,
}) => {
  await payAsStranger(copy, { amount: '1003.10' })
  const { page, close } = await openDesk(browser, copy)
  await signInAs(page, 'demo-owner')
  await page.goto(workAddress('deposit'))
  await rowOf(page, '1,003.10').click()
  await expect(page.getByRole('article').getByText('1,003.10').first()).toBeVisible()
  await page.keyboard.press('x')
  await page.getByLabel(work.fields.why).fill('nobody of ours')
  await page.context().setOffline(true)
  await expect(page.getByText(desk.line.offline)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText(desk.line.open)
  await page.context().setOffline(false)
  await expect(page.getByText(desk.line.offline)).toHaveCount(0)
  await expect(page.getByLabel(work.fields.why)).toHaveValue('nobody of ours')
  await page.reload()
  await expect(page.getByRole('article').getByText('1,003.10').first()).toBeVisible()
  await page.keyboard.press('x')
  await expect(page.getByLabel(work.fields.why)).toHaveValue('nobody of ours')
  await page.keyboard.press('Enter')
  await expect(page.getByText(work.decided.refuse).first()).toBeVisible()
  await close()
})

test(
  'DESK-162 a row opens beside its list at a click, and in a new tab where the browser is asked for one',
  { tag: '@long-4' },
  async ({ browser, copy }) => {
    await payAsStranger(copy, { amount: '1004.20' })
    const { page, problems, close } = await openDesk(browser, copy)
    await signInAs(page, 'demo-owner')
    await openDeposits(page, ['1,004.20'])
    const row = rowOf(page, '1,004.20')
    const address = new URL((await row.getAttribute('href'))!, page.url()).href
    const opened = page.context().waitForEvent('page')
    await row.click({ modifiers: ['ControlOrMeta'] })
    const tab = await opened
    await expect(tab.getByRole('article').getByText('1,004.20').first()).toBeVisible()
    expect(tab.url()).toBe(address)
    await expect(page.getByRole('article')).toHaveCount(0)
    await row.click()
    await expect(page.getByRole('article').getByText('1,004.20').first()).toBeVisible()
    expect(page.url()).toBe(address)
    expect(problems).toEqual([])
    await close()
  },
)
