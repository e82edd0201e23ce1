import { bonusText as text } from '../apps/web/src/features/bonus/text/th.ts'
import { memberRefusals } from '../apps/web/src/text/th/member-refusals.ts'
import {
  closeNotice,
  codeField,
  definePromotion,
  dialogOf,
  openBonuses,
  press,
  receiveIn,
  walletOf,
  watchCalls,
} from './bonuses.ts'
import { test } from './own-copy.ts'
import { expect } from './test.ts'
import { makeRich } from './withdrawals.ts'

const { offer, held, promotion } = text

test.describe.configure({ mode: 'default' })
test.beforeEach(() => test.setTimeout(240_000))

test(
  'SAY-46 PROMO-01 PROMO-02 PROMO-05 PROMO-06 PROMO-07 SCOPE-12 a code is typed in capitals, searched, and shown before it is received',
  { tag: '@long-1' },
  async ({ page, request, copy, expectAccessible }) => {
    await definePromotion(copy, { code: 'ซอง50', html: '<p>ห้าสิบ <b>ฟรี</b></p>' })
    const member = await makeRich(request, copy, { baht: 200 })
    await openBonuses(page, member.phone)
    const finds = watchCalls(page, /^\/api\/promotion\/find\//)
    const search = () => press(page, promotion.search)
    const [field, button] = await Promise.all([
      codeField(page).boundingBox(),
      page.getByRole('button', { name: promotion.search, exact: true }).boundingBox(),
    ])
    expect(Math.abs(field!.y + field!.height / 2 - button!.y - button!.height / 2)).toBeLessThan(4)
    expect(button!.x).toBeGreaterThan(field!.x + field!.width)
    await codeField(page).fill('   ')
    await search()
    await expect(page.getByText(promotion.empty)).toBeVisible()
    expect(finds).toHaveLength(0)

    const sheet = dialogOf(page, promotion.sheet)
    await codeField(page).fill('nothing')
    await expect(codeField(page)).toHaveValue('NOTHING')
    const line = await page.context().newCDPSession(page)
    const slow = { offline: false, latency: 1_500, downloadThroughput: -1, uploadThroughput: -1 }
    await line.send('Network.emulateNetworkConditions', slow)
    await search()
    await expect(sheet.getByText(promotion.searching)).toBeVisible()
    await expect(sheet.getByText(promotion.none('NOTHING'))).toBeVisible()
    await expectAccessible()
    await line.send('Network.emulateNetworkConditions', { ...slow, latency: 0 })
    await page.keyboard.press('Escape')

    await codeField(page).fill('ซอง50')
    await codeField(page).press('Enter')
    await expect(sheet.locator('b')).toHaveText('ฟรี')
    await expect(sheet.getByRole('definition').filter({ hasText: '20%' })).toHaveCount(1)
    await expect(sheet.getByText('1,500.00 บาท', { exact: true })).toBeVisible()
    expect(finds.at(-1)).toBe(`/api/promotion/find/${encodeURIComponent('ซอง50')}`)
    await expectAccessible()
    await receiveIn(sheet).click()
    await closeNotice(page, promotion.done, promotion.doneLead)
    await expect(page.getByText(held.title)).toBeVisible()
    await expect(page.locator('main')).toContainText(text.types.promotion)
    expect(await walletOf(member)).toBe(300)
  },
)

test("PROMO-09 ERR-12 an exhausted code says so in the server's words", async ({
  page,
  request,
  copy,
}) => {
  await definePromotion(copy, { code: 'E2E-NONE-LEFT', html: '<p>หมด</p>', quota: 0 })
  const member = await makeRich(request, copy, { baht: 200 })
  await openBonuses(page, member.phone)
  await codeField(page).fill('e2e-none-left')
  await press(page, promotion.search)
  await receiveIn(dialogOf(page, promotion.sheet)).click()
  await expect(dialogOf(page, offer.error).getByRole('alert')).toHaveText(memberRefusals.BONUS_FULL)
  expect(await walletOf(member)).toBe(200)
})
