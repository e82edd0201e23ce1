import { join } from 'node:path'
import type { Browser, BrowserContext, Page, Route } from '@playwright/test'
import type { ConsoleText } from '../../../apps/console/src/text/en/all.ts'
import { languages } from '../../../packages/contract/src/limits.ts'
import { findFlaws } from '../findings.ts'
import { meet, rest, sizes, type Look } from '../looks.ts'
import type { Picture } from '../montage.ts'
import type { State } from '../scene.ts'
import type { DeskWorld } from './world.ts'
import type { DeskAnswers, DeskView } from './scene.ts'
import { deskScenes } from './scenes.ts'

const deskLooks: readonly Look[] = languages.flatMap((language) =>
  (['wide', 'phone'] as const).flatMap((size) =>
    (['light', 'dark'] as const).map((scheme) => ({ language, size, scheme })),
  ),
)

export type Shot = { scene: DeskView; state: State; look: Look }

/** Everyday contents in every look; what goes wrong in every language on a desk, and once on a phone. */
function isLookedAt({ language, size, scheme }: Look, state: State): boolean {
  if (state === 'filled') return true
  return size === 'wide' ? scheme === 'light' : language === 'th' && scheme === 'dark'
}

export function planDeskShots(wanted: string, look: RegExp, state: string): Shot[] {
  return deskLooks
    .filter(({ language, size, scheme }) => look.test(`${language}-${size}-${scheme}`))
    .flatMap((one) =>
      deskScenes
        .filter(({ name }) => new RegExp(wanted).test(name))
        .flatMap((scene) =>
          (scene.states ?? ['filled']).map((met) => ({ scene, state: met, look: one })),
        )
        .filter((shot) => isLookedAt(one, shot.state) && shot.state.includes(state)),
    )
}

type DeskShoot = {
  world: DeskWorld
  shots: readonly Shot[]
  folder: string
  pictures: Picture[]
  flaws: string[]
}

/** One look after the other, each with an operator who is signed in once. */
export async function drawDesk(browser: Browser, taking: DeskShoot): Promise<void> {
  for (const [look, shots] of Map.groupBy(taking.shots, (shot) => shot.look)) {
    const text = (await import(`../../../apps/console/src/text/${look.language}/all.ts`)).text
    const [seat, visitor] = [
      await sitDown(browser, taking.world, look),
      await open(browser, taking.world, look),
    ]
    for (const shot of shots)
      await take(shot.scene.isVisitor ? visitor : seat, { ...taking, shot, text })
    await Promise.all([seat.close(), visitor.close()])
    console.log(`console ${look.language}-${look.size}-${look.scheme}: ${shots.length} pictures`)
  }
}

export async function open(
  browser: Browser,
  { copy }: Pick<DeskWorld, 'copy'>,
  { language, size, scheme }: Look,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: copy.console,
    viewport: sizes[size],
    deviceScaleFactor: 1,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    timezoneId: 'Asia/Bangkok',
    ...(size === 'wide' ? {} : { isMobile: true, hasTouch: true }),
  })
  await context.addInitScript((kept) => localStorage.setItem('language', kept), language)
  return context
}

async function sitDown(browser: Browser, world: DeskWorld, look: Look): Promise<BrowserContext> {
  const context = await open(browser, world, look)
  const page = await context.newPage()
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'demo-owner', exact: true }).click()
  await page.waitForURL(/\/work\/all$/)
  await page.close()
  return context
}

type One = DeskShoot & { shot: Shot; text: ConsoleText }

async function take(context: BrowserContext, one: One): Promise<void> {
  const { scene, state, look } = one.shot
  const { world, folder, pictures, flaws } = one
  const page = await context.newPage()
  const file = `${scene.name.replace(/[^\w-]+/g, '-')}.${state}.${look.language}-${look.size}-${look.scheme}.png`
  try {
    if (state === 'empty') await emptyLists(page)
    await answerAs(page, scene.answers ?? {})
    // Who is here is known before anything goes wrong.
    if (state !== 'filled' && state !== 'empty' && !scene.isVisitor) {
      await page.goto('/me')
      await rest(page, 'filled')
      await meet(page, state)
      await page.evaluate((to) => {
        history.pushState({}, '', to)
        dispatchEvent(new PopStateEvent('popstate'))
      }, scene.at(world))
    } else {
      await meet(page, state)
      await page.goto(scene.at(world))
    }
    if (state === 'filled' || state === 'empty') await rest(page, 'filled')
    if (scene.open && (state === 'filled' || state === 'empty' || scene.name === 'console members'))
      await scene.open({ page, text: one.text, world })
    await rest(page, state === 'failing' || state === 'offline' ? 'loading' : state)
    if (state === 'failing' || state === 'offline') await page.waitForTimeout(1_500)
  } catch (error) {
    flaws.push(`${file} not reached: ${(error as Error).message.split('\n')[0]}`)
  }
  await page.screenshot({ path: join(folder, file) })
  const found = await findFlaws(page, look.language)
  flaws.push(...found.filter((flaw) => isFlaw(flaw, look)).map((flaw) => `${flaw}  [${file}]`))
  pictures.push({ file, title: scene.name, look, state })
  await page.close()
}

/** Calls that this scene answers itself. */
async function answerAs(page: Page, answers: DeskAnswers): Promise<void> {
  for (const [name, json] of Object.entries(answers)) {
    const [method, path] = name.split(' ')
    const address = `**${path!.replaceAll(/\{\w+\}/g, '*')}`
    await page.route(address, (route) =>
      route.request().method() === method ? route.fulfill({ json }) : route.fallback(),
    )
  }
}

/** At a desk there is a mouse, and letters may be a little smaller than on a phone. */
function isFlaw(flaw: string, { size }: Look): boolean {
  return !flaw.startsWith('small: 12px') && !(size === 'wide' && flaw.startsWith('touch'))
}

/** An empty console: nothing waits, and a search finds nothing. */
async function emptyLists(page: Page): Promise<void> {
  const answer = (json: object) => (route: Route) => route.fulfill({ json })
  await page.route('**/api/console/work/list/**', answer({ rows: [], next: null }))
  await page.route('**/api/console/work/counts', answer({ kinds: [] }))
  await page.route('**/api/console/inbox/**', answer({ rows: [], next: null }))
  await page.route('**/api/console/members/search', answer({ members: [], isMore: false }))
  await page.route('**/api/console/audit?**', answer({ rows: [], next: null }))
  await page.route('**/api/console/audit', answer({ rows: [], next: null }))
}
