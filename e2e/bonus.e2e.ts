import type { Page } from '@playwright/test'
import { bonusText as text } from '../apps/web/src/features/bonus/text/th.ts'
import { depositText } from '../apps/web/src/features/deposit/text/th.ts'
import { homeText } from '../apps/web/src/text/th/home/home.ts'
import { memberRefusals } from '../apps/web/src/text/th/member-refusals.ts'
import { memberText } from '../apps/web/src/text/th/member.ts'
import { publicText } from '../apps/web/src/text/th/public.ts'
import { underWayText as underWay } from '../apps/web/src/features/under-way/text/th.ts'
import { withdrawText } from '../apps/web/src/features/withdraw/text/th.ts'
import {
  cardOf,
  closeNotice,
  codeField,
  defineBonus,
  dialogOf,
  openBonuses,
  playTo,
  press,
  receiveIn,
  walletOf,
  watchCalls,
} from './bonuses.ts'
import { openDoor } from './deposit-sheet.ts'
import { overhangOf, waitForStep } from './member.ts'
import { test } from './own-copy.ts'
import { expect } from './test.ts'
import { amountIn, makeRich, submitOf } from './withdrawals.ts'
import { visitorText } from '../apps/web/src/text/th/visitor.ts'

const { offer, held, end, bill } = text

test.describe.configure({ mode: 'default' })
test.beforeEach(() => test.setTimeout(240_000))

async function receive(page: Page, name: string): Promise<void> {
  await cardOf(page, name).click()
  await receiveIn(dialogOf(page, offer.title)).click()
  await expect(dialogOf(page, offer.done)).toBeVisible()
  await dialogOf(page, offer.done)
    .getByRole('button', { name: publicText.action.close })
    .last()
    .click()
  await waitForStep(page)
}

test(
  'SAY-06 BON-01 BON-02 BON-03 BON-04 BON-07 BON-08 BON-10 BON-11 BON-12 BON-22 BON-27 BON-29 OP-A11 OP-A19 TEXT-01 TEXT-03 TEXT-04 TEXT-05 SCOPE-12 a bonus that an operator has defined, from its card to the wallet',
  { tag: '@long-1' },
  async ({ page, request, copy, expectAccessible }) => {
    await defineBonus(copy, { code: 'E2E-FIRST', html: 'ร้อยแรก' })
    await defineBonus(copy, { code: 'E2E-OTHER', html: 'อีกอัน' })
    const member = await makeRich(request, copy, { baht: 200 })
    await openBonuses(page, member.phone)
    await page.goto('/user/home')
    const tiles = page.getByRole('list', { name: homeText.shortcuts.label })
    await tiles.getByText(homeText.shortcuts.bonus).click()
    await expect(page).toHaveURL(/\/user\/bonus$/)
    await expect(page).toHaveTitle(new RegExp(text.title))
    await expect(codeField(page)).toBeVisible()
    await expect(page.getByText(held.title)).toHaveCount(0)

    const card = cardOf(page, 'ร้อยแรก')
    const picture = card.locator('img')
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    const [around, behind] = [await card.boundingBox(), await picture.boundingBox()]
    expect(Math.round(behind!.width)).toBeGreaterThanOrEqual(Math.round(around!.width) - 4)
    await expectAccessible()
    await card.click()
    const sheet = dialogOf(page, offer.title)
    await expect(sheet.getByText('เหลือไม่เกิน 20% ของยอดฝากรวมโบนัส')).toBeVisible()
    // (200 + 100) x 5 for this member, and what ends the bonus.
    for (const figure of [
      '100.00 บาท',
      '200.00 บาท',
      '1,500.00 บาท',
      '(200.00 + 100.00) × 5',
      '10.00 บาท',
    ])
      await expect(sheet.getByText(figure, { exact: true })).toBeVisible()
    for (const rule of Object.values(offer.rules)) await expect(sheet).toContainText(rule)

    const slide = (place: number) =>
      sheet.getByRole('group', { name: offer.slides.place(place, 2) })
    await expect(slide(1)).toBeInViewport()
    await press(sheet, offer.slides.next)
    await expect(slide(2).locator('b')).toBeInViewport({ ratio: 1 })
    await expect(sheet.getByRole('status')).toHaveText(offer.slides.place(2, 2))
    expect(await page.evaluate(() => 'bad' in window)).toBe(false)
    expect(await overhangOf(page)).toBe(0)
    await expectAccessible()

    const lists = watchCalls(page, '/api/bonus')
    const checks = watchCalls(page, '/api/bonus/check/active')
    const activations = watchCalls(page, /^\/api\/bonus\/activate\//)
    const locks = offer.lock.own('200.00 บาท', offer.lock.until.balance('1,500.00 บาท'))
    await expect(sheet).toContainText(locks)
    await expect(receiveIn(sheet)).toHaveText(offer.lock.receive('100.00 บาท', '200.00 บาท'))
    await receiveIn(sheet).click()
    await closeNotice(page, offer.done, offer.doneLead('100.00 บาท'))
    expect(activations).toEqual(['/api/bonus/activate/E2E-FIRST'])
    expect(lists.length).toBeGreaterThan(0)
    expect(checks.length).toBeGreaterThan(0)
    expect(await walletOf(member)).toBe(300)

    await expect(page.getByText(held.title)).toBeVisible()
    await expect(codeField(page)).toHaveCount(0)
    await expect(page.locator('main')).toContainText('E2E-FIRST')
    await expect(page.locator('main')).toContainText(held.missing('1,200.00 บาท'))
    await expect(page.locator('main')).toContainText(end.at('10.00 บาท', '300.00 บาท'))
    await expect(page.locator('main')).toContainText(held.deposit)
    const bar = page.getByRole('progressbar', { name: held.progress })
    expect(await bar.evaluate((one: HTMLProgressElement) => [one.value, one.max])).toEqual([
      300, 1500,
    ])
    await expect(card).toContainText(text.cards.active)
    await expectAccessible()
    for (const name of ['ร้อยแรก', 'อีกอัน']) {
      await cardOf(page, name).click()
      await expect(receiveIn(sheet)).toHaveCount(0)
      await press(sheet, offer.confirm)
      await expect(sheet).toHaveCount(0)
    }
  },
)

test(
  'SAY-09 REACH-55 REACH-59 BON-05 BON-06 BON-24 BON-25 ERR-14 ending is refused in the words of the server, later costs what was shown, and is billed line by line',
  { tag: '@long-2' },
  async ({ page, request, copy, expectAccessible }) => {
    await defineBonus(copy, { code: 'E2E-END', html: 'จบได้' })
    const member = await makeRich(request, copy, { baht: 200 })
    await openBonuses(page, member.phone)
    await receive(page, 'จบได้')
    await member.get('/api/wallet/activate/pg')
    await member.post('/api/wallet/transfer', { from: 'wallet', to: 'pg', amount: 295 })

    // By the name on its card, together with its code.
    const card = page.locator('section').filter({ hasText: held.title }).first()
    await expect(card).toContainText('จบได้')
    await expect(card).toContainText('E2E-END')
    const clears = watchCalls(page, '/api/bonus/clear')
    const question = dialogOf(page, end.title)
    // An end that would be refused is not offered.
    await page.reload()
    await expect(card).toContainText(end.at('10.00 บาท', '300.00 บาท'))
    await expect(card.getByRole('button', { name: held.cancel })).toHaveCount(0)

    // The games are asked when the page is opened.
    const at = { request, copy }
    await playTo(at, member, { game: 'pg', balance: '3.25' })
    await expect(async () => {
      await page.reload()
      await expect(card.getByRole('button', { name: held.cancel })).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await press(page, held.cancel)
    await expect(question).toContainText(end.move)
    await expect(question.getByText('3.25 บาท').first()).toBeVisible()
    const red = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.background = 'var(--minus)'
      return getComputedStyle(probe).backgroundColor
    })
    const confirm = question.getByRole('button', { name: end.confirmLoss('3.25 บาท') })
    await expect(confirm).toHaveCSS('background-color', red)
    // Won back while the question stands: the server decides.
    await playTo(at, member, { game: 'pg', balance: '295.00' })
    expect(clears).toHaveLength(0)
    await expect(async () => {
      await confirm.click()
      await expect(dialogOf(page, end.error).getByRole('alert')).toHaveText(
        memberRefusals.BONUS_CONDITION,
      )
    }).toPass()
    await closeNotice(page, end.error, memberRefusals.BONUS_CONDITION)
    await expect(page.getByText(held.title)).toBeVisible()

    await playTo(at, member, { game: 'pg', balance: '3.25' })
    await expect(async () => {
      await page.reload()
      await press(page, held.cancel)
      await expect(question.getByText('3.25 บาท').first()).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await expect(question.getByText('5.00 บาท', { exact: true })).toBeVisible()
    await expectAccessible()
    await press(question, end.keep)
    await expect(question).toHaveCount(0)
    expect(clears).toHaveLength(1)

    await press(page, held.cancel)
    const lists = watchCalls(page, '/api/bonus')
    const checks = watchCalls(page, '/api/bonus/check/active')
    await press(question, end.confirmLoss('3.25 บาท'))
    const billDialog = dialogOf(page, bill.title)
    await expect(billDialog).toContainText(memberRefusals.BONUS_CLEAR)
    const lines = billDialog.getByRole('definition')
    await expect(lines.filter({ hasText: '3.25 บาท' })).toHaveCount(2)
    await expect(billDialog).toContainText(bill.cancelled)
    await expect(billDialog).toContainText('1,500.00 บาท')
    await expectAccessible()
    await billDialog.getByRole('button', { name: publicText.action.close }).last().click()
    expect([lists.length > 0, checks.length > 0]).toEqual([true, true])
    await expect(codeField(page)).toBeVisible()
    expect(await walletOf(member)).toBe(5)

    await press(page, bill.open)
    await expect(dialogOf(page, bill.open)).toContainText('3.25 บาท')
  },
)

test(
  "OP-A18 BON-09 BON-19 ERR-12 a received bonus is disabled, and a full one says so in the server's words",
  { tag: '@long-4' },
  async ({ page, request, copy }) => {
    await defineBonus(copy, {
      code: 'E2E-ONCE',
      html: 'ครั้งเดียว',
      terms: { endAmount: { BAHT: '9999' } },
    })
    await defineBonus(copy, { code: 'E2E-FULL', html: 'ไม่เหลือแล้ว', quota: 0 })
    const member = await makeRich(request, copy, { baht: 200 })
    await openBonuses(page, member.phone)
    await cardOf(page, 'ไม่เหลือแล้ว').click()
    await receiveIn(dialogOf(page, offer.title)).click()
    await expect(dialogOf(page, offer.error).getByRole('alert')).toHaveText(
      memberRefusals.BONUS_FULL,
    )
    await closeNotice(page, offer.error, memberRefusals.BONUS_FULL)
    expect(await walletOf(member)).toBe(200)

    await receive(page, 'ครั้งเดียว')
    await press(page, held.cancel)
    await press(dialogOf(page, end.title), end.confirm)
    await expect(dialogOf(page, bill.title)).toContainText(bill.nothing)
    await page.keyboard.press('Escape')
    const card = cardOf(page, 'ครั้งเดียว')
    await expect(card).toBeDisabled()
    await expect(card).toContainText(text.cards.received)
    await expect(cardOf(page, 'ไม่เหลือแล้ว')).toBeEnabled()
  },
)

test(
  'SAY-08 REACH-19 BON-22 while a bonus is held the withdrawal names it, says how much is left, and leads there',
  { tag: '@long-4' },
  async ({ page, request, copy, expectAccessible }) => {
    await defineBonus(copy, { code: 'E2E-LOCK', html: 'ล็อกไว้' })
    const member = await makeRich(request, copy, { baht: 200 })
    await openBonuses(page, member.phone)
    await receive(page, 'ล็อกไว้')
    await page.goto('/user/home')
    await press(page, homeText.shortcuts.withdraw)
    const sheet = page.getByRole('dialog', { name: withdrawText.title, exact: true })
    const lock = sheet.getByRole('region', { name: withdrawText.lock.label })
    await expect(lock).toContainText(`${withdrawText.lock.by} ล็อกไว้`)
    await expect(lock).toContainText(withdrawText.lock.missing.balance('1,200.00 บาท'))
    const bar = lock.getByRole('progressbar', { name: withdrawText.lock.progress })
    expect(await bar.evaluate((one: HTMLProgressElement) => [one.value, one.max])).toEqual([
      300, 1500,
    ])
    await expect(sheet).toContainText(withdrawText.notYet('300.00 บาท', '300.00 บาท'))
    await expectAccessible()

    // Nothing is asked that would be refused.
    await expect(amountIn(sheet)).toHaveCount(0)
    await expect(submitOf(sheet)).toHaveCount(0)
    expect(await walletOf(member)).toBe(300)
    await lock.getByRole('link', { name: withdrawText.lock.see }).click()
    await expect(page).toHaveURL(/\/user\/bonus$/)
    await expect(page.getByText(held.title)).toBeVisible()
  },
)

test(
  'SAY-04 SAY-05 REACH-31 REACH-32 REACH-92 BON-23 DEP-13 while a bonus is held home shows its progress, and every way to deposit says it first',
  { tag: '@long-4' },
  async ({ page, request, copy }) => {
    const terms = { endAmount: { BAHT: '400' } }
    await defineBonus(copy, { code: 'E2E-HOLD', html: 'ถืออยู่', terms })
    const member = await makeRich(request, copy, { baht: 200 })
    await openBonuses(page, member.phone)
    await receive(page, 'ถืออยู่')
    await page.goto('/user/home')
    // (200 + 100) x 5, and nothing of it can be withdrawn before that.
    const meter = page.getByRole('region', { name: underWay.bonus })
    await expect(meter).toContainText('ถืออยู่')
    await expect(meter).not.toContainText('E2E-HOLD')
    await expect(meter).toContainText(underWay.missing('1,200.00\u00A0บาท'))
    await expect(meter.getByRole('progressbar')).toHaveAttribute('value', '300')
    const total = page.getByRole('region', { name: homeText.total })
    await expect(total).toContainText(underWay.withdrawable('0.00'))
    await expect(total).toContainText(underWay.notYet('300.00'))
    await press(page, homeText.shortcuts.deposit)
    const sheet = page.getByRole('dialog')
    // Said in every tab, before anything is asked that would wait or be refused.
    for (const way of ['bank', 'qr', 'gift'] as const) {
      await openDoor(sheet, way)
      const note = sheet.getByRole('region', { name: depositText.held.label })
      await expect(note).toContainText('ถืออยู่')
      await expect(note).toContainText(depositText.held.missing('1,200.00 บาท'))
    }
    await expect(sheet.getByRole('textbox')).toHaveCount(0)
    await expect(sheet.getByRole('link', { name: depositText.held.see })).toBeVisible()
    // It is ended on another device: nothing is locked any more, and the gift that was refused can be sent.
    await member.get('/api/bonus/clear')
    await expect(sheet.getByRole('region', { name: depositText.held.label })).toHaveCount(0)
    await expect(sheet.getByRole('textbox')).toBeVisible()
  },
)

test('OP-A11 the conditions link of the bottom menu keeps its place', async ({
  page,
  request,
  copy,
}) => {
  const member = await makeRich(request, copy, { baht: 1 })
  await openBonuses(page, member.phone)
  await press(page, memberText.shell.conditions)
  await expect(dialogOf(page, visitorText.conditions.title)).toBeVisible()
})
