import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { rewardTerms, type BonusType, type RewardTerms } from '@kapao/contract/bonus'
import { systemClock } from '../apps/server/src/core/clock.ts'
import { saveCampaign } from '../apps/server/src/money/bonus/campaign-store.ts'
import { saveCode } from '../apps/server/src/rewards/promotion/store.ts'
import { bonusText as text } from '../apps/web/src/features/bonus/text/th.ts'
import { publicText } from '../apps/web/src/text/th/public.ts'
import { withDb } from './database.ts'
import { logIn } from './member.ts'
import type { OwnCopy } from './own-copy.ts'
import { expect } from './test.ts'
import type { Member } from './withdrawals.ts'

const terms = {
  kind: 'balance',
  base: 'deposit and bonus',
  factor: '5',
  percentFail: 20,
  gives: { of: 'amount', amount: { BAHT: '100' } },
  endAmount: { BAHT: '10' },
  withdrawMax: null,
  contributions: {},
}

const words = (html: string) => ({ th: html, la: html, en: html })

const quotaMax = 10

type Offer = { code: string; html: string; quota?: number; terms?: object }
type Bonus = Offer & { type?: BonusType }

const termsOf = (more: object = {}): RewardTerms => rewardTerms.parse({ ...terms, ...more })

/** Stored past the forms, whose markup this is not: members are offered it at once. */
export function defineBonus(
  { databaseUrl }: Pick<OwnCopy, 'databaseUrl'>,
  { code, html, quota = quotaMax, type = 'limit', terms: more }: Bonus,
): Promise<void> {
  const banners = [
    { image: '/games/pg-back.svg', html: `<p>${html}</p>` },
    {
      image: '/games/joker2-back.svg',
      html: `<p>${html}, <b>two</b><img src=x onerror="window.bad=1"></p>`,
    },
  ]
  const each = { th: banners, la: banners, en: banners }
  const own = { ...shared, code, quota, type, maxReceived: 1, terms: termsOf(more), banners: each }
  return withDb(databaseUrl, (db) => db.begin((tx) => saveCampaign(tx, own, systemClock.now())))
}

export function definePromotion(
  { databaseUrl }: Pick<OwnCopy, 'databaseUrl'>,
  { code, html, quota = quotaMax, terms: more }: Offer,
): Promise<void> {
  const own = { ...shared, code, quota, terms: termsOf(more), description: words(html) }
  return withDb(databaseUrl, (db) => db.begin((tx) => saveCode(tx, own, systemClock.now())))
}

const shared = { isOn: true, startsAt: null, endsAt: null }

/** A bonus as operators define it: at the console, here by its call at a terminal. */
export async function saveBonus(copy: OwnCopy, code: string, quota: number): Promise<void> {
  const definition = {
    type: 'limit',
    maxReceived: 1,
    quota,
    startsAt: null,
    endsAt: null,
    terms,
    banners: { th: [], la: [], en: [] },
  }
  const about = ['--kind', 'bonus', '--code', code, '--seen', 'none']
  await copy.kapao('rewards', 'save', ...about, '--definition', JSON.stringify(definition))
}

export async function openBonuses(page: Page, phone: string): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
  await logIn(page, phone)
  await page.goto('/user/bonus')
  await expect(page.getByRole('heading', { name: text.title, exact: true })).toBeVisible()
}

export const cardOf = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: text.cards.title }).getByRole('button', { name })

export const dialogOf = (page: Page, title: string): Locator =>
  page.getByRole('dialog', { name: title, exact: true })

export const press = (place: Locator | Page, name: string): Promise<void> =>
  place.getByRole('button', { name, exact: true }).click()

/** The button that receives a reward, which says what it gives, and what it locks where the member has money. */
export const receiveIn = (sheet: Locator): Locator => sheet.getByRole('button', { name: /^รับ/ })

/** Closes a notice once it shows the expected sentence. */
export async function closeNotice(page: Page, title: string, sentence: string): Promise<void> {
  const notice = dialogOf(page, title)
  await expect(notice).toContainText(sentence)
  await notice.getByRole('button', { name: publicText.action.close }).last().click()
  await expect(notice).toHaveCount(0)
}

export async function walletOf(member: Pick<Member, 'get'>): Promise<number> {
  return ((await member.get('/api/wallet')) as { wallet: { amount: number } }).wallet.amount
}

export const codeField = (page: Page): Locator =>
  page.getByLabel(text.promotion.label, { exact: true })

/** Sets a game balance at its provider, as if the difference had been lost or won. */
export async function playTo(
  { request, copy }: { request: APIRequestContext; copy: OwnCopy },
  member: Member,
  { game, balance }: { game: string; balance: string },
): Promise<void> {
  const { username } = await member.credentialsAt(game)
  const answer = await request.post(`${copy.control}/games/${game}/balance`, {
    data: { username, balance },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** Collects the paths of all matching calls that the page sends from now on. */
export function watchCalls(page: Page, path: string | RegExp): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (typeof path === 'string' ? pathname === path : path.test(pathname)) sent.push(pathname)
  })
  return sent
}
