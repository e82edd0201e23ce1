import type { Page } from '@playwright/test'
import { publicText } from '../apps/web/src/text/th/public.ts'
import { overhangOf } from './member.ts'
import { expect, test } from './test.ts'

/** The requested files of the picture and of the styles that name it, by kind. */
function watchFiles(page: Page): Set<string> {
  const files = new Set<string>()
  page.on('response', async (answer) => {
    const address = answer.url()
    if (/\/desk-[\w-]+\.svg$/.test(address)) files.add('svg')
    if (address.endsWith('.css') && (await answer.text()).includes('/desk-')) files.add('css')
  })
  return files
}

const pictureOf = (page: Page) =>
  page.locator('#root > div').evaluate((shell) => {
    const { content, width } = getComputedStyle(shell, '::before')
    return content === 'none' ? 0 : Number.parseFloat(width)
  })

test('REACH-65 a phone fetches nothing of what a desktop shows next to the login', async ({
  page,
}) => {
  const files = watchFiles(page)
  await page.goto('/login')
  await page.waitForLoadState('networkidle')
  expect(await pictureOf(page)).toBe(0)
  expect(files).toEqual(new Set())
})

for (const colorScheme of ['dark', 'light'] as const)
  test.describe(`on a desktop, ${colorScheme}`, () => {
    test.use({
      viewport: { width: 1280, height: 800 },
      isMobile: false,
      hasTouch: false,
      colorScheme,
    })

    test('REACH-109 a toast appears over the form and not over the picture', async ({
      page,
      context,
    }) => {
      await page.goto('/login')
      // The language's file is what fails, not the page's own ones.
      await page.waitForLoadState('networkidle')
      const picture = await pictureOf(page)
      await context.setOffline(true)
      await page.locator('main select').selectOption('la')
      const toast = page.getByRole('alert').filter({ hasText: publicText.language.failed })
      await expect(toast).toBeVisible()
      const box = await toast.boundingBox()
      expect(box!.x).toBeGreaterThan(picture)
      expect(box!.x + box!.width).toBeLessThan(1280)
    })

    test(
      'REACH-65 the login and the registration appear next to a picture, from the first frame',
      { tag: '@long-4' },
      async ({ page, expectAccessible }) => {
        const files = watchFiles(page)
        const stopped: string[] = []
        page.on('console', (message) => {
          if (/content security policy/i.test(message.text())) stopped.push(message.text())
        })
        for (const path of ['/login', '/register']) {
          await page.goto(path)
          await page.waitForLoadState('networkidle')
          for (const width of [1024, 1280, 1920]) {
            await page.setViewportSize({ width, height: 800 })
            const picture = await pictureOf(page)
            expect(picture).toBeGreaterThan(width * 0.4)
            const form = await page.getByRole('main').locator('form').boundingBox()
            expect(form!.x).toBeGreaterThan(picture)
            expect(form!.x + form!.width).toBeLessThanOrEqual(width)
            expect(await overhangOf(page)).toBeLessThanOrEqual(0)
          }
          await page.setViewportSize({ width: 1280, height: 800 })
          await expectAccessible()
        }
        expect(files).toEqual(new Set(['css', 'svg']))
        expect(stopped).toEqual([])
      },
    )

    test('REACH-65 the picture shifts nothing, and follows the width of the window', async ({
      page,
    }) => {
      await page.goto('/login')
      const form = page.getByRole('form', { name: publicText.login.title })
      const before = await form.boundingBox()
      await page.waitForLoadState('networkidle')
      expect(await form.boundingBox()).toEqual(before)
      // Narrowed, the window has the layout of a phone, and widened again that of a desktop.
      await page.setViewportSize({ width: 700, height: 800 })
      expect(await pictureOf(page)).toBe(0)
      await page.setViewportSize({ width: 1280, height: 800 })
      expect(await form.boundingBox()).toEqual(before)
    })
  })
