import type { Page } from '@playwright/test'
import { homeText } from '../apps/web/src/text/th/home/home.ts'
import { borrowMember, logIn } from './member.ts'
import { expect, test } from './test.ts'

const screens = ['home', 'profile', 'bonus', 'statement', 'spin', 'contact']

/** Elements that the system's few colors would leave without an edge, a picture or a difference. */
function findUnseen(): string[] {
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  const found: string[] = []
  const seen = [...top.querySelectorAll<HTMLElement>('button, select, progress, svg, a')].filter(
    (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
  )
  for (const element of seen) {
    const style = getComputedStyle(element)
    const named = `${element.outerHTML.slice(0, 80)} ${element.textContent}`.slice(0, 120)
    if (element.matches('button, select') && Number.parseFloat(style.borderTopWidth) < 1)
      found.push(`no edge: ${named}`)
    if (element.matches('progress') && style.appearance === 'none') found.push(`no meter: ${named}`)
    if (element.matches('[aria-pressed=true], [aria-selected=true]'))
      if (Number.parseFloat(style.borderTopWidth) < 2)
        found.push(`not announced as chosen: ${named}`)
    if (element.matches('a[aria-current]') && !style.textDecorationLine.includes('underline'))
      found.push(`not announced as current: ${named}`)
    const isLine = element.matches('svg[viewBox="0 0 24 24"]')
    if (isLine && style.stroke === getComputedStyle(document.body).backgroundColor)
      found.push(`icon of the colour of its ground: ${named}`)
  }
  return found
}

async function enter(page: Page, phone: string): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
  await logIn(page, phone)
}

async function openEach(page: Page, look: (path: string) => Promise<void>): Promise<void> {
  for (const screen of screens) {
    await page.goto(`/user/${screen}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0)
    await look(screen)
  }
}

test.describe('forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } })

  test(
    'REACH-48 with forced colors, buttons, icons, meters, the selection and the focus are visible',
    { tag: '@long-4' },
    async ({ page, request, control }) => {
      await page.goto('/login')
      expect(await page.evaluate(findUnseen)).toEqual([])
      await enter(page, await borrowMember(request, control))
      await openEach(page, async (screen) => {
        expect(await page.evaluate(findUnseen), screen).toEqual([])
      })
      await page.keyboard.press('Tab')
      const outline = await page
        .locator(':focus-visible')
        .evaluate((element) => getComputedStyle(element).outlineStyle)
      expect(outline).not.toBe('none')
      await page.goto('/user/home')
      await page
        .getByRole('button', { name: homeText.shortcuts.deposit, exact: true })
        .first()
        .click()
      await expect(page.getByRole('dialog').getByRole('tab', { selected: true })).toBeVisible()
      expect(await page.evaluate(findUnseen)).toEqual([])
    },
  )
})

test.describe('calm', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test(
    'REACH-49 with reduced motion nothing moves, and everything is there',
    { tag: '@long-1' },
    async ({ page, request, control }) => {
      await enter(page, await borrowMember(request, control))
      await openEach(page, async (screen) => {
        const moving = await page.evaluate(() =>
          document.getAnimations().map((one) => (one as CSSAnimation).animationName),
        )
        expect(moving, screen).toEqual([])
        await expect(page.getByRole('navigation').getByRole('link').first()).toBeVisible()
      })
    },
  )
})
