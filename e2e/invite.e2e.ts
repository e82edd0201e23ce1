import { inviteText as text } from '../apps/web/src/features/invite/text/th.ts'
import { homeText } from '../apps/web/src/text/th/home/home.ts'
import { memberRefusals } from '../apps/web/src/text/th/member-refusals.ts'
import { memberText } from '../apps/web/src/text/th/member.ts'
import { visitorText } from '../apps/web/src/text/th/visitor.ts'
import { publicText } from '../apps/web/src/text/th/public.ts'
import { setSetting } from './database.ts'
import { startFaultyLine } from './faulty-line.ts'
import { password } from './member.ts'
import { dialogOf, press, walletOf, watchCalls } from './bonuses.ts'
import { friendsBefore, idOf, inviteFriend } from './earned.ts'
import { test } from './own-copy.ts'
import { expect } from './test.ts'
import { close, enter, makeRich, type Member } from './withdrawals.ts'
import type { Locator, Page } from '@playwright/test'

const { receive } = text

test.describe.configure({ mode: 'default' })
test.beforeEach(() => test.setTimeout(240_000))

const sheetOf = (page: Page) => dialogOf(page, text.title)
const linkOf = (sheet: Locator) =>
  sheet.getByRole('heading', { name: text.link.label, exact: true })
const tile = (page: Page) => page.getByRole('button', { name: homeText.receive, exact: true })
const confirmOf = (page: Page) => dialogOf(page, receive.title)

async function openInvite(page: Page): Promise<Locator> {
  await press(page, homeText.shortcuts.invite)
  return sheetOf(page)
}

async function openPastBanners(page: Page): Promise<Locator> {
  const sheet = await openInvite(page)
  await press(sheet, text.banners.goOn)
  await expect(linkOf(sheet)).toBeVisible()
  return sheet
}

test('INV-03 INV-04 the link leads to the registration with the member’s code, and is copied with a confirmation', async ({
  page,
  request,
  copy,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const member = await makeRich(request, copy, { baht: 100 })
  await enter(page, member)
  const sheet = await openPastBanners(page)
  const link = `${copy.app}/register?code=PR${await idOf(member)}`
  await expect(sheet.getByText(link)).toBeVisible()
  await press(sheet, text.link.copy)
  await expect(page.getByText(visitorText.copied.done(link))).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
})

test('INV-05 CONST-18 friends are listed ten to a page', async ({ page, request, copy }) => {
  const member = await makeRich(request, copy, { baht: 100 })
  await friendsBefore(copy, member, 12)
  await enter(page, member)
  const sheet = await openPastBanners(page)
  const rows = sheet.locator('tbody tr')
  await expect(rows).toHaveCount(10)
  await expect(rows.first()).toContainText('Friend 12')
  await expect(rows.first()).toContainText('0.00 บาท')
  await sheet.getByRole('navigation').getByRole('button', { name: /2/ }).click()
  await expect(rows).toHaveCount(2)
  await expect(rows.last()).toContainText('Friend 1')
})

test('OP-B24 if the server reports no total, the next page is offered while pages come full', async ({
  page,
  request,
  copy,
}) => {
  const member = await makeRich(request, copy, { baht: 100 })
  await friendsBefore(copy, member, 12)
  await page.route('**/api/invite', async (route) => {
    const response = await route.fetch()
    const { total: _, ...spoken } = await response.json()
    await route.fulfill({ response, json: spoken })
  })
  await enter(page, member)
  const sheet = await openPastBanners(page)
  const rows = sheet.locator('tbody tr')
  const pages = sheet.getByRole('navigation')
  await expect(rows).toHaveCount(10)
  await pages.getByRole('button', { name: memberText.pager.next }).click()
  await expect(rows).toHaveCount(2)
  await expect(pages.getByRole('button', { name: memberText.pager.next })).toHaveCount(0)
  await pages.getByRole('button', { name: memberText.pager.previous }).click()
  await expect(rows).toHaveCount(10)
})

test(
  "INV-07 INV-08 INV-13 OP-B06 HOME-09 SCOPE-12 the friends' bonus is received from home after its conditions were read",
  { tag: '@long-4' },
  async ({ page, request, copy, expectAccessible }) => {
    const inviter = await makeRich(request, copy, { baht: 100 })
    await enter(page, inviter)
    await expect(tile(page)).toBeDisabled()
    await inviteFriend({ request, copy, inviter }, { lost: 1000 })
    await page.reload()
    await expect(tile(page)).toBeEnabled()
    await tile(page).click()
    const confirm = confirmOf(page)
    await expect(confirm).toContainText(receive.lead('5.00 บาท'))
    await expect(confirm).toContainText(receive.free)
    await expect(confirm.getByRole('definition')).toHaveCount(0)
    await expectAccessible()
    const calls = watchCalls(page, /^\/api\/(invite|wallet$)/)
    await press(confirm, receive.confirm)
    await expect(page.getByText(memberRefusals.INVITE_BONUS_SUCCESS)).toBeVisible()
    await expect(confirm).toHaveCount(0)
    await expect(tile(page)).toBeDisabled()
    // Home also reads the wallet at other times: the check is that it does so after the money was received.
    const received = calls.indexOf('/api/invite/bonus')
    expect(received).toBeGreaterThanOrEqual(0)
    expect(calls.slice(received)).toContain('/api/wallet')
    expect(await walletOf(inviter)).toBe(105)
  },
)

test(
  'INV-09 INV-10 ERR-13 with a percentage to reach both amounts are shown, and a refusal is a toast in words',
  { tag: '@long-4' },
  async ({ page, request, copy, expectAccessible }) => {
    await copy.kapao('settings', 'set', 'invite.success', '--text', '50')
    await setSetting(copy.databaseUrl, 'invite.fail', { value: '10' })
    const inviter: Member = await makeRich(request, copy, { baht: 100 })
    await inviteFriend({ request, copy, inviter }, { lost: 1000 })
    await enter(page, inviter)
    const sheet = await openPastBanners(page)
    await press(sheet, text.bonus.receive)
    const confirm = confirmOf(page)
    const figures = confirm.getByRole('definition')
    await expect(figures.first()).toHaveText('50%')
    await expect(figures.nth(2)).toHaveText('10%')
    await expectAccessible()
    await copy.kapao('settings', 'set', 'invite.active', '--text', 'off')
    await press(confirm, receive.confirm)
    await expect(page.getByText(memberRefusals.INVITE_INACTIVE)).toBeVisible()
    expect(await walletOf(inviter)).toBe(100)

    await setSetting(copy.databaseUrl, 'invite.active', { value: true })
    await press(sheet, text.bonus.receive)
    await press(confirm, receive.confirm)
    await expect(page.getByText(memberRefusals.INVITE_BONUS_SUCCESS)).toBeVisible()
    expect(await walletOf(inviter)).toBe(105)
    const held = (await inviter.get('/api/bonus/check/active')) as { type: string }
    expect(held.type).toBe('invite')
  },
)

test(
  'INV-06 a list that cannot be loaded is reported by a quiet line and nothing else, and the link stays',
  { tag: '@long-1' },
  async ({ page, request, copy, expectAccessible }) => {
    const line = await startFaultyLine(copy.app)
    const member = await makeRich(request, copy, { baht: 100 })
    await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
    await page.goto(`${line.address}/login`)
    await page.locator('input[name=username]').fill(member.phone)
    await page.locator('input[name=password]').fill(password)
    await page.locator('form button[type=submit]').click()
    await expect(tile(page)).toBeVisible()
    await expect(page.locator('main')).toContainText('100.00')
    line.set('fails')
    const sheet = await openInvite(page)
    await expect(sheet.getByText(text.list.late)).toBeVisible()
    await expect(linkOf(sheet)).toBeVisible()
    await expect(page.getByText(publicText.error.generic)).toHaveCount(0)
    await expect(sheet.getByRole('alert')).toHaveCount(0)
    await expectAccessible()
    await line.close()
  },
)

// The last one: it removes the banners.
test(
  'INV-01 INV-02 INV-15 banners come first and closing them opens the sheet; without any it opens at once',
  { tag: '@long-4' },
  async ({ page, request, copy, expectAccessible }) => {
    const member = await makeRich(request, copy, { baht: 100 })
    await enter(page, member)
    const calls = watchCalls(page, /^\/api\/invite/)
    const sheet = await openInvite(page)
    await expect(sheet.locator('img')).toBeVisible()
    await expect(sheet.locator('h3')).toHaveText('ชวนเพื่อนมาเล่น')
    await expect(linkOf(sheet)).toHaveCount(0)
    expect(calls).toEqual(['/api/invite/banners'])
    await expectAccessible()
    await close(sheet)
    await expect(linkOf(sheet)).toBeVisible()
    await expect(sheet.getByText(text.list.empty)).toBeVisible()
    await expectAccessible()

    await copy.kapao('settings', 'set', 'invite.banners.th', '--text', '[]')
    await page.reload()
    await openInvite(page)
    await expect(linkOf(sheet)).toBeVisible()
    await expect(sheet.locator('img')).toHaveCount(0)
  },
)
