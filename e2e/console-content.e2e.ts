import type { Page } from '@playwright/test'
import { settings as settingWords } from '../apps/console/src/features/settings/text/en.ts'
import { fields } from '../apps/console/src/ui/fields/text/en.ts'
import { hostilePictures } from '../apps/server/src/testing/attacks/hostile-pictures.ts'
import { pictureWithCode } from '../apps/server/src/testing/desk/pictures-world.ts'
import { expectAccessibleInLooks, openDesk, phone, signInAs, words } from './console-desk.ts'
import { passDays } from './console-items.ts'
import { withDb } from './database.ts'
import { tabTo } from './desk-keys.ts'
import { openDeskAs } from './desk-people.ts'
import { test, type OwnCopy } from './own-copy.ts'
import { picture } from './picture.ts'
import { expect } from './test.ts'

const { edit, form, saving, plan } = settingWords
const { desk } = words

const tab = (page: Page, language: 'th' | 'la' | 'en') =>
  page.getByRole('tab', { name: desk.languages[language] })
const box = (page: Page) => page.getByRole('tabpanel').getByRole('textbox')

/** By keys alone: the tab of a language, and its text typed anew. */
async function typeIn(page: Page, language: 'th' | 'la' | 'en', text: string): Promise<void> {
  const all = page.getByRole('tab')
  await page.getByRole('tab', { selected: true }).focus()
  for (let presses = 0; presses < (await all.count()); presses += 1) {
    if ((await tab(page, language).getAttribute('aria-selected')) === 'true') break
    await page.keyboard.press('ArrowRight')
  }
  await tabTo(page, box(page))
  await page.keyboard.press('ControlOrMeta+a')
  if (text === '') await page.keyboard.press('Delete')
  else await page.keyboard.type(text)
}

async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  await expect(button).toBeEnabled()
  await button.focus()
  await page.keyboard.press('Enter')
}

/** Of a value, what the trail has of it being set, asked for or planned. */
function actsOf({ databaseUrl }: OwnCopy, value: string): Promise<{ action: string }[]> {
  return withDb(databaseUrl, (db) =>
    db.query<{ action: string }>(
      `select action from core_audit where position($1 in after::text) > 0 order by id`,
      [value],
    ),
  )
}

test(
  'SCREEN-33 SCREEN-34 SCREEN-32 SCREEN-05 SCREEN-23 by keys alone three languages are written in one form; what is missing and what is in the wrong column is said; of two editors nothing is lost',
  { tag: '@long-2' },
  async ({ browser, copy }) => {
    await passDays(copy.databaseUrl)
    const mine = await openDesk(browser, copy)
    const theirs = await openDeskAs({ browser, copy }, { name: 'rin', roles: ['marketing'] })
    const { page } = mine
    await signInAs(page, 'demo-owner')
    for (const one of [page, theirs.page]) await one.goto('/settings/refund-info')
    await typeIn(page, 'la', '<p>ภาษาไทย</p>')
    await expect(page.getByText(form.thaiInLao)).toBeVisible()
    await typeIn(page, 'la', '<p>ພາສາລາວ</p>')
    await expect(page.getByText(form.thaiInLao)).toHaveCount(0)
    await typeIn(page, 'th', '<p>ภาษาไทย ของฉัน</p>')
    await expectAccessibleInLooks(page, 'a text in three languages')

    await typeIn(theirs.page, 'th', '<p>ภาษาไทย ของเขา</p>')
    await expect(theirs.page.getByText(saving.atOnce)).toBeVisible()
    await press(theirs.page, desk.save)
    await expect(theirs.page.getByText(saving.saved)).toBeVisible()

    // The list is read again by itself; until then the server refuses it.
    await press(page, desk.save)
    const moved = page.getByRole('region', { name: saving.moved })
    await expect(moved).toContainText('rin')
    await expect(moved).toContainText('ภาษาไทย ของเขา')
    await expect(moved).toContainText('ภาษาไทย ของฉัน')
    await expect(page.getByRole('button', { name: desk.save, exact: true })).toBeDisabled()
    await press(page, saving.join)
    await expect(page.getByText(saving.atOnce)).toBeVisible()
    await press(page, desk.save)
    await expect(page.getByText(saving.saved)).toBeVisible()
    await page.reload()
    for (const [language, text] of [
      ['th', '<p>ภาษาไทย ของฉัน</p>'],
      ['la', '<p>ພາສາລາວ</p>'],
    ] as const) {
      await tab(page, language).click()
      await expect(box(page)).toHaveValue(text)
    }

    // There in two languages, it is missing in the third.
    await page.goto('/settings/contact-text')
    await typeIn(page, 'en', '')
    await expect(tab(page, 'en')).toContainText(edit.missing)
    await expect(tab(page, 'th')).not.toContainText(edit.missing)
    expect([...mine.problems, ...theirs.problems]).toEqual([])
    await mine.close()
    await theirs.close()
  },
)

/** The server has done it, and the line is cut before its answer has come. */
async function loseAnswer(page: Page): Promise<void> {
  await page.route(
    '**/api/console/settings/save',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
}

test(
  'SCREEN-05 SCREEN-59 SCREEN-35 of a save and of a plan whose answer was lost the form says so, and what is sent again counts once; a plan is overtaken by an edit',
  { tag: '@long-3' },
  async ({ browser, copy }) => {
    await passDays(copy.databaseUrl)
    const { page, problems, close } = await openDesk(browser, copy)
    await signInAs(page, 'demo-owner')
    await page.goto('/settings/brand-color')
    const field = page.getByLabel(form.value)
    await field.fill('#112233')
    await expect(page.getByText(saving.atOnce)).toBeVisible()
    await loseAnswer(page)
    await press(page, desk.save)
    await expect(page.getByText(desk.line.open)).toBeVisible()
    // It is there: nothing is left to save.
    await expect(page.getByRole('button', { name: desk.save, exact: true })).toBeDisabled()
    await expect(field).toHaveValue('#112233')
    expect(await actsOf(copy, '#112233')).toEqual([{ action: 'settings.set' }])

    await field.fill('#445566')
    await press(page, plan.open)
    await page.getByLabel(plan.until).focus()
    await page.keyboard.type('13/04/2027 00:00')
    await expect(page.getByText(plan.willBegin)).toBeVisible()
    await loseAnswer(page)
    await press(page, plan.send)
    await expect(page.getByText(desk.line.open)).toBeVisible()
    await page.reload()
    await expect(
      page.getByLabel(plan.until).or(page.getByText(plan.states.begun)).first(),
    ).toBeVisible()
    const plans = page.getByRole('region', { name: plan.title })
    await expect(plans.getByText(plan.states.begun)).toBeVisible({ timeout: 20_000 })
    await expect(page.getByRole('button', { name: plan.send })).toHaveCount(0)
    const begun = ['settings.plan', 'settings.set'].map((action) => ({ action }))
    expect(await actsOf(copy, '#445566')).toEqual(begun)

    await expectAccessibleInLooks(page, 'a plan in force')
    await field.fill('#778899')
    await expect(page.getByText(saving.atOnce)).toBeVisible()
    await press(page, desk.save)
    await expect(page.getByText(saving.saved)).toBeVisible()
    await press(page, plan.putBack)
    await expect(plans.getByText(plan.states.overtaken)).toBeVisible()
    await expect(field).toHaveValue('#778899')
    await press(page, form.toDefault)
    await press(page, desk.save)
    await expect(page.getByText(form.neverChanged).or(page.getByText(form.isDefault))).toBeVisible()
    expect(problems).toEqual([])
    await close()
  },
)

test(
  'SCREEN-41 SCREEN-24 on a phone a picture is refused in words for what it is, a good one is kept, and what its code says is told',
  { tag: '@long-4' },
  async ({ browser, copy }) => {
    await passDays(copy.databaseUrl)
    const { page, problems, close } = await openDesk(browser, copy, { viewport: phone })
    await signInAs(page, 'demo-owner')
    await page.goto('/settings/contact-line-qr')
    const field = page.getByRole('group', { name: form.value })
    const chooser = field.locator('input[type=file]')
    const hostile = await hostilePictures()
    const bytesOf = (what: string) => hostile.find((one) => one.what === what)!.bytes
    const bomb = hostile.find(({ problem }) => problem === 'pixels')!
    const { problems: reasons } = fields.picture
    const png = 'image/png'
    for (const [name, mimeType, buffer, reason] of [
      ['drawing.svg', 'image/svg+xml', bytesOf('an SVG'), reasons.kind],
      ['page.png', png, bytesOf('a page'), reasons.kind],
      ['large.png', png, Buffer.alloc(10 * 1024 * 1024 + 1), reasons.bytes],
      ['bomb.png', png, bomb.bytes, reasons.pixels],
    ] as const) {
      await chooser.setInputFiles({ name, mimeType, buffer })
      await expect(field.getByRole('alert'), name).toHaveText(reason)
      await expect(field.getByRole('img'), name).toHaveCount(0)
    }
    await expectAccessibleInLooks(page, 'a picture that is refused')
    await page.setViewportSize(phone)

    const code = 'https://line.me/ti/p/~songkran'
    await chooser.setInputFiles(picture('qr.png', await pictureWithCode(code)))
    await expect(field.getByText(`QR: ${code}`)).toBeVisible()
    await expect(field.getByRole('alert')).toHaveCount(0)
    await expect(page.getByText(/This will wait for a second approval/)).toBeVisible()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(phone.width)
    await page.getByRole('button', { name: saving.discard }).click()
    await page.getByRole('button', { name: fields.picture.store }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /demo-owner/ })
      .first()
      .click()
    await expect(field.getByText(`QR: ${code}`)).toBeVisible()
    expect(problems).toEqual([])
    await close()
  },
)
