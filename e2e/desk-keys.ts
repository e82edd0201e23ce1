import type { Locator, Page } from '@playwright/test'
import type { EffectCode } from '../packages/contract/src/console/reasons.ts'
import {
  letterOf,
  type DecisionName,
  type WorkKind,
} from '../packages/contract/src/console/words.ts'
import { itemAddress, workAddress } from '../apps/console/src/shared/work-kind.ts'
import { words } from './console-desk.ts'
import { expect } from './test.ts'

const { desk, work } = words
const stepsMax = 40

/** From now on whatever is pressed by a pointer is a problem of the journey. */
export async function refusePointer(page: Page): Promise<void> {
  await page.addInitScript(() =>
    addEventListener('pointerdown', () => console.error('a pointer was used'), true),
  )
}

/** With the Tab key until it has the focus. */
export async function tabTo(page: Page, one: Locator): Promise<void> {
  await one.waitFor()
  for (let presses = 0; presses < stepsMax; presses += 1) {
    if (await one.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the Tab key does not reach it')
}

/** By the search over everything, and its first result of this name. */
export async function openByName(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('searchbox', { name: desk.palette.label })).toBeFocused()
  await page.keyboard.type(name)
  const option = page.getByRole('option').filter({ hasText: name }).first()
  await expect(option).toBeVisible()
  for (let presses = 0; presses < stepsMax; presses += 1) {
    if ((await option.getAttribute('data-focused')) !== null) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

export const rowAt = (page: Page, kind: WorkKind, id: string): Locator =>
  page.locator(`a[href="${itemAddress(kind, { kind, id })}"]`)

/** The list of its kind, and down its rows to this one, until it is drawn. */
export async function openItem(page: Page, kind: WorkKind, id: string): Promise<Locator> {
  await openByName(page, work.kinds[kind])
  await page.waitForURL(new RegExp(`${workAddress(kind)}$`))
  const row = rowAt(page, kind, id)
  const arrived = page.getByRole('button', { name: /^\d+\snew$/ })
  await expect(row.or(arrived).first()).toBeVisible()
  if (!(await row.isVisible())) {
    // What has come since it was last open waits behind its number.
    await tabTo(page, arrived)
    await page.keyboard.press('Enter')
  }
  await expect(row).toBeVisible()
  for (let presses = 0; presses < stepsMax; presses += 1) {
    if (page.url().endsWith(itemAddress(kind, { kind, id }))) break
    const before = page.url()
    await page.keyboard.press('j')
    await expect(page).not.toHaveURL(before)
  }
  const item = page.locator(`article[data-item="${kind}/${id}"]`)
  await expect(item).toBeVisible()
  return item
}

export type ByKeys = { name: DecisionName; effect: EffectCode; typed?: readonly string[] }

/** Its letter, its sentence, and what is typed into one field after the other; nothing is sent yet. */
export async function chooseByKeys(
  page: Page,
  { name, effect, typed = [] }: ByKeys,
): Promise<void> {
  await page.keyboard.press(letterOf[name])
  const form = page.locator('article form')
  await expect(form.locator(':focus'), name).toHaveCount(1)
  for (const part of work.effects[effect].split('{member}')) await expect(form).toContainText(part)
  for (const [at, text] of typed.entries()) {
    if (at > 0) await page.keyboard.press('Tab')
    await page.keyboard.type(text)
  }
}

export async function decideByKeys(
  page: Page,
  { kind, id }: { kind: WorkKind; id: string },
  by: ByKeys,
): Promise<void> {
  await chooseByKeys(page, by)
  await page.keyboard.press('Enter')
  await expect(rowAt(page, kind, id), `${kind} is decided`).toHaveCount(0)
}
