import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { visitorText as visitor } from '../apps/web/src/text/th/visitor.ts'
import { depositText as text } from '../apps/web/src/features/deposit/text/th.ts'
import { statementText } from '../apps/web/src/features/statement/text/th.ts'
import { underWayText } from '../apps/web/src/features/under-way/text/th.ts'
import { memberRefusals } from '../apps/web/src/text/th/member-refusals.ts'
import { publicText } from '../apps/web/src/text/th/public.ts'
import { withDb } from './database.ts'
import { breakOutside, happen, openDeposit, openDoor, reopenDeposit } from './deposit-sheet.ts'
import { makeMember, overhangOf } from './member.ts'
import { expect, test } from './test.ts'

const { qr } = text
const minutes = 15

const timerOf = (sheet: Locator) => sheet.getByRole('timer')
const createOf = (sheet: Locator) => sheet.getByRole('button', { name: qr.create, exact: true })

async function choose(sheet: Locator, provider: string): Promise<void> {
  await sheet.getByRole('radio', { name: provider }).check()
}

async function create(sheet: Locator, amount: string): Promise<void> {
  await sheet.getByRole('textbox').fill(amount)
  await createOf(sheet).click()
  await expect(timerOf(sheet)).toBeVisible()
}

async function cancel(page: Page, sheet: Locator): Promise<void> {
  await sheet.getByRole('button', { name: qr.cancel }).click()
  const asked = page.getByRole('dialog', { name: qr.sure.title })
  await asked.getByRole('button', { name: qr.sure.cancel }).click()
}

/** Pays the newest code at a gateway, for the amount that it asks. */
async function pay(
  request: APIRequestContext,
  control: string,
  gateway: string,
  otherwise: object = {},
): Promise<void> {
  const codes = (await (await request.get(`${control}/gateways/${gateway}/codes`)).json()) as {
    reference: string
  }[]
  await happen(request, `${control}/gateways/${gateway}/pay`, {
    reference: codes[0]!.reference,
    ...otherwise,
  })
}

test(
  'DEP-Q02 DEP-Q03 DEP-Q04 DEP-Q10 DEP-Q14 DEP-Q19 DEP-Q22 DEP-Q23 TEXT-08 REACH-103 a code with its countdown, which goes on over closing',
  { tag: '@long-1' },
  async ({ page, request, control, expectAccessible }) => {
    const phone = await makeMember(request, control)
    const sheet = await openDeposit(page, phone)
    await openDoor(sheet, 'qr')
    const own = `ธนาคารกสิกรไทย\u00A0••${phone.slice(-4)}`
    for (const sentence of [text.ownAccount(own), qr.minutes(minutes), qr.once])
      await expect(sheet).toContainText(sentence)
    await expect(sheet).toContainText(qr.minimum('1.00 บาท'))
    await expect(createOf(sheet)).toBeDisabled()
    await sheet.getByRole('button', { name: '500', exact: true }).click()
    await expect(sheet.getByRole('textbox')).toHaveValue('500')
    await expectAccessible()
    await createOf(sheet).click()
    await expect(sheet.getByRole('img', { name: qr.code('500.00 บาท') })).toBeVisible()
    await expect(timerOf(sheet)).toHaveText(/^1[45]:\d\d$/)
    const before = await timerOf(sheet).innerText()
    await expect(timerOf(sheet)).not.toHaveText(before)
    expect(await overhangOf(page)).toBe(0)
    await expectAccessible()

    await page.keyboard.press('Escape')
    const again = await reopenDeposit(page)
    await openDoor(again, 'qr')
    await expect(timerOf(again)).toHaveText(/^14:\d\d$/)
  },
)

test(
  'SCOPE-10 REACH-89 REACH-104 a paid code turns into a receipt automatically, and home has the money',
  { tag: '@long-1' },
  async ({ page, request, control, expectAccessible }) => {
    const sheet = await openDeposit(page, await makeMember(request, control))
    await openDoor(sheet, 'qr')
    await create(sheet, '123')
    await pay(request, control, 'KBANK')
    await expect(sheet).toContainText(text.receipt.title)
    await expect(sheet).toContainText('+123.00')
    await expect(timerOf(sheet)).toBeHidden()
    await expect(sheet).toContainText(/[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}/)
    await expect(sheet).not.toContainText(/[0-9a-f]{8}-[0-9a-f]{4}/)
    await expectAccessible()
    await sheet.getByRole('button', { name: text.receipt.again }).click()
    await expect(createOf(sheet)).toBeVisible()
    await sheet.getByRole('button', { name: publicText.action.close }).click()
    await expect(page.locator('main')).toContainText('123.00')
    // The statement names the bank as the sheet did.
    await page.goto('/user/statement')
    await expect(page.getByRole('main').getByRole('listitem').first()).toContainText(
      statementText.activities.deposit('ธนาคารกสิกรไทย'),
    )
  },
)

test(
  'REACH-100 REACH-111 money from another account arrives and is held: home says so, and its receipt says why and whom to ask',
  { tag: '@long-3' },
  async ({ page, request, control }) => {
    const sheet = await openDeposit(page, await makeMember(request, control))
    await openDoor(sheet, 'qr')
    await choose(sheet, 'WW Pay')
    await create(sheet, '230')
    // This gateway distinguishes payments by their satang.
    await expect(sheet.getByText(qr.satang)).toBeVisible()
    await pay(request, control, 'WW', { payer: 'stranger' })
    await expect(sheet).toContainText(text.receipt.heldTitle)
    await sheet.getByRole('button', { name: publicText.action.close }).first().click()
    const row = page.getByRole('button').filter({ hasText: underWayText.deposit.HELD })
    await expect(row).toContainText(/230\.\d\d/)
    await row.click()
    await expect(page).toHaveURL(/\/user\/statement$/)
    await page.getByRole('main').getByRole('listitem').getByRole('button').first().click()
    const receipt = page.getByRole('dialog', { name: statementText.receipt.title })
    await expect(receipt).toContainText(statementText.receipt.held.PAYER)
    await expect(receipt).not.toContainText(statementText.receipt.nothingYet)
    await receipt.getByRole('link', { name: statementText.receipt.ask }).click()
    await expect(page).toHaveURL(/\/user\/contact$/)
  },
)

test(
  'DEP-Q06 DEP-Q08 DEP-Q11 DEP-Q12 DEP-Q15 DEP-Q16 DEP-Q17 REACH-95 REACH-110 each provider has its presets and minimum; a new code replaces the old one',
  { tag: '@long-3' },
  async ({ page, request, control }) => {
    const sheet = await openDeposit(page, await makeMember(request, control))
    await openDoor(sheet, 'qr')
    const presets = sheet.getByRole('group', { name: qr.amount }).getByRole('button')
    const offered = {
      ธนาคารกสิกรไทย: ['10', '20', '50', '100', '500', '1,000'],
      'WW Pay': ['100', '200', '300', '500', '1,000'],
      PayOneX: ['100', '200', '300', '500', '1,000'],
      PayTimz: ['10', '50', '100', '500', '1,000'],
      ZPay: ['10', '50', '100', '500', '1,000'],
    }
    for (const [provider, amounts] of Object.entries(offered)) {
      await choose(sheet, provider)
      await expect(presets).toHaveText(amounts)
      const [least = '1'] = provider.startsWith('ธ') ? ['1'] : amounts
      await sheet.getByRole('textbox').fill(String(Number(least) - 0.01))
      await expect(createOf(sheet)).toBeDisabled()
      await sheet.getByRole('textbox').fill(least)
      await expect(createOf(sheet)).toBeEnabled()
    }
    for (const typed of ['100.123', '1000000000', '1,2,a']) {
      await sheet.getByRole('textbox').fill(typed)
      await expect(sheet.getByText(visitor.amountForm.BAHT)).toBeVisible()
      await expect(createOf(sheet)).toBeDisabled()
    }
    await choose(sheet, 'ZPay')
    await expect(sheet.getByText(qr.replaces('ZPay'))).toHaveCount(0)
    await create(sheet, '60')
    await choose(sheet, 'PayTimz')
    await expect(sheet.getByText(qr.replaces('ZPay'))).toBeVisible()
    await create(sheet, '70')
    await expect(sheet.getByText(qr.satang)).toHaveCount(0)
    // Only one code is open at a time.
    await expect(sheet.getByText(qr.open)).toHaveCount(1)
    // The replaced code is marked as such, in its place.
    await expect(sheet.getByText(qr.insteadOf('ZPay'))).toBeVisible()
    await expect(sheet.locator('label').filter({ hasText: 'ZPay' })).toContainText(qr.gone)
    await choose(sheet, 'ZPay')
    await expect(createOf(sheet)).toBeVisible()
    await expect(sheet.getByText(qr.replaces('PayTimz'))).toBeVisible()
    await choose(sheet, 'PayTimz')
    await cancel(page, sheet)
    await expect(page.getByText(qr.cancelled)).toBeVisible()
    await expect(createOf(sheet)).toBeVisible()
  },
)

test('REACH-85 whichever gateway was viewed before, each is asked for its own code', async ({
  page,
  request,
  control,
}) => {
  const sheet = await openDeposit(page, await makeMember(request, control))
  await openDoor(sheet, 'qr')
  for (const provider of ['ธนาคารกสิกรไทย', 'WW Pay', 'PayOneX']) {
    await choose(sheet, provider)
    await expect(createOf(sheet)).toBeVisible()
  }
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', (one) => {
    const [, provider] = /api\/qrcode\/(\w+)$/.exec(one.url()) ?? []
    if (provider !== undefined) asked.push(provider)
  })
  // The visible data is read again when the connection comes back.
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect
    .poll(() => [...new Set(asked)].toSorted())
    .toEqual(['KBANK', 'PAYONEX', 'PAYTIMZ', 'WW', 'ZPAY'])
})

test('REACH-86 a newly created code is scrolled into view and has the focus', async ({
  page,
  request,
  control,
}) => {
  const sheet = await openDeposit(page, await makeMember(request, control))
  await openDoor(sheet, 'qr')
  await sheet.getByRole('textbox').fill('40')
  // Scrolled to the end of the sheet, to the notes below the button.
  await sheet.getByText(text.credited(1)).scrollIntoViewIfNeeded()
  await createOf(sheet).click()
  const code = sheet.getByRole('img', { name: qr.code('40.00 บาท') })
  await expect(code).toBeInViewport({ ratio: 0.99 })
  await expect(code).toBeFocused()
})

test(
  'DEP-Q07 REACH-12 a member who reports a payment gets a confirmation, and the sheet closes',
  { tag: '@long-2' },
  async ({ page, request, control }) => {
    const sheet = await openDeposit(page, await makeMember(request, control))
    await openDoor(sheet, 'qr')
    await create(sheet, '45')
    const reloaded = page.waitForResponse('**/api/wallet')
    await sheet.getByRole('button', { name: qr.done }).click()
    await expect(page.getByText(qr.refreshing)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await reloaded
    // Until the bank reports the payment, the member still needs the code.
    await page.reload()
    const again = await reopenDeposit(page)
    await openDoor(again, 'qr')
    await expect(timerOf(again)).toBeVisible()
  },
)

test('SAY-41 the code can be saved as a picture on the phone that is to pay it, with its amount and whom it pays', async ({
  page,
  request,
  control,
}) => {
  await page.addInitScript(() => {
    const drawn: string[] = []
    Object.assign(window, { drawn })
    const canvas = CanvasRenderingContext2D.prototype
    const own = Reflect.get(canvas, 'fillText') as (...given: unknown[]) => void
    Reflect.set(canvas, 'fillText', function draw(this: unknown, ...given: unknown[]) {
      drawn.push(String(given[0]))
      Reflect.apply(own, this, given)
    })
  })
  const sheet = await openDeposit(page, await makeMember(request, control))
  await openDoor(sheet, 'qr')
  await create(sheet, '55')
  const saving = page.waitForEvent('download')
  await sheet.getByRole('button', { name: qr.save }).click()
  expect((await saving).suggestedFilename()).toBe('qr.png')
  await expect(page.getByText(qr.saved, { exact: true })).toBeVisible()
  const payee = sheet.getByText(/KAPAO DEMO CO LTD/).first()
  const drawn = await page.evaluate(() => (window as unknown as { drawn: string[] }).drawn)
  expect(drawn).toEqual([expect.stringMatching(/^55\.\d\d\u00A0/), await payee.textContent()])
})

test('DEP-Q18 ERR-07 ERR-18 REACH-03 REACH-04 a gateway that creates no code: reported in words, and the amount is still there', async ({
  page,
  request,
  control,
}) => {
  const mend = await breakOutside(request, control, {
    operation: 'gateways.ZPAY.order',
    kind: 'no-qr',
  })
  try {
    const sheet = await openDeposit(page, await makeMember(request, control))
    await openDoor(sheet, 'qr')
    await choose(sheet, 'ZPay')
    await sheet.getByRole('textbox').fill('80')
    await createOf(sheet).click()
    await expect(page.getByRole('alert').filter({ hasText: memberRefusals.QR_FAIL })).toBeVisible()
    await expect(sheet.getByRole('textbox')).toHaveValue('80')
    const { title, money, chosen } = text.refused.gateway
    const refusal = sheet.getByRole('alert').filter({ hasText: title('ZPay') })
    await expect(refusal).toContainText(money)
    await expect(refusal).toContainText(chosen('ธนาคารกสิกรไทย'))
    await expect(refusal).toBeFocused()
    await expect(sheet.getByRole('radio', { name: 'ธนาคารกสิกรไทย' })).toBeChecked()
    await createOf(sheet).click()
    await expect(timerOf(sheet)).toBeVisible()
    await expect(refusal).toBeHidden()
  } finally {
    await mend()
  }
})

test(
  'DEP-Q05 an expired code is gone, and the form is there again',
  { tag: '@long-1' },
  async ({ page, request, control, databaseUrl }) => {
    const phone = await makeMember(request, control)
    const sheet = await openDeposit(page, phone)
    await openDoor(sheet, 'qr')
    await create(sheet, '50')
    await expect(timerOf(sheet)).toBeVisible()
    // The member comes back in its last seconds.
    await withDb(databaseUrl, (db) =>
      db.query(
        `update qrcodes_code set expires_at = now() + interval '14 seconds'
       where member_id = (select id from account_member where username = $1)`,
        [phone],
      ),
    )
    await page.reload()
    await openDoor(await reopenDeposit(page), 'qr')
    await expect(timerOf(sheet)).toHaveText(/^0?0:[01]\d$/)
    await expect(timerOf(sheet)).toBeHidden({ timeout: 20_000 })
    await expect(sheet.getByRole('textbox')).toBeVisible()
    await expect(createOf(sheet)).toBeVisible()
  },
)
