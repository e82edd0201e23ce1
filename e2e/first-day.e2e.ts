import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { APIRequestContext, Browser, CDPSession, Locator, Page } from '@playwright/test'
import { house } from '../apps/console/src/features/house/text/en.ts'
import { house as laoHouse } from '../apps/console/src/features/house/text/la.ts'
import { house as thaiHouse } from '../apps/console/src/features/house/text/th.ts'
import { rewards as rewardWords } from '../apps/console/src/features/rewards/text/en.ts'
import { settings as settingWords } from '../apps/console/src/features/settings/text/en.ts'
import { fields } from '../apps/console/src/ui/fields/text/en.ts'
import { bonusText } from '../apps/web/src/features/bonus/text/th.ts'
import { spinText } from '../apps/web/src/features/spin/text/th.ts'
import { homeText } from '../apps/web/src/text/th/home/home.ts'
import { publicText } from '../apps/web/src/text/th/public.ts'
import { visitorText as visitor } from '../apps/web/src/text/th/visitor.ts'
import { languages } from '../packages/contract/src/limits.ts'
import { environment } from '../tools/start/environment.ts'
import { makeDataDir, startCopy, type RunningCopy } from '../tools/testing/running-copy.ts'
import {
  addAuthenticator,
  expectAccessible,
  expectAccessibleInLooks,
  openDesk,
  phone as phoneSize,
  words,
  type Desk,
} from './console-desk.ts'
import { happen } from './deposit-sheet.ts'
import { refusePointer, tabTo } from './desk-keys.ts'
import { newPhone, password, readCode, waitForStep } from './member.ts'
import { cardOf, dialogOf, receiveIn } from './bonuses.ts'
import { expect, test as base } from './test.ts'
import { amountIn, doneDialog, openSheet, submitOf } from './withdrawals.ts'

const { people, ways, desk } = words
const { edit } = fields
const kapaoFile = join(import.meta.dirname, '../apps/server/bin/kapao.mjs')

type EmptyHouse = RunningCopy & { dataDir: string }

/** `npm start -- --own`: nothing of the demo. */
const test = base.extend<object, { copy: EmptyHouse }>({
  copy: [
    async ({}, use) => {
      const { dataDir, remove } = await makeDataDir()
      const env = { RATE_LIMIT_FACTOR: '50', TRUSTED_PROXIES: '127.0.0.1' }
      const copy = await startCopy({ dataDir, env, args: ['--own'] })
      await use({ ...copy, dataDir })
      await copy.stop()
      await remove()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ copy }, use) => use(copy.app),
})

/** The only step at a terminal. */
async function addFirst({ dataDir }: EmptyHouse, name: string): Promise<string> {
  const env = { ...environment, DATA_DIR: dataDir, HOME: dataDir }
  const run = promisify(execFile)(process.execPath, [kapaoFile, 'operator', 'add', name], { env })
  return /^http\S+\/enrol#\S+$/m.exec((await run).stdout)![0]
}

type Seat = Desk & { key: CDPSession }

async function openSeat(browser: Browser, copy: EmptyHouse): Promise<Seat> {
  const seat = await openDesk(browser, copy, { viewport: { width: 1720, height: 900 } })
  seat.page.setDefaultTimeout(20_000)
  return { ...seat, key: await addAuthenticator(seat.page) }
}

type Joining = { browser: Browser; copy: EmptyHouse; owner: Page; name: string }

async function joinAs({ browser, copy, owner, name }: Joining): Promise<Seat> {
  const seat = await openSeat(browser, copy)
  const { page } = seat
  await page.goto('/sign-in')
  await page.getByRole('button', { name: ways.joinAsk }).click()
  await page.getByLabel(ways.joinName).fill(name)
  await page.getByRole('button', { name: ways.joinMake }).click()
  const code = (await page.getByLabel(ways.joinCode).textContent())!
  await owner.goto('/operators')
  await owner.getByRole('button', { name: people.add }).click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByLabel(people.addName).fill(name)
  await dialog.getByLabel(ways.addCode).fill(code)
  await dialog.getByText(people.roles.risk, { exact: true }).click()
  await dialog.getByRole('button', { name: people.add }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(ways.joinAdded)).toBeVisible({ timeout: 15_000 })
  await page.getByRole('button', { name: ways.toSignIn }).click()
  await page.getByRole('button', { name: people.passkey }).click()
  await page.waitForURL(/\/work\/all$/)
  return seat
}

/** On another device. */
async function addSecondKey({ page, key }: Seat): Promise<void> {
  await page.goto('/me')
  await page.getByLabel(people.passkeyLabel).fill('my phone')
  // Their session has touched a moment ago; the first device need not be there.
  await key.send('WebAuthn.disable')
  await addAuthenticator(page)
  await page.getByRole('button', { name: people.addPasskey }).click()
  await expect(page.getByRole('button', { name: people.endPasskey })).toHaveCount(2)
}

const line = (page: Page, check: keyof typeof house.checks) =>
  page.getByRole('listitem').filter({
    has: page.getByRole('heading', { name: house.checks[check].name, exact: true }),
  })

async function expectFine(page: Page, check: keyof typeof house.checks): Promise<void> {
  if (new URL(page.url()).pathname !== '/guide') await page.goto('/guide')
  await expect(line(page, check).getByText(house.isFine, { exact: true })).toBeVisible({
    timeout: 30_000,
  })
}

/** From the line of the guide to the screen that mends it. */
async function goFrom(page: Page, check: keyof typeof house.checks): Promise<void> {
  await page.goto('/guide')
  await line(page, check).getByRole('link', { name: house.checks[check].go!, exact: true }).click()
}

const houses = { th: thaiHouse, la: laoHouse, en: house }

/** What a phone has to scroll sideways: the page, or a part of it that scrolls for itself. */
function findSideways(): string[] {
  return [...document.querySelectorAll('html, main, main *')]
    .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
    .filter((one) => ['visible', 'auto', 'scroll'].includes(getComputedStyle(one).overflowX))
    .map(({ tagName, className }) => `${tagName} ${className}`)
}

/** By keys alone, from a line of the guide to the screen that mends it, and an SMS to a number that is none. */
async function useOnPhone(browser: Browser, copy: EmptyHouse, owner: Page): Promise<void> {
  const cookies = await owner.context().cookies()
  for (const language of languages) {
    const { checks, sms } = houses[language]
    const seat = await openDesk(browser, copy, { language, viewport: phoneSize })
    const { page, problems, close } = seat
    await page.context().addCookies(cookies)
    await refusePointer(page)
    const open = async (address: string): Promise<void> => {
      await page.goto(address)
      await expect(page.getByRole('listitem').first()).toBeVisible()
      expect(await page.evaluate(findSideways), `${address} in ${language}`).toEqual([])
      await expectAccessible(page, `${address} in ${language}`)
    }
    await open('/guide')
    await tabTo(page, page.getByRole('link', { name: checks.brand.go!, exact: true }))
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/settings\/brand-name$/)
    await open('/doors')
    await tabTo(page, page.getByLabel(sms.phone))
    await page.keyboard.type('12')
    await page.keyboard.press('Enter')
    await expect(page.getByText(sms.wrong)).toBeVisible()
    expect(problems).toEqual([])
    await close()
  }
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: desk.save, exact: true }).click()
  await expect(page.getByText(settingWords.saving.saved).first()).toBeVisible()
  await expect(page.getByRole('button', { name: settingWords.saving.discard })).toHaveCount(0)
}

async function setLine(page: Page, address: string, value: string): Promise<void> {
  await page.goto(`/settings/${address}`)
  await page.getByLabel(settingWords.form.value).fill(value)
  await save(page)
}

async function addAccount(page: Page): Promise<void> {
  const label = (part: string) => page.getByLabel(words.words.keys[part]!, { exact: true })
  await goFrom(page, 'accounts')
  await page.getByRole('button', { name: edit.add, exact: true }).click()
  await label('bankCode').selectOption('KBANK')
  await label('bankType').selectOption('bank')
  await label('mode').selectOption('AUTO')
  await label('nameTH').fill('ธนาคารกสิกรไทย')
  await label('nameEN').fill('Kasikornbank')
  await label('bankAccountName').fill('MY HOUSE CO LTD')
  await label('bankAccountNo').fill(account)
  await label('currency').selectOption('BAHT')
  await save(page)
  await expect(page.getByText(/KBANK · .*MY HOUSE CO LTD/)).toBeVisible()
}

const account = '1112223334'

async function writeTexts(page: Page): Promise<void> {
  for (const address of ['agreements', 'conditions']) {
    await page.goto(`/settings/${address}`)
    for (const language of ['th', 'la', 'en'] as const) {
      const column = page.getByRole('region', { name: desk.languages[language] })
      await column.getByRole('button', { name: edit.add, exact: true }).click()
      await column.getByLabel('1', { exact: true }).fill(`<p>${language} 20</p>`)
    }
    await save(page)
  }
  await page.goto('/settings/contact.text'.replace('.', '-'))
  for (const language of ['th', 'la', 'en'] as const)
    await page
      .getByRole('region', { name: desk.languages[language] })
      .getByRole('textbox')
      .fill(`<p>${language}</p>`)
  await save(page)
}

/** Fifty baht for everybody once, met as soon as it is reached. */
async function defineBonus(page: Page): Promise<void> {
  const label = (part: string) => page.getByLabel(part, { exact: true })
  const { keys } = words.words
  await goFrom(page, 'rewards')
  await page.getByRole('link', { name: rewardWords.addNew.bonus }).click()
  await label(rewardWords.code.bonus).fill('WELCOME')
  await label(keys['of']!).selectOption('amount')
  await page.getByLabel(`${keys['BAHT']} (${edit.optional})`, { exact: true }).first().fill('50')
  await label(keys['base']!).or(label(rewardWords.parts['base']!)).selectOption('bonus')
  await label(rewardWords.parts['factor']!).fill('1')
  await label(keys['percentFail']!).fill('20')
  await label(rewardWords.parts['quota']!).fill('10')
  await saveAndOffer(page)
}

/** Two sectors, and a prize in both. */
async function defineWheel(page: Page): Promise<void> {
  const { keys } = words.words
  await page.goto('/rewards?kind=wheel')
  await page.getByLabel(rewardWords.code.wheel, { exact: true }).fill('lucky')
  const inAll = async (place: Locator, value: string): Promise<void> => {
    for (const language of ['th', 'la', 'en'] as const)
      await place.getByLabel(keys[language]!, { exact: true }).first().fill(value)
  }
  await inAll(page.getByRole('group', { name: keys['name']!, exact: true }), 'Mali')
  await page.getByLabel(rewardWords.parts['tickets']!, { exact: true }).fill('2')
  const slices = page.getByRole('group', { name: rewardWords.parts['slices']! })
  for (const code of ['one', 'two']) {
    await slices.getByRole('button', { name: edit.add, exact: true }).click()
    const slice = slices.locator('details[open]').last()
    await slice.getByLabel(rewardWords.parts['code']!, { exact: true }).fill(code)
    await inAll(slice.getByRole('group', { name: keys['label']!, exact: true }), '20 baht')
    await slice.getByLabel(keys['bgColor']!, { exact: true }).fill('#224466')
    await slice.getByLabel(keys['textColor']!, { exact: true }).fill('#ffffff')
    await slice.getByLabel(rewardWords.parts['weight']!, { exact: true }).fill('1')
    await slice.getByText(keys['prize']!, { exact: true }).click()
    await slice.getByLabel(keys['amount'] ?? rewardWords.parts['amount']!).fill('20')
  }
  await saveAndOffer(page)
}

async function saveAndOffer(page: Page): Promise<void> {
  await page.getByRole('button', { name: desk.save, exact: true }).click()
  await expect(page.getByText(rewardWords.saving.saved).first()).toBeVisible()
  await page.getByRole('button', { name: rewardWords.switchOn }).click()
  await expect(page.getByText(rewardWords.nowOn).first()).toBeVisible()
}

async function takeBonus(page: Page): Promise<void> {
  await page.goto('/user/bonus')
  await cardOf(page, 'WELCOME').click()
  await receiveIn(dialogOf(page, bonusText.offer.title)).click()
  const done = dialogOf(page, bonusText.offer.done)
  await expect(done).toBeVisible()
  await done.getByRole('button', { name: publicText.action.close }).last().click()
  await waitForStep(page)
}

async function spin(page: Page): Promise<void> {
  await page.goto('/user/spin')
  const hub = page.getByRole('button', { name: /^หมุน มี/ })
  await expect(hub).toContainText('5')
  await hub.click()
  await page.getByRole('dialog').getByRole('button', { name: spinText.won.claim }).click()
  const lead = spinText.claim.doneLead('20 baht')
  await expect(page.getByRole('dialog')).toContainText(lead)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: publicText.action.close })
    .last()
    .click()
  await waitForStep(page)
}

async function confirm(page: Page, check: keyof typeof house.checks): Promise<void> {
  await page.goto('/guide')
  await line(page, check).getByRole('button', { name: house.confirm }).click()
  await expectFine(page, check)
}

/** A person of their own, at the page that members see. */
async function register(
  page: Page,
  { request, control }: { request: APIRequestContext; control: string },
): Promise<string> {
  const phone = newPhone()
  await page.goto('/register')
  await page.locator('input[name=phone]').fill(phone)
  await page.getByRole('button', { name: visitor.form.next }).click()
  await page.locator('input[name=code]').fill(await readCode(request, control, phone))
  await page.getByRole('button', { name: visitor.form.confirm }).click()
  await page.locator('input[name=name]').fill('Nok')
  await page.getByRole('button', { name: visitor.form.next }).click()
  await page.locator('input[name=password]').fill(password)
  await page.locator('input[name=password-again]').fill(password)
  await page.getByRole('button', { name: visitor.form.next }).click()
  await page.locator('select[name=bank]').selectOption('KBANK')
  await page.locator('input[name=account-number]').fill(phone)
  await page.locator('input[name=first-name]').fill('NOK')
  await page.locator('input[name=last-name]').fill('JAIDEE')
  await page.locator('form button[type=submit]').click()
  await expect(page.getByText(visitor.register.done)).toBeVisible()
  await expect(page).toHaveURL(/\/login$/, { timeout: 4000 })
  await page.locator('input[name=username]').fill(phone)
  await page.locator('input[name=password]').fill(password)
  await page.locator('form button[type=submit]').click()
  await expect(page).toHaveURL(/\/user\/home$/)
  return phone
}

/** To look at: `SHOTS=folder npm run e2e -- first-day`. */
async function shoot(browser: Browser, copy: EmptyHouse, from: Page, at: string): Promise<void> {
  const folder = process.env['SHOTS']
  if (!folder) return
  const cookies = await from.context().cookies()
  for (const language of ['th', 'la', 'en'] as const)
    for (const viewport of [phoneSize, { width: 1280, height: 800 }]) {
      const seat = await openDesk(browser, copy, { language, viewport })
      await seat.page.context().addCookies(cookies)
      for (const address of ['/guide', '/doors', '/settings/deposit-accounts']) {
        await seat.page.goto(address)
        await seat.page.waitForLoadState('networkidle')
        const name = `${address.slice(1).replaceAll('/', '-')}-${at}-${language}-${viewport.width}`
        await seat.page.screenshot({ path: `${folder}/${name}.png` })
        if (address !== '/guide') continue
        await seat.page.setViewportSize({ ...viewport, height: 2_600 })
        await seat.page.screenshot({ path: `${folder}/${name}-whole.png` })
        await seat.page.setViewportSize(viewport)
      }
      await seat.close()
    }
}

test(
  'SCREEN-18 SCREEN-57 from an empty database to a member’s first deposit, bonus, wheel and payout, after one command without a terminal',
  { tag: '@long-2' },
  async ({ browser, page, request, copy }) => {
    test.setTimeout(400_000)
    const link = await addFirst(copy, 'kai')
    const owner = await openSeat(browser, copy)
    const { page: at } = owner
    await at.goto(link)
    await at.getByRole('button', { name: people.makePasskey }).click()
    await at.waitForURL(/\/work\/all$/)
    await at.getByRole('link', { name: desk.screens.guide }).click()
    const start = at.getByText(house.done(2, 14))
    // The sandbox pays out and has games.
    await expect(start).toBeVisible()
    await shoot(browser, copy, at, 'begin')
    await useOnPhone(browser, copy, at)

    const som = await joinAs({ browser, copy, owner: at, name: 'som' })
    const dao = await joinAs({ browser, copy, owner: at, name: 'dao' })
    for (const seat of [som, dao, owner]) await addSecondKey(seat)
    await expectFine(at, 'people')
    await goFrom(at, 'brand')
    await setLine(at, 'brand-name', 'Mali')
    await setLine(at, 'brand-website', 'https://mali.example')
    await setLine(at, 'brand-color', '#3366cc')
    await confirm(at, 'brand')
    await addAccount(at)
    await expectFine(at, 'accounts')
    await confirm(at, 'limits')
    await writeTexts(at)
    await expectFine(at, 'texts')
    await expect(at.getByText(house.done(7, 14))).toBeVisible()
    await shoot(browser, copy, at, 'middle')
    await defineBonus(at)
    await defineWheel(at)
    await expectFine(at, 'rewards')
    for (const check of ['slips', 'books', 'alarms', 'machine'] as const) await confirm(at, check)
    await expect(at.getByText(house.done(12, 14))).toBeVisible()

    page.setDefaultTimeout(20_000)
    const phone = await register(page, { request, control: copy.control })
    await expectFine(at, 'sms')
    await page.evaluate(() => localStorage.setItem('remember-agreement', 'true'))
    await page.reload()
    await happen(request, `${copy.control}/bank/pay`, {
      fromBank: 'KBANK',
      fromAccount: phone,
      fromName: 'NOK JAIDEE',
      toBank: 'KBANK',
      toAccount: account,
      amount: '500',
    })
    await expect(page.getByRole('region', { name: homeText.total })).toContainText('500.00', {
      timeout: 30_000,
    })
    // A prize of the wheel waits while a bonus is held.
    await spin(page)
    await takeBonus(page)
    await page.goto('/user/home')
    const sheet = await openSheet(page)
    await amountIn(sheet).fill('200')
    await submitOf(sheet).click()
    await expect(doneDialog(page)).toBeVisible({ timeout: 60_000 })

    await expectFine(at, 'money')
    await expect(at.getByText(house.done(14, 14))).toBeVisible()
    await expect(at.getByText(house.allDone)).toBeVisible()
    await shoot(browser, copy, at, 'end')
    for (const address of ['/guide', '/doors']) {
      await at.goto(address)
      await expect(at.getByRole('listitem').first()).toBeVisible()
      await expectAccessibleInLooks(at, address)
    }
    expect(owner.problems).toEqual([])
    await som.close()
    await dao.close()
    await owner.close()
  },
)
