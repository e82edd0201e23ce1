import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { memberText } from '../../apps/web/src/text/en/member.ts'
import { transferText as transfer } from '../../apps/web/src/features/transfer/text/en.ts'
import type { Bench } from './report.ts'
import { findBrowser } from '../../tools/browser.ts'
import { makeDataDir, startCopy } from '../../tools/testing/running-copy.ts'
import { startCutProxy, type CutProxy } from './web/cut-proxy.ts'

const demo = { username: '0812345678', password: 'three quiet rivers' }
const game = { code: 'pgslot', name: 'PG Slot' }
const runs = 50
/** More than one transfer sends and receives, so that some cuts come before it, some within, some after. */
const bytesMax = 2_400
const patienceMs = 30_000

type Run = { moved: number; asked: number; shown: 'done' | 'not' | 'nothing'; shownAfterMs: number }

/**
 * F43: a transfer whose connection is cut at a random byte: is it applied once, and does the member see the true
 * outcome?
 */
export const bench: Bench = {
  name: 'cuts',
  run: async (report) => {
    const { dataDir, remove } = await makeDataDir()
    const copy = await startCopy({ dataDir, env: { RATE_LIMIT_FACTOR: '50' } })
    const proxy = await startCutProxy(copy.app)
    const browser = await chromium.launch({
      executablePath: findBrowser() ?? '',
      args: ['--no-sandbox'],
    })
    try {
      const member = await enter(copy.app)
      await member.get(`/api/wallet/activate/${game.code}`)
      const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
      await context.addInitScript((token) => {
        localStorage.setItem('token', token)
        localStorage.setItem('locale', 'en')
        localStorage.setItem('remember-agreement', 'true')
      }, member.token)
      const page = await context.newPage()
      const done: Run[] = []
      for (let number = 0; number < runs; number += 1)
        done.push(await cutOnce(page, proxy, { member, number }))
      const count = (is: (run: Run) => boolean): number => done.filter(is).length
      report({ name: 'cuts.runs', value: done.length, unit: 'runs' })
      report({ name: 'cuts.moved', value: count(({ moved }) => moved > 0), unit: 'runs' })
      report({
        name: 'cuts.doubled',
        value: count(({ moved, asked }) => moved !== 0 && moved !== asked),
        unit: 'runs',
        target: '= 0',
      })
      report({
        name: 'cuts.untrue',
        value: count(({ moved, shown }) => shown !== (moved > 0 ? 'done' : 'not')),
        unit: 'runs',
        target: '= 0',
      })
      report({
        name: 'cuts.told.longest',
        value: Math.max(...done.map(({ shownAfterMs }) => shownAfterMs)) / 1000,
        unit: 's',
        target: '<= 10',
      })
    } finally {
      await browser.close()
      proxy.close()
      await copy.stop()
      await remove()
    }
  },
}

async function cutOnce(
  page: Page,
  proxy: CutProxy,
  { member, number }: { member: Member; number: number },
): Promise<Run> {
  proxy.mend()
  await page.goto(`${proxy.address}/user/home`)
  await page.waitForLoadState('networkidle')
  const { home, pending } = memberText
  await page.getByRole('button', { name: home.transfer, exact: true }).first().click()
  const sheet = page.getByRole('dialog', { name: transfer.title })
  const option = sheet
    .getByRole('listbox', { name: transfer.to })
    .getByRole('option', { name: game.name })
  await option.click()
  await sheet
    .getByRole('listbox', { name: transfer.to })
    .getByRole('option', { name: game.name, selected: true })
    .waitFor()
  const asked = 100 + number
  await sheet
    .getByLabel(transfer.amount)
    .first()
    .fill((asked / 100).toFixed(2))
  const before = await member.readGame()

  proxy.cutAfter(1 + Math.floor(Math.random() * bytesMax))
  await sheet.locator('button[type=submit]').click()
  await sleep(500 + Math.random() * 1_500)
  proxy.mend()
  const back = performance.now()
  // Without a stored open call the answer has arrived, and is on the screen.
  const isShown = await page.evaluate(() => localStorage.getItem('pending') === null)
  // Every third member without an answer reloads the page.
  if (number % 3 === 0 && !isShown) await page.reload()
  const shown = await readOutcome(page, [transfer.done, pending.done], pending.never)
  const shownAfterMs = performance.now() - back
  if (shown === 'nothing')
    console.error(
      `run ${number} showed no outcome:`,
      await page.evaluate(() => localStorage.getItem('pending')),
    )
  return { moved: (await member.readGame()) - before, asked, shown, shownAfterMs }
}

async function readOutcome(page: Page, good: string[], bad: string): Promise<Run['shown']> {
  const said = (text: string) => page.getByText(text).first()
  const outcome = await Promise.race([
    ...good.map((text) =>
      said(text)
        .waitFor({ timeout: patienceMs })
        .then(() => 'done' as const, silent),
    ),
    said(bad)
      .waitFor({ timeout: patienceMs })
      .then(() => 'not' as const, silent),
    sleep(patienceMs).then(() => 'nothing' as const),
  ])
  return outcome
}

/** A promise that never settles, so that it cannot win the race. */
function silent(): Promise<never> {
  return new Promise(() => {})
}

type Member = Awaited<ReturnType<typeof enter>>

/** A second session of the same member, outside the cut connection, to see the true state of the money. */
async function enter(app: string) {
  const login = await fetch(`${app}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demo),
  })
  const { token } = (await login.json()) as { token: string }
  const get = async (path: string): Promise<unknown> =>
    (await fetch(app + path, { headers: { authorization: `Bearer ${token}` } })).json()
  return {
    token,
    get,
    /** In satang; whole numbers, because they are compared. */
    readGame: async (): Promise<number> => {
      const wallet = (await get('/api/wallet')) as { slots: { code: string; amount: number }[] }
      const account = wallet.slots.find(({ code }) => code === game.code)
      return Math.round((account?.amount ?? 0) * 100)
    },
  }
}
