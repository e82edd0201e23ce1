import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { homeText } from '../apps/web/src/text/th/home/home.ts'
import { publicText } from '../apps/web/src/text/th/public.ts'
import { withdrawText as text } from '../apps/web/src/features/withdraw/text/th.ts'
import { logIn, makeMember } from './member.ts'
import { callAs, giveMoney } from './money.ts'
import { expect } from './test.ts'

type Copy = { control: string; databaseUrl: string }
export type Member = Awaited<ReturnType<typeof callAs>> & { phone: string }

/** A new member with money in the wallet, and some of it in games. */
export async function makeRich(
  request: APIRequestContext,
  { control, databaseUrl }: Copy,
  {
    baht,
    inGames = {},
    inviteCode,
  }: { baht: number; inGames?: Record<string, number>; inviteCode?: string },
): Promise<Member> {
  const phone = await makeMember(request, control, { inviteCode })
  if (baht > 0) await giveMoney(databaseUrl, { phone, satang: BigInt(baht) * 100n })
  const member = await callAs(request, phone)
  for (const [to, amount] of Object.entries(inGames)) {
    await member.get(`/api/wallet/activate/${to}`)
    await member.post('/api/wallet/transfer', { from: 'wallet', to, amount })
  }
  return { ...member, phone }
}

type Wallet = { wallet: { amount: number }; slots: { amount: number }[] }

export async function amounts(member: Member): Promise<{ wallet: number; games: number }> {
  const { wallet, slots } = (await member.get('/api/wallet')) as Wallet
  return { wallet: wallet.amount, games: slots.reduce((sum, { amount }) => sum + amount, 0) }
}

/** The newest statement row of a withdrawal. */
export async function rowOf(member: Member): Promise<unknown> {
  const { statements } = (await member.post('/api/statement', { page: 1, limit: 20 })) as {
    statements: { statementType: string }[]
  }
  return statements.find(({ statementType }) => statementType === 'withdraw')
}

export async function enter(page: Page, { phone }: Member): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
  await logIn(page, phone)
}

export const homeCard = (page: Page): Locator =>
  page.getByRole('region', { name: text.tracker.title })
export const tracker = (page: Page): Locator =>
  page.getByRole('dialog', { name: text.tracker.title })
export const doneDialog = (page: Page): Locator => page.getByRole('dialog', { name: text.done })
export const failedDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: publicText.error.generic })
export const amountIn = (sheet: Locator): Locator => sheet.getByLabel(text.amount).first()
export const submitOf = (sheet: Locator): Locator => sheet.locator('button[type=submit]')

export async function openSheet(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: homeText.shortcuts.withdraw, exact: true }).click()
  const sheet = page.getByRole('dialog', { name: text.title, exact: true })
  await expect(amountIn(sheet)).toBeVisible()
  return sheet
}

export async function close(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: publicText.action.close }).last().click()
}

/** Adds a fault to the sandbox and returns its removal. */
export async function addFault(
  request: APIRequestContext,
  { control }: Pick<Copy, 'control'>,
  rule: object,
): Promise<() => Promise<unknown>> {
  const answer = await request.post(`${control}/faults`, { data: rule })
  expect(answer.ok(), await answer.text()).toBe(true)
  const { id } = await answer.json()
  return () => request.delete(`${control}/faults/${id}`, { data: {} })
}
