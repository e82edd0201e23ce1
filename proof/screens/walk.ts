import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type BrowserContext } from '@playwright/test'
import { openOwnCopy } from '../../e2e/own-copy.ts'
import { findBrowser } from '../../tools/browser.ts'
import { enlargeText } from '../../e2e/large-text.ts'
import { makeCast, type Cast } from './cast.ts'
import { drawDesk, planDeskShots } from './console/draw.ts'
import { playDay } from './console/day.ts'
import { makeWorld } from './console/world.ts'
import { findFlaws } from './findings.ts'
import { isLookedAt, looks, meet, openContext, prepare, rest, type Look } from './looks.ts'
import { writeSheets, type Picture } from './montage.ts'
import { drawPicture } from './picture.ts'
import type { ScreenView, State } from './scene.ts'
import { chatScenes } from './scenes/chat.ts'
import { depositScenes } from './scenes/deposit.ts'
import { memberScenes } from './scenes/member.ts'
import { rewardScenes } from './scenes/rewards.ts'
import { visitorScenes } from './scenes/visitor.ts'
import { textsOf, type Texts } from './texts.ts'

const scenes = [...visitorScenes, ...memberScenes, ...chatScenes, ...depositScenes, ...rewardScenes]
const folder = join(import.meta.dirname, '../../.data/screens')

type Shot = { scene: ScreenView; state: State; look: Look }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    variant: { type: 'string', default: 'thai' },
    look: { type: 'string', default: '' },
    state: { type: 'string', default: '' },
    picture: { type: 'boolean', default: false },
    day: { type: 'boolean', default: false },
  },
})
const wantedLooks = new RegExp(values.look)
const variant = values.variant === 'laos' ? 'laos' : 'thai'

/** Shots by scene, so that what a scene changes of a member is the same in each. */
function planShots(): Shot[] {
  const wanted = positionals.join(' ').toLowerCase()
  return looks.flatMap((look) =>
    scenes
      .filter(({ name, only = variant }) => name.includes(wanted) && only === variant)
      .flatMap((scene) => (scene.states ?? ['filled']).map((state) => ({ scene, state, look })))
      .filter(({ state }) => isLookedAt(look, state) && state.includes(values.state))
      .filter(() => wantedLooks.test(nameOf(look))),
  )
}

function nameOf({ language, size, scheme }: Look): string {
  return `${language}-${size}-${scheme}`
}

async function main(): Promise<void> {
  if (values.day) return await withBrowser(playDay)
  const shots = values.picture ? [] : planShots()
  const name = positionals.join(' ').toLowerCase()
  const deskShots = variant === 'thai' ? planDeskShots(name, wantedLooks, values.state) : []
  if (shots.length + deskShots.length === 0) throw new Error('nothing has this name')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await withBrowser((browser) => drawAll(browser, { shots, deskShots }))
}

async function withBrowser(work: (browser: Browser) => Promise<unknown>): Promise<void> {
  const executablePath = findBrowser() ?? ''
  const browser = await chromium.launch({
    ...(executablePath === '' ? {} : { executablePath }),
    args: ['--no-sandbox', '--hide-scrollbars', '--disable-gpu'],
  })
  try {
    await work(browser)
  } finally {
    await browser.close()
  }
}

type Plan = { shots: readonly Shot[]; deskShots: ReturnType<typeof planDeskShots> }

async function drawAll(browser: Browser, { shots, deskShots }: Plan): Promise<void> {
  const { copy, close } = await openOwnCopy({ VARIANT: variant, TRUSTED_PROXIES: '127.0.0.1' })
  try {
    if (values.picture) return await drawPicture(browser, await makeCast(copy, variant))
    const pictures: Picture[] = []
    const flaws: string[] = []
    const cast = shots.length > 0 ? await makeCast(copy, variant) : null
    for (const look of looks) {
      const own = shots.filter((shot) => shot.look === look)
      if (own.length === 0 || !cast) continue
      await takeAll(browser, { look, shots: own, cast, pictures, flaws })
      console.log(`${nameOf(look)}: ${own.length} pictures`)
    }
    const order = (picture: Picture): number =>
      shots.findIndex((shot) => fileOf(shot) === picture.file)
    pictures.sort((a, b) => order(a) - order(b))
    if (deskShots.length > 0) {
      const world = await makeWorld(browser, copy)
      await drawDesk(browser, { world, shots: deskShots, folder, pictures, flaws })
    }
    const sheets = await writeSheets(browser, folder, pictures)
    await writeFile(join(folder, 'flaws.txt'), flaws.toSorted().join('\n'))
    console.log(
      `${pictures.length} pictures on ${sheets.length} sheets, ${flaws.length} flaws: ${folder}`,
    )
  } finally {
    await close()
  }
}

type Shoot = {
  look: Look
  shots: readonly Shot[]
  cast: Cast
  pictures: Picture[]
  flaws: string[]
}

/** Two pages at once, which is what two cores can draw. */
async function takeAll(browser: Browser, taking: Shoot): Promise<void> {
  const context = await openContext(browser, taking.look)
  const texts = await textsOf(taking.look.language)
  const waiting = [...taking.shots]
  const work = async (): Promise<void> => {
    for (let shot = waiting.shift(); shot; shot = waiting.shift())
      await take(context, { ...taking, shot, texts })
  }
  await Promise.all([work(), work()])
  await context.close()
}

type One = Shoot & { shot: Shot; texts: Texts }

async function take(
  shared: BrowserContext,
  { shot, texts, cast, pictures, flaws }: One,
): Promise<void> {
  const { scene, state, look } = shot
  const browser = shared.browser()
  const isAlone = browser && (scene.userAgent !== undefined || scene.isNew === true)
  const context = isAlone ? await openContext(browser, look, scene.userAgent) : shared
  const page = await context.newPage()
  if (look.size === 'large') await enlargeText(page)
  const who = state === 'empty' ? 'empty' : scene.who
  const file = fileOf(shot)
  try {
    await prepare(page, scene, who ? cast.tokens[who] : null)
    if (!scene.open) await meet(page, state)
    await page.goto(cast.copy.app + scene.at)
    if (scene.open) {
      await rest(page, 'filled')
      await meet(page, state)
      await scene.open({ page, texts, language: look.language, cast })
    }
    await rest(page, state)
  } catch (error) {
    flaws.push(`${file} not reached: ${(error as Error).message.split('\n')[0]}`)
  }
  await page.screenshot({ path: join(folder, file) })
  for (const flaw of await findFlaws(page, look.language)) flaws.push(`${flaw}  [${file}]`)
  pictures.push({ file, title: scene.name, look, state })
  await page.close()
  if (isAlone) await context.close()
}

function fileOf({ scene, state, look }: Shot): string {
  return `${scene.name.replace(/[^\w-]+/g, '-')}.${state}.${nameOf(look)}.png`
}

try {
  await main()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
