import type { APIRequestContext, Locator } from '@playwright/test'
import { hourMs } from '@kapao/contract/times'
import { depositText as text } from '../apps/web/src/features/deposit/text/th.ts'
import { visitorText } from '../apps/web/src/text/th/visitor.ts'
import { slipReasons } from '../apps/web/src/text/th/slip-reasons.ts'
import { setSetting } from './database.ts'
import { breakOutside, happen, openDeposit, reopenDeposit } from './deposit-sheet.ts'
import { makeMember } from './member.ts'
import { expect, test } from './test.ts'

const { slip } = text
// Credited manually: only the slip reports a transfer to it.
const account = { toBank: 'GSB', toAccount: '020333444555' }

type World = { request: APIRequestContext; control: string }
type Picture = { name: string; mimeType: string; buffer: Buffer }

/** Pays and returns the picture of the slip. */
async function slipOf(
  { request, control }: World,
  about: object,
  variant = 'plain',
): Promise<Picture> {
  const { reference } = await happen<{ reference: string }>(request, `${control}/slips/transfers`, {
    ...account,
    ...about,
  })
  const answer = await request.get(`${control}/slips/pictures/${reference}/${variant}`)
  const { type, base64 } = (await answer.json()) as { type: string; base64: string }
  return { name: 'slip', mimeType: type, buffer: Buffer.from(base64, 'base64') }
}

const own = (phone: string) => ({ fromBank: 'KBANK', fromAccount: phone, fromName: 'NOK JAIDEE' })
const choose = (sheet: Locator, picture: Picture) =>
  sheet.locator('input[type=file]').setInputFiles(picture)

/** The hour in Bangkok, the given number of hours from now. */
function bangkokIn(hours: number): string {
  const at = new Date(Date.now() + (hours + 7) * hourMs)
  return at.toISOString().slice(11, 16)
}

/** Closes slips between these two hours in Bangkok. */
async function closeSlips(databaseUrl: string, hours: { from: string; to: string }): Promise<void> {
  await setSetting(databaseUrl, 'slip.closeFrom', { value: hours.from })
  await setSetting(databaseUrl, 'slip.closeTo', { value: hours.to })
}

test.describe.configure({ mode: 'serial' })

// These journeys run at any hour, so the closed hours are moved elsewhere.
const closed = { from: bangkokIn(11), to: bangkokIn(13) }
test.beforeAll(({ databaseUrl }) => closeSlips(databaseUrl, closed))

test(
  'DEP-S01 DEP-S02 DEP-S03 DEP-10 DEP-11 TEXT-07 SCOPE-10 a slip is previewed on the phone, sent, checked, and becomes a receipt',
  { tag: '@long-4' },
  async ({ page, request, control, expectAccessible }) => {
    const phone = await makeMember(request, control)
    const sheet = await openDeposit(page, phone)
    await expect(sheet).toContainText(slip.real)
    await expect(sheet).toContainText(slip.withinHours(1))
    await expect(sheet).toContainText(slip.closes(closed.from, closed.to))
    await choose(sheet, await slipOf({ request, control }, { ...own(phone), amount: '250.75' }))
    await expect(sheet).toContainText(slip.look.good)
    await expect(sheet.getByRole('img', { name: slip.picture })).toBeVisible()
    await expectAccessible()
    await sheet.getByRole('button', { name: slip.send, exact: true }).click()
    await expect(sheet).toContainText(text.receipt.title, { timeout: 20_000 })
    await expect(sheet).toContainText('+250.75')
    // Behind the receipt the slip shows the same result.
    await sheet.getByRole('button', { name: text.receipt.again }).click()
    await expect(sheet).toContainText(slip.credited('250.75 บาท'))
    await expectAccessible()
  },
)

test(
  'a picture without a code, and the same slip twice, are refused before anything is sent',
  { tag: '@long-4' },
  async ({ page, request, control }) => {
    const phone = await makeMember(request, control)
    const sheet = await openDeposit(page, phone)
    const sent: string[] = []
    page.on('request', (one) => {
      if (one.url().endsWith('/api/wallet/slip')) sent.push(one.url())
    })
    await choose(sheet, await slipOf({ request, control }, own(phone), 'no-qr'))
    await expect(sheet).toContainText(slip.look.noCode, { timeout: 20_000 })
    await sheet.getByRole('button', { name: slip.other }).click()
    await choose(sheet, { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await expect(sheet.getByRole('alert')).toContainText(slip.look.noPicture)
    expect(sent).toEqual([])

    const picture = await slipOf({ request, control }, { ...own(phone), amount: '20' })
    await choose(sheet, picture)
    await sheet.getByRole('button', { name: slip.send, exact: true }).click()
    await expect(sheet).toContainText(text.receipt.title, { timeout: 20_000 })
    await sheet.getByRole('button', { name: text.receipt.again }).click()
    await sheet.getByRole('button', { name: slip.another }).click()
    await choose(sheet, picture)
    await expect(sheet).toContainText(slip.look.seen)
    expect(sent).toHaveLength(1)
  },
)

test(
  'REACH-11 REACH-87 one tap leads past the accounts to the slip, its picture is as wide as its card, and the button is in view',
  { tag: '@long-4' },
  async ({ page, request, control }) => {
    const phone = await makeMember(request, control)
    const sheet = await openDeposit(page, phone)
    const file = sheet.locator('input[type=file]')
    await expect(file).not.toBeInViewport()
    await sheet.getByRole('button', { name: slip.jump }).click()
    await expect(file).toBeInViewport()
    await expect(file).toBeFocused()
    const place = (await file.boundingBox())!
    await choose(sheet, await slipOf({ request, control }, own(phone)))
    const picture = sheet.getByRole('img', { name: slip.picture })
    await expect(picture).toBeVisible()
    expect((await picture.boundingBox())!.width).toBeGreaterThanOrEqual(place.width - 4)
    await expect(sheet.getByRole('button', { name: slip.send, exact: true })).toBeInViewport({
      ratio: 0.99,
    })
  },
)

test(
  'a slip for another account is refused with its reason',
  { tag: '@long-4' },
  async ({ page, request, control, expectAccessible }) => {
    const phone = await makeMember(request, control)
    const sheet = await openDeposit(page, phone)
    const elsewhere = { ...own(phone), toBank: 'SCB', toAccount: '5556667778', toName: 'SOMEBODY' }
    await choose(sheet, await slipOf({ request, control }, elsewhere))
    await sheet.getByRole('button', { name: slip.send, exact: true }).click()
    await expect(sheet).toContainText(slip.refused, { timeout: 20_000 })
    await expect(sheet).toContainText(slipReasons.DEST_ACC_INVALID)
    await expectAccessible()
  },
)

test(
  'a slip that is still being checked is shown again in the sheet, and is not sent twice',
  { tag: '@long-4' },
  async ({ page, request, control, expectAccessible }) => {
    const phone = await makeMember(request, control)
    const rule = { operation: 'slips.slipok', kind: 'bank-delay' }
    const mend = await breakOutside(request, control, rule)
    try {
      const sheet = await openDeposit(page, phone)
      await choose(sheet, await slipOf({ request, control }, { ...own(phone), amount: '41' }))
      await sheet.getByRole('button', { name: slip.send, exact: true }).click()
      await expect(sheet).toContainText(slip.checking)
      await page.reload()
      const again = await reopenDeposit(page)
      await expect(again).toContainText(slip.checking)
      await expectAccessible()
      await again.getByRole('button', { name: slip.another }).click()
      await expect(again.locator('input[type=file]')).toHaveCount(1)
    } finally {
      await mend()
    }
  },
)

test(
  'DEP-S07 an upload can be stopped, and one without a connection is reported in red; the picture stays',
  { tag: '@long-4' },
  async ({ page, context, request, control }) => {
    const phone = await makeMember(request, control)
    const sheet = await openDeposit(page, phone)
    await choose(sheet, await slipOf({ request, control }, own(phone), 'photo'))
    const send = sheet.getByRole('button', { name: slip.send, exact: true })
    await expect(send).toBeVisible({ timeout: 20_000 })
    const browser = await context.newCDPSession(page)
    await browser.send('Network.enable')
    const slow = { offline: false, latency: 200, downloadThroughput: -1, uploadThroughput: 8_000 }
    await browser.send('Network.emulateNetworkConditions', slow)
    await send.click()
    await expect(sheet.getByRole('progressbar')).toBeVisible()
    await sheet.getByRole('button', { name: visitorText.form.cancel }).click()
    await expect(send).toBeVisible()
    await browser.send('Network.emulateNetworkConditions', { ...slow, offline: true })
    await send.click()
    await expect(page.getByRole('alert').last()).toBeVisible()
    await expect(send).toBeVisible()
  },
)

test(
  "DEP-S04 in the closed hours the slip's entry says until when, and accepts no picture",
  { tag: '@long-4' },
  async ({ page, request, control, databaseUrl }) => {
    const now = { from: bangkokIn(-1), to: bangkokIn(1) }
    await closeSlips(databaseUrl, now)
    try {
      const phone = await makeMember(request, control)
      const sheet = await openDeposit(page, phone)
      await expect(sheet.getByRole('status').filter({ hasText: slip.closed(now.to) })).toBeVisible()
      await expect(sheet.locator('input[type=file]')).toHaveCount(0)
    } finally {
      await closeSlips(databaseUrl, closed)
    }
  },
)

test(
  'OP-B32 where transfers are credited manually the slip is required; elsewhere it is optional, behind a button',
  { tag: '@long-4' },
  async ({ page, request, control }) => {
    let isManual = true
    await page.route('**/api/lookup/deposit', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ json: { ...(await answer.json()), isManual } })
    })
    const phone = await makeMember(request, control)
    const picture = 'input[type=file]'
    const needed = (sheet: Locator) => sheet.getByRole('button', { name: slip.optional })
    const asked = await openDeposit(page, phone)
    await expect(asked.locator(picture)).toHaveCount(1)
    await expect(needed(asked)).toHaveCount(0)

    isManual = false
    await page.reload()
    const sheet = await reopenDeposit(page)
    await expect(needed(sheet)).toBeVisible()
    await expect(sheet.locator(picture)).toHaveCount(0)
    await needed(sheet).click()
    await expect(sheet.locator(picture)).toHaveCount(1)
  },
)
