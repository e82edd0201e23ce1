import { newPhone, readCode } from '../../../e2e/member.ts'
import type { ScreenView, ScreenContext } from '../scene.ts'
import { withoutEmpty } from '../scene.ts'
import { press } from './taps.ts'

const insideLine =
  'Mozilla/5.0 (Linux; Android 13; SM-A042F) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0.0.0 Mobile Safari/537.36 Line/14.1.0'

async function register({ page, cast, texts }: ScreenContext, until: 'code' | 'profile' | 'bank') {
  const phone = newPhone()
  await page.locator('input[name=phone]').fill(phone)
  await press(page, texts.visitor.form.next)
  await page.locator('input[name=code]').waitFor()
  if (until === 'code') return
  const code = await readCode(cast.request, cast.copy.control, phone)
  await page.locator('input[name=code]').fill(code)
  await press(page, texts.visitor.form.confirm)
  const name = page.locator('input[name=name]')
  await name.waitFor()
  await name.fill('Nok')
  if (until === 'profile') return
  await page.locator('input[name=password]').fill('three quiet rivers')
  await page.locator('input[name=password-again]').fill('three quiet rivers')
  await press(page, texts.visitor.form.next)
  await page.locator('select[name=bank]').waitFor()
}

async function logInWrongly({ page }: ScreenContext): Promise<void> {
  await page.locator('input[name=username]').fill('0899999990')
  await page.locator('input[name=password]').fill('not the password')
  await page.locator('form button[type=submit]').click()
  await page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor()
}

export const visitorScenes: readonly ScreenView[] = [
  { name: 'login', at: '/login', states: withoutEmpty },
  { name: 'login refused', at: '/login', open: logInWrongly },
  {
    name: 'login after a changed password',
    at: '/howto',
    open: async ({ page, texts }) => {
      await page.evaluate(() =>
        history.pushState(
          { lostAt: '/user/home', why: 'INVALID_USER_3', phone: '0812345678' },
          '',
          '/login',
        ),
      )
      await page.getByText(texts.visitor.ended.password).waitFor()
    },
  },
  {
    name: 'forgotten password',
    at: '/login',
    open: ({ page, texts }) => press(page, texts.open.login.forgotten),
  },
  { name: 'register 1 phone', at: '/register', states: withoutEmpty },
  {
    name: 'register 1 refused',
    at: '/register',
    open: async ({ page, texts }) => {
      await page.locator('input[name=phone]').fill('12345')
      await press(page, texts.visitor.form.next)
    },
  },
  { name: 'register inside LINE', at: '/register?code=PRABC', userAgent: insideLine },
  {
    name: 'register 2 code',
    at: '/register',
    open: (stage) => register(stage, 'code'),
    only: 'thai',
  },
  {
    name: 'register 3 profile',
    at: '/register',
    open: (stage) => register(stage, 'profile'),
    only: 'thai',
  },
  {
    name: 'register 4 bank',
    at: '/register',
    open: (stage) => register(stage, 'bank'),
    only: 'thai',
  },
  { name: 'how-to', at: '/howto', states: withoutEmpty },
  {
    name: 'how-to film',
    at: '/howto',
    open: ({ page }) => page.locator('main li button').first().click(),
  },
  { name: 'contact', at: '/contact', states: withoutEmpty },
  {
    name: 'chat of a guest',
    at: '/contact',
    states: withoutEmpty,
    open: ({ page, texts }) => press(page, texts.chat.open),
  },
  { name: 'nothing here', at: '/nowhere' },
  { name: 'terminated', at: '/terminated' },
]
