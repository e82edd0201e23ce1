import type { Page } from '@playwright/test'
import { sampled } from '../apps/server/src/testing/models/sample.ts'
import { documentLanguage } from '../apps/web/src/core/language.ts'
import { publicText as english } from '../apps/web/src/text/en/public.ts'
import { memberText as englishMember } from '../apps/web/src/text/en/member.ts'
import { memberText as laoMember } from '../apps/web/src/text/la/member.ts'
import { publicText as lao } from '../apps/web/src/text/la/public.ts'
import { memberText as thaiMember } from '../apps/web/src/text/th/member.ts'
import { publicText as thai } from '../apps/web/src/text/th/public.ts'
import { visitorText as laoVisitor } from '../apps/web/src/text/la/visitor.ts'
import { visitorText as thaiVisitor } from '../apps/web/src/text/th/visitor.ts'
import { findForeign } from '../proof/screens/findings.ts'
import { borrowMember, logIn, newPhone, overhangOf, password } from './member.ts'
import { expect, test } from './test.ts'

const texts = { th: thai, la: lao, en: english }

const languages = ['th', 'la', 'en'] as const

for (const language of languages)
  test(
    `LANG-03 LANG-04 LANG-05 LOGIN-02 STORE-04 STORE-07 the login speaks ${language} and stays in it`,
    { tag: '@long-4' },
    async ({ page, context, expectAccessible }) => {
      await page.goto('/login')
      if (language !== 'th') await page.locator('main select').selectOption(language)
      else {
        await page.locator('main select').selectOption('en')
        await page.locator('main select').selectOption('th')
      }
      await expect(page.getByRole('button', { name: texts[language].login.submit })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', documentLanguage[language])
      await expectAccessible()
      await page.reload()
      await expect(page.getByRole('button', { name: texts[language].login.submit })).toBeVisible()
      expect(await page.evaluate(() => localStorage.getItem('locale'))).toBe(language)
      const cookies = await context.cookies()
      expect(cookies.find(({ name }) => name === 'locale')?.value).toBe(language)
    },
  )

for (const language of sampled('screens for visitors', 1, languages))
  test(
    `SCOPE-01 F46 no screen for visitors clips, hides or speaks another language in ${language}`,
    { tag: '@long-3' },
    async ({ page, expectAccessible }) => {
      await page.addInitScript((code) => localStorage.setItem('locale', code), language)
      await page.setViewportSize({ width: 320, height: 640 })
      for (const path of ['/login', '/register', '/howto', '/contact', '/terminated', '/nope']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        expect(await overhangOf(page), path).toBe(0)
        expect(await cutMenuWords(page), path).toEqual([])
        expect(await findForeign(page, language), path).toEqual([])
        await expectAccessible()
      }
    },
  )

for (const language of sampled('screens for members', 1, languages))
  test(
    `SCOPE-01 F46 no screen for members clips, hides or speaks another language in ${language}`,
    { tag: '@long-1' },
    async ({ page, request, control, expectAccessible }) => {
      await page.addInitScript((code) => localStorage.setItem('locale', code), language)
      await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
      await logIn(page, await borrowMember(request, control))
      await page.setViewportSize({ width: 320, height: 640 })
      for (const path of ['home', 'profile', 'contact', 'statement', 'bonus', 'spin']) {
        await page.goto(`/user/${path}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        expect(await overhangOf(page), path).toBe(0)
        expect(await cutMenuWords(page), path).toEqual([])
        // The texts on the wheel are the operator's.
        if (path !== 'spin') expect(await findForeign(page, language), path).toEqual([])
        await expectAccessible()
      }
    },
  )

/** Labels of the bottom menu that are wider than their share of it; the screens without a menu have none. */
async function cutMenuWords(page: Page): Promise<string[]> {
  return page.locator('nav li').evaluateAll((entries) =>
    entries.flatMap((entry) => {
      const words = entry.querySelector('span:last-child')
      const isCut = words !== null && words.scrollWidth > entry.clientWidth
      return isCut ? [words.textContent] : []
    }),
  )
}

/** A mark that a reload removes. */
async function markPage(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
}

async function expectSamePage(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
}

test('LANG-06 LANG-08 before the login, texts and a shown fault change at once, without a reload', async ({
  page,
}) => {
  await page.goto('/login')
  await markPage(page)
  await page.locator('input[name=username]').fill(newPhone())
  await page.locator('input[name=password]').fill(password)
  await page.locator('form button[type=submit]').click()
  await expect(page.getByText(thai.refusals.WRONG_CREDENTIAL)).toBeVisible()
  for (const [code, text] of [
    ['en', english],
    ['la', lao],
    ['th', thai],
  ] as const) {
    await page.locator('main select').selectOption(code)
    await expect(page.getByText(text.refusals.WRONG_CREDENTIAL)).toBeVisible()
    await expect(page.getByRole('button', { name: text.login.submit })).toBeVisible()
    await expect(page.getByRole('link', { name: text.menu.howto })).toBeVisible()
  }
  // Input stays.
  await expect(page.locator('input[name=password]')).toHaveValue(password)
  await expectSamePage(page)
})

test('LANG-06 LANG-08 after the login, texts and a shown fault change at once, without a reload', async ({
  page,
  request,
  control,
}) => {
  await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
  await logIn(page, await borrowMember(request, control))
  await markPage(page)
  const menu = page.getByRole('navigation')
  for (const [code, text] of [
    ['en', englishMember],
    ['la', laoMember],
    ['th', thaiMember],
  ] as const) {
    await page.locator('header select').selectOption(code)
    await expect(menu.getByRole('link', { name: text.shell.profile })).toBeVisible()
    await expect(page.getByRole('heading', { name: text.home.greeting('Nok') })).toBeVisible()
    await expect(page.getByRole('button', { name: text.shell.logout })).toBeVisible()
  }

  await menu.getByRole('link', { name: thaiMember.shell.profile }).click()
  await page.getByRole('button', { name: thaiVisitor.profile.password }).click()
  await page.locator('input[name=old-password]').fill('not this one')
  await page.locator('input[name=password]').fill('seven loud mountains')
  await page.locator('input[name=password-again]').fill('seven loud mountains')
  await page.locator('dialog button[type=submit]').click()
  await expect(page.getByText(thaiVisitor.refusals.WRONG_PASSWORD)).toBeVisible()
  // A dialog blocks taps on the dropdown, so this one is forced.
  await page.locator('header select').selectOption('la', { force: true })
  await expect(page.getByText(laoVisitor.refusals.WRONG_PASSWORD)).toBeVisible()
  await expect(page.getByText(thaiVisitor.refusals.WRONG_PASSWORD)).toHaveCount(0)
  await expectSamePage(page)
})

test("SHELL-03 SHELL-12 a member's header has the name, the languages and the logout, in this order", async ({
  page,
  request,
  control,
}) => {
  await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
  await logIn(page, await borrowMember(request, control))
  const bar = page.getByRole('banner')
  const { name } = await (await request.get('/api/lookup/info')).json()
  const parts = [
    bar.getByText(name, { exact: true }),
    bar.getByRole('combobox', { name: thai.language.label }),
    bar.getByRole('button', { name: thaiMember.shell.logout }),
  ]
  let lastRight = 0
  for (const part of parts) {
    await expect(part).toBeInViewport({ ratio: 1 })
    const box = await part.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(lastRight)
    expect(box?.y).toBeLessThan(64)
    lastRight = (box?.x ?? 0) + (box?.width ?? 0)
  }
  await expect(parts[1]!.getByRole('option')).toHaveCount(3)
  await expect(parts[2]!.locator('svg')).toBeVisible()
  await expect(parts[2]!).toHaveText('')
})
