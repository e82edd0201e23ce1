import { homeText } from '../apps/web/src/text/th/home/home.ts'
import { memberRefusals } from '../apps/web/src/text/th/member-refusals.ts'
import { refundText as text } from '../apps/web/src/features/refund/text/th.ts'
import { publicText } from '../apps/web/src/text/th/public.ts'
import { setSetting } from './database.ts'
import { startFaultyLine } from './faulty-line.ts'
import { password } from './member.ts'
import { defineBonus, dialogOf, press, walletOf, watchCalls } from './bonuses.ts'
import { loseBefore, receivedBefore } from './earned.ts'
import { test } from './own-copy.ts'
import { expect } from './test.ts'
import { close, enter, makeRich } from './withdrawals.ts'
import type { Locator, Page } from '@playwright/test'

const { confirm: asking } = text

test.describe.configure({ mode: 'default' })
test.beforeEach(() => test.setTimeout(240_000))

const sheetOf = (page: Page) => dialogOf(page, text.title)
const receiveOf = (sheet: Locator) => sheet.getByRole('button', { name: text.receive, exact: true })

async function openRefund(page: Page): Promise<Locator> {
  await press(page, homeText.shortcuts.refund)
  const sheet = sheetOf(page)
  await press(sheet, text.banners.goOn)
  await expect(sheet.getByText(text.amount)).toBeVisible()
  return sheet
}

test('RFD-02 RFD-03 RFD-07 RFD-08 RFD-11 ERR-09 HOME-17 SCOPE-12 a refund is received, confirmed in words, checked again, and home reads the wallet', async ({
  page,
  request,
  copy,
}) => {
  const member = await makeRich(request, copy, { baht: 100 })
  await loseBefore(copy, member, { lost: 850, refund: 42.5 })
  await enter(page, member)
  const sheet = await openRefund(page)
  await expect(sheet).toContainText('42.50')
  await expect(sheet.locator('p').filter({ hasText: '10,000.00' })).toBeVisible()
  const calls = watchCalls(page, /^\/api\/(refund|wallet$)/)
  await receiveOf(sheet).click()
  await expect(page.getByText(memberRefusals.REFUND_SUCCESS)).toBeVisible()
  await expect(receiveOf(sheet)).toBeDisabled()
  await expect(sheet.locator('tbody tr')).toHaveCount(1)
  const ofRefund = calls.filter((path) => path !== '/api/wallet')
  expect(ofRefund[0]).toBe('/api/refund/receive')
  expect(ofRefund).toContain('/api/refund/check')
  expect(await walletOf(member)).toBe(142.5)
  const before = calls.filter((path) => path === '/api/wallet').length
  await close(sheet)
  await expect
    .poll(() => calls.filter((path) => path === '/api/wallet').length)
    .toBeGreaterThan(before)
  await expect(page.locator('main')).toContainText('142.50')
})

test('RFD-02 RFD-04 CONST-18 the history is ten to a page', async ({ page, request, copy }) => {
  const member = await makeRich(request, copy, { baht: 100 })
  await receivedBefore(copy, member, 12)
  await enter(page, member)
  const sheet = await openRefund(page)
  const rows = sheet.locator('tbody tr')
  await expect(rows).toHaveCount(10)
  await expect(rows.first()).toContainText('12.00 บาท')
  await sheet.getByRole('navigation').getByRole('button', { name: /2/ }).click()
  await expect(rows).toHaveCount(2)
  await expect(rows.last()).toContainText('1.00 บาท')
})

test(
  'RFD-06 while a bonus is held the button is off, and says why',
  { tag: '@long-2' },
  async ({ page, request, copy, expectAccessible }) => {
    await defineBonus(copy, { code: 'REFUNDE2E', html: 'โบนัส' })
    const member = await makeRich(request, copy, { baht: 100 })
    await loseBefore(copy, member, { lost: 850, refund: 42.5 })
    await member.get('/api/bonus/activate/REFUNDE2E')
    await enter(page, member)
    const sheet = await openRefund(page)
    await expect(sheet).toContainText('42.50')
    await expect(receiveOf(sheet)).toBeDisabled()
    await expect(sheet.getByText(text.held)).toBeVisible()
    await expectAccessible()
  },
)

test(
  'RFD-09 ERR-09 with a percentage to reach both amounts are shown before it is added to the wallet; a refusal is a red toast',
  { tag: '@long-4' },
  async ({ page, request, copy, expectAccessible }) => {
    await copy.kapao('settings', 'set', 'refund.success', '--text', '20')
    await setSetting(copy.databaseUrl, 'refund.fail', { value: '50' })
    const member = await makeRich(request, copy, { baht: 100 })
    await loseBefore(copy, member, { lost: 850, refund: 42.5 })
    await enter(page, member)
    const sheet = await openRefund(page)
    const calls = watchCalls(page, /^\/api\/refund\/(receive|addWallet)/)
    await receiveOf(sheet).click()
    const confirm = dialogOf(page, asking.title)
    const figures = confirm.getByRole('definition')
    await expect(figures.first()).toHaveText('20%')
    await expect(figures.nth(2)).toHaveText('50%')
    await expect(confirm).toContainText(asking.lead('42.50 บาท'))
    await expectAccessible()
    expect(calls).toHaveLength(0)
    await copy.kapao('settings', 'set', 'refund.active', '--text', 'off')
    await press(confirm, asking.confirm)
    await expect(page.getByText(memberRefusals.REFUND_INACTIVE)).toBeVisible()
    expect(await walletOf(member)).toBe(100)

    await setSetting(copy.databaseUrl, 'refund.active', { value: true })
    await expect(receiveOf(sheet)).toBeDisabled()
    await page.reload()
    await openRefund(page)
    await receiveOf(sheet).click()
    await press(confirm, asking.confirm)
    await expect(page.getByText(memberRefusals.REFUND_SUCCESS)).toBeVisible()
    expect(calls).toEqual(['/api/refund/addWallet', '/api/refund/addWallet'])
    expect(await walletOf(member)).toBe(142.5)
    await expect(sheet.getByText(text.held)).toBeVisible()
    await setSetting(copy.databaseUrl, 'refund.success', 'default')
    await copy.kapao('settings', 'set', 'refund.fail', '--isDefault', 'yes')
  },
)

test(
  'RFD-05 a history that cannot be loaded is reported by a quiet line; the amount can be requested again',
  { tag: '@long-3' },
  async ({ page, request, copy, expectAccessible }) => {
    const line = await startFaultyLine(copy.app)
    const member = await makeRich(request, copy, { baht: 100 })
    await loseBefore(copy, member, { lost: 850, refund: 42.5 })
    await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
    await page.goto(`${line.address}/login`)
    await page.locator('input[name=username]').fill(member.phone)
    await page.locator('input[name=password]').fill(password)
    await page.locator('form button[type=submit]').click()
    await expect(page.locator('main')).toContainText('100.00')
    line.set('fails')
    await press(page, homeText.shortcuts.refund)
    const sheet = sheetOf(page)
    await expect(sheet.getByText(text.list.late)).toBeVisible()
    await expect(sheet.getByText(text.failed)).toBeVisible()
    await expect(page.getByText(publicText.error.generic)).toHaveCount(0)
    await expectAccessible()
    line.set('fine')
    await press(sheet, publicText.action.again)
    await expect(sheet).toContainText('42.50')
    await line.close()
  },
)

test('a sheet that replaces another does not rise again, and the page stays dim between them', async ({
  page,
  request,
  copy,
}) => {
  const member = await makeRich(request, copy, { baht: 100 })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.addInitScript(() => {
    const risen: string[] = []
    Object.assign(window, { risen })
    addEventListener('animationstart', ({ target, pseudoElement }) => {
      if (target instanceof HTMLDialogElement) risen.push(pseudoElement)
    })
  })
  const risen = () => page.evaluate(() => (window as unknown as { risen: string[] }).risen)
  const once = ['', '::backdrop']
  await enter(page, member)
  await page.evaluate(() => (window as unknown as { risen: string[] }).risen.splice(0))
  const sheet = await openRefund(page)
  await expect(sheet.getByText(text.list.empty)).toBeVisible()
  expect((await risen()).toSorted()).toEqual(once)
  await close(sheet)
  await press(page, homeText.shortcuts.refund)
  await expect.poll(async () => (await risen()).toSorted()).toEqual(['', ...once, '::backdrop'])
})

// The last one: it removes the banners.
test(
  'RFD-01 INV-15 banners come first and closing them opens the sheet; without any it opens at once',
  { tag: '@long-3' },
  async ({ page, request, copy, expectAccessible }) => {
    const member = await makeRich(request, copy, { baht: 100 })
    await enter(page, member)
    const calls = watchCalls(page, /^\/api\/refund/)
    await press(page, homeText.shortcuts.refund)
    const sheet = sheetOf(page)
    await expect(sheet.locator('img')).toBeVisible()
    await expect(sheet.locator('h3')).toHaveText('เสียแล้วได้คืน')
    expect(calls).toEqual(['/api/refund/banners'])
    await expectAccessible()
    await close(sheet)
    await expect(sheet.getByText(text.amount)).toBeVisible()
    await expect(receiveOf(sheet)).toBeDisabled()
    await expect(sheet.getByText(text.nothing)).toBeVisible()
    await expect(sheet.getByText(text.list.empty)).toBeVisible()
    await expectAccessible()

    await copy.kapao('settings', 'set', 'refund.banners.th', '--text', '[]')
    await page.reload()
    await press(page, homeText.shortcuts.refund)
    await expect(sheet.getByText(text.amount)).toBeVisible()
  },
)
