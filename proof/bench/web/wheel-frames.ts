import { chromium } from '@playwright/test'
import { findBrowser } from '../../../tools/browser.ts'

export type FrameFigures = { framesPerSecond: number; longestFrameMs: number }

const slowness = 4

/** Spins the demo member's wheel once, on a slowed-down processor, and counts the frames while it turns. */
export async function turnWheel(
  app: string,
  demo: { username: string; password: string },
): Promise<FrameFigures> {
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? '',
    args: ['--no-sandbox'],
  })
  try {
    const context = await browser.newContext({
      viewport: { width: 360, height: 740 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
      serviceWorkers: 'block',
    })
    const login = await context.request.post(`${app}/api/login`, { data: demo })
    const { token } = (await login.json()) as { token: string }
    await context.addInitScript((given) => {
      localStorage.setItem('token', given)
      localStorage.setItem('remember-agreement', 'true')
    }, token)
    const page = await context.newPage()
    await page.goto(`${app}/user/spin`)
    await page.locator('canvas').waitFor()
    await page.waitForLoadState('networkidle')
    const control = await context.newCDPSession(page)
    await control.send('Emulation.setCPUThrottlingRate', { rate: slowness })
    await page.evaluate(watchTurning)
    await page.locator('div:has(> div > canvas) button').tap()
    return await page.evaluate(
      () => (globalThis as unknown as { turning: Promise<FrameFigures> }).turning,
    )
  } finally {
    await browser.close()
  }
}

/** Runs in the page: records every frame from the start of the turning to its end. */
function watchTurning(): void {
  const page = globalThis as unknown as { turning: Promise<FrameFigures> }
  page.turning = new Promise((resolve) => {
    const frames: number[] = []
    const note = (now: number): void => {
      const isTurning = document.querySelector('canvas')!.getAnimations().length > 0
      if (isTurning) frames.push(now)
      if (isTurning || frames.length === 0) return void requestAnimationFrame(note)
      const gaps = frames.slice(1).map((at, index) => at - frames[index]!)
      resolve({
        framesPerSecond: (gaps.length * 1000) / (frames.at(-1)! - frames[0]!),
        longestFrameMs: Math.max(...gaps),
      })
    }
    requestAnimationFrame(note)
  })
}
