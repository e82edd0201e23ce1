import { depositText as text } from '../apps/web/src/features/deposit/text/th.ts'
import { maskedPhone } from '../apps/web/src/features/deposit/gift/gift-link.ts'
import { memberRefusals } from '../apps/web/src/text/th/member-refusals.ts'
import { pendingText as pending } from '../apps/web/src/text/th/pending.ts'
import { breakOutside, happen, openDeposit, openDoor, reopenDeposit } from './deposit-sheet.ts'
import { borrowMember, makeMember } from './member.ts'
import { expect, test } from './test.ts'

const { gift } = text

// One of them waits for a wallet that does not answer.
test.beforeEach(() => test.setTimeout(90_000))

test('DEP-G01 DEP-G02 DEP-G03 DEP-G04 DEP-G05 DEP-G06 TEXT-09 SCOPE-10 a pasted message with a link: the money arrives, and the link is never on the wire', async ({
  page,
  context,
  request,
  control,
  expectAccessible,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const phone = await makeMember(request, control)
  const { link } = await happen<{ link: string }>(request, `${control}/giftlink/vouchers`, {
    amount: '88.50',
    ownerMobile: phone,
    ownerName: 'Nok J',
  })
  const sheet = await openDeposit(page, phone)
  await openDoor(sheet, 'gift')
  await expect(sheet).toContainText('KAPAO DEMO WALLET')
  await expect(sheet).toContainText(gift.phone(maskedPhone(phone)))
  await expect(sheet).toContainText(gift.minimum('2.00 บาท'))
  const send = sheet.getByRole('button', { name: gift.send })
  await expect(send).toBeDisabled()
  await page.evaluate((text) => navigator.clipboard.writeText(text), `มีซองถึงคุณ ${link} แตะเพื่อรับ`)
  await sheet.getByRole('button', { name: gift.paste, exact: true }).click()
  await expect(send).toBeEnabled()
  await expectAccessible()

  const sent: string[] = []
  page.on('request', (one) => sent.push(`${one.url()} ${one.postData() ?? ''}`))
  await send.click()
  await expect(sheet).toContainText(text.receipt.title)
  await expect(sheet).toContainText('+88.50')
  await expectAccessible()
  const code = link.slice(link.lastIndexOf('=') + 1)
  expect(sent.some((one) => one.includes('/api/wallet/truelink'))).toBe(true)
  expect(sent.filter((one) => one.includes(code))).toEqual([])
})

test.describe('with the files that the browser has kept', () => {
  test.use({ serviceWorkers: 'allow' })

  test('REACH-108 the logo of the gift wallet is shown offline', async ({
    page,
    context,
    request,
    control,
  }) => {
    const phone = await borrowMember(request, control)
    const sheet = await openDeposit(page, phone)
    await openDoor(sheet, 'gift')
    await expect(sheet).toContainText(gift.phone(maskedPhone(phone)))
    const isKept = () =>
      page.evaluate(async () => (await caches.match('/banks/wallet.svg')) !== undefined)
    await expect.poll(isKept).toBe(true)
    // Nothing that this page has drawn before.
    await page.reload()
    await reopenDeposit(page)
    await context.setOffline(true)
    await openDoor(sheet, 'gift')
    await expect
      .poll(() => sheet.locator('img').evaluate((mark: HTMLImageElement) => mark.naturalWidth))
      .toBeGreaterThan(0)
  })
})

test("DEP-G07 REACH-03 text without a link is refused next to the field; the wallet's refusal is shown in red", async ({
  page,
  request,
  control,
}) => {
  const sheet = await openDeposit(page, await borrowMember(request, control))
  await openDoor(sheet, 'gift')
  const field = sheet.getByRole('textbox')
  const send = sheet.getByRole('button', { name: gift.send })
  await field.fill('hello')
  await send.click()
  await expect(sheet.getByRole('alert')).toContainText(gift.form)
  await field.fill(`https://gift.truemoney.com/campaign/?v=${'0'.repeat(35)}`)
  await expect(sheet.getByRole('alert')).toHaveCount(0)
  await send.click()
  const refused = page.getByRole('alert').filter({ hasText: memberRefusals.TRUELINK_INVALID })
  await expect(refused).toBeVisible()
  const refusal = sheet.getByRole('alert').filter({ hasText: text.refused.gift.invalid.title })
  await expect(refusal).toContainText(text.refused.gift.invalid.money)
  await expect(field).toHaveValue(new RegExp('0{35}$'))
  await field.fill('')
  await expect(refusal).toBeHidden()
})

test(
  'REACH-05 a gift from another phone: the reason, where its money is, and the link stays',
  { tag: '@long-4' },
  async ({ page, request, control, expectAccessible }) => {
    const phone = await borrowMember(request, control)
    const { link } = await happen<{ link: string }>(request, `${control}/giftlink/vouchers`, {
      amount: '50',
      ownerMobile: '0800000000',
      ownerName: 'Lek M',
    })
    const sheet = await openDeposit(page, phone)
    await openDoor(sheet, 'gift')
    const field = sheet.getByRole('textbox')
    await field.fill(link)
    await sheet.getByRole('button', { name: gift.send }).click()
    const { otherPhone } = text.refused.gift
    const refusal = sheet.getByRole('alert').filter({ hasText: otherPhone.title })
    await expect(refusal).toContainText(otherPhone.money)
    await expect(refusal).toContainText(otherPhone.next)
    await expect(field).toHaveValue(link)
    await expectAccessible()
  },
)

test(
  'a wallet whose answers are lost: shown as open, then as received, and counted once',
  { tag: '@long-1' },
  async ({ page, request, control, expectAccessible }) => {
    const phone = await makeMember(request, control)
    const { link } = await happen<{ link: string }>(request, `${control}/giftlink/vouchers`, {
      amount: '64',
      ownerMobile: phone,
      ownerName: 'Nok J',
    })
    const mend = await breakOutside(request, control, {
      operation: 'giftlink.redeem',
      kind: 'drop-after',
    })
    try {
      const sheet = await openDeposit(page, phone)
      await openDoor(sheet, 'gift')
      await sheet.getByRole('textbox').fill(link)
      await sheet.getByRole('button', { name: gift.send }).click()
      await expect(sheet.getByText(gift.sending)).toBeVisible()
      await expect(sheet).toContainText(gift.link(link.slice(-4)))
      await expect(
        sheet.getByText(gift.pending).or(sheet.getByText(text.receipt.title)),
      ).toBeVisible({
        timeout: 30_000,
      })
      await expectAccessible()
      await mend()
      await expect(sheet).toContainText(text.receipt.title, { timeout: 45_000 })
      await expect(sheet).toContainText('+64.00')
    } finally {
      await mend()
    }
  },
)

test(
  'for a link that may not have reached the server, only what is known is said',
  { tag: '@long-1' },
  async ({ page, request, control }) => {
    const sheet = await openDeposit(page, await borrowMember(request, control))
    await openDoor(sheet, 'gift')
    await sheet
      .getByRole('textbox')
      .fill(`https://gift.truemoney.com/campaign/?v=${'a'.repeat(35)}`)
    await page.route('**/api/**', (route) => route.abort())
    await sheet.getByRole('button', { name: gift.send }).click()
    await expect(sheet).toContainText(pending.running)
    await expect(sheet).not.toContainText(gift.pending)
    await page.unroute('**/api/**')
    await expect(page.getByRole('alert').last()).toContainText(pending.never, { timeout: 45_000 })
    await expect(sheet.getByRole('textbox')).toBeVisible()
  },
)
