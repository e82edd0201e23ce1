import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { statementText as text } from '../apps/web/src/features/statement/text/th.ts'
import { memberText } from '../apps/web/src/text/th/member.ts'
import { openDesk, signInAs, words as desk } from './console-desk.ts'
import { enlargeText, findUnfit } from './large-text.ts'
import { test } from './own-copy.ts'
import { expect } from './test.ts'
import { enter, makeRich, rowOf } from './withdrawals.ts'

const { picture } = text.receipt
const { members } = desk
type Draw = (words: string, ...where: number[]) => void
const code = /^[0-9A-F]{4}(-[0-9A-F]{4}){4}$/

/** Everything that the page writes on a canvas from now on. */
async function noteDrawn(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const drawn: string[] = []
    Object.assign(window, { drawn })
    const { prototype } = CanvasRenderingContext2D
    const draw: unknown = Reflect.get(prototype, 'fillText')
    prototype.fillText = function (...given) {
      drawn.push(given[0].replaceAll('\u00A0', ' '))
      Reflect.apply(draw as Draw, this, given)
    }
  })
  return () => page.evaluate(() => (window as unknown as { drawn: string[] }).drawn)
}

test(
  'NOTE-23 the picture of a withdrawal says what the ledger has, is saved, and its code is checked at the console and the terminal',
  { tag: '@long-2' },
  async ({ page, request, copy, browser, expectAccessible }) => {
    test.setTimeout(200_000)
    const member = await makeRich(request, copy, { baht: 2_000 })
    await member.post('/api/wallet/withdraw', { amount: 1_300 })
    await expect.poll(() => rowOf(member), { timeout: 60_000 }).toMatchObject({ status: 'SUCCESS' })
    const drawnOn = await noteDrawn(page)
    await enter(page, member)
    await page.getByRole('link', { name: memberText.shell.statement }).click()
    await page.getByRole('main').getByRole('listitem').getByRole('button').first().click()
    const sheet = page.getByRole('dialog', { name: text.receipt.title })
    const draw = sheet.getByRole('button', { name: picture.draw })

    // Its file was not fetched before, and the line is gone.
    await expect(draw).toBeVisible()
    await page.context().setOffline(true)
    await draw.click()
    await expect(page.getByText(picture.failed)).toBeVisible()
    await page.context().setOffline(false)
    await draw.click()
    const shown = sheet.getByRole('img', { name: text.status.SUCCESS })
    await expect(shown).toBeVisible()
    expect(await shown.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1_080)
    const drawn = await drawnOn()
    expect(drawn).toContain(`-1,300.00 ${text.keep.units.BAHT}`)
    expect(drawn).toContain(text.status.SUCCESS)
    const own = drawn.find((one) => code.test(one))!
    await expectAccessible()
    await enlargeText(page)
    expect(await findUnfit(page)).toEqual([])

    const download = page.waitForEvent('download')
    await sheet.getByRole('button', { name: picture.save }).click()
    const saved = await download
    expect(saved.suggestedFilename()).toBe(`${own}.png`)
    expect(
      readFileSync(await saved.path())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')

    const seat = await openDesk(browser, copy)
    await signInAs(seat.page, 'demo-owner')
    await seat.page.goto('/members')
    const field = seat.page.getByLabel(members.searchLabel)
    await field.fill(own)
    const found = seat.page.getByRole('region', { name: members.receipt.title })
    await expect(found).toContainText('1,300.00')
    await expect(found).toContainText(members.states['SUCCESS']!)
    await expect(found.getByRole('link')).toHaveCount(1)
    const forged = `${own.slice(0, -1)}${own.endsWith('0') ? '1' : '0'}`
    await field.fill(forged)
    await expect(seat.page.getByText(members.receipt.none)).toBeVisible()
    expect(seat.problems).toEqual([])
    await seat.close()

    const { receipt } = JSON.parse(await copy.kapao('members', 'receipt', own, '--json'))
    expect(receipt).toMatchObject({ sum: { amount: '1300.00' }, isAsShown: true, corrected: null })
    expect(JSON.parse(await copy.kapao('members', 'receipt', forged, '--json')).receipt).toBeNull()
  },
)
