import type { ScreenView, ScreenContext } from '../scene.ts'
import { states, withoutEmpty } from '../scene.ts'
import { dialogIn, press, tap } from './taps.ts'

const home = '/user/home'

const game = (name: RegExp) => ({
  at: home,
  open: async ({ page }: Pick<ScreenContext, 'page'>) => {
    await page.locator('main').getByRole('button', { name }).first().click()
    await dialogIn(page).waitFor()
  },
})

export const memberScenes: readonly ScreenView[] = [
  { name: 'home', who: 'rich', at: home, states },
  { name: 'home with a withdrawal', who: 'waiting', at: home },
  { name: 'home with an arrival', who: 'arrived', at: home, only: 'thai' },
  { name: 'home with a bonus', who: 'held', at: home, only: 'thai' },
  {
    name: 'home, games found',
    who: 'rich',
    at: home,
    open: ({ page, texts }) => page.getByLabel(texts.member.games.search).first().fill('xyz'),
  },
  {
    name: 'agreement',
    who: 'rich',
    at: home,
    isNew: true,
    open: ({ page }) => dialogIn(page).waitFor(),
  },
  {
    name: 'conditions',
    who: 'rich',
    at: home,
    states: withoutEmpty,
    open: ({ page, texts }) => press(page, texts.member.shell.conditions),
  },
  {
    name: 'game account',
    who: 'rich',
    states: withoutEmpty,
    ...game(/^PG/),
  },
  { name: 'game account, not opened', who: 'empty', ...game(/^PG/) },
  {
    name: 'transfer',
    who: 'rich',
    at: home,
    states,
    open: async ({ page, texts }) => {
      await press(page.locator('main'), texts.member.home.transfer)
      await dialogIn(page).waitFor()
    },
  },
  {
    name: 'transfer, move everything',
    who: 'rich',
    at: home,
    open: async ({ page, texts }) => {
      await press(page.locator('main'), texts.member.home.transfer)
      const sheet = dialogIn(page)
      await sheet.getByRole('option').nth(1).click()
      await sheet.locator('button').last().click()
    },
  },
  {
    name: 'transfer refused',
    who: 'rich',
    at: home,
    open: async ({ page, texts }) => {
      await press(page.locator('main'), texts.member.home.transfer)
      await dialogIn(page).locator('button[type=submit]').click()
    },
  },
  {
    name: 'withdraw',
    who: 'rich',
    at: home,
    states,
    open: (stage) => tap(stage, 'withdraw'),
  },
  {
    name: 'withdraw refused',
    who: 'rich',
    at: home,
    open: async (stage) => {
      const sheet = await tap(stage, 'withdraw')
      await sheet.getByLabel(stage.texts.withdraw.amount).first().fill('1')
      await sheet.locator('button[type=submit]').click()
    },
  },
  {
    name: 'withdrawal on its way',
    who: 'waiting',
    at: home,
    open: (stage) => tap(stage, 'withdraw'),
    only: 'thai',
  },
  { name: 'profile', who: 'rich', at: '/user/profile', states: withoutEmpty },
  {
    name: 'change password',
    who: 'rich',
    at: '/user/profile',
    open: ({ page, texts }) => press(page, texts.visitor.profile.password),
  },
  { name: 'statement', who: 'rich', at: '/user/statement', states },
  {
    name: 'statement of bonuses',
    who: 'rich',
    at: '/user/statement',
    open: ({ page, texts }) => press(page, texts.statement.filters.bonus),
  },
  {
    name: 'receipt',
    who: 'rich',
    at: '/user/statement',
    states: withoutEmpty,
    open: ({ page }) => page.locator('main li button').first().click(),
  },
  {
    name: 'statement on paper',
    who: 'rich',
    at: '/user/statement',
    open: async ({ page, texts }) => {
      await press(page, texts.statement.keep.print)
      await page.locator('[data-paper]').waitFor()
    },
  },
  {
    name: 'slips',
    who: 'rich',
    at: '/user/statement',
    states,
    open: ({ page, texts }) => press(page, texts.statement.slips.open),
  },
  { name: 'contact of a member', who: 'rich', at: '/user/contact', states: withoutEmpty },
  {
    name: 'chat of a member',
    who: 'rich',
    at: '/user/contact',
    states: withoutEmpty,
    open: ({ page, texts }) => press(page, texts.chat.open),
  },
]
