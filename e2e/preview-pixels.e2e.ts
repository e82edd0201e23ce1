import type { Browser, Locator, Page, Request } from '@playwright/test'
import { preview } from '../apps/console/src/ui/preview/text/en.ts'
import type { SettingName } from '../apps/server/src/settings/registry.ts'
import { sampled } from '../apps/server/src/testing/models/sample.ts'
import type { ConsoleCallInput, ConsoleCallOutput } from '../packages/contract/src/console/calls.ts'
import { languages, type Language } from '../packages/contract/src/limits.ts'
import type { Wallet } from '../packages/contract/src/wallet.ts'
import { openDesk, signInAs } from './console-desk.ts'
import { setSetting } from './database.ts'
import { makeMember, tokenOf } from './member.ts'
import { test as base, type OwnCopy } from './own-copy.ts'
import { drafts, type Draft } from './preview-drafts.ts'
import { drawInFrame, placeFrame } from './preview-frame.ts'
import {
  countDifferent,
  isPublic,
  openAsMember,
  pictureOf,
  registerShown,
} from './preview-pixels.ts'
import { expect } from './test.ts'

const previewCall = 'POST /api/console/preview'
type Previewing = ConsoleCallInput<typeof previewCall>
type SettingValues = NonNullable<Previewing['settings']>
/** What the console has asked for and was answered, last of each language. */
type LastPreviews = Partial<
  Record<Language, { asked: Previewing; answered: ConsoleCallOutput<typeof previewCall> }>
>
type Pictures = Record<Language, Buffer>

/** A browser that draws a page in one piece: edges are smoothed a little otherwise where two pieces meet. */
const test = base.extend<{ still: Browser }>({
  still: async ({ playwright, launchOptions }, use) => {
    const inOnePiece = ['--default-tile-width=2048', '--default-tile-height=2048']
    const args = [...(launchOptions.args ?? []), ...inOnePiece]
    const still = await playwright.chromium.launch({ ...launchOptions, args })
    await use(still)
    await still.close()
  },
})

function followPreviews(page: Page): LastPreviews {
  const shown: LastPreviews = {}
  const keep = async (request: Request): Promise<void> => {
    const asked: Previewing = request.postDataJSON()
    const answer = await request.response()
    if (answer?.ok()) shown[asked.language] = { asked, answered: await answer.json() }
  }
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/api/console/preview')) void keep(request)
  })
  return shown
}

/** The frame alone: above the page, and without the rounded corners that the console gives it. */
async function pictureOfFrame(page: Page, element: Locator): Promise<Buffer> {
  const frame = (await (await element.elementHandle()).contentFrame())!
  await expect(page.getByText(preview.drawing)).toHaveCount(0)
  const place = (position: string, inset: string, zIndex: string) =>
    element.evaluate((one, style) => void Object.assign((one as HTMLElement).style, style), {
      position,
      inset,
      zIndex,
    })
  await place('fixed', '0 auto auto 0', '9999')
  const picture = await pictureOf(element, frame)
  await place('', '', '')
  return picture
}

async function inEach(draw: (language: Language) => Promise<Buffer>): Promise<Pictures> {
  const pictures: Partial<Pictures> = {}
  for (const language of languages) pictures[language] = await draw(language)
  return pictures as Pictures
}

/** The three frames that stand beside each other in the form. */
function picturesInForm(page: Page): Promise<Pictures> {
  const frames = page.locator('[data-preview] iframe')
  return inEach((language) => pictureOfFrame(page, frames.nth(languages.indexOf(language))))
}

/** A frame that is given the same draft and a code. */
async function picturesByCode(
  page: Page,
  { screen, code = '' }: Draft,
  settings: SettingValues,
): Promise<Pictures> {
  await placeFrame(page)
  return inEach(async (language) => {
    await drawInFrame(page, { screen, language, code, settings })
    return pictureOfFrame(page, page.locator('#probe'))
  })
}

type TypedDraft = {
  shown: LastPreviews
  pictures: Pictures
  saved: SettingValues
  typed: SettingValues
}

/** Types the draft in its form, and takes a picture of what the console shows of it. */
async function typeDraft(page: Page, draft: Draft): Promise<TypedDraft> {
  const shown = followPreviews(page)
  const settingsIn = (language: Language): SettingValues => shown[language]!.asked.settings!
  await page.goto(`/settings/${draft.form}`)
  const before = await picturesInForm(page)
  const saved = settingsIn('en')
  await draft.type(page.getByRole('article'))
  // Each frame for itself, a moment after the last key.
  const isAsked = () =>
    languages.every((language) =>
      settingsIn(language).every(
        ({ value }, place) => JSON.stringify(value) !== JSON.stringify(saved[place]!.value),
      ),
    )
  await expect.poll(isAsked).toBe(true)
  const typed = settingsIn('en')
  const pictures = draft.code
    ? await picturesByCode(page, draft, typed)
    : await picturesInForm(page)
  for (const language of languages)
    expect(pictures[language].equals(before[language]), language).toBe(draft.isLater === true)
  return { shown, pictures, saved, typed }
}

async function publish(databaseUrl: string, settings: SettingValues): Promise<void> {
  for (const { name, value } of settings)
    await setSetting(databaseUrl, name as SettingName, { value })
}

type Visit = { copy: OwnCopy; draft: Draft; language: Language; drafted: TypedDraft; like: string }

/** The member whom the frame has shown, or nobody, in front of a phone. */
async function openPhone(still: Browser, visit: Visit, at: Date): Promise<Page> {
  const { copy, draft, language, drafted, like } = visit
  const context = await still.newContext({ baseURL: copy.app, colorScheme: 'dark' })
  const page = await context.newPage()
  await page.clock.setFixedTime(at)
  const { answers } = drafted.shown[language]!.answered
  const wallet = answers.find(({ path }) => path === '/api/wallet')?.body as Wallet | undefined
  const { databaseUrl } = copy
  // Where nothing of the member is on the screen, it may be another one.
  const phone = wallet ? await registerShown({ databaseUrl, wallet, language, like }) : like
  const stored = {
    locale: language,
    ...(draft.screen !== 'agreement' && { 'remember-agreement': 'true' }),
    ...(!isPublic(draft.screen) && { token: await tokenOf(page.request, phone) }),
  }
  await page.addInitScript((all) => {
    for (const [name, value] of Object.entries(all)) localStorage.setItem(name, value)
  }, stored)
  return page
}

for (const draft of sampled('previews by pixel', 2, drafts))
  test(
    `SCREEN-15 ${draft.screen}: what the console shows of a draft is, pixel by pixel, what members see once it is published, in three languages`,
    { tag: '@long-3' },
    async ({ still, request, copy }) => {
      test.setTimeout(180_000)
      const { databaseUrl } = copy
      // What says how old it is, or when it came, says the same in both.
      const at = new Date()
      const desk = await openDesk(still, copy, {
        viewport: { width: 1_700, height: 900 },
        deviceScaleFactor: 2,
      })
      await desk.page.clock.setFixedTime(at)
      await signInAs(desk.page, 'demo-owner')
      const drafted = await typeDraft(desk.page, draft)
      expect(desk.problems).toEqual([])
      await desk.close()

      // The demo has the chat, in whose place others have the link that this screen is about.
      const withChat = (value: boolean) =>
        draft.screen === 'contact' ? [{ name: 'chat.widget', value }] : []
      const like = await makeMember(request, copy.control, { app: copy.app })
      try {
        await publish(databaseUrl, [...drafted.typed, ...withChat(false)])
        for (const language of languages) {
          const page = await openPhone(still, { copy, draft, language, drafted, like }, at)
          const seen = async () => {
            await openAsMember(page, { ...draft, language })
            const picture = await pictureOf(page, page.mainFrame())
            return countDifferent(page, drafted.pictures[language], picture)
          }
          // A publication is seen at the next opening, five seconds later at most.
          await expect.poll(seen, { timeout: 30_000, message: language }).toBe(0)
          await page.context().close()
        }
      } finally {
        await publish(databaseUrl, [...drafted.saved, ...withChat(true)])
      }
    },
  )
