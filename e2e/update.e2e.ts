import { join } from 'node:path'
import type { Page, Response } from '@playwright/test'
import { memberText } from '../apps/web/src/text/th/member.ts'
import { publicText as english } from '../apps/web/src/text/en/public.ts'
import { publicText } from '../apps/web/src/text/th/public.ts'
import { visitorText } from '../apps/web/src/text/th/visitor.ts'
import { neededBy, readBuildManifest } from '../tools/page/manifest.ts'
import { borrowMember } from './member.ts'
import { expect, test } from './test.ts'
import { serveTwoBuilds, type TwoBuilds } from './two-builds.ts'

/** From the demo's contact text, inside a paragraph. */
const contactWords = 'ทักหาเราได้ทุกวัน'

const dist = join(import.meta.dirname, '../apps/web/dist')

test.use({ serviceWorkers: 'allow' })

let builds: TwoBuilds
test.beforeEach(async ({ baseURL }) => {
  builds = await serveTwoBuilds(baseURL ?? '')
})
test.afterEach(() => builds.close())

async function enter(page: Page, phone: string): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
  await page.goto(`${builds.address}/login`)
  await page.locator('input[name=username]').fill(phone)
  await page.locator('input[name=password]').fill('three quiet rivers')
  await page.locator('form button[type=submit]').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Nok')
  await untilWhole(page)
}

/** Home fetches its last part when the phone is idle; an update before that reloads the page in place. */
async function untilWhole(page: Page): Promise<void> {
  const manifest = await readBuildManifest(dist)
  // Its texts are a chunk of several files, which has a name and no file of its own.
  const words = Object.keys(manifest).find((key) => manifest[key]!.name === 'under-way-th')
  const last = ['src/app/home/home-parts.tsx', words ?? 'the words of under-way']
  const { scripts } = neededBy(manifest, last)
  const lacking = () =>
    page.evaluate((wanted) => {
      const fetched = performance.getEntriesByType('resource').map(({ name }) => name)
      return wanted.filter((script) => !fetched.some((name) => name.endsWith(script)))
    }, scripts)
  await expect.poll(lacking).toEqual([])
}

const buildOf = (page: Page) => page.locator('script[type=module]').last().getAttribute('src')

test('F44 a tab that is open during an update reloads itself once, at the address it wants, and then has the new build', async ({
  page,
  request,
  control,
}) => {
  await enter(page, await borrowMember(request, control))
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  let loads = 0
  page.on('load', () => (loads += 1))
  expect(await buildOf(page)).not.toContain('Next.')
  builds.deploy()
  const { contact, home } = memberText.shell
  await page.getByRole('navigation').getByRole('link', { name: contact }).click()
  await expect(
    page.getByRole('heading', { name: visitorText.contact.title, level: 1 }),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/user\/contact$/)
  // The first picture was drawn before it had loaded.
  await expect.poll(() => loads).toBe(1)
  expect(await buildOf(page)).toContain('Next.')

  // The installed app has the new build too.
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const names = await caches.keys()
        const found = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
        return found.flat().some(({ url }) => url.includes('Next.js'))
      }),
    )
    .toBe(true)
  await page.getByRole('navigation').getByRole('link', { name: home }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Nok')
  expect(loads).toBe(1)
})

test('REACH-96 a language chosen on a page of the old build is there after one reload', async ({
  page,
  request,
  control,
}) => {
  await enter(page, await borrowMember(request, control))
  builds.deploy()
  await page.getByRole('combobox', { name: publicText.language.label }).selectOption('en')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Nok')
  expect(await buildOf(page)).toContain('Next.')
  await expect(page.getByText(publicText.language.failed)).toHaveCount(0)
})

test.describe('without a worker', () => {
  // A service worker would answer instead of the network, which has to be slow here.
  test.use({ serviceWorkers: 'block' })

  test('REACH-96 a language that has not loaded yet when the page is reloaded is there afterwards', async ({
    page,
  }) => {
    const manifest = await readBuildManifest(dist)
    const words = `/${manifest['src/text/en/public.ts']!.file}`
    await page.goto(`${builds.address}/login`)
    builds.hold(words)
    const asked = page.waitForRequest(`**${words}`)
    await page.getByRole('combobox', { name: publicText.language.label }).selectOption('en')
    await asked
    builds.hold('nothing')
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('button', { name: english.login.submit })).toBeVisible()
  })
})

test('F44 nothing is reloaded while a call that moves money has no answer yet', async ({
  page,
  request,
  control,
}) => {
  await enter(page, await borrowMember(request, control))
  builds.hold('/api/outcome/')
  await page.evaluate(() =>
    localStorage.setItem(
      'pending',
      JSON.stringify([{ key: 'a'.repeat(32), route: 'POST /api/wallet/transfer', at: Date.now() }]),
    ),
  )
  let loads = 0
  page.on('load', () => (loads += 1))
  builds.deploy()
  await page.getByRole('navigation').getByRole('link', { name: memberText.shell.contact }).click()
  await expect(page.getByText(publicText.error.part)).toBeVisible()
  // The frame is there, and the member may decide.
  await expect(page.getByRole('button', { name: publicText.action.again })).toBeVisible()
  expect(loads).toBe(0)
})

test('F44 a permanently missing file is requested twice and then reported, without a loop', async ({
  page,
}) => {
  await page.goto(`${builds.address}/login`)
  await expect(page.getByRole('button', { name: publicText.login.submit })).toBeVisible()
  let loads = 0
  page.on('load', () => (loads += 1))
  const manifest = await readBuildManifest(dist)
  builds.lose(`/${manifest['src/features/howto/howto-screen.tsx']!.file}`)
  await page.getByRole('navigation').getByRole('link', { name: publicText.menu.howto }).click()
  await expect(page.getByText(publicText.error.part)).toBeVisible()
  await page.waitForTimeout(1_000)
  expect(loads).toBeLessThanOrEqual(1)
})

test('F44 operator texts whose sanitizer is missing are shown without markup, and with it once the connection is back', async ({
  page,
  context,
}) => {
  const manifest = await readBuildManifest(dist)
  builds.lose(`/${manifest['src/ui/clean-html.ts']!.file}`)
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  await page.goto(`${builds.address}/contact`)
  const words = page.getByText(contactWords)
  await expect(words).toBeVisible()
  await expect(page.locator('main p', { hasText: contactWords })).toHaveCount(0)
  builds.lose('nothing')
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(page.locator('main p', { hasText: contactWords })).toBeVisible()
  expect(faults).toEqual([])
})

test('F44 a sanitizer that still fails to load when the browser reports a connection is loaded in the end', async ({
  page,
  context,
}) => {
  const manifest = await readBuildManifest(dist)
  const cleaner = `/${manifest['src/ui/clean-html.ts']!.file}`
  builds.lose(cleaner)
  const isMissed = (answer: Response) => answer.url().endsWith(cleaner) && answer.status() === 404
  const missed = page.waitForResponse(isMissed)
  await page.goto(`${builds.address}/contact`)
  await missed
  await expect(page.getByText(contactWords)).toBeVisible()
  const missedAgain = page.waitForResponse(isMissed)
  await context.setOffline(true)
  await context.setOffline(false)
  await missedAgain
  builds.lose('nothing')
  await expect(page.locator('main p', { hasText: contactWords })).toBeVisible()
})
