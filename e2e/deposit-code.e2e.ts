import type { Locator } from '@playwright/test'
import { depositText as english } from '../apps/web/src/features/deposit/text/en.ts'
import { homeText } from '../apps/web/src/text/en/home/home.ts'
import { depositText as text } from '../apps/web/src/features/deposit/text/th.ts'
import { openDeposit, openDoor } from './deposit-sheet.ts'
import { logIn, makeMember, overhangOf } from './member.ts'
import { expect, test } from './test.ts'

const { qr } = text

async function create(sheet: Locator, amount: string): Promise<void> {
  await sheet.getByRole('textbox').fill(amount)
  await sheet.getByRole('button', { name: qr.create, exact: true }).click()
  await expect(sheet.getByRole('timer')).toBeVisible()
}

const topOf = (part: Locator): Promise<number> =>
  part.evaluate((element) => element.getBoundingClientRect().top)

test("REACH-09 below the provider's minimum the field says why, and no longer when the amount is enough", async ({
  page,
  request,
  control,
}) => {
  const sheet = await openDeposit(page, await makeMember(request, control))
  await openDoor(sheet, 'qr')
  const button = sheet.getByRole('button', { name: qr.create, exact: true })
  await sheet.getByRole('textbox').fill('0.5')
  await expect(sheet.getByText(qr.tooLittle('1.00\u00A0บาท'))).toBeVisible()
  await expect(button).toBeDisabled()
  await sheet.getByRole('radio', { name: 'WW Pay' }).check()
  await sheet.getByRole('textbox').fill('99')
  await expect(sheet.getByText(qr.tooLittle('100.00\u00A0บาท'))).toBeVisible()
  await sheet.getByRole('textbox').fill('100')
  await expect(sheet.getByText(qr.tooLittle('100.00\u00A0บาท'))).toBeHidden()
  await expect(button).toBeEnabled()
})

test(
  'REACH-08 REACH-10 on the phone: the picture first, other ways last, and cancelling asks',
  { tag: '@long-4' },
  async ({ page, request, control, expectAccessible }) => {
    const sheet = await openDeposit(page, await makeMember(request, control))
    await openDoor(sheet, 'qr')
    await create(sheet, '75')
    const cancel = sheet.getByRole('button', { name: qr.cancel })
    const order = [
      sheet.getByRole('button', { name: qr.save }),
      sheet.getByRole('button', { name: qr.done }),
      sheet.getByRole('group', { name: qr.elsewhere }),
      cancel,
    ]
    const tops = await Promise.all(order.map(topOf))
    expect(tops).toEqual(tops.toSorted((one, other) => one - other))

    const asked = page.getByRole('dialog', { name: qr.sure.title })
    await cancel.click()
    await expect(asked).toContainText(qr.sure.paid)
    await expectAccessible()
    await asked.getByRole('button', { name: qr.sure.keep }).click()
    await expect(asked).toBeHidden()
    await expect(sheet.getByRole('timer')).toBeVisible()
    await cancel.click()
    await asked.getByRole('button', { name: qr.sure.cancel }).click()
    await expect(asked).toBeHidden()
    await expect(sheet.getByRole('timer')).toBeHidden()
  },
)

test(
  'REACH-06 a server that does not answer: reported below the code, which stays, and cleared afterwards',
  { tag: '@long-4' },
  async ({ page, request, control }) => {
    const sheet = await openDeposit(page, await makeMember(request, control))
    await openDoor(sheet, 'qr')
    await create(sheet, '65')
    await page.route('**/api/qrcode/**', (route) => route.abort())
    await expect(sheet.getByText(qr.reconnecting)).toBeVisible({ timeout: 30_000 })
    await expect(sheet.getByRole('timer')).toBeVisible()
    await page.unroute('**/api/qrcode/**')
    await expect(sheet.getByText(qr.reconnecting)).toBeHidden({ timeout: 30_000 })
    await expect(sheet.getByText(qr.samePhone)).toBeVisible()
  },
)

test.describe('in English', () => {
  test.use({ locale: 'en-GB', viewport: { width: 320, height: 640 } })

  test('REACH-07 at 320 px no name breaks within a word', async ({ page, request, control }) => {
    await page.addInitScript(() => {
      localStorage.setItem('locale', 'en')
      localStorage.setItem('remember-agreement', 'true')
    })
    const phone = await makeMember(request, control)
    await logIn(page, phone)
    await page.getByRole('button', { name: homeText.shortcuts.deposit, exact: true }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('tab', { name: english.ways.qr }).click()
    const group = sheet.getByRole('group', { name: english.qr.provider })
    await expect(group.getByText('Kasikornbank')).toBeVisible()
    expect(await brokenWords(group)).toEqual([])
    expect(await overhangOf(page)).toBe(0)
  })
})

/** Words that break over more than one line. */
function brokenWords(part: Locator): Promise<string[]> {
  return part.evaluate((root) => {
    const broken: string[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (const found of (node.textContent ?? '').matchAll(/\S+/g)) {
        const range = document.createRange()
        range.setStart(node, found.index)
        range.setEnd(node, found.index + found[0].length)
        if (range.getClientRects().length > 1) broken.push(found[0])
      }
    return broken
  })
}
