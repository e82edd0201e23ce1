import { chromium, type Browser, type Page } from '@playwright/test'
import { workAddress } from '../../../apps/console/src/shared/work-kind.ts'
import { systemClock } from '../../../apps/server/src/core/clock.ts'
import { startConsole } from '../../../apps/server/src/testing/console/console-process.ts'
import { freePort } from '../../../apps/server/src/testing/processes/free-port.ts'
import { demoOperators } from '../../../apps/server/src/records/operators/operators.ts'
import type { Report } from '../report.ts'
import { findBrowser } from '../../../tools/browser.ts'
import { buildPageIfStale } from '../../../tools/build.ts'
import { medianOf } from '../median.ts'
import { slowness, watchInteractions } from '../web/interaction.ts'
import { favourWhole } from '../web/priorities.ts'

/** The browser reports no shorter ones. */
const shortestMs = 16
const presses = 24
const wholeList = 10_000

/** How long a key keeps an operator waiting for the next paint, on a list of ten thousand, at a quarter of the speed. */
export async function measureHand(databaseUrl: string, report: Report): Promise<void> {
  await buildPageIfStale('console')
  const port = await freePort()
  const console = await startConsole(
    { database: { url: databaseUrl }, clock: systemClock },
    { port },
  )
  try {
    await press(`http://localhost:${port}`, report)
  } finally {
    await console.stop()
  }
}

async function press(address: string, report: Report): Promise<void> {
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? '',
    args: ['--no-sandbox'],
  })
  try {
    const page = await openList(browser, address)
    const control = await page.context().newCDPSession(page)
    await favourWhole(await processesOf(browser))
    const all: number[] = []
    const act = async (name: string, doing: () => Promise<unknown>): Promise<void> => {
      await control.send('Emulation.setCPUThrottlingRate', { rate: slowness })
      const paints: number[] = []
      for (let times = 0; times < presses; times += 1) paints.push(await paintOf(page, doing))
      await control.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      all.push(...paints)
      const value = medianOf(paints)
      report({ name: `console.hand.${name}`, value, unit: 'ms', target: '<= 100' })
    }
    let key = 'k'
    await act('step', () => page.keyboard.press('k'))
    await act('turn', () => page.keyboard.press((key = key === 'j' ? 'k' : 'j')))
    let row = 300
    await act('row', () => page.mouse.click(400, (row = row === 300 ? 500 : 300)))
    await act('choose', async () => {
      await page.keyboard.press('x')
      await page.keyboard.press('Escape')
    })
    await act('find', async () => {
      await page.keyboard.press('Control+k')
      await page.keyboard.press('Escape')
    })
    // As browsers sum up a visit: of each fifty interactions the worst is left out.
    const inp = all.toSorted((one, other) => other - one)[Math.floor(all.length / 50)]!
    report({ name: 'console.hand.inp', value: inp, unit: 'ms', target: '<= 100' })
  } finally {
    await browser.close()
  }
}

/** All of it, as after a long way down; its end is in sight. */
async function openList(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addInitScript(watchInteractions)
  await context.addInitScript(() => localStorage.setItem('language', 'en'))
  const page = await context.newPage()
  await page.goto(`${address}/sign-in`)
  await page.getByRole('button', { name: demoOperators.owner }).click()
  await page.waitForURL(/\/work\/all$/)
  await page.goto(address + workAddress('deposit'))
  const rows = page.getByRole('list').getByRole('link')
  await rows.first().waitFor()
  const until = Date.now() + 240_000
  const countOf = () =>
    page.evaluate(() =>
      Number(document.querySelector('[role=listitem]:last-child')?.getAttribute('aria-posinset')),
    )
  while ((await countOf()) < wholeList && Date.now() < until) {
    await page.evaluate(() => {
      const list = document.querySelector('[role=list]')!
      list.parentElement!.scrollTo({ top: list.scrollHeight })
    })
    await page.waitForTimeout(30)
  }
  if ((await countOf()) < wholeList) throw new Error('the list is shorter than it should be')
  await rows.last().click()
  await page.getByRole('article').waitFor()
  await page.waitForTimeout(2_000)
  return page
}

async function paintOf(page: Page, doing: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    ;(globalThis as unknown as { interactions: number[] }).interactions.length = 0
  })
  await doing()
  await page.waitForTimeout(500)
  const durations = await page.evaluate(
    () => (globalThis as unknown as { interactions: number[] }).interactions,
  )
  return Math.max(shortestMs, ...durations)
}

async function processesOf(browser: Browser): Promise<number[]> {
  const control = await browser.newBrowserCDPSession()
  const { processInfo } = await control.send('SystemInfo.getProcessInfo')
  await control.detach()
  return processInfo.map(({ id }) => id)
}
