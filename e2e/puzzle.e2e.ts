import type { APIRequestContext, Page } from '@playwright/test'
import { setSetting } from './database.ts'
import { publicText as thaiPublic } from '../apps/web/src/text/th/public.ts'
import { visitorText as thai } from '../apps/web/src/text/th/visitor.ts'
import { newPhone, overhangOf, password, readCode } from './member.ts'
import { openOwnCopy, type OwnCopy } from './own-copy.ts'
import { expect, test } from './test.ts'

type PuzzleCall = {
  request: APIRequestContext
  phone: string
  purpose: 'register' | 'password'
}

test.describe.configure({ mode: 'serial' })

// A private copy: messages of other journeys would exceed its few, and be refused because of this journey.
let copy: OwnCopy
let closeCopy: () => Promise<void>
test.beforeAll(async () => {
  test.setTimeout(180_000)
  ;({ copy, close: closeCopy } = await openOwnCopy())
})
test.afterAll(() => closeCopy())

/**
 * So few messages a day that each share has one at once: every request gets a puzzle first, and is served after solving
 * it.
 */
const scarce = { register: 20, password: 30 }

/** The position of the answer is random, and may be the very beginning: this makes the puzzle unsolvable. */
async function loseAnswer(page: Page): Promise<void> {
  await page.route('**/api/otp/challenge', async (route) => {
    const response = await route.fetch()
    const puzzle = await response.json()
    await route.fulfill({
      response,
      json: { ...puzzle, keyPrefix: '0'.repeat(puzzle.keyPrefix.length) },
    })
  })
}

/** Ends when the server has applied the change: an earlier request gets the old puzzle, or none. */
async function makePuzzlesTake(
  tries: number,
  { request, phone, purpose }: PuzzleCall,
): Promise<void> {
  await setSetting(copy.databaseUrl, 'sms.puzzleTries', { value: tries })
  await expect(async () => {
    const data = { phoneNumber: phone, purpose }
    const puzzle = await request.post(`${copy.app}/api/otp/challenge`, { data })
    // Frequent requests get harder puzzles, by doubling.
    expect([1, 2, 4, 8]).toContain((await puzzle.json()).triesMax / tries)
  }).toPass()
}

test(
  "RUN-13 under pressure a visitor's phone solves a puzzle, says so, can be stopped, and registers",
  { tag: '@long-1' },
  async ({ page, request, expectAccessible }) => {
    const parts: string[] = []
    page.on('request', (sent) => void parts.push(new URL(sent.url()).pathname))
    await setSetting(copy.databaseUrl, 'sms.dayMax', { value: scarce.register })
    const phone = newPhone()
    await makePuzzlesTake(10_000_000, { request, phone, purpose: 'register' })
    await loseAnswer(page)
    await page.goto(`${copy.app}/register`)
    await page.locator('input[name=phone]').fill(phone)
    const before = parts.filter((path) => path.endsWith('.js')).length
    const next = page.getByRole('button', { name: thai.form.next })
    await next.click()
    const note = page.getByRole('status').filter({ hasText: thai.form.puzzle.waiting })
    await expect(note).toBeVisible()
    await expect(next).toBeDisabled()
    // The solver and its hash have been loaded only now.
    await expect.poll(() => parts.filter((path) => path.endsWith('.js')).length).toBe(before + 2)
    await expectAccessible()
    expect(await overhangOf(page)).toBe(0)
    await page.getByRole('button', { name: thai.form.cancel }).click()
    await expect(note).toBeHidden()
    await expect(next).toBeEnabled()
    await expect(page.locator('body > div [role=alert]')).toHaveCount(0)

    await page.unroute('**/api/otp/challenge')
    await makePuzzlesTake(200_000, { request, phone, purpose: 'register' })
    await next.click()
    await expect(page.getByText(thai.form.code.sentTo(phone))).toBeVisible({ timeout: 30_000 })
    await page.locator('input[name=code]').fill(await readCode(request, copy.control, phone))
    await page.getByRole('button', { name: thai.form.confirm }).click()
    await page.locator('input[name=name]').fill('Nok')
    await page.locator('input[name=password]').fill(password)
    await page.locator('input[name=password-again]').fill(password)
    await page.getByRole('button', { name: thai.form.next }).click()
    await page.locator('select[name=bank]').selectOption('SCB')
    await page.locator('input[name=account-number]').fill(phone)
    await page.locator('input[name=first-name]').fill('somchai')
    await page.locator('input[name=last-name]').fill('jaidee')
    await page.locator('form button[type=submit]').click()
    await expect(page.getByText(thai.register.done)).toBeVisible()
  },
)

test(
  'RUN-13 a forgotten password: the puzzle in the sheet, without a connection and with one',
  { tag: '@long-1' },
  async ({ page, context, request, expectAccessible }) => {
    const phone = '0812345678'
    await setSetting(copy.databaseUrl, 'sms.dayMax', { value: scarce.password })
    await page.goto(`${copy.app}/login`)
    await page.getByRole('button', { name: thaiPublic.login.forgotten }).click()
    const sheet = page.getByRole('dialog')
    await sheet.locator('input[name=username]').fill(phone)
    const send = sheet.getByRole('button', { name: thai.password.sendCode })
    // The connection is lost during the solving: the screen says so when it would send, and stays usable.
    await makePuzzlesTake(200_000, { request, phone, purpose: 'password' })
    const gone = Promise.withResolvers<void>()
    await page.route('**/api/otp/challenge', async (route) => {
      const response = await route.fetch()
      await gone.promise
      await route.fulfill({ response })
    })
    await send.click()
    await expect(sheet.getByText(thai.form.puzzle.waiting)).toBeVisible()
    await expectAccessible()
    await context.setOffline(true)
    gone.resolve()
    await expect(sheet.getByText(thaiPublic.error.generic)).toBeVisible({ timeout: 60_000 })
    await expect(sheet.getByText(thai.form.puzzle.waiting)).toBeHidden()
    await context.setOffline(false)
    await page.unroute('**/api/otp/challenge')
    await makePuzzlesTake(200_000, { request, phone, purpose: 'password' })
    await send.click()
    await expect(sheet.locator('input[name=code]')).toBeVisible({ timeout: 60_000 })
    await readCode(request, copy.control, phone)
  },
)
