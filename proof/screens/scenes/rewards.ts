import { giveCoins } from '../../../e2e/wheel.ts'
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

const spinsMax = 10

/** Most sectors hold a prize; a spin that wins nothing is not what is shown here. */
async function spinUntilWon({ page, texts, cast }: ScreenContext): Promise<void> {
  const { title } = texts.spin.won
  for (let spins = 0; spins < spinsMax; spins += 1) {
    await giveCoins(cast.copy.databaseUrl, { phone: cast.phones.rich, coins: 1 })
    if (spins > 0) await page.reload()
    const start = texts.spin.spin('').trim()
    await page.getByRole('button', { name: new RegExp(`^${start}`) }).click()
    const dialog = dialogIn(page)
    await dialog.waitFor({ timeout: 20_000 })
    // The prize is looked up once the wheel has stopped.
    await page.waitForTimeout(1_500)
    if ((await dialog.innerText()).includes(title)) return
  }
  throw new Error(`nothing was won in ${spinsMax} spins`)
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
    who: 'lost',
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
    open: spinUntilWon,
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
