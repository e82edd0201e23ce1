import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { depositText as text } from '../apps/web/src/features/deposit/text/th.ts'
import { homeText } from '../apps/web/src/text/th/home/home.ts'
import { withDb } from './database.ts'
import { logIn } from './member.ts'
import { expect } from './test.ts'

/** Home as a member, with no dialog in the way, and the sheet opened from its shortcut. */
export async function openDeposit(page: Page, phone: string): Promise<Locator> {
  await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
  await logIn(page, phone)
  return reopenDeposit(page)
}

export async function reopenDeposit(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: homeText.shortcuts.deposit, exact: true }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('tab').first()).toBeVisible()
  return sheet
}

export async function openDoor(sheet: Locator, door: 'bank' | 'qr' | 'gift'): Promise<void> {
  await sheet.getByRole('tab', { name: text.ways[door] }).click()
}

/** Triggers an event in the sandbox. */
export async function happen<T>(
  request: APIRequestContext,
  address: string,
  data: object = {},
): Promise<T> {
  const answer = await request.post(address, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as T
}

/** Adds a fault to the sandbox and returns its removal: the sandbox is shared with other journeys. */
export async function breakOutside(
  request: APIRequestContext,
  control: string,
  rule: object,
): Promise<() => Promise<unknown>> {
  const { id } = await happen<{ id: string }>(request, `${control}/faults`, rule)
  return () => request.delete(`${control}/faults/${id}`, { data: {} })
}

/** A member from before today's rules: registration accepts no Thai name for some banks. */
export async function setBankAccount(
  databaseUrl: string,
  phone: string,
  { bankCode, bankAccountName }: { bankCode: string; bankAccountName: string },
): Promise<void> {
  await withDb(databaseUrl, (db) =>
    db.query(
      'update account_member set bank_code = $2, bank_account_name = $3 where username = $1',
      [phone, bankCode, bankAccountName],
    ),
  )
}
