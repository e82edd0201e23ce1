import { readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { systemClock } from '../apps/server/src/core/clock.ts'
import { sealMovements } from '../apps/server/src/ledger/seal.ts'
import { memberText } from '../apps/web/src/text/th/member.ts'
import { statementText as text } from '../apps/web/src/features/statement/text/th.ts'
import { memberRefusals } from '../apps/web/src/text/th/member-refusals.ts'
import { environment } from '../tools/start/environment.ts'
import { withDb } from './database.ts'
import { startFaultyLine } from './faulty-line.ts'
import { logIn, makeMember, overhangOf, password } from './member.ts'
import { callAs, giveMoney } from './money.ts'
import { expect, test } from './test.ts'

const transfers = 12
let phone = ''

test.describe.configure({ mode: 'serial' })
test.beforeEach(async ({ page }) => {
  test.setTimeout(90_000)
  await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
})

// One member for all of them, with twelve transfers to a game whose movements are sealed.
test.beforeAll(async ({ playwright, baseURL, control, databaseUrl }) => {
  test.setTimeout(90_000)
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  phone = await makeMember(request, control)
  await giveMoney(databaseUrl, { phone, satang: 100_000n })
  const member = await callAs(request, phone)
  await member.get('/api/wallet/activate/pgslot')
  for (let n = 1; n <= transfers; n += 1)
    await member.post('/api/wallet/transfer', { from: 'wallet', to: 'pgslot', amount: n + 0.25 })
  await withDb(databaseUrl, (db) => sealMovements(db, systemClock))
  await request.dispose()
})

/** The picture of the readable slip, as the server stores it. */
const pictureName = `${'e2e-statement'.padEnd(43, 'x')}.jpg`
const pictureFolder = join(environment['E2E_DATA_DIR'] ?? '', 'uploads/slips')
const pictureFile = join(pictureFolder, pictureName)

const slips = 65
let hasSlips = false

/** As if that many slips had been uploaded and checked, once: one could be read, the others are too old. */
async function addSlips(databaseUrl: string): Promise<void> {
  if (hasSlips) return
  hasSlips = true
  await mkdir(pictureFolder, { recursive: true })
  await writeFile(pictureFile, 'a picture')
  await withDb(databaseUrl, async (db) => {
    const [member] = await db.query<{ id: string }>(
      'select id from account_member where username = $1',
      [phone],
    )
    await db.query('insert into slips_counter (member_id, seq) values ($1, $2)', [
      member!.id,
      slips,
    ])
    await db.query(
      `insert into slips_slip (id, reference, member_id, seq, state, note, currency, picture, picture_name, amount, uploaded_at,
                               next_at, ended_at)
       select gen_random_uuid(), 'e2e-' || $1 || '-' || n, $1, n, 'refused', 'EXPIRED_SLIP', 'BAHT',
              case when n = $2 then $3 end, 'slip.jpg', case when n = $2 then 12345 end, now(), now(), now()
       from generate_series(1, $2::int) as n`,
      [member!.id, slips, pictureName],
    )
  })
}

const rows = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('button')
const isOnPage = (page: Page, n: number) => expect(rows(page).first()).toContainText(`-${n}.25`)

async function open(page: Page): Promise<void> {
  await logIn(page, phone)
  await page.getByRole('link', { name: memberText.shell.statement }).click()
  await expect(rows(page).first()).toBeVisible()
}

test(
  'STMT-01 STMT-02 STMT-08 STMT-09 FMT-07 SCOPE-13 ten rows a page under their days, each with what, when, how and how much',
  { tag: '@long-4' },
  async ({ page, expectAccessible }) => {
    await open(page)
    await expect(rows(page)).toHaveCount(10)
    const first = rows(page).first()
    await expect(first).toContainText('PG Slot')
    await expect(first).toContainText(`-${transfers}.25 ${text.keep.units.BAHT}`)
    await expect(first).toContainText(text.status.SUCCESS)
    await expect(first).toContainText(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}/)
    await expect(first).toContainText(/ที่แล้ว|เมื่อสักครู่/)
    await expect(first.locator('svg').first()).toBeVisible()
    await expect(page.getByRole('heading', { name: text.today })).toBeVisible()
    expect(await overhangOf(page)).toBeLessThanOrEqual(0)
    await expectAccessible()
    await page.getByRole('button', { name: memberText.pager.page(2) }).click()
    await expect(rows(page)).toHaveCount(2)
    await isOnPage(page, 2)
  },
)

test(
  'REACH-107 on a phone the rows are in view at once, and the chart is below them',
  { tag: '@long-4' },
  async ({ page }) => {
    await open(page)
    await expect(rows(page).first()).toBeInViewport({ ratio: 1 })
    const chart = page.getByRole('heading', { name: text.days.title })
    await expect(chart).toBeVisible()
    const [last, below] = await Promise.all([rows(page).last().boundingBox(), chart.boundingBox()])
    expect(below!.y).toBeGreaterThan(last!.y)
  },
)

test('one kind at a time; a kind without entries says so', { tag: '@long-4' }, async ({ page }) => {
  await open(page)
  const chip = (name: string) => page.getByRole('button', { name, exact: true })
  await chip(text.filters.transfer).click()
  await expect(chip(text.filters.transfer)).toHaveAttribute('aria-pressed', 'true')
  await expect(rows(page)).toHaveCount(10)
  await chip(text.older).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(chip(text.older)).toBeDisabled()
  await chip(text.newer).click()
  await isOnPage(page, transfers)
  await chip(text.filters.withdraw).click()
  await expect(page.getByText(text.emptyKind)).toBeVisible()
})

test(
  'a receipt shows the wallet before and after, and is proven on the phone',
  { tag: '@long-4' },
  async ({ page, expectAccessible }) => {
    await open(page)
    await rows(page).first().click()
    const sheet = page.getByRole('dialog', { name: text.receipt.title })
    // 1,000 less the eleven transfers before it.
    await expect(sheet).toContainText('931.25')
    await expect(sheet).toContainText('919.00')
    await expect(sheet.getByRole('listitem')).toHaveCount(2)
    await expect(sheet.getByRole('listitem').first()).toContainText(text.receipt.steps.aside)
    await sheet.getByRole('button', { name: text.proof.check }).click()
    await expect(sheet.getByRole('status')).toContainText(/^พิสูจน์แล้ว: ความเคลื่อนไหวทั้ง 2\u00A0รายการ/)
    await expectAccessible()
  },
)

test(
  'a receipt whose proof does not match the public seals is shown as not proven',
  { tag: '@long-4' },
  async ({ page }) => {
    await open(page)
    // A man in the middle shows another seal than the public one.
    await page.route('**/seals.json', async (route) => {
      const answer = await route.fetch()
      const changed = (await answer.json()) as { seals: { root: string }[] }
      for (const one of changed.seals) one.root = 'f'.repeat(64)
      await route.fulfill({ json: changed })
    })
    await rows(page).first().click()
    const sheet = page.getByRole('dialog', { name: text.receipt.title })
    await sheet.getByRole('button', { name: text.proof.check }).click()
    await expect(sheet.getByRole('status')).toContainText(text.proof.broken)
  },
)

test(
  "the copy to keep: a table that adds up to the wallet, and a printout in the member's language",
  { tag: '@long-4' },
  async ({ page }) => {
    await open(page)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: text.keep.csv }).click()
    const file = readFileSync(await (await download).path(), 'utf8')
    expect(file.charCodeAt(0)).toBe(0xfeff)
    const lines = file.slice(1).trim().split('\r\n')
    expect(lines[0]).toContain(text.keep.columns.activity)
    expect(lines).toHaveLength(transfers + 1)
    const effects = lines.slice(1).map((line) => Math.round(Number(line.split(',')[6]) * 100))
    // The test's own money has no row: the rest of 1,000 is what the rows took.
    expect(100_000 + effects.reduce((sum, one) => sum + one, 0)).toBe(91_900)
    await page.getByRole('button', { name: text.keep.print, exact: true }).click()
    const paper = page.locator('[data-paper]')
    await expect(paper.getByRole('row')).toHaveCount(transfers + 1)
    await expect(paper).toContainText('-81.00')
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('navigation', { name: memberText.shell.menu })).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('button', { name: text.keep.back }).click()
    await expect(rows(page)).toHaveCount(10)
  },
)

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

  test(
    "REACH-63 a table by day with the wallet's balance after each line, which opens its receipt by mouse and by keyboard",
    { tag: '@long-4' },
    async ({ page, expectAccessible }) => {
      await logIn(page, phone)
      await page.getByRole('link', { name: memberText.shell.statement }).click()
      const table = page.getByRole('table', { name: text.title })
      await expect(table.getByRole('columnheader')).toHaveText([
        text.keep.columns.when,
        text.keep.columns.activity,
        text.keep.columns.status,
        text.keep.columns.amount,
        text.balance,
      ])
      await expect(table.getByRole('rowheader')).toContainText([text.today])
      const lines = table.getByRole('row').filter({ has: page.getByRole('button') })
      await expect(lines).toHaveCount(10)
      const cells = lines.first().getByRole('cell')
      await expect(cells.nth(0)).toContainText(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}/)
      await expect(cells.nth(1)).toContainText('PG Slot')
      await expect(cells.nth(2)).toHaveText(text.status.SUCCESS)
      await expect(cells.nth(3)).toContainText(`-${transfers}.25`)
      await expect(cells.nth(4)).toHaveText('919.00')
      await expect(lines.nth(1).getByRole('cell').nth(4)).toHaveText('931.25')
      await expectAccessible()
      for (const width of [1024, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 })
        expect(await overhangOf(page)).toBeLessThanOrEqual(0)
        const cut = await table.evaluate((one) =>
          [...one.querySelectorAll('td, th')].some(
            (cell) => cell.scrollWidth > (cell as HTMLElement).offsetWidth,
          ),
        )
        expect(cut, `at ${width}`).toBe(false)
      }

      const receipt = page.getByRole('dialog', { name: text.receipt.title })
      await cells.nth(3).click()
      await expect(receipt).toContainText('919.00')
      await page.keyboard.press('Escape')
      await expect(receipt).toHaveCount(0)
      const opener = lines.nth(1).getByRole('button')
      await opener.focus()
      await page.keyboard.press('Enter')
      await expect(receipt).toContainText('931.25')
      await page.keyboard.press('Escape')
      await expect(receipt).toHaveCount(0)
      await expect(opener).toBeFocused()

      // A phone keeps the list.
      await page.setViewportSize({ width: 360, height: 740 })
      await expect(rows(page)).toHaveCount(10)
      await expect(table).toHaveCount(0)
    },
  )
})

test(
  'STMT-07 SLIP-01 SLIP-04 the status of slips opens from the statement, and is read again',
  { tag: '@long-4' },
  async ({ page, expectAccessible }) => {
    await open(page)
    await page.getByRole('button', { name: text.slips.open }).click()
    const sheet = page.getByRole('dialog', { name: text.slips.title })
    await expect(sheet.getByText(text.slips.empty)).toBeVisible()
    const asked = page.waitForResponse('**/api/statement/slip')
    await sheet.getByRole('button', { name: text.slips.refresh }).click()
    expect((await asked).request().postDataJSON()).toEqual({ page: 1, limit: 10 })
    await expectAccessible()
  },
)

test(
  'SLIP-02 SLIP-03 SLIP-05 SLIP-08 SLIP-18 SCOPE-13 a table of slips with their reasons, its odd pager, and the picture in a separate window',
  { tag: '@long-4' },
  async ({ page, databaseUrl, expectAccessible }) => {
    await addSlips(databaseUrl)
    await open(page)
    await page.getByRole('button', { name: text.slips.open }).click()
    const sheet = page.getByRole('dialog', { name: text.slips.title })
    const lines = sheet.getByRole('row')
    await expect(lines).toHaveCount(11)
    await expect(lines.nth(1)).toContainText('123.45')
    await expect(lines.nth(1)).toContainText(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}/)
    await expect(lines.nth(1)).toContainText(text.status.FAILED)
    await expect(lines.nth(1)).toContainText(text.slipReasons.EXPIRED_SLIP)
    await expect(lines.nth(2)).toContainText(text.slips.unread)
    await expectAccessible()
    // Beside it a slip that we cannot judge is handed over to the chat.
    const viewAt = (at: number) => lines.nth(at).getByRole('cell').last().getByRole('button')
    const asked = page.waitForResponse('**/api/statement/slip/reference/**')
    const popup = page.waitForEvent('popup')
    await viewAt(1).click()
    const { url } = (await (await asked).json()) as { url: string }
    await (await popup).waitForURL((address) => address.href.endsWith(url))
    await viewAt(2).click()
    await expect(page.getByText(text.slips.noPicture)).toBeVisible()
    await rm(pictureFile)
    await viewAt(1).click()
    await expect(page.getByText(memberRefusals.FILE_LOST)).toBeVisible()
    const pager = sheet.getByRole('navigation')
    const numbers = () => pager.getByRole('button', { name: /^หน้า \d+$/ }).allTextContents()
    await expect.poll(numbers).toEqual(['1', '2'])
    for (const next of [2, 3, 4, 5])
      await pager.getByRole('button', { name: memberText.pager.page(next) }).click()
    await expect.poll(numbers).toEqual(['2', '3', '4', '5', '6'])
  },
)

test(
  'REACH-114 after a line that was lost the list of slips is read again, though nothing was pushed meanwhile',
  { tag: '@long-4' },
  async ({ page, baseURL, databaseUrl }) => {
    await addSlips(databaseUrl)
    const line = await startFaultyLine(baseURL ?? '')
    const live = page.waitForEvent('websocket')
    const isUp = live.then((socket) => socket.waitForEvent('framereceived'))
    await page.goto(`${line.address}/login`)
    await page.locator('input[name=username]').fill(phone)
    await page.locator('input[name=password]').fill(password)
    await page.locator('form button[type=submit]').click()
    await page.getByRole('link', { name: memberText.shell.statement }).click()
    await page.getByRole('button', { name: text.slips.open }).click()
    const newest = page.getByRole('dialog', { name: text.slips.title }).getByRole('row').nth(1)
    await expect(newest).toContainText(text.slipReasons.EXPIRED_SLIP)
    await isUp
    const lost = (await live).waitForEvent('close')
    // To the browser there is a network all the time: no event of its own makes the page look again.
    line.set('down')
    await lost
    await withDb(databaseUrl, (db) =>
      db.query(`update slips_slip set note = 'NOT_MATCH' where reference like 'e2e-%'`),
    )
    line.set('fine')
    await expect(newest).toContainText(text.slipReasons.NOT_MATCH, { timeout: 20_000 })
    await line.close()
  },
)

test(
  'SLIP-07 a slip that has its link is opened by it, and the server is not asked',
  { tag: '@long-4' },
  async ({ page, sandbox, databaseUrl }) => {
    await addSlips(databaseUrl)
    await page.route('**/api/statement/slip', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      body.slips[0].link = `${sandbox}/`
      await route.fulfill({ response: answer, json: body })
    })
    await open(page)
    const asked: string[] = []
    page.on('request', (sent) => {
      if (sent.url().includes('/api/statement/slip/reference/')) asked.push(sent.url())
    })
    await page.getByRole('button', { name: text.slips.open }).click()
    const sheet = page.getByRole('dialog', { name: text.slips.title })
    const popup = page.waitForEvent('popup')
    await sheet.getByRole('row').nth(1).getByRole('cell').last().getByRole('button').click()
    await (await popup).waitForURL(`${sandbox}/`)
    expect(asked).toEqual([])
  },
)
