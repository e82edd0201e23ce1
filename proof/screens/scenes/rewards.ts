import type { ScreenView, ScreenContext } from '../scene.ts'
import { states, withoutEmpty } from '../scene.ts'
import { dialogIn, passBanners, press, tap } from './taps.ts'

const bonus = '/user/bonus'
const spin = '/user/spin'

async function openEarned(stage: ScreenContext, name: 'invite' | 'refund') {
  const sheet = await tap(stage, name)
  await passBanners(sheet, stage.texts[name].banners.goOn)
  return sheet
}

async function searchCode({ page, texts }: ScreenContext, code: string): Promise<void> {
  await page.getByLabel(texts.bonus.promotion.label, { exact: true }).fill(code)
  await press(page, texts.bonus.promotion.search)
  await dialogIn(page).waitFor()
}

export const rewardScenes: readonly ScreenView[] = [
  { name: 'bonus', who: 'rich', at: bonus, states },
  { name: 'bonus held', who: 'held', at: bonus },
  {
    name: 'bonus offer',
    who: 'rich',
    at: bonus,
    states: withoutEmpty,
    open: async ({ page, texts }) => {
      const cards = page.getByRole('region', { name: texts.bonus.cards.title })
      await cards.getByRole('button').nth(1).click()
    },
  },
  {
    name: 'bonus end',
    who: 'held',
    at: bonus,
    states: withoutEmpty,
    open: ({ page, texts }) => press(page, texts.bonus.held.cancel),
    only: 'thai',
  },
  {
    name: 'bonus bill',
    who: 'billed',
    at: bonus,
    open: ({ page, texts }) => press(page, texts.bonus.bill.open),
  },
  {
    name: 'promotion',
    who: 'rich',
    at: bonus,
    open: (stage) => searchCode(stage, 'KAPAO2026'),
  },
  {
    name: 'promotion, none',
    who: 'rich',
    at: bonus,
    states: withoutEmpty,
    open: (stage) => searchCode(stage, 'NOTHERE'),
  },
  {
    name: 'invite banners',
    who: 'rich',
    at: '/user/home',
    open: (stage) => tap(stage, 'invite'),
  },
  {
    name: 'invite',
    who: 'rich',
    at: '/user/home',
    states,
    open: (stage) => openEarned(stage, 'invite'),
  },
  {
    name: 'invite receive',
    who: 'rich',
    at: '/user/home',
    open: async ({ page, texts }) => {
      await press(page.locator('main'), texts.member.home.receive)
      await dialogIn(page).waitFor()
    },
    only: 'thai',
  },
  {
    name: 'refund',
    who: 'rich',
    at: '/user/home',
    states,
    open: (stage) => openEarned(stage, 'refund'),
  },
  { name: 'spin', who: 'rich', at: spin, states },
  {
    name: 'spin won',
    who: 'rich',
    at: spin,
    open: async ({ page, texts }) => {
      await page.getByRole('button', { name: /\d/ }).first().click()
      await page.getByRole('dialog', { name: texts.spin.won.title }).waitFor({ timeout: 20_000 })
    },
    only: 'thai',
  },
  {
    name: 'spin, claim',
    who: 'rich',
    at: spin,
    open: async ({ page, texts }) => {
      await page
        .getByRole('button', { name: new RegExp(`^${texts.spin.coupons.claim}`) })
        .first()
        .click()
    },
    only: 'thai',
  },
  {
    name: 'spin proof',
    who: 'rich',
    at: spin,
    open: ({ page, texts }) => press(page, texts.spin.proof.open),
  },
]
