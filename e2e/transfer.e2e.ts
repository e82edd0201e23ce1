import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { memberRefusals } from '../apps/web/src/text/th/member-refusals.ts'
import { publicText } from '../apps/web/src/text/th/public.ts'
import { gamesText, homeText } from '../apps/web/src/text/th/home/home.ts'
import { memberText } from '../apps/web/src/text/th/member.ts'
import { pendingText as pending } from '../apps/web/src/text/th/pending.ts'
import { transferText as text } from '../apps/web/src/features/transfer/text/th.ts'
import { logIn, makeMember, tokenOf } from './member.ts'
import { callAs, giveMoney } from './money.ts'
import { expect, test } from './test.ts'
import { accountRow, chooseAccount as choose, openSlider } from './transfer-sheet.ts'

const { groups } = gamesText
const games = ['pgslot', 'slotracha', 'huayhd'] as const
const names = { one: 'PG Slot', other: 'Slot Racha', lotto: 'Huay HD' } as const
const first = 'pgslot'
const second = 'slotracha'

let phone = ''
let member: Awaited<ReturnType<typeof callAs>>

// Some wait for a provider to be queried again.
test.beforeEach(() => test.setTimeout(90_000))

// One member for all of them, with 2,000 and open accounts.
test.beforeAll(async ({ playwright, baseURL, control, databaseUrl }) => {
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  phone = await makeMember(request, control)
  await giveMoney(databaseUrl, { phone, satang: 200_000n })
  member = await callAs(request, phone)
  for (const game of games) await member.get(`/api/wallet/activate/${game}`)
})

type Wallet = { wallet: { amount: number }; slots: { code: string; amount: number }[] }

async function amounts(): Promise<Record<string, number>> {
  const wallet = (await member.get('/api/wallet')) as Wallet
  return Object.fromEntries([
    ['wallet', wallet.wallet.amount],
    ...wallet.slots.map(({ code, amount }) => [code, amount]),
  ])
}

/** Adds a fault to a provider and returns its removal; the sandbox is shared with other journeys. */
async function addFault(
  request: APIRequestContext,
  control: string,
  rule: object,
): Promise<() => Promise<unknown>> {
  const answer = await request.post(`${control}/faults`, { data: rule })
  const { id } = await answer.json()
  return () => request.delete(`${control}/faults/${id}`, { data: {} })
}

/** Home, with everything in the wallet and no dialog in the way. */
async function enter(page: Page): Promise<void> {
  const { wallet: _, ...held } = await amounts()
  if (Object.values(held).some((amount) => amount > 0))
    await member.post('/api/wallet/transferAll', { to: 'wallet' })
  await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
  await logIn(page, phone)
}

async function openSheet(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: homeText.transfer, exact: true }).first().click()
  const sheet = page.getByRole('dialog', { name: text.title })
  await expect(sheet).toBeVisible()
  return sheet
}

const chosenIn = (picker: Locator) => picker.getByRole('option', { selected: true })
const submitOf = (sheet: Locator) => sheet.locator('button[type=submit]')

async function fill(sheet: Locator, to: string, amount: string): Promise<void> {
  await choose(sheet, text.to, to)
  await sheet.getByLabel(text.amount).first().fill(amount)
}

test(
  'TRF-01 TRF-02 TRF-03 TRF-07 TRF-08 TRF-10 TRF-19 ERR-06 SCOPE-11 money goes to a game, and home shows it',
  { tag: '@long-3' },
  async ({ page, expectAccessible }) => {
    await enter(page)
    const before = await amounts()
    const sheet = await openSheet(page)
    // Both are vertical sliders; the one that is open first is that of what is missing.
    await expect(chosenIn(await openSlider(sheet, text.from))).toContainText(homeText.wallet)
    const picker = await openSlider(sheet, text.to)
    await expect(sheet.getByRole('listbox')).toHaveCount(1)
    // An account that was never opened is no choice.
    const offered = [text.choose, names.one, names.other, names.lotto, homeText.wallet]
    await expect(picker.getByRole('option')).toContainText(offered)
    const group = (name: string) => picker.getByRole('group', { name }).getByRole('option')
    await expect(group(groups.slot)).toHaveCount(2)
    await expect(group(groups.lotto)).toHaveCount(1)
    await fill(sheet, names.one, '150.25')
    await expect(sheet.getByText((before['wallet']! - 150.25).toLocaleString('en'))).toBeVisible()
    await expectAccessible()

    const reloaded = page.waitForResponse('**/api/wallet')
    await submitOf(sheet).click()
    const done = page.getByRole('dialog', { name: text.done })
    await expect(done).toContainText('150.25')
    await expectAccessible()
    await done.getByRole('button', { name: publicText.action.close }).last().click()
    await reloaded
    const after = await amounts()
    expect(after['wallet']).toBeCloseTo(before['wallet']! - 150.25)
    expect(after[first]).toBeCloseTo(before[first]! + 150.25)
    await expect(page.locator('main')).toContainText('150.25')
  },
)

test('TRF-04 TRF-05 TRF-06 TRF-18 an invalid transfer is reported next to its field, and nothing is sent', async ({
  page,
}) => {
  await enter(page)
  const sent: string[] = []
  page.on('request', (one) => {
    if (one.url().includes('/api/wallet/transfer')) sent.push(one.url())
  })
  const sheet = await openSheet(page)
  await submitOf(sheet).click()
  await expect(sheet.getByRole('alert').filter({ hasText: text.errors.choose })).toBeVisible()
  await choose(sheet, text.to, homeText.wallet)
  await submitOf(sheet).click()
  await expect(sheet.getByRole('alert').filter({ hasText: text.errors.same })).toBeVisible()
  await choose(sheet, text.to, names.one)
  await sheet.getByLabel(text.amount).first().fill('0.5')
  await submitOf(sheet).click()
  const tooLittle = sheet.getByRole('alert').filter({ hasText: text.errors.minimum('1.00') })
  await expect(tooLittle).toBeVisible()
  expect(sent).toEqual([])
})

test(
  'TRF-09 ERR-05 REACH-20 more than the balance: the failure says what the server said, and the form is still there',
  { tag: '@long-1' },
  async ({ page, expectAccessible }) => {
    await enter(page)
    const sheet = await openSheet(page)
    await choose(sheet, text.from, names.one)
    await choose(sheet, text.to, homeText.wallet)
    await sheet.getByLabel(text.amount).first().fill('77')
    await expect(sheet.getByText(text.short)).toBeVisible()
    await submitOf(sheet).click()
    const failed = page.getByRole('dialog', { name: publicText.error.generic })
    await expect(failed).toContainText(memberRefusals.MONEY_NOT_ENOUGH)
    await expect(failed).toContainText(text.refused.has(names.one, '0.00 บาท'))
    await expectAccessible()
    await failed.getByRole('button', { name: publicText.action.close }).last().click()
    await expect(sheet.getByLabel(text.amount).first()).toHaveValue('77')
    // It is said once.
    await expect(sheet.getByRole('alert')).toHaveCount(0)
    await expectAccessible()
  },
)

test(
  'REACH-113 a game that keeps its money: the failure says that the money is there, never that it is in the wallet',
  { tag: '@long-2' },
  async ({ page, request, control, expectAccessible }) => {
    await enter(page)
    await member.post('/api/wallet/transfer', { from: 'wallet', to: second, amount: 40 })
    const rule = { operation: `games.${second}.transfer-out`, kind: 'in-round' }
    const mend = await addFault(request, control, rule)
    const sheet = await openSheet(page)
    await choose(sheet, text.from, names.other)
    await choose(sheet, text.to, homeText.wallet)
    await sheet.getByLabel(text.amount).first().fill('40')
    await submitOf(sheet).click()
    const failed = page.getByRole('dialog', { name: publicText.error.generic })
    const close = failed.getByRole('button', { name: publicText.action.close }).last()
    const words = text.failed.fromGame(names.other)
    await expect(failed).toContainText(words)
    await expect(failed).not.toContainText('กระเป๋า')
    await expectAccessible()
    await close.click()
    // It is said once.
    await expect(page.getByText(words)).toHaveCount(0)

    await sheet.getByRole('button', { name: text.everything.open(homeText.wallet) }).click()
    const question = page.getByRole('dialog', { name: text.everything.title })
    await question.getByRole('button', { name: text.everything.confirm }).click()
    await expect(failed).toContainText(memberText.transferFailed.everything)
    await close.click()

    // The same of one whose answer was lost, after a reload.
    const key = 'b'.repeat(32)
    const headers = {
      authorization: `Bearer ${await tokenOf(request, phone)}`,
      'idempotency-key': key,
    }
    const answer = await request.post('/api/wallet/transferAll', {
      headers,
      data: { to: 'wallet' },
    })
    expect((await answer.json()).code).toBe('TRANSFER_FAIL')
    await mend()
    await page.evaluate((lost) => {
      const call = { key: lost, route: 'POST /api/wallet/transferAll', tab: 'this' }
      sessionStorage.setItem('tab', call.tab)
      localStorage.setItem('pending', JSON.stringify([call]))
    }, key)
    await page.reload()
    const note = page.getByRole('status').filter({ hasText: pending.names.transfer })
    await expect(note).toContainText(memberText.transferFailed.everything)
    expect((await amounts())[second]).toBe(40)
  },
)

test('REACH-16 an amount is grouped while it is typed, the caret stays, and a plain decimal is sent', async ({
  page,
}) => {
  await enter(page)
  const sheet = await openSheet(page)
  await choose(sheet, text.to, names.one)
  const field = sheet.getByLabel(text.amount).first()
  await field.pressSequentially('1234')
  await expect(field).toHaveValue('1,234')
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('0')
  await expect(field).toHaveValue('10,234')
  expect(await field.evaluate((one: HTMLInputElement) => one.selectionStart)).toBe(2)
  // Backspace behind the comma deletes the digit before it.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Backspace')
  await expect(field).toHaveValue('1,234')
  await page.keyboard.press('Delete')
  await expect(field).toHaveValue('134')
  await field.fill('1000.50')
  await expect(field).toHaveValue('1,000.50')
  const sent = page.waitForRequest('**/api/wallet/transfer')
  await submitOf(sheet).click()
  expect((await sent).postDataJSON()).toEqual({ from: 'wallet', to: first, amount: 1000.5 })
  await expect(page.getByRole('dialog', { name: text.done })).toContainText('1,000.50')
})

test('REACH-18 a tap on an account opens the slider of all with their balances, which says where the money is', async ({
  page,
  expectAccessible,
}) => {
  await enter(page)
  const sheet = await openSheet(page)
  const row = (label: string) => accountRow(sheet, label)
  const slider = await openSlider(sheet, text.to)
  await expectAccessible()
  const offered = slider.getByRole('option')
  await expect(offered).toContainText([text.choose, names.one, names.other, text.source])
  await expect(offered.filter({ hasText: names.other })).toContainText('0.00')
  await choose(sheet, text.to, names.other)
  await expect(row(text.to)).toBeFocused()
  // Choosing the destination as source swaps the two.
  await choose(sheet, text.from, names.other)
  await expect(row(text.to)).toContainText(homeText.wallet)
  await sheet.getByLabel(text.amount).first().fill('5')
  await expect(sheet.getByText(text.short)).toBeVisible()
})

test('SAY-40 with a slider open the amount and the button are in sight at 360 x 740', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await enter(page)
  const sheet = await openSheet(page)
  for (const label of [text.from, text.to]) {
    await expect(await openSlider(sheet, label)).toBeInViewport({ ratio: 1 })
    await expect(sheet.getByRole('textbox')).toBeInViewport({ ratio: 1 })
    await expect(submitOf(sheet)).toBeInViewport({ ratio: 1 })
  }
})

test('REACH-25 on the smallest phone no account name is cut off', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await enter(page)
  const sheet = await openSheet(page)
  await choose(sheet, text.to, names.other)
  const cut = await sheet.evaluate((dialog) =>
    [...dialog.querySelectorAll<HTMLElement>('button span, [role=option] span')]
      .filter((one) => one.textContent && one.clientWidth > 0)
      .filter((one) => one.scrollWidth > one.clientWidth + 1)
      .map((one) => one.textContent),
  )
  expect(cut).toEqual([])
  expect(await sheet.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
})

test(
  'a game whose answers are lost: shown as open, and reported as done as soon as it is known',
  { tag: '@long-4' },
  async ({ page, request, control, expectAccessible }) => {
    await enter(page)
    const operation = `games.${second}.*`
    const mend = await addFault(request, control, { operation, kind: 'drop-after' })
    const sheet = await openSheet(page)
    await fill(sheet, names.other, '40')
    await submitOf(sheet).click()
    await expect(sheet.getByText(text.stages.open)).toBeVisible({ timeout: 25_000 })
    await expectAccessible()
    await mend()
    await expect(page.getByRole('dialog', { name: text.done })).toBeVisible({ timeout: 45_000 })
    expect((await amounts())[second]).toBe(40)
    expect(await page.evaluate(() => localStorage.getItem('pending'))).toBeNull()
  },
)

test(
  'for a transfer that may not have reached the server, only what is known is said',
  { tag: '@long-4' },
  async ({ page }) => {
    await enter(page)
    const before = await amounts()
    const sheet = await openSheet(page)
    await fill(sheet, names.one, '20')
    await page.route('**/api/**', (route) => route.abort())
    await submitOf(sheet).click()
    await expect(sheet.getByText(pending.running)).toBeVisible()
    await expect(sheet.getByText(text.stages.open)).toHaveCount(0)
    await page.unroute('**/api/**')
    const failed = page.getByRole('dialog', { name: publicText.error.generic })
    await expect(failed).toContainText(pending.never, { timeout: 45_000 })
    expect(await amounts()).toEqual(before)
  },
)

test(
  'a member who closed the page midway is informed of the outcome on returning',
  { tag: '@long-4' },
  async ({ page, request, control, expectAccessible }) => {
    await enter(page)
    const operation = `games.${first}.*`
    const mend = await addFault(request, control, { operation, kind: 'drop-after' })
    const sheet = await openSheet(page)
    await fill(sheet, names.one, '30')
    const leaves = page.waitForRequest('**/api/wallet/transfer')
    await submitOf(sheet).click()
    await leaves
    await page.waitForTimeout(500)
    await page.reload()
    const note = page.getByRole('status').filter({ hasText: pending.names.transfer })
    await expect(note).toContainText(pending.running)
    await expectAccessible()
    await mend()
    await expect(note).toContainText(pending.done, { timeout: 45_000 })
    await expect(note).toContainText(/ · \d\d:\d\d(?!:)/)
    expect((await amounts())[first]).toBe(30)
    await note.getByRole('button', { name: pending.read }).click()
    await page.reload()
    await expect(page.getByText(pending.names.transfer)).toHaveCount(0)
  },
)

test('a call that never arrived is reported as never sent, and is not sent again', async ({
  page,
}) => {
  await enter(page)
  const before = await amounts()
  // As this tab would have stored it.
  await page.evaluate(() => {
    const call = { key: 'a'.repeat(32), route: 'POST /api/wallet/transfer', tab: 'this' }
    sessionStorage.setItem('tab', call.tab)
    localStorage.setItem('pending', JSON.stringify([call]))
  })
  await page.reload()
  const note = page.getByRole('status').filter({ hasText: pending.names.transfer })
  await expect(note).toContainText(pending.never)
  expect(await amounts()).toEqual(before)
})

test(
  'without a connection nothing is sent and nothing waits to be sent',
  { tag: '@long-4' },
  async ({ page, context }) => {
    await enter(page)
    const before = await amounts()
    const sheet = await openSheet(page)
    await fill(sheet, names.one, '25')
    await context.setOffline(true)
    await submitOf(sheet).click()
    const failed = page.getByRole('dialog', { name: publicText.error.generic })
    await expect(failed).toContainText(pending.notSent)
    expect(await page.evaluate(() => localStorage.getItem('pending'))).toBeNull()
    await context.setOffline(false)
    await page.waitForTimeout(1_500)
    expect(await amounts()).toEqual(before)
  },
)

test('two taps and two tabs move the money once each, and never more than the balance', async ({
  page,
  context,
}) => {
  await enter(page)
  const before = await amounts()
  let sent = 0
  page.on('request', (one) => (sent += one.url().endsWith('/api/wallet/transfer') ? 1 : 0))
  const sheet = await openSheet(page)
  await fill(sheet, names.one, '10')
  await submitOf(sheet).evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await expect(page.getByRole('dialog', { name: text.done })).toBeVisible()
  expect(sent).toBe(1)

  // The second tab has its own session and learns by the push what the first has done.
  const other = await context.newPage()
  await other.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
  await logIn(other, phone)
  await expect(other.locator('main')).toContainText('10.00')
  await page
    .getByRole('dialog', { name: text.done })
    .getByRole('button', { name: publicText.action.close })
    .last()
    .click()
  const again = await openSheet(page)
  await fill(again, names.one, '7.77')
  await submitOf(again).click()
  await expect(page.getByRole('dialog', { name: text.done })).toBeVisible()
  await expect(other.locator('main')).toContainText('17.77')
  const after = await amounts()
  expect(after['wallet']).toBeCloseTo(before['wallet']! - 17.77)
  expect(after[first]).toBeCloseTo(17.77)
  await other.close()
})

test('TRF-16 F46 everything to one place, after a question, by keyboard alone', async ({
  page,
}) => {
  await enter(page)
  const before = await amounts()
  const tapped = (name: string) => page.locator(`:focus:text("${name}")`)
  await page.getByRole('button', { name: homeText.transfer, exact: true }).first().focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: text.title })
  const slider = await openSlider(sheet, text.to)
  await slider.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Home')
  await expect(chosenIn(slider)).toContainText(text.choose)
  await page.keyboard.press('ArrowDown')
  await expect(chosenIn(slider)).toContainText(names.one)
  await page.keyboard.press('Enter')
  await expect(slider).toHaveCount(0)
  await sheet.getByRole('button', { name: text.everything.open(names.one) }).focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: text.everything.title })
  await question.getByRole('button', { name: text.everything.confirm }).focus()
  await expect(tapped(text.everything.confirm)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: text.done })).toContainText(text.doneAll(names.one))
  const after = await amounts()
  expect(after).toMatchObject({ wallet: 0, [second]: 0 })
  expect(after[first]).toBeCloseTo(before['wallet']!)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('TRF-01 a slider is pulled by a finger', async ({ page, context }) => {
  await enter(page)
  const sheet = await openSheet(page)
  const picker = await openSlider(sheet, text.to)
  await expect(chosenIn(picker)).toContainText(text.choose)
  // Its position is known once the sheet has risen.
  await picker.click({ trial: true })
  const box = (await picker.boundingBox())!
  const browser = await context.newCDPSession(page)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', pulled?: number) =>
    browser.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: pulled === undefined ? [] : [{ x, y: y - pulled }],
    })
  await touch('touchStart', 0)
  for (let pulled = 8; pulled <= 72; pulled += 8) await touch('touchMove', pulled)
  // Held still before it is lifted: a flick would continue to the next place.
  await page.waitForTimeout(300)
  await touch('touchMove', 72)
  await touch('touchEnd')
  await expect(chosenIn(picker)).toContainText(names.one)
  // It rests there, and keys pressed faster than the slider turns are all counted.
  await picker.focus()
  for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
  await page.waitForTimeout(1_000)
  await expect(chosenIn(picker)).toContainText(names.lotto)
})

test('TRF-01 a slider is pulled by mouse and the direction reversed by the arrow', async ({
  page,
}) => {
  await enter(page)
  const sheet = await openSheet(page)
  const picker = await openSlider(sheet, text.to)
  await expect(chosenIn(picker)).toContainText(text.choose)
  const box = (await picker.boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let pulled = 0; pulled <= 60; pulled += 10) await page.mouse.move(x, y - pulled)
  await page.mouse.up()
  await expect(chosenIn(picker)).toContainText(names.one)
  await choose(sheet, text.to, names.one)
  await sheet.getByRole('button', { name: text.swap }).click()
  await expect(accountRow(sheet, text.from)).toContainText(names.one)
  await expect(accountRow(sheet, text.to)).toContainText(homeText.wallet)
})

test('a member without an account at a game sees how to open one, and is not asked for a destination', async ({
  page,
  request,
  control,
}) => {
  await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
  await logIn(page, await makeMember(request, control))
  const sheet = await openSheet(page)
  await expect(sheet.getByText(text.noGames)).toBeVisible()
  await expect(submitOf(sheet)).toHaveCount(0)
  await sheet.getByRole('button', { name: publicText.action.close }).last().click()
  await expect(sheet).toHaveCount(0)
})

test.describe('two taps where one is meant', () => {
  test.use({ hasTouch: true })

  for (const how of ['mouse', 'touch'] as const)
    test(
      `with the ${how} leave the stages of a slow transfer in view, and its end too`,
      { tag: '@long-3' },
      async ({ page, request, control }) => {
        await enter(page)
        const slow = { operation: `games.${first}.*`, kind: 'delay', delayMs: 3_000 }
        const repair = await addFault(request, control, slow)
        const sheet = await openSheet(page)
        await fill(sheet, names.one, '10')
        const { x, y, width, height } = (await submitOf(sheet).boundingBox())!
        const [left, top] = [x + width / 2, y + height / 2]
        if (how === 'mouse') await page.mouse.dblclick(left, top, { delay: 30 })
        else
          for (const waitMs of [150, 0]) {
            await page.touchscreen.tap(left, top)
            await page.waitForTimeout(waitMs)
          }
        await expect(page.getByText(text.stages.arrived(names.one))).toBeVisible()
        await page.waitForTimeout(500)
        await expect(page.getByText(text.stages.arrived(names.one))).toBeVisible()
        await expect(page.getByRole('dialog', { name: text.done })).toBeVisible({ timeout: 15_000 })
        await repair()
      },
    )
})
