import type { Locator, Page } from '@playwright/test'
import type { Language } from '../../packages/contract/src/limits.ts'
import type { FilmName } from './words.ts'

/** Long enough to read a caption twice. */
const readingMs = 2_600

/** The three steps of a film; each says when it begins. */
export type FilmScript = (page: Page, begin: (step: 0 | 1 | 2) => Promise<void>) => Promise<void>

/** Shows where a finger would be, then taps there; or only shows it. */
async function point(page: Page, where: Locator, { taps = true } = {}): Promise<void> {
  await where.scrollIntoViewIfNeeded()
  const box = await where.boundingBox()
  if (!box) throw new Error('what the film points at is not on the screen')
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.evaluate(({ x, y }) => {
    const finger = document.createElement('div')
    finger.id = 'finger'
    Object.assign(finger.style, {
      position: 'fixed',
      zIndex: '99',
      left: `${x - 26}px`,
      top: `${y - 26}px`,
      width: '52px',
      height: '52px',
      borderRadius: '50%',
      background: 'rgb(245 184 61 / 0.55)',
      border: '3px solid #fff',
      pointerEvents: 'none',
    })
    const above = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
    above.append(finger)
  }, at)
  await page.waitForTimeout(700)
  if (!taps) return
  await page.evaluate(() => document.querySelector('#finger')?.remove())
  await page.touchscreen.tap(at.x, at.y)
}

async function closeSheet(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
}

async function textsOf(language: Language) {
  const [{ homeText }, { memberText }, { bonusText }] = await Promise.all([
    import(`../../apps/web/src/text/${language}/home/home.ts`),
    import(`../../apps/web/src/text/${language}/member.ts`),
    import(`../../apps/web/src/features/bonus/text/${language}.ts`),
  ])
  return { home: homeText, member: memberText, bonus: bonusText }
}

/** What happens in each film, in the words of a language. */
export async function scenesIn(language: Language): Promise<Record<FilmName, FilmScript>> {
  const { home, member, bonus } = await textsOf(language)
  const shortcut = (page: Page, name: string): Locator =>
    page.locator('main').getByRole('button', { name, exact: true })
  const read = (page: Page): Promise<void> => page.waitForTimeout(readingMs)

  return {
    wallet: async (page, begin) => {
      await begin(0)
      await read(page)
      await begin(1)
      await point(page, shortcut(page, home.shortcuts.deposit))
      await read(page)
      await closeSheet(page)
      await begin(2)
      await point(page, shortcut(page, home.shortcuts.withdraw))
      await read(page)
    },
    enter: async (page, begin) => {
      const game = page.locator('main img[src*="/games/"]').first()
      await begin(0)
      await page.waitForTimeout(1_200)
      await game.scrollIntoViewIfNeeded()
      await read(page)
      await begin(1)
      await point(page, game)
      await read(page)
      await begin(2)
      await point(page, page.locator('dialog[open] button').nth(1), { taps: false })
      await read(page)
    },
    balance: async (page, begin) => {
      await begin(0)
      await read(page)
      await begin(1)
      await point(page, page.getByRole('button', { name: home.refresh }))
      await read(page)
      await begin(2)
      await point(page, page.getByRole('link', { name: member.shell.statement }))
      await read(page)
    },
    bonus: async (page, begin) => {
      await begin(0)
      await point(page, shortcut(page, home.shortcuts.bonus))
      await page.waitForURL('**/user/bonus')
      await read(page)
      await begin(1)
      await point(page, page.locator('main section li button').first())
      await page.locator('dialog[open]').waitFor()
      await read(page)
      await begin(2)
      await point(page, page.locator('dialog[open] button').last(), { taps: false })
      await read(page)
    },
    finish: async (page, begin) => {
      await begin(0)
      await point(page, shortcut(page, home.shortcuts.bonus))
      await page.waitForURL('**/user/bonus')
      await read(page)
      await begin(1)
      await point(page, page.getByRole('button', { name: bonus.held.cancel }))
      await page.locator('dialog[open]').waitFor()
      await read(page)
      await begin(2)
      await point(page, page.locator('dialog[open] button').last(), { taps: false })
      await read(page)
    },
  }
}
