import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import type { Cast } from './cast.ts'
import { openContext, prepare, rest } from './looks.ts'

const target = join(import.meta.dirname, '../../docs/picture.png')
const phone = { width: 360, height: 774 }
const shown = { width: 220, height: 473 }

/** The pictures of the README: one screen of each kind, in all three languages. */
const panels = [
  { at: '/login', language: 'th' },
  { at: '/register', language: 'la' },
  { at: '/user/home', language: 'en' },
  { at: '/user/profile', language: 'th' },
] as const

export async function drawPicture(browser: Browser, { copy, tokens }: Cast): Promise<void> {
  const pictures: string[] = []
  for (const { at, language } of panels) {
    const context = await openContext(browser, { language, size: 'phone', scheme: 'dark' })
    const page = await context.newPage()
    await page.setViewportSize(phone)
    await prepare(page, {}, at.startsWith('/user') ? tokens.rich : null)
    await page.goto(copy.app + at)
    await rest(page, 'filled')
    pictures.push((await page.screenshot()).toString('base64'))
    await context.close()
  }
  const page = await browser.newPage({ viewport: { width: 968, height: 485 } })
  const images = pictures.map(
    (base64) =>
      `<img src="data:image/png;base64,${base64}" width="${shown.width}" height="${shown.height}">`,
  )
  await page.setContent(
    `<body style="margin: 6px; display: flex; gap: 22px; background: #0a0e19">${images.join('')}</body>`,
  )
  await page.screenshot({ path: target })
  await page.close()
}
