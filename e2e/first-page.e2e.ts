import { documentLanguage, languageNames } from '../apps/web/src/core/language.ts'
import { publicText as english } from '../apps/web/src/text/en/public.ts'
import { publicText as lao } from '../apps/web/src/text/la/public.ts'
import { publicText as thai } from '../apps/web/src/text/th/public.ts'
import { expect, test } from './test.ts'

const texts = { th: thai, la: lao, en: english }

test('the first visit is in the language of the variant', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByText(thai.front.sentence)).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'th')
})

for (const language of ['th', 'la', 'en'] as const) {
  test(`LANG-03 LANG-04 the page opens in ${language} and stays in it`, async ({
    page,
    context,
    expectAccessible,
  }) => {
    await page.goto('/')
    await page.getByRole('button', { name: languageNames[language], exact: true }).click()
    await expect(page.getByText(texts[language].front.sentence)).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', documentLanguage[language])
    await expectAccessible()

    await page.reload()
    await expect(page.getByText(texts[language].front.sentence)).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('locale'))).toBe(language)
    const cookies = await context.cookies()
    expect(cookies.find(({ name }) => name === 'locale')?.value).toBe(language)
  })
}

test('the page fits a narrow phone and says nothing in the console', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overhang).toBe(0)
  expect(complaints).toEqual([])
})

test('NF-01 NAV-14 OP-E14 an unknown path shows the 404 page with status 404', async ({
  page,
  expectAccessible,
}) => {
  for (const path of ['/no/such/page', '/user/nope']) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page.getByText('404', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Page Not Found', exact: true })).toBeVisible()
  }
  await expectAccessible()
  await page.getByRole('link', { name: thai.notFound.home }).click()
  await expect(page.getByText(thai.front.sentence)).toBeVisible()
})

test('NF-02 the terminated page has its own title', async ({ page, expectAccessible }) => {
  await page.goto('/terminated')
  await expect(page).toHaveTitle('Page not found')
  await expect(page.getByText(thai.terminated.sentence)).toBeVisible()
  await expectAccessible()
})

test('API-15 an unknown API path answers JSON, never the page', async ({ request }) => {
  const response = await request.get('/api/no/such/call')
  expect(response.status()).toBe(404)
  expect(response.headers()['content-type']).toContain('application/json')
  expect(await response.json()).toMatchObject({ code: 'NO_DATA' })
})

test('the API describes itself to programs and to people', async ({ page, expectAccessible }) => {
  const response = await page.request.get('/openapi.json')
  expect(response.status()).toBe(200)
  const document = await response.json()
  expect(document.openapi).toMatch(/^3\.1/)
  const paths = Object.keys(document.paths)
  expect(paths).toContain('/api/wallet/withdraw')

  await page.goto('/')
  await page.getByRole('link', { name: thai.front.docs }).click()
  await expect(page).toHaveURL(/\/docs$/)
  await expect(page.getByText('/api/wallet/withdraw', { exact: true }).first()).toBeVisible()
  await expectAccessible()
})
