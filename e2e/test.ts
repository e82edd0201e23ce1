import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { environment } from '../tools/start/environment.ts'

type Addresses = {
  /** The sandbox: its panel, and the outside services for the server. */
  sandbox: string
  /** The control plane, by which a test triggers events in the sandbox. */
  control: string
  /** For states that no screen shows yet. */
  databaseUrl: string
}

type Checks = {
  /** Fails on issues that keep people from using the page: axe's serious and critical findings. */
  expectAccessible: () => Promise<void>
}

export const test = base.extend<Checks, Addresses>({
  sandbox: [async ({}, use) => use(addressOf('E2E_SANDBOX')), { scope: 'worker' }],
  control: [async ({}, use) => use(addressOf('E2E_CONTROL')), { scope: 'worker' }],
  databaseUrl: [async ({}, use) => use(addressOf('E2E_DATABASE')), { scope: 'worker' }],
  baseURL: async ({}, use) => use(addressOf('E2E_APP')),
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) {
      const goto = page.goto.bind(page)
      const reload = page.reload.bind(page)
      page.goto = async (url, options) => {
        const answer = await goto(url, options)
        if (options?.waitUntil !== 'commit') await untilOwn(page)
        return answer
      }
      page.reload = async (options) => {
        const answer = await reload(options)
        await untilOwn(page)
        return answer
      }
    }
    await use(page)
    // An intercepted answer may still be under way when the journey has ended.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  expectAccessible: async ({ page }, use) => {
    await use(async () => {
      await restOf(page)
      // The checker's types name another playwright-core than the test runner's; at run time it is this page.
      const { violations } = await new AxeBuilder({ page: page as never }).analyze()
      const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      expect(grave.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target) }))).toEqual(
        [],
      )
    })
  },
})

export { expect }

/** A prerendered screen looks like the real one; a journey begins when that has loaded, or cannot load. */
async function untilOwn(page: Page): Promise<void> {
  const drawn = page.locator('html[data-shell]')
  await drawn.waitFor({ state: 'detached', timeout: 3_000 }).catch(() => undefined)
}

/** Text that is still fading in has less contrast than in the end; some begins a moment after its screen. */
async function restOf(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const listEnding = (): Animation[] =>
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)))
    for (let quiet = 0; quiet < 2; quiet += 1) {
      const ending = listEnding().filter(({ playState }) => playState === 'running')
      if (ending.length > 0) quiet = -1
      await Promise.allSettled(ending.map(({ finished }) => finished))
      if (quiet < 1) await new Promise((resolve) => setTimeout(resolve, 150))
    }
  })
}

/** Playwright's global setup exports the addresses of the copy that it started. */
function addressOf(name: string): string {
  const address = environment[name]
  if (!address) throw new Error(`${name} is missing: run e2e tests through playwright test`)
  return address
}
