import type { Locator, Page } from '@playwright/test'
import type { ScreenContext } from '../scene.ts'

export function press(place: Page | Locator, name: string): Promise<void> {
  return place.getByRole('button', { name, exact: true }).first().click()
}

export function dialogIn(page: Page): Locator {
  return page.locator('dialog[open]').last()
}

/** A shortcut of home. */
export async function tap(
  { page, texts }: ScreenContext,
  shortcut: 'deposit' | 'withdraw' | 'invite' | 'refund',
): Promise<Locator> {
  await press(page.locator('main'), texts.member.home.shortcuts[shortcut])
  const sheet = dialogIn(page)
  await sheet.waitFor()
  return sheet
}

/** Where the operator's banners stand first, on behind them. */
export async function passBanners(sheet: Locator, name: string): Promise<void> {
  const goOn = sheet.getByRole('button', { name, exact: true })
  await goOn.click({ timeout: 4_000 }).catch(() => undefined)
}
