import { depositText as text } from '../apps/web/src/features/deposit/text/th.ts'
import { homeText } from '../apps/web/src/text/th/home/home.ts'
import { publicText } from '../apps/web/src/text/th/public.ts'
import { visitorText } from '../apps/web/src/text/th/visitor.ts'
import { callAs } from './money.ts'
import { borrowMember, logIn, makeMember, overhangOf } from './member.ts'
import { happen, openDeposit, reopenDeposit, setBankAccount } from './deposit-sheet.ts'
import { expect, test } from './test.ts'

const { bank } = text
const kbank = '1112223334'

test(
  'DEP-01 DEP-09 DEP-12 DEP-13 DEP-B01 DEP-B02 DEP-B09 ERR-10 TEXT-02 TEXT-06 accounts to pay into, and their numbers copied',
  { tag: '@long-1' },
  async ({ page, context, request, control, expectAccessible }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const sheet = await openDeposit(page, await borrowMember(request, control))
    await expect(sheet.getByRole('tab')).toHaveText([text.ways.bank, text.ways.qr, text.ways.gift])
    const card = sheet.getByRole('listitem').filter({ hasText: '111-222-3334' })
    await expect(card).toContainText('ธนาคารกสิกรไทย')
    await expect(card).toContainText('KAPAO DEMO CO LTD')
    await expect(card.locator('img')).toHaveJSProperty('complete', true)
    // A number of other than ten digits is shown ungrouped.
    await expect(sheet.getByText('020333444555', { exact: true })).toBeVisible()
    await expect(sheet.locator('img[src="/banks/GSB.svg"]')).toHaveJSProperty('complete', true)
    await expect(sheet).toContainText(text.credited(1))
    await expect(sheet).toContainText(text.bonus)
    // This member does not hold kip.
    await expect(sheet.getByText('1601110001234567')).toHaveCount(0)
    expect(await overhangOf(page)).toBe(0)
    await expectAccessible()

    await card.getByRole('button', { name: bank.copy }).click()
    await expect(page.getByText(visitorText.copied.done(kbank))).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(kbank)
  },
)

test('DEP-B03 a number that the browser cannot copy is reported', async ({
  page,
  request,
  control,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    document.execCommand = () => false
  })
  const sheet = await openDeposit(page, await borrowMember(request, control))
  await sheet.getByRole('button', { name: `${bank.copy} ธนาคารกสิกรไทย` }).click()
  await expect(page.getByRole('alert').filter({ hasText: visitorText.copied.failed })).toBeVisible()
})

test(
  'SCOPE-10 a transfer becomes a receipt automatically, and home has the money',
  { tag: '@long-1' },
  async ({ page, request, control, expectAccessible }) => {
    const phone = await makeMember(request, control)
    const sheet = await openDeposit(page, phone)
    const paying = {
      fromBank: 'KBANK',
      fromAccount: phone,
      fromName: 'NOK JAIDEE',
      toBank: 'KBANK',
      toAccount: kbank,
      amount: '321.45',
    }
    await happen(request, `${control}/bank/pay`, paying)
    await expect(sheet).toContainText(text.receipt.title)
    await expect(sheet).toContainText('+321.45')
    await expectAccessible()
    await sheet.getByRole('button', { name: publicText.action.close }).last().click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.locator('main')).toContainText('321.45')
    // The receipt is shown once, and not again when the sheet is reopened later.
    await expect(await reopenDeposit(page)).not.toContainText(text.receipt.title)
  },
)

test('a deposit notified twice at once is read once, its money before other open work', async ({
  page,
  request,
  control,
}) => {
  const phone = await makeMember(request, control)
  await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
  const answered = page.waitForResponse('**/api/wallet/underway')
  await logIn(page, phone)
  // Home requests this last, once the phone is idle.
  await answered
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', (one) => {
    const { pathname } = new URL(one.url())
    if (pathname.startsWith('/api/wallet')) asked.push(pathname)
  })
  const paying = {
    fromBank: 'KBANK',
    fromAccount: phone,
    fromName: 'NOK JAIDEE',
    toBank: 'KBANK',
    toAccount: kbank,
    amount: '17.31',
  }
  await happen(request, `${control}/bank/pay`, paying)
  await expect(page.locator('main')).toContainText('17.31')
  const once = ['/api/wallet', '/api/wallet/underway']
  await expect.poll(() => asked).toEqual(once)
  await page.waitForTimeout(500)
  expect(asked).toEqual(once)
})

test(
  'money from an unknown payer shows up nowhere here: no receipt and no balance',
  { tag: '@long-2' },
  async ({ page, request, control }) => {
    const phone = await makeMember(request, control)
    const sheet = await openDeposit(page, phone)
    const stranger = { fromBank: 'SCB', fromAccount: '9998887776', fromName: 'SOMEBODY ELSE' }
    await happen(request, `${control}/bank/pay`, { ...stranger, toAccount: kbank, amount: '77.77' })
    await page.waitForTimeout(6_000)
    await expect(sheet).not.toContainText(text.receipt.title)
    const member = await callAs(request, phone)
    expect(await member.get('/api/wallet')).toMatchObject({ wallet: { amount: 0 } })
  },
)

test(
  'DEP-B04 DEP-B05 DEP-B06 DEP-B07 DEP-B08 ERR-08 a name in Thai is spelled in English first, and the number is copied then',
  { tag: '@long-1' },
  async ({ page, context, request, control, databaseUrl, expectAccessible }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const phone = await makeMember(request, control)
    await setBankAccount(databaseUrl, phone, { bankCode: 'KTB', bankAccountName: 'นก ใจดี' })
    const sheet = await openDeposit(page, phone)
    const card = sheet.getByRole('listitem').filter({ hasText: '111-222-3334' })
    await expect(card).toContainText(bank.name.lead)
    await expect(card.getByRole('button', { name: bank.copy })).toHaveCount(0)
    // The account whose bank reports names in any script is copied as usual.
    await expect(sheet.getByRole('button', { name: `${bank.copy} ธนาคารไทยพาณิชย์` })).toBeVisible()
    const field = card.getByRole('textbox')
    const save = card.getByRole('button', { name: bank.name.save })
    await save.click()
    await expect(card.getByRole('alert')).toContainText(bank.name.error)
    await field.fill('นก')
    await expect(card.getByRole('alert')).toContainText(bank.name.error)
    await expectAccessible()
    await field.fill('nok jaidee')
    await expect(field).toHaveValue('NOK JAIDEE')
    await expect(card.getByRole('alert')).toHaveCount(0)

    await context.setOffline(true)
    await save.click()
    await expect(
      page.getByRole('alert').filter({ hasText: publicText.error.generic }),
    ).toBeVisible()
    await context.setOffline(false)

    await save.click()
    await expect(page.getByText(bank.name.saved)).toBeVisible()
    await expect(page.getByText(visitorText.copied.done(kbank))).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(kbank)
    await expect(card.getByRole('button', { name: bank.copy })).toBeVisible()
    const member = await callAs(request, phone)
    expect(await member.get('/api/wallet')).toMatchObject({
      bankAccount: { bankAccountName: 'NOK JAIDEE', bank: { code: 'KTB' } },
    })
  },
)

test('DEP-03 payment methods that cannot be read: no alert, no spinner, and one tap retries', async ({
  page,
  request,
  control,
}) => {
  await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
  await page.route('**/api/lookup/deposit', (route) => route.fulfill({ status: 500, json: {} }))
  await logIn(page, await borrowMember(request, control))
  await page.getByRole('button', { name: homeText.shortcuts.deposit, exact: true }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText(text.failed)
  await expect(sheet.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.unroute('**/api/lookup/deposit')
  await sheet.getByRole('button', { name: publicText.action.again }).click()
  await expect(sheet.getByRole('tab').first()).toBeVisible()
})
