import type { Locator, Page } from '@playwright/test'
import type { Language } from '../packages/contract/src/limits.ts'
import { textsOf, type Texts } from '../proof/screens/texts.ts'
import { waitForStep } from './member.ts'
import { expect } from './test.ts'

type ScreenContext = { page: Page; texts: Texts }

/** A screen or a sheet, and the way to it in any language. */
export type ScreenPath = {
  name: string
  at: string
  /** The taps that open it; returns the sheet, where it is one. */
  open?: (stage: ScreenContext) => Promise<Locator>
}

const sheetOf = (page: Page): Locator => page.locator('dialog[open]').last()

async function press(place: Page | Locator, name: string): Promise<void> {
  await place.getByRole('button', { name, exact: true }).first().click()
}

/** By its label on home. */
const fromHome =
  (shortcut: 'deposit' | 'withdraw' | 'invite' | 'refund') =>
  async ({ page, texts }: ScreenContext): Promise<Locator> => {
    await press(page.locator('main'), texts.member.home.shortcuts[shortcut])
    return sheetOf(page)
  }

/** Behind the operator's banners. */
const earned =
  (name: 'invite' | 'refund') =>
  async (stage: ScreenContext): Promise<Locator> => {
    const sheet = await fromHome(name)(stage)
    await press(sheet, stage.texts[name].banners.goOn)
    await expect(sheet.getByRole('heading', { name: stage.texts[name].list.title })).toBeVisible()
    return sheet
  }

export const visitorPlaces: readonly ScreenPath[] = [
  { name: 'login', at: '/login' },
  {
    name: 'forgotten password',
    at: '/login',
    open: async ({ page, texts }) => {
      await press(page, texts.open.login.forgotten)
      return sheetOf(page)
    },
  },
  { name: 'register', at: '/register' },
  { name: 'how to', at: '/howto' },
  { name: 'contact', at: '/contact' },
  { name: 'nothing here', at: '/nowhere' },
]

export const memberPlaces: readonly ScreenPath[] = [
  { name: 'home', at: '/user/home' },
  { name: 'deposit', at: '/user/home', open: fromHome('deposit') },
  { name: 'withdraw', at: '/user/home', open: fromHome('withdraw') },
  {
    name: 'transfer',
    at: '/user/home',
    open: async ({ page, texts }) => {
      await press(page.locator('main'), texts.member.home.transfer)
      return sheetOf(page)
    },
  },
  {
    name: 'devices',
    at: '/user/profile#devices',
    open: async ({ page }) => {
      await expect(sheetOf(page).getByRole('listitem')).not.toHaveCount(0)
      return sheetOf(page)
    },
  },
  {
    name: 'conditions',
    at: '/user/home',
    open: async ({ page, texts }) => {
      await press(page, texts.member.shell.conditions)
      return sheetOf(page)
    },
  },
  {
    name: 'game account',
    at: '/user/home',
    open: async ({ page }) => {
      await page.getByRole('tabpanel').getByRole('button').first().click()
      return sheetOf(page)
    },
  },
  { name: 'invite', at: '/user/home', open: earned('invite') },
  { name: 'refund', at: '/user/home', open: earned('refund') },
  { name: 'profile', at: '/user/profile' },
  {
    name: 'change password',
    at: '/user/profile',
    open: async ({ page, texts }) => {
      await press(page, texts.visitor.profile.password)
      return sheetOf(page)
    },
  },
  { name: 'bonus', at: '/user/bonus' },
  {
    name: 'offer of a bonus',
    at: '/user/bonus',
    open: async ({ page, texts }) => {
      const cards = page.getByRole('region', { name: texts.bonus.cards.title })
      await cards.locator('button:enabled').first().click()
      return sheetOf(page)
    },
  },
  {
    name: 'promotion',
    at: '/user/bonus',
    open: async ({ page, texts }) => {
      await page.getByLabel(texts.bonus.promotion.label, { exact: true }).fill('KAPAO2026')
      await press(page, texts.bonus.promotion.search)
      return sheetOf(page)
    },
  },
  { name: 'statement', at: '/user/statement' },
  {
    name: 'receipt',
    at: '/user/statement',
    open: async ({ page }) => {
      // A list on a phone, a table on a desktop.
      await page.locator('main :is(li, tbody) button').first().click()
      return sheetOf(page)
    },
  },
  {
    name: 'slips',
    at: '/user/statement',
    open: async ({ page, texts }) => {
      await press(page, texts.statement.slips.open)
      return sheetOf(page)
    },
  },
  { name: 'wheel', at: '/user/spin' },
  { name: 'contact of a member', at: '/user/contact' },
  {
    name: 'chat',
    at: '/user/contact',
    open: async ({ page, texts }) => {
      await press(page, texts.chat.open)
      return sheetOf(page)
    },
  },
]

/** Visits each of them in turn; `look` is called when its content is complete. */
export async function walk(
  page: Page,
  { places, language }: { places: readonly ScreenPath[]; language: Language },
  look: (place: ScreenPath) => Promise<void>,
): Promise<void> {
  const texts = await textsOf(language)
  for (const place of places) {
    await page.goto(place.at)
    await expect(page.getByRole('heading').first()).toBeVisible()
    if (place.open) await expect(await place.open({ page, texts })).toBeVisible()
    await expect(page.locator('[aria-busy=true]:visible'), place.name).toHaveCount(0)
    await look(place)
    if (!place.open) continue
    // Its step in the history would interfere with the next address.
    await page.keyboard.press('Escape')
    await waitForStep(page)
  }
}
