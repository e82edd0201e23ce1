import { documentLanguage } from '../apps/web/src/core/language.ts'
import { publicText as english } from '../apps/web/src/text/en/public.ts'
import { memberText as englishMember } from '../apps/web/src/text/en/member.ts'
import { publicText as lao } from '../apps/web/src/text/la/public.ts'
import { publicText as thai } from '../apps/web/src/text/th/public.ts'
import { logIn, makeMember, newPhone, overhangOf, password } from './member.ts'
import { expect, test } from './test.ts'

const texts = { th: thai, la: lao, en: english }

for (const language of ['th', 'la', 'en'] as const) {
  test(`LANG-03 LANG-04 LANG-05 LOGIN-02 the login speaks ${language} and stays in it`, async ({
    page,
    context,
    expectAccessible,
  }) => {
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
  })

  test(`no screen for visitors clips or hides anything from anybody in ${language}`, async ({
    page,
    expectAccessible,
  }) => {
    await page.addInitScript((code) => localStorage.setItem('locale', code), language)
    await page.setViewportSize({ width: 320, height: 640 })
    for (const path of ['/login', '/register', '/howto', '/contact', '/terminated', '/nope']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await overhangOf(page), path).toBe(0)
      await expectAccessible()
    }
  })

  test(`no screen for members clips or hides anything from anybody in ${language}`, async ({
    page,
    request,
    control,
    expectAccessible,
  }) => {
    await page.addInitScript((code) => localStorage.setItem('locale', code), language)
    await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
    await logIn(page, await makeMember(request, control))
    await page.setViewportSize({ width: 320, height: 640 })
    for (const path of ['home', 'profile', 'contact', 'statement', 'bonus', 'spin']) {
      await page.goto(`/user/${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await overhangOf(page), path).toBe(0)
      await expectAccessible()
    }
  })
}

test('LANG-06 LANG-08 SHELL-03 texts and a told fault change at once, before and after the login', async ({
  page,
  request,
  control,
}) => {
  await page.goto('/login')
  await page.locator('input[name=username]').fill(newPhone())
  await page.locator('input[name=password]').fill(password)
  await page.locator('form button[type=submit]').click()
  await expect(page.getByText(thai.refusals.WRONG_CREDENTIAL)).toBeVisible()
  await page.locator('main select').selectOption('en')
  await expect(page.getByText(english.refusals.WRONG_CREDENTIAL)).toBeVisible()

  await logIn(page, await makeMember(request, control))
  await page.locator('header select').selectOption('th')
  await expect(page.getByRole('link', { name: englishMember.shell.profile })).toHaveCount(0)
})
