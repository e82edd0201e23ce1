import { formatReference } from '../apps/web/src/shared/wallet/reference.ts'
import { memberRefusals } from '../apps/web/src/text/th/member-refusals.ts'
import { visitorText as visitor } from '../apps/web/src/text/th/visitor.ts'
import { homeText } from '../apps/web/src/text/th/home/home.ts'
import { pendingText as pending } from '../apps/web/src/text/th/pending.ts'
import { underWayText as underWay } from '../apps/web/src/features/under-way/text/th.ts'
import { withdrawText as text } from '../apps/web/src/features/withdraw/text/th.ts'
import { test, type OwnCopy } from './own-copy.ts'
import { expect } from './test.ts'
import {
  addFault,
  amountIn,
  amounts,
  close,
  doneDialog,
  enter,
  failedDialog,
  homeCard,
  makeRich,
  openSheet,
  rowOf,
  submitOf,
  tracker,
} from './withdrawals.ts'

const { stages, reasons, next } = text.tracker

// One after the other: they share the paying channel, and the list of waiting withdrawals.
test.describe.configure({ mode: 'default' })
test.beforeEach(() => test.setTimeout(300_000))

/** The withdrawal that waits for an operator: the newest, since another journey leaves one that it has undone. */
async function findWaiting({ kapao }: OwnCopy): Promise<string> {
  const list = await kapao('work', 'list', 'withdrawal', '--json')
  const { rows } = JSON.parse(list) as { rows: { id: string }[] }
  expect(rows).not.toEqual([])
  return rows.at(-1)!.id
}

async function approve(copy: OwnCopy): Promise<void> {
  const decision = ['--decision', 'approve', '--why', 'knows the member']
  await copy.kapao('work', 'decide', 'withdrawal', await findWaiting(copy), ...decision)
}

test('WD-02 a long total stays inside its card on a small phone', async ({
  page,
  request,
  copy,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const inGames = { pgslot: 2_000 }
  await enter(page, await makeRich(request, copy, { baht: 98_765_432, inGames }))
  const card = (await openSheet(page)).getByRole('listitem').filter({ hasText: '98,765,432.00' })
  const [outer, inner] = [card, card.getByText(/98,765,432/)]
  const endOf = async (one: typeof card): Promise<number> => {
    const { x, width } = (await one.boundingBox())!
    return x + width
  }
  await expect.poll(async () => (await endOf(outer)) - (await endOf(inner))).toBeGreaterThan(8)
  expect(await endOf(outer)).toBeLessThanOrEqual(360)
})

test(
  'for a withdrawal that may not have reached the server, only what is known is said',
  { tag: '@long-3' },
  async ({ page, request, copy }) => {
    const member = await makeRich(request, copy, { baht: 500 })
    await enter(page, member)
    const sheet = await openSheet(page)
    await amountIn(sheet).fill('100')
    await page.route('**/api/**', (route) => route.abort())
    await submitOf(sheet).click()
    await expect(tracker(page)).toContainText(pending.running)
    await expect(tracker(page)).not.toContainText(text.tracker.mayLeave)
    await page.unroute('**/api/**')
    await expect(failedDialog(page)).toContainText(pending.never, { timeout: 45_000 })
    expect(await amounts(member)).toEqual({ wallet: 500, games: 0 })
  },
)

test(
  'WD-01 WD-02 WD-03 WD-06 WD-08 WD-10 WD-12 ERR-06 SCOPE-11 REACH-21 REACH-22 REACH-104 from three games at once: requested, approved by an operator, paid',
  { tag: '@long-1' },
  async ({ page, request, copy, expectAccessible }) => {
    const member = await makeRich(request, copy, {
      baht: 10_000,
      inGames: { pgslot: 2_000, slotracha: 1_500, huayhd: 1_000 },
    })
    await enter(page, member)
    const sent: string[] = []
    page.on('request', (one) => {
      if (one.url().includes('/api/wallet/withdraw')) sent.push(`${one.url()} ${one.postData()}`)
    })
    const sheet = await openSheet(page)
    const places = sheet.getByRole('list', { name: text.places })
    await expect(places.getByRole('listitem').first()).toContainText('10,000.00')
    await expect(places.getByRole('listitem')).toHaveCount(2 + 3)
    await expect(sheet.getByText(text.limits('100.00 บาท', '50,000.00 บาท'))).toBeVisible()
    const masked = `•••-•••-${member.phone.slice(-4)}`
    await expect(sheet.getByRole('region', { name: text.to })).toContainText(masked)
    await sheet.getByRole('button', { name: text.all, exact: true }).click()
    await expect(amountIn(sheet)).toHaveValue('10,000')
    await expect(sheet.getByText(text.left('0.00 บาท'))).toBeVisible()
    await amountIn(sheet).fill('8000')
    await expect(sheet.getByText(text.left('2,000.00 บาท'))).toBeVisible()
    // Shown before the button is pressed: the amount and the destination.
    const account = `ธนาคารกสิกรไทย\u00A0••${member.phone.slice(-4)}`
    await expect(sheet.getByRole('status').filter({ hasText: account })).toContainText(
      text.review('8,000.00 บาท', account),
    )
    await expectAccessible()

    await submitOf(sheet).click()
    const done = doneDialog(page)
    await expect(done).toContainText(text.doneLead('8,000.00 บาท'), { timeout: 25_000 })
    const { _id: id } = (await rowOf(member)) as { _id: string }
    const number = text.reference(formatReference(id))
    await expect(done).toContainText(number)
    expect(sent).toEqual([`${copy.app}/api/wallet/withdrawAll {"amount":8000}`])
    expect(await amounts(member)).toEqual({ wallet: 2_000, games: 0 })
    expect(await rowOf(member)).toMatchObject({ status: 'PENDING', amount: 8000 })
    const reloaded = page.waitForResponse('**/api/wallet')
    await close(done)
    await reloaded
    await expect(page.locator('main')).toContainText('2,000.00')
    await expectAccessible()

    await expect(homeCard(page)).toContainText(stages.REVIEW)
    await homeCard(page).getByRole('button').click()
    await expect(tracker(page)).toContainText(reasons.UNDER_REVIEW)
    await expect(tracker(page)).toContainText(number)
    await expect(tracker(page)).toContainText(masked)
    await expect(tracker(page)).toContainText(text.tracker.mayLeave)
    // Two ways to close it, and none to cancel the withdrawal.
    await expect(tracker(page).getByRole('button')).toHaveCount(2)
    await expectAccessible()

    await approve(copy)
    await expect(tracker(page)).toContainText(stages.PAID, { timeout: 45_000 })
    await expectAccessible()
    const payouts = await (await request.get(`${copy.control}/payout/payouts`)).json()
    expect(payouts).toMatchObject([{ amount: '8000.00', accountNo: member.phone }])
    expect(await rowOf(member)).toMatchObject({ status: 'SUCCESS' })
    await close(tracker(page))
    await expect(homeCard(page)).toContainText(stages.PAID)
    // The outcome is shown once.
    await homeCard(page).getByRole('button', { name: underWay.withdrawal.read }).click()
    await page.reload()
    await expect(page.locator('main')).toContainText('2,000.00')
    await expect(homeCard(page)).toHaveCount(0)
  },
)

test(
  'WD-04 WD-05 WD-09 WD-11 ERR-05 REACH-20 REACH-23 an invalid withdrawal is refused with its number, and the form is still there',
  { tag: '@long-2' },
  async ({ page, request, copy, expectAccessible }) => {
    const member = await makeRich(request, copy, { baht: 3_000, inGames: { pgslot: 500 } })
    await enter(page, member)
    let sent = 0
    page.on('request', (one) => (sent += one.url().includes('/api/wallet/withdraw') ? 1 : 0))
    const sheet = await openSheet(page)
    const said = (words: string) => sheet.getByRole('alert').filter({ hasText: words })
    for (const [typed, words] of [
      ['', text.errors.minimum('100.00 บาท')],
      ['99.99', text.errors.minimum('100.00 บาท')],
      ['50000.01', text.errors.maximum('50,000.00 บาท')],
      ['12.345', visitor.amountForm.BAHT],
    ] as const) {
      await amountIn(sheet).fill(typed)
      await submitOf(sheet).click()
      await expect(said(words)).toBeVisible()
    }
    expect(sent).toBe(0)
    await expectAccessible()

    // If two limits are exceeded, one is reported: the balance.
    await amountIn(sheet).fill('99999')
    await expect(sheet.getByText(text.short)).toBeVisible()
    await expect(sheet.getByText(text.errors.maximum('50,000.00 บาท'))).toHaveCount(0)
    await submitOf(sheet).click()
    await expect(said(text.errors.maximum('50,000.00 บาท'))).toBeVisible()
    await expect(sheet.getByText(text.short)).toHaveCount(0)
    expect(sent).toBe(0)

    // More than the balance: nothing is collected, nothing is held.
    await amountIn(sheet).fill('3000.01')
    await expect(sheet.getByText(text.short)).toBeVisible()
    await submitOf(sheet).click()
    await expect(said(text.short)).toBeVisible()
    expect(sent).toBe(0)
    await expectAccessible()
    expect(await amounts(member)).toEqual({ wallet: 2_500, games: 500 })

    // The minimum was raised while the sheet was open: the server decides.
    await copy.kapao('settings', 'set', 'withdraw.min.BAHT', '--text', '250.00')
    await amountIn(sheet).fill('200')
    await submitOf(sheet).click()
    const failed = failedDialog(page)
    await expect(failed).toContainText(memberRefusals.WITHDRAW_MINIMUM('250.00 บาท'))
    await expectAccessible()
    await close(failed)
    await expect(amountIn(sheet)).toHaveValue('200')
    await expect(sheet.getByRole('alert')).toHaveCount(0)
    await copy.kapao('settings', 'set', 'withdraw.min.BAHT', '--text', '100.00')
  },
)

test(
  'WD-04 REACH-21 REACH-26 by keyboard alone, the smallest amount, paid without an operator',
  { tag: '@long-2' },
  async ({ page, request, copy }) => {
    const member = await makeRich(request, copy, { baht: 300 })
    await enter(page, member)
    await page.getByRole('button', { name: homeText.shortcuts.withdraw, exact: true }).focus()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: text.title })
    await amountIn(sheet).focus()
    await page.keyboard.type('100')
    await page.keyboard.press('Enter')
    await expect(doneDialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(homeCard(page)).toContainText(stages.PAID, { timeout: 45_000 })
    expect((await amounts(member)).wallet).toBe(200)

    // Where the usual duration is known, it is shown beforehand too.
    await homeCard(page).getByRole('button', { name: underWay.withdrawal.read }).click()
    await page.route('**/api/withdrawals/current', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ json: { ...(await answer.json()), typicalMinutes: 7 } })
    })
    await page.reload()
    const again = await openSheet(page)
    await amountIn(again).fill('100')
    await expect(again.getByText(text.tracker.usual(text.tracker.length.minutes(7)))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    // The receipt shows the same number, in one line on the smallest phone.
    await page.setViewportSize({ width: 320, height: 640 })
    const { _id: id, seq } = (await rowOf(member)) as { _id: string; seq: number }
    expect(seq).toBeGreaterThan(0)
    await page.goto('/user/statement')
    await page.getByRole('main').getByRole('listitem').getByRole('button').first().click()
    const value = page.getByRole('dialog').getByText(formatReference(id), { exact: true })
    const lines = await value.evaluate(
      (one) =>
        one.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(one).lineHeight),
    )
    expect(Math.round(lines)).toBe(1)
  },
)

test(
  'REACH-101 refused by an operator: the reason in plain words, the money is back, and whom to ask',
  { tag: '@long-4' },
  async ({ page, request, copy, expectAccessible }) => {
    const member = await makeRich(request, copy, { baht: 5_000 })
    await enter(page, member)
    const sheet = await openSheet(page)
    // Begun on another device meanwhile: this one shows it instead of the form.
    await member.post('/api/wallet/withdrawAll', { amount: 5_000 })
    await expect(tracker(page)).toContainText(stages.REVIEW)
    await expect(amountIn(sheet)).toHaveCount(0)
    const id = await findWaiting(copy)
    const reason = ['--reason', 'ACCOUNT_NAME', '--why', 'x']
    await copy.kapao('work', 'decide', 'withdrawal', id, '--decision', 'reject', ...reason)
    await expect(tracker(page)).toContainText(stages.RETURNED, { timeout: 20_000 })
    await expect(tracker(page)).toContainText(reasons.ACCOUNT_NAME)
    await expect(tracker(page)).toContainText(next.ask.words)
    await expect(tracker(page).getByRole('link', { name: next.ask.act })).toBeVisible()
    await expectAccessible()
    await close(tracker(page))
    await expect(homeCard(page)).toContainText(reasons.ACCOUNT_NAME)
    await expectAccessible()
    expect(await amounts(member)).toEqual({ wallet: 5_000, games: 0 })
    expect(await rowOf(member)).toMatchObject({ status: 'FAILED' })
    await homeCard(page).getByRole('link', { name: next.ask.act }).click()
    await expect(page).toHaveURL(/\/user\/contact$/)
  },
)

test(
  'a page that receives no push polls automatically',
  { tag: '@long-4' },
  async ({ page, request, copy }) => {
    const member = await makeRich(request, copy, { baht: 4_000 })
    await page.addInitScript(() => {
      // As behind a proxy that blocks WebSockets.
      window.WebSocket = (() => undefined) as never
    })
    await enter(page, member)
    await member.post('/api/wallet/withdrawAll', { amount: 3_000 })
    await page.reload()
    await expect(homeCard(page)).toContainText(stages.REVIEW)
    await approve(copy)
    await expect(homeCard(page)).toContainText(stages.PAID, { timeout: 60_000 })
  },
)

test(
  'a bank that does not answer: queried, never paid twice, paid in the end',
  { tag: '@long-2' },
  async ({ page, request, copy }) => {
    const member = await makeRich(request, copy, { baht: 900 })
    await enter(page, member)
    const mend = await addFault(request, copy, { operation: 'payout.*', kind: 'drop-after' })
    const sheet = await openSheet(page)
    await amountIn(sheet).fill('900')
    await submitOf(sheet).click()
    await close(doneDialog(page))
    await expect(homeCard(page)).toContainText(reasons.ASKING_BANK, { timeout: 45_000 })
    await mend()
    await expect(homeCard(page)).toContainText(stages.PAID, { timeout: 90_000 })
    const payouts = await (await request.get(`${copy.control}/payout/payouts`)).json()
    const mine = payouts.filter(
      ({ accountNo }: { accountNo: string }) => accountNo === member.phone,
    )
    expect(mine).toHaveLength(1)
  },
)

test('REACH-101 a bank that refuses: the money is back, the reason names the bank, and it can be requested again', async ({
  page,
  request,
  copy,
}) => {
  const member = await makeRich(request, copy, { baht: 700 })
  await request.post(`${copy.control}/payout/close`, { data: { accountNo: member.phone } })
  await enter(page, member)
  const sheet = await openSheet(page)
  await amountIn(sheet).fill('700')
  await submitOf(sheet).click()
  await close(doneDialog(page))
  await expect(homeCard(page)).toContainText(stages.RETURNED, { timeout: 45_000 })
  await expect(homeCard(page)).toContainText(reasons.BANK_REFUSED)
  await expect(page.locator('main')).toContainText('700.00')
  expect((await amounts(member)).wallet).toBe(700)
  await expect(homeCard(page)).toContainText(next.bank.words)
  await homeCard(page).getByRole('button', { name: next.bank.act }).click()
  await expect(amountIn(page.getByRole('dialog', { name: text.title, exact: true }))).toBeVisible()
})

test(
  'REACH-113 a game that keeps its money: nothing says that all of it is in the wallet',
  { tag: '@long-3' },
  async ({ page, request, copy }) => {
    const member = await makeRich(request, copy, { baht: 900, inGames: { pgslot: 400 } })
    await enter(page, member)
    const rule = { operation: 'games.pgslot.transfer-out', kind: 'in-round' }
    const mend = await addFault(request, copy, rule)
    const sheet = await openSheet(page)
    await amountIn(sheet).fill('900')
    await submitOf(sheet).click()
    await expect(failedDialog(page)).toContainText(stages.FAILED)
    await mend()
    expect(await amounts(member)).toEqual({ wallet: 500, games: 400 })
  },
)

test(
  'a game that hangs, and a reload midway: shown as collecting, reported when it is known, sent once',
  { tag: '@long-1' },
  async ({ page, request, copy, expectAccessible }) => {
    const member = await makeRich(request, copy, {
      baht: 1_500,
      inGames: { pgslot: 600, slotracha: 400 },
    })
    await enter(page, member)
    const mend = await addFault(request, copy, {
      operation: 'games.slotracha.*',
      kind: 'drop-after',
    })
    const sent: string[] = []
    page.on('request', (one) => {
      if (one.url().includes('/api/wallet/withdraw')) sent.push(one.url())
    })
    const sheet = await openSheet(page)
    await amountIn(sheet).fill('1500')
    const leaves = page.waitForRequest('**/api/wallet/withdrawAll')
    await submitOf(sheet).click()
    await leaves
    await expect(tracker(page)).toContainText(stages.COLLECTING)
    await expectAccessible()
    await page.reload()
    await expect(homeCard(page)).toContainText(stages.COLLECTING)
    await homeCard(page).getByRole('button').click()
    await expect(tracker(page)).toContainText(text.tracker.steps.collecting)
    await mend()
    await expect(tracker(page)).toContainText(stages.PAID, { timeout: 90_000 })
    expect(sent).toHaveLength(1)
    expect(await amounts(member)).toEqual({ wallet: 0, games: 0 })
  },
)

test(
  'without a connection nothing is sent, and the sheet that cannot be loaded says so',
  { tag: '@long-3' },
  async ({ page, request, copy, context, expectAccessible }) => {
    const member = await makeRich(request, copy, { baht: 400 })
    await enter(page, member)
    const sheet = await openSheet(page)
    await amountIn(sheet).fill('150')
    await context.setOffline(true)
    await submitOf(sheet).click()
    const failed = failedDialog(page)
    await expect(failed).toBeVisible()
    await close(failed)
    await expectAccessible()
    await context.setOffline(false)
    await page.waitForTimeout(1_500)
    expect((await amounts(member)).wallet).toBe(400)
  },
)
