import { chromium, type Page } from '@playwright/test'
import { memberText } from '../../apps/web/src/text/en/member.ts'
import type { Bench } from './report.ts'
import { findBrowser } from '../../tools/browser.ts'
import { makeDataDir, startCopy } from '../../tools/testing/running-copy.ts'
import { medianOf } from './median.ts'

const demo = { username: '0812345678', password: 'three quiet rivers' }
/** The demo member's own account, and the operator's account at the same bank. */
const paying = {
  fromBank: 'KBANK',
  fromAccount: '1234567890',
  fromName: 'NOK THONGDEE',
  toBank: 'KBANK',
  toAccount: '1112223334',
}
const rounds = 40
const patienceMs = 20_000

type World = { app: string; control: string; token: string; page: Page }
/** Does everything that precedes a payment, and returns the function that pays. */
type Door = (world: World, round: number) => Promise<() => Promise<unknown>>

/** From the payment outside to the moment at which the member's open page shows it. */
export const bench: Bench = {
  name: 'deposit',
  run: async (report, { long }) => {
    const { dataDir, remove } = await makeDataDir()
    const copy = await startCopy({ dataDir, env: { RATE_LIMIT_FACTOR: '50' } })
    const browser = await chromium.launch({
      executablePath: findBrowser() ?? '',
      args: ['--no-sandbox'],
    })
    try {
      const { token } = await send<{ token: string }>(`${copy.app}/api/login`, demo)
      const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
      await context.addInitScript((kept) => {
        localStorage.setItem('token', kept)
        localStorage.setItem('locale', 'en')
        localStorage.setItem('remember-agreement', 'true')
      }, token)
      const page = await context.newPage()
      await page.goto(`${copy.app}/user/home`)
      const world = { app: copy.app, control: copy.control, token, page }
      for (const [name, open] of Object.entries(doors)) {
        const seen = await measure(world, open, long ? rounds * 5 : rounds)
        const p95 = seen.toSorted((a, b) => a - b)[Math.ceil(seen.length * 0.95) - 1]!
        report({ name: `deposit.${name}.seen.p50`, value: Math.round(medianOf(seen)), unit: 'ms' })
        report({
          name: `deposit.${name}.seen.p95`,
          value: Math.round(p95),
          unit: 'ms',
          target: '<= 2000',
        })
      }
    } finally {
      await browser.close()
      await copy.stop()
      await remove()
    }
  },
}

const doors: Record<string, Door> = {
  feed: async ({ control }, round) => {
    const amount = ownAmount(1, round)
    return () => send(`${control}/bank/pay`, { ...paying, amount, tell: 'feed' })
  },
  sms: async ({ control }, round) => {
    const amount = ownAmount(11, round)
    return () => send(`${control}/bank/pay`, { ...paying, amount, tell: 'sms' })
  },
  qr: async (world, round) => {
    const reference = await orderCode(world, round)
    return () => send(`${world.control}/gateways/KBANK/pay`, { reference })
  },
}

/** A different number of satang each time, so that no two transfers look alike. */
function ownAmount(baht: number, round: number): string {
  return (baht + round / 100).toFixed(2)
}

async function measure(world: World, open: Door, times: number): Promise<number[]> {
  const seen: number[] = []
  for (let round = 0; round < times; round += 1) {
    const before = await readTotal(world.page)
    const pay = await open(world, round)
    const begun = performance.now()
    await pay()
    await world.page.waitForFunction(
      ({ label, old }) => {
        const total = document.querySelector(`section[aria-label="${label}"] p`)
        return total !== null && total.textContent !== old
      },
      { label: memberText.home.total, old: before },
      { timeout: patienceMs },
    )
    seen.push(performance.now() - begun)
  }
  return seen
}

/** The total on the screen once it no longer changes. */
async function readTotal(page: Page): Promise<string> {
  const total = page.locator(`section[aria-label="${memberText.home.total}"]`)
  await page.waitForFunction(
    (label) => document.querySelector(`section[aria-label="${label}"][aria-busy="false"]`) !== null,
    memberText.home.total,
  )
  let last = ''
  for (;;) {
    const now = (await total.locator('p').first().textContent()) ?? ''
    if (now !== '' && now === last) return now
    last = now
    await page.waitForTimeout(400)
  }
}

/** A different amount each time: the same amount within five seconds is the same order. */
async function orderCode({ app, control, token }: World, round: number): Promise<string> {
  await send(`${app}/api/qrcode/KBANK`, { amount: 5 + round }, token)
  const answer = await fetch(`${control}/gateways/KBANK/codes`)
  const [newest] = (await answer.json()) as { reference: string }[]
  return newest!.reference
}

async function send<T>(address: string, body: object, token = ''): Promise<T> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}
