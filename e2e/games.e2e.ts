import type { Locator, Page } from '@playwright/test'

import { memberRefusals } from '../apps/web/src/text/th/member-refusals.ts'
import { underWayText } from '../apps/web/src/features/under-way/text/th.ts'
import { memberText } from '../apps/web/src/text/th/member.ts'
import { publicText } from '../apps/web/src/text/th/public.ts'
import { visitorText } from '../apps/web/src/text/th/visitor.ts'
import { logIn, makeMember } from './member.ts'
import { callAs, giveMoney } from './money.ts'
import { expect, test } from './test.ts'

const { home, games: text } = memberText
let phone = ''

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ playwright, baseURL, control, databaseUrl }) => {
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  phone = await makeMember(request, control)
  await giveMoney(databaseUrl, { phone, satang: 50_000n })
  await request.dispose()
})

test.beforeEach(({ page }) =>
  page.addInitScript(() => localStorage.setItem('remember-agreement', 'true')),
)

const card = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}`) })
const total = (page: Page) => page.getByRole('region', { name: home.total })

/** The button's color, or the theme's color of that name at this place. */
function colorOf(button: Locator, token?: string): Promise<string> {
  return button.evaluate((one, name) => {
    if (name === undefined) return getComputedStyle(one).backgroundColor
    const probe = document.createElement('i')
    probe.style.backgroundColor = `var(--${name})`
    one.append(probe)
    const color = getComputedStyle(probe).backgroundColor
    probe.remove()
    return color
  }, token)
}

async function openGame(page: Page, name: string) {
  await card(page, name).click()
  const sheet = page.getByRole('dialog', { name })
  await expect(sheet).toBeVisible()
  return sheet
}

test(
  'SAY-15 OP-A18 GAME-11 a provider that cannot open an account: no alarm, the invitation stays and says so',
  { tag: '@long-2' },
  async ({ page, request, control }) => {
    await request.post(`${control}/games/circus/pool`, { data: { left: 0 } })
    await logIn(page, phone)
    const sheet = await openGame(page, 'Circus')
    const answered = page.waitForResponse('**/api/wallet/activate/circus')
    await sheet.getByRole('button', { name: text.activate }).click()
    expect((await answered).status()).toBe(502)
    await expect(sheet.getByRole('button', { name: text.activate })).toBeEnabled()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(sheet).toContainText(memberRefusals.SLOT_ACTIVATE_FAIL)
    await request.post(`${control}/games/circus/pool`, { data: {} })
  },
)

test(
  'GAME-03 GAME-04 GAME-05 GAME-06 GAME-24 OP-ACT OP-ACC an account is opened, and its credentials are there at once',
  { tag: '@long-2' },
  async ({ page, request, expectAccessible }) => {
    await logIn(page, phone)
    await expect(card(page, 'Betflix')).toContainText(text.open)
    const sheet = await openGame(page, 'Betflix')
    await expectAccessible()
    const paths: string[] = []
    page.on('request', (sent) => paths.push(new URL(sent.url()).pathname))
    await sheet.getByRole('button', { name: text.activate }).click()

    const member = await callAs(request, phone)
    await expect(sheet.getByText(text.username, { exact: true })).toBeVisible()
    const { username, password } = await member.credentialsAt('betflix')
    await expect(sheet.getByText(username, { exact: true })).toBeVisible()
    expect(paths.indexOf('/api/wallet/account/betflix')).toBeGreaterThan(
      paths.indexOf('/api/wallet/activate/betflix'),
    )
    await expect(sheet.getByText(password)).toHaveCount(0)
    await sheet.getByRole('button', { name: text.reveal }).click()
    await expect(sheet.getByText(password, { exact: true })).toBeVisible()
    await sheet.getByRole('button', { name: visitorText.copied.button(text.password) }).click()
    await expect(page.getByText(visitorText.copied.done(password))).toBeVisible()
    await expect(sheet.getByRole('button', { name: text.play, exact: true })).toBeVisible()
    await expect(sheet.getByRole('button', { name: text.reset })).toBeVisible()
    // Neither app has an address, so neither is offered.
    await expect(sheet.getByText(text.apps)).toHaveCount(0)
    await expectAccessible()

    await page.keyboard.press('Escape')
    await expect(card(page, 'Betflix')).toContainText('0.00 บาท')
    await expect(card(page, 'Betflix')).not.toContainText(text.open)
  },
)

test(
  'GAME-07 OP-RESET a new password is requested, confirmed, and shown',
  { tag: '@long-2' },
  async ({ page, request }) => {
    const member = await callAs(request, phone)
    const { password: old } = await member.credentialsAt('betflix')
    await logIn(page, phone)
    const sheet = await openGame(page, 'Betflix')
    await sheet.getByRole('button', { name: text.reset }).click()
    const confirm = page.getByRole('dialog', { name: text.reset })
    await expect(confirm).toContainText(text.resetLead)
    await confirm.getByRole('button', { name: visitorText.form.confirm }).click()
    await expect(page.getByText(text.resetDone)).toBeVisible()
    const { password: fresh } = await member.credentialsAt('betflix')
    expect(fresh).not.toBe(old)
    await expect(sheet.getByText(fresh, { exact: true })).toBeVisible()
  },
)

test(
  "ERRC-66 a provider that refuses a new password: the refusal's text is shown, and the old one stays",
  { tag: '@long-2' },
  async ({ page, request, control }) => {
    await request.post(`${control}/faults`, {
      data: { operation: 'games.betflix.change-password', kind: 'status-before', count: 1 },
    })
    await logIn(page, phone)
    const sheet = await openGame(page, 'Betflix')
    await sheet.getByRole('button', { name: text.reset }).click()
    await page.getByRole('dialog', { name: text.reset }).getByRole('button').nth(1).click()
    await expect(page.getByRole('alert')).toHaveText(memberText.refusals.SLOT_RESET_PASSWORD_FAIL)
  },
)

test(
  'GAME-15 GAME-16 GAME-20 SAY-65 SCOPE-11 REACH-24 money is moved along, the game is played until won and lost, and the wallet is updated',
  { tag: '@long-2' },
  async ({ page, request, control, sandbox }) => {
    const member = await callAs(request, phone)
    const { username } = await member.credentialsAt('betflix')
    const next = (result: string) =>
      request.post(`${control}/games/betflix/next`, { data: { username, result } })
    await logIn(page, phone)
    const sheet = await openGame(page, 'Betflix')
    // The game holds nothing yet, but there is money to move into it without playing.
    await expect(sheet.getByRole('button', { name: text.moveOnly })).toBeEnabled()
    await expect(sheet.getByRole('button', { name: text.moveAll('500.00 บาท') })).toBeVisible()
    // Nothing is chosen yet, so nothing is gold: neither playing without money nor moving all of it.
    const play = sheet.getByRole('button', { name: text.play, exact: true })
    const gold = await colorOf(sheet.getByRole('button', { name: text.all, exact: true }), 'gold')
    expect(await colorOf(play)).not.toBe(gold)
    expect(await colorOf(sheet.getByRole('button', { name: text.moveAll('500.00 บาท') }))).not.toBe(
      gold,
    )
    await sheet.getByRole('button', { name: text.all, exact: true }).click()
    await expect(sheet).toContainText(text.left('0.00 บาท', '500.00 บาท'))
    await expect
      .poll(() => colorOf(sheet.getByRole('button', { name: text.moveAll('500.00 บาท') })))
      .toBe(gold)
    const amount = sheet.getByRole('textbox', { name: text.amount })
    await amount.fill('0.5')
    await sheet.getByRole('button', { name: text.move }).click()
    await expect(sheet.getByRole('alert')).toHaveText(
      memberText.refusals.TRANSFER_MINIMUM('1.00 บาท'),
    )
    await sheet.getByRole('button', { name: '100', exact: true }).click()
    await expect(sheet).toContainText(text.left('400.00 บาท', '100.00 บาท'))

    const entered = page.waitForRequest('**/api/autoLogin/**')
    await sheet.getByRole('button', { name: text.moveSome('100.00 บาท') }).click()
    // The address contains the name and never the password.
    expect(new URL((await entered).url()).pathname).toBe(`/api/autoLogin/betflix/${username}`)
    await page.waitForURL(`${sandbox}/games/betflix/table/**`)

    const balance = page.locator('[data-shown]')
    await expect(balance).toHaveText('100.00')
    await page.locator('label', { has: page.locator('input[value="10.00"]') }).click()
    await next('win')
    await page.locator('[data-go]').click()
    // A forced win pays five times the stake.
    await expect(balance).toHaveText('140.00')
    await next('lose')
    await page.locator('[data-go]').click()
    await expect(balance).toHaveText('130.00')
    // The round ends when its result has been shown.
    await expect(page.locator('[data-go]')).toBeEnabled()

    await page.goto('/user/home')
    // I17: a provider is queried at most once in five seconds; after a game as quick as this the figures arrive later.
    await expect(total(page)).toContainText('530.00', { timeout: 10_000 })
    await expect(card(page, 'Betflix').first()).toBeVisible()
    await expect(
      page.getByRole('button', { name: underWayText.next.again('Betflix') }),
    ).toBeVisible()
    await expect(
      page.getByRole('tabpanel').getByRole('button', { name: /^Betflix/ }),
    ).toContainText('130.00 บาท')
  },
)

test(
  'GAME-15 SCOPE-11 with nothing to move along, playing makes no transfer',
  { tag: '@long-2' },
  async ({ page, request, sandbox }) => {
    const member = await callAs(request, phone)
    await member.post('/api/wallet/transferAll', { to: 'betflix' })
    await logIn(page, phone)
    const sheet = await openGame(page, 'Betflix')
    await expect(sheet).toContainText(text.playWithout)
    const paths: string[] = []
    page.on('request', (sent) => paths.push(new URL(sent.url()).pathname))
    await sheet.getByRole('button', { name: text.play, exact: true }).click()
    await page.waitForURL(`${sandbox}/games/betflix/table/**`)
    expect(paths.filter((path) => path.startsWith('/api/wallet/transfer'))).toEqual([])
    await expect(page.locator('[data-shown]')).toHaveText('530.00')
    await page.goBack()
    await expect(page).toHaveURL(/\/user\/home$/)
  },
)

test(
  'GAME-18 SEC-17 OP-B33 the sports provider takes the credentials in a form, and never in an address',
  { tag: '@long-2' },
  async ({ page, request, sandbox }) => {
    const member = await callAs(request, phone)
    await member.get('/api/wallet/activate/sport')
    const { username, password } = await member.credentialsAt('sport')
    await logIn(page, phone)
    await page.getByRole('tab', { name: text.groups.sport }).click()
    const sheet = await openGame(page, 'UFABET')
    const posted = page.waitForRequest(`${sandbox}/games/sport/login`)
    await sheet.getByRole('button', { name: text.play, exact: true }).click()
    const form = await posted
    expect(form.method()).toBe('POST')
    const sentFields = Object.fromEntries(new URLSearchParams(form.postData() ?? ''))
    expect(sentFields).toEqual({ username, password, event: '' })
    await page.waitForURL(`${sandbox}/games/sport/table/**`)
    expect(page.url()).not.toContain(password)
  },
)

test(
  'a provider that does not answer the launch: a sentence, home stays, and a retry works',
  { tag: '@long-2' },
  async ({ page, request, control, sandbox }) => {
    await request.post(`${control}/faults`, {
      data: { operation: 'games.betflix.login', kind: 'drop-before', count: 1 },
    })
    await logIn(page, phone)
    const sheet = await openGame(page, 'Betflix')
    const play = sheet.getByRole('button', { name: text.play, exact: true })
    await play.click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page).toHaveURL(/\/user\/home$/)
    await play.click()
    await page.waitForURL(`${sandbox}/games/betflix/**`)
  },
)

test(
  'without a connection no money is sent, and the dialog says so',
  { tag: '@long-2' },
  async ({ page, request, context }) => {
    const member = await callAs(request, phone)
    await member.post('/api/wallet/transferAll', { to: 'wallet' })
    await logIn(page, phone)
    const sheet = await openGame(page, 'Betflix')
    await expect(sheet.getByText(text.username, { exact: true })).toBeVisible()
    const send = sheet.getByRole('button', { name: text.moveAll('530.00 บาท') })
    await expect(send).toBeVisible()
    await context.setOffline(true)
    await send.click()
    const dialog = page.getByRole('dialog', { name: publicText.error.generic })
    await expect(dialog).toContainText(memberText.pending.notSent)
    await context.setOffline(false)
    const { wallet } = (await member.get('/api/wallet')) as { wallet: { amount: number } }
    expect(wallet.amount).toBe(530)
  },
)

test(
  'REACH-98 a transfer with an unknown outcome is not called a failure, and not offered again',
  { tag: '@long-2' },
  async ({ page, request, control, databaseUrl }) => {
    const own = await makeMember(request, control)
    await giveMoney(databaseUrl, { phone: own, satang: 50_000n })
    await (await callAs(request, own)).get('/api/wallet/activate/betflix')
    await logIn(page, own)
    const sheet = await openGame(page, 'Betflix')
    await sheet.getByRole('textbox', { name: text.amount }).fill('20')
    await request.post(`${control}/faults`, {
      data: { operation: 'games.betflix.transfer', kind: 'drop-after', count: 1 },
    })
    await request.post(`${control}/faults`, {
      data: { operation: 'games.betflix.credit-history', kind: 'status-before', count: 3 },
    })
    await sheet.getByRole('button', { name: text.moveSome('20.00 บาท') }).click()
    const dialog = page.getByRole('dialog', { name: memberText.pending.names.transfer })
    await expect(dialog).toContainText(memberText.pending.running)
    await expect(page.getByText(publicText.error.generic)).toHaveCount(0)
    await dialog.getByRole('button', { name: publicText.action.close }).last().click()
    await expect(sheet.getByRole('textbox', { name: text.amount })).toHaveValue('')
  },
)

test(
  'REACH-113 of everything only a part could be moved along: the dialog says so, and where the rest is',
  { tag: '@long-2' },
  async ({ page, request, control, databaseUrl }) => {
    const own = await makeMember(request, control)
    await giveMoney(databaseUrl, { phone: own, satang: 50_000n })
    const member = await callAs(request, own)
    for (const game of ['betflix', 'slotracha']) await member.get(`/api/wallet/activate/${game}`)
    await member.post('/api/wallet/transfer', { from: 'wallet', to: 'slotracha', amount: 40 })
    await logIn(page, own)
    const sheet = await openGame(page, 'Betflix')
    await sheet.getByRole('button', { name: text.all, exact: true }).click()
    await request.post(`${control}/faults`, {
      data: { operation: 'games.slotracha.transfer-out', kind: 'in-round', count: 1 },
    })
    await sheet.getByRole('button', { name: text.moveAll('500.00 บาท') }).click()
    const dialog = page.getByRole('dialog', { name: publicText.error.generic })
    await expect(dialog).toContainText(memberText.transferFailed.everything)
    await dialog.getByRole('button', { name: publicText.action.close }).last().click()
    await expect(page).toHaveURL(/\/user\/home$/)
  },
)
