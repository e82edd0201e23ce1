import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext } from '@playwright/test'
import { languages, type Language } from '../../packages/contract/src/limits.ts'
import { findBrowser } from '../../tools/browser.ts'
import { makeDataDir, startCopy } from '../../tools/testing/running-copy.ts'
import { openCamera, requirePacker } from './camera.ts'
import { scenesIn, type FilmScript } from './scenes.ts'
import { captions, filmNames, type FilmName } from './words.ts'

const target = join(import.meta.dirname, '../../apps/web/public/howto')
/** The member of the demo data, who has money and games. */
const demo = { phone: '0812345678', password: 'three quiet rivers' }

/** Records the films of the how-to page from the running app; names given on the command line are recorded alone. */
async function record(wanted: readonly FilmName[]): Promise<void> {
  await requirePacker()
  await mkdir(target, { recursive: true })
  const { dataDir, remove } = await makeDataDir()
  const copy = await startCopy({ dataDir, env: { RATE_LIMIT_FACTOR: '50' } })
  const executablePath = findBrowser() ?? ''
  const browser = await chromium.launch({
    ...(executablePath === '' ? {} : { executablePath }),
    args: ['--no-sandbox', '--hide-scrollbars'],
  })
  try {
    // A bonus that is held changes what the other films show, so its film comes last.
    for (const name of wanted.toSorted((a, b) => filmNames.indexOf(a) - filmNames.indexOf(b))) {
      if (name === 'finish') await takeBonus(copy.app)
      for (const language of languages) await recordOne(browser, { app: copy.app, name, language })
    }
  } finally {
    await browser.close()
    await copy.stop()
    await remove()
  }
}

async function takeBonus(app: string): Promise<void> {
  const ask = async (path: string, token: string | null, body?: object): Promise<unknown> => {
    const answer = await fetch(app + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        'x-client': 'wallet-user',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`${path} was refused: ${await answer.text()}`)
    return answer.json()
  }
  const login = { username: demo.phone, password: demo.password }
  const { token } = (await ask('/api/login', null, login)) as { token: string }
  const offers = (await ask('/api/bonus', token)) as { code: string; type: string }[]
  for (const { code } of offers) {
    const taken = await ask(`/api/bonus/activate/${code}`, token).catch(() => null)
    if (taken !== null) return
  }
  throw new Error('the demo member can take no bonus, so its end cannot be shown')
}

type Film = { app: string; name: FilmName; language: Language }

async function recordOne(browser: Browser, { app, name, language }: Film): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 1.5,
    isMobile: true,
    hasTouch: true,
    colorScheme: 'dark',
    timezoneId: 'Asia/Bangkok',
  })
  await context.addInitScript((stored) => localStorage.setItem('locale', stored), language)
  try {
    const scene = (await scenesIn(language))[name]
    const { bytes, seconds } = await film(context, { app, name, language }, scene)
    console.log(`${language}-${name}.mp4  ${seconds.toFixed(1)} s  ${bytes} bytes`)
  } finally {
    await context.close()
  }
}

async function film(
  context: BrowserContext,
  { app, name, language }: Film,
  scene: FilmScript,
): Promise<{ bytes: number; seconds: number }> {
  const page = await context.newPage()
  await page.goto(`${app}/login`)
  await page.locator('input[name=username]').fill(demo.phone)
  await page.locator('input[name=password]').fill(demo.password)
  await page.locator('form button[type=submit]').click()
  await page.waitForURL('**/user/home', { timeout: 90_000 })
  // What a new member agrees to would stand in front of everything.
  await page.locator('dialog[open] button').last().click()
  await page.locator('dialog[open]').waitFor({ state: 'detached' })

  const camera = await openCamera(page)
  const begun: number[] = []
  await scene(page, async (step) => void (begun[step] = step === 0 ? 0 : camera.now()))
  const seconds = camera.now()
  const file = join(target, `${language}-${name}`)
  const bytes = await camera.pack(`${file}.mp4`)
  await writeFile(`${file}.vtt`, subtitles(captions[name][language], [...begun, seconds]))
  return { bytes, seconds }
}

/** WebVTT: each caption from its step to the next. */
function subtitles(words: readonly string[], moments: readonly number[]): string {
  const cues = words.map(
    (line, step) => `${clock(moments[step] ?? 0)} --> ${clock(moments[step + 1] ?? 0)}\n${line}\n`,
  )
  return `WEBVTT\n\n${cues.join('\n')}`
}

function clock(seconds: number): string {
  return `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${(seconds % 60).toFixed(3).padStart(6, '0')}`
}

const named = process.argv.slice(2).filter((name) => filmNames.includes(name as FilmName))
try {
  await record(named.length > 0 ? (named as FilmName[]) : filmNames)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
