import type { Page } from '@playwright/test'
import { makeDataDir, startCopy, type RunningCopy } from '../tools/testing/running-copy.ts'
import { visitorText as lao } from '../apps/web/src/text/la/visitor.ts'
import { visitorText as thai } from '../apps/web/src/text/th/visitor.ts'
import {
  borrowMember,
  logInAtScreen,
  newPhone,
  overhangOf,
  password,
  readCode,
  useOwnNetwork,
} from './member.ts'
import { expect, test } from './test.ts'

test.beforeEach(({ page }) => useOwnNetwork(page))

test(
  'SCOPE-09 OP-B12 REG-02 REG-07 REG-10 REG-11 REG-12 REG-13 REG-16 REG-20 REG-23 REG-24 REG-25 REG-27 REG-28 REG-30 REG-34 REG-37 REG-38 SAY-62 TEXT-10 VAR-05 a visitor registers with a code, and logs in',
  { tag: '@long-2' },
  async ({ page, request, control, expectAccessible }) => {
    const phone = newPhone()
    await page.goto('/register')
    await expect(page.getByText(thai.register.steps.of(1, 4))).toBeVisible()
    await page.locator('input[name=phone]').fill('12345')
    await page.getByRole('button', { name: thai.form.next }).click()
    await expect(page.getByText(thai.refusals.PHONE_NUMBER_REQUIRE_10_DIGIT)).toBeVisible()
    await expect(page.locator('input[name=phone]')).toBeFocused()
    await page.locator('input[name=phone]').fill(phone)
    await page.getByRole('button', { name: thai.form.next }).click()

    await expect(page.getByText(thai.form.code.sentTo(phone))).toBeVisible()
    await expectAccessible()
    await page.locator('input[name=code]').fill(await readCode(request, control, phone))
    await page.getByRole('button', { name: thai.form.confirm }).click()

    const sources = page.locator('select[name=source] option')
    await expect(sources.filter({ hasText: 'เพื่อนแนะนำ' })).toHaveAttribute('value', 'friend')
    await expect(page.locator('input[name=invite]')).toBeEditable()
    // What is missing is gone to, without a word.
    await page.getByRole('button', { name: thai.form.next }).click()
    await expect(page.locator('input[name=name]')).toBeFocused()
    await page.locator('input[name=name]').fill('Nok')
    await page.getByRole('button', { name: thai.form.next }).click()
    await expect(page.locator('input[name=password]')).toBeFocused()
    await page.locator('input[name=password]').fill(password)
    await page.locator('input[name=password-again]').fill('other')
    await page.getByRole('button', { name: thai.form.next }).click()
    await expect(page.getByText(thai.form.passwordsDiffer)).toBeVisible()
    await expect(page.locator('input[name=password-again]')).toBeFocused()
    await page.locator('input[name=password-again]').fill(password)
    await expectAccessible()
    await page.getByRole('button', { name: thai.form.next }).click()

    await expect(page.getByText(/KBANK.*SCB/)).toBeVisible()
    await expect(page.locator('select[name=currency]')).toHaveCount(0)
    const banks = page.locator('select[name=bank] option')
    await expect(banks.filter({ hasText: 'กสิกรไทย' })).toHaveAttribute('value', 'KBANK')
    await page.locator('select[name=bank]').selectOption('KBANK')
    await expect(page.getByText('(English)')).toHaveCount(0)
    await page.locator('select[name=bank]').selectOption('KTB')
    await expect(page.getByText('(English)')).toHaveCount(2)
    await page.locator('input[name=account-number]').fill(phone)
    await page.locator('input[name=first-name]').fill('สมชาย')
    await page.locator('input[name=last-name]').fill('jaidee')
    await expect(page.locator('input[name=last-name]')).toHaveValue('JAIDEE')
    await page.locator('input[name=first-name]').fill('สมชาย som')
    await expect(page.locator('input[name=first-name]')).toHaveValue('สมชาย SOM')
    await page.locator('form button[type=submit]').click()
    await expect(page.getByText(thai.refusals.BANK_ACCOUNT_NAME_ENG)).toBeVisible()
    // Submitting again without a change leads to the field again.
    for (let time = 0; time < 2; time += 1) {
      await expect(page.locator('input[name=first-name]')).toBeFocused()
      await page.locator('form button[type=submit]').click()
    }
    await page.locator('input[name=first-name]').fill('s')
    await page.locator('form button[type=submit]').click()
    await expect(page.getByText(thai.refusals.BANK_ACCOUNT_NAME_INITIAL)).toBeVisible()
    await page.locator('input[name=first-name]').fill('somchai')
    await expectAccessible()
    // Stored by a link that was opened in another tab meanwhile.
    await page.evaluate(() => localStorage.setItem('code', 'PRABC'))
    await page.locator('form button[type=submit]').click()
    await expect(page.getByText(thai.register.done)).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('code'))).toBeNull()
    await expect(page).toHaveURL(/\/login$/, { timeout: 4000 })

    await page.locator('input[name=username]').fill(phone)
    await page.locator('input[name=password]').fill(password)
    await page.locator('form button[type=submit]').click()
    await expect(page.getByRole('heading', { name: /Nok/ })).toBeVisible()
  },
)

test(
  'REACH-53 REACH-88 SAY-73 after registering the phone is filled in at the login, and the browser is asked to save the password',
  { tag: '@long-2' },
  async ({ page, request, control }) => {
    await page.addInitScript(() => {
      const offered: { id: string; password?: string }[] = []
      Object.assign(window, { offered })
      // The browser's own dialog would appear outside of the page.
      navigator.credentials.store = (credential) => {
        offered.push(credential)
        return Promise.resolve()
      }
    })
    const phone = newPhone()
    await page.goto('/register')
    await page.locator('input[name=phone]').fill(phone)
    await page.getByRole('button', { name: thai.form.next }).click()
    await page
      .locator('input[name=code]')
      .pressSequentially(await readCode(request, control, phone))
    // REACH-54: nothing else is pressed.
    const heading = page.getByRole('heading', { level: 2 })
    await expect(heading).toHaveText(thai.register.step.profile)
    await expect(heading).toBeFocused()
    await expect(heading).toHaveCSS('outline-style', 'none')
    await page.locator('input[name=name]').fill('Nok')
    await expect(page.getByText(thai.form.strength.short)).toBeVisible()
    await expect(page.locator('input[name=username]')).toHaveAttribute('autocomplete', 'username')
    await page.locator('input[name=password]').fill(password)
    await page.locator('input[name=password-again]').fill(password)
    await page.getByRole('button', { name: thai.form.next }).click()
    await expect(page.getByText(thai.register.wrong.bankAccountName)).toBeVisible()
    await page.locator('select[name=bank]').selectOption('KBANK')
    await page.locator('input[name=account-number]').fill(phone)
    await page.locator('input[name=first-name]').fill('nok')
    await page.locator('input[name=last-name]').fill('jaidee')
    await page.locator('form button[type=submit]').click()
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.locator('input[name=username]')).toHaveValue(phone)
    await expect(page.locator('input[name=password]')).toHaveAttribute(
      'autocomplete',
      'current-password',
    )
    const offered = await page.evaluate(() =>
      (window as unknown as { offered: PasswordCredential[] }).offered.map((one) => [
        one.id,
        one.password,
      ]),
    )
    expect(offered).toEqual([[phone, password]])
    await page.locator('input[name=password]').fill(password)
    await page.locator('form button[type=submit]').click()
    await expect(page).toHaveURL(/\/user\/home$/)
  },
)

type PasswordCredential = { id: string; password: string }

test('REG-09 REG-14 REG-15 REG-49 STORE-05 OP-B11 an invite link is kept, read-only, and so is the input', async ({
  page,
  request,
  control,
}) => {
  const phone = newPhone()
  await page.goto('/register?code=PRABC')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('code'))).toBe('PRABC')
  await page.goto('/register')
  await page.locator('input[name=phone]').fill(phone)
  await page.getByRole('button', { name: thai.form.next }).click()
  await page.locator('input[name=code]').fill(await readCode(request, control, phone))
  await page.getByRole('button', { name: thai.form.confirm }).click()
  const invite = page.locator('input[name=invite]')
  await expect(invite).toHaveValue('PRABC')
  await expect(invite).not.toBeEditable()
  await page.locator('input[name=name]').fill('Nok')
  await page.getByRole('button', { name: thai.form.back }).click()
  await expect(page.locator('input[name=phone]')).toHaveValue(phone)
  // The phone is verified by now: no second code.
  await page.getByRole('button', { name: thai.form.next }).click()
  await expect(page.locator('input[name=name]')).toHaveValue('Nok')
  // Nor after a reload, as when the phone discarded the page.
  await page.reload()
  await expect(page.locator('input[name=name]')).toHaveValue('Nok')
  // Another phone needs its own code.
  const another = newPhone()
  await page.getByRole('button', { name: thai.form.back }).click()
  await page.locator('input[name=phone]').fill(another)
  await page.getByRole('button', { name: thai.form.next }).click()
  await expect(page.getByText(thai.form.code.sentTo(another))).toBeVisible()
  await readCode(request, control, another)
})

test("OP-B11 the phone's own back button leads to the step before and keeps what was typed", async ({
  page,
  request,
  control,
}) => {
  const phone = newPhone()
  await page.goto('/contact')
  await page.goto('/register')
  await page.locator('input[name=phone]').fill(phone)
  await page.getByRole('button', { name: thai.form.next }).click()
  await page.locator('input[name=code]').fill(await readCode(request, control, phone))
  await page.getByRole('button', { name: thai.form.confirm }).click()
  await page.locator('input[name=name]').fill('Nok')
  for (const name of ['password', 'password-again'])
    await page.locator(`input[name=${name}]`).fill(password)
  await page.getByRole('button', { name: thai.form.next }).click()
  await page.locator('input[name=account-number]').fill('1234567890')

  await page.goBack()
  await expect(page.locator('input[name=name]')).toHaveValue('Nok')
  await expect(page.locator('input[name=password]')).toHaveValue(password)
  await page.getByRole('button', { name: thai.form.next }).click()
  await expect(page.locator('input[name=account-number]')).toHaveValue('1234567890')
  await page.goBack()
  await expect(page.locator('input[name=name]')).toHaveValue('Nok')
  await page.goBack()
  await expect(page.locator('input[name=phone]')).toHaveValue(phone)

  // The phone may discard the page midway: the leftover history steps need no extra touch.
  for (let time = 0; time < 2; time += 1) {
    await page.reload()
    await page.locator('input[name=phone]').fill(phone)
    await page.getByRole('button', { name: thai.form.next }).click()
    await expect(page.locator('input[name=name]')).toHaveValue('Nok')
    await page.reload()
    await expect(page.locator('input[name=name]')).toHaveValue('Nok')
    await page.goBack()
    await expect(page.locator('input[name=phone]')).toHaveValue(phone)
  }
  await page.goBack()
  await expect(page).toHaveURL(/\/contact$/)
})

test('OP-B11 going back the moment a step appears leads to the step before, and not to another page', async ({
  page,
}) => {
  const phone = newPhone()
  await page.goto('/contact')
  await page.goto('/register')
  await page.locator('input[name=phone]').fill(phone)
  await page.evaluate(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('input[name=code]')) return
      observer.disconnect()
      document.body.dataset['back'] = 'gone'
      history.back()
    }).observe(document.body, { childList: true, subtree: true })
  })
  const sent = page.waitForResponse('**/api/otp/send')
  await page.getByRole('button', { name: thai.form.next }).click()
  await sent
  await expect(page.locator('body')).toHaveAttribute('data-back', 'gone')
  await expect(page.locator('input[name=phone]')).toHaveValue(phone)
  await expect(page).toHaveURL(/\/register$/)
})

test('OP-B11 input outlives a reload at every step, except the password, and ends with the account', async ({
  page,
  request,
  control,
}) => {
  const phone = newPhone()
  await page.goto('/register')
  await page.locator('input[name=phone]').fill(phone)
  await page.reload()
  await expect(page.locator('input[name=phone]')).toHaveValue(phone)
  await page.getByRole('button', { name: thai.form.next }).click()
  await page.locator('input[name=code]').fill(await readCode(request, control, phone))
  await page.getByRole('button', { name: thai.form.confirm }).click()
  await page.locator('input[name=name]').fill('Nok')
  await page.locator('select[name=source]').selectOption('friend')
  await fillPasswords(page)
  await page.getByRole('button', { name: thai.form.next }).click()
  await page.locator('select[name=bank]').selectOption('KBANK')
  await page.locator('input[name=account-number]').fill(phone)
  await page.locator('input[name=first-name]').fill('nok')
  await page.locator('input[name=last-name]').fill('jaidee')
  const kept = () => page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))
  expect(await kept()).toContain('JAIDEE')
  expect(await kept()).not.toContain(password)

  await page.reload()
  await expect(page.locator('input[name=name]')).toHaveValue('Nok')
  await expect(page.locator('select[name=source]')).toHaveValue('friend')
  await expect(page.locator('input[name=password]')).toHaveValue('')
  await fillPasswords(page)
  await page.getByRole('button', { name: thai.form.next }).click()
  await expect(page.locator('select[name=bank]')).toHaveValue('KBANK')
  await expect(page.locator('input[name=account-number]')).toHaveValue(phone)
  await expect(page.locator('input[name=first-name]')).toHaveValue('NOK')
  await expect(page.locator('input[name=last-name]')).toHaveValue('JAIDEE')
  await page.locator('form button[type=submit]').click()
  await expect(page.getByText(thai.register.done)).toBeVisible()
  expect(await kept()).not.toContain('JAIDEE')
})

test('OP-B11 a login on the same tab clears the input of a registration', async ({
  page,
  request,
  control,
}) => {
  await page.goto('/register')
  await page.locator('input[name=phone]').fill('0899999999')
  const kept = () => page.evaluate(() => JSON.stringify(sessionStorage))
  await expect.poll(kept).toContain('0899999999')
  await page.goto('/login')
  expect(await kept()).toContain('0899999999')
  await logInAtScreen(page, await borrowMember(request, control))
  await expect.poll(kept).not.toContain('0899999999')
})

test('REG-10 OP-B11 a page that the phone discarded while its owner read the SMS still accepts the code', async ({
  page,
  request,
  control,
}) => {
  const phone = newPhone()
  await page.goto('/contact')
  await page.goto('/register')
  await page.locator('input[name=phone]').fill(phone)
  await page.getByRole('button', { name: thai.form.next }).click()
  const reference = page.getByText(/^[A-Z0-9]{4}$/)
  const shown = await reference.innerText()
  await page.reload()
  await expect(page.getByText(thai.form.code.sentTo(phone))).toBeVisible()
  await expect(reference).toHaveText(shown)

  // And the phone's back button leads to the number at once, with one touch.
  await page.goBack()
  await expect(page.locator('input[name=phone]')).toHaveValue(phone)
  await page.getByRole('button', { name: thai.form.next }).click()
  await page.locator('input[name=code]').fill(await readCode(request, control, phone))
  await page.getByRole('button', { name: thai.form.confirm }).click()
  await expect(page.locator('input[name=name]')).toBeVisible()
})

async function fillPasswords(page: Page): Promise<void> {
  for (const name of ['password', 'password-again'])
    await page.locator(`input[name=${name}]`).fill(password)
}

/** Presses keys by their names, types everything else. */
async function typeAll(page: Page, parts: readonly string[]): Promise<void> {
  for (const part of parts) {
    if (part === 'Tab' || part === 'Enter') await page.keyboard.press(part)
    else await page.keyboard.type(part)
  }
}

test('the whole registration goes by keyboard alone', async ({ page, request, control }) => {
  const phone = newPhone()
  await page.goto('/register')
  await page.locator('input[name=phone]').focus()
  await page.keyboard.type(`${phone}\n`)
  await expect(page.locator('input[name=code]')).toBeVisible()
  await page.locator('input[name=code]').focus()
  await page.keyboard.type(`${await readCode(request, control, phone)}\n`)
  await expect(page.locator('input[name=name]')).toBeVisible()
  await page.locator('input[name=name]').focus()
  await typeAll(page, ['Nok', 'Tab', password, 'Tab', 'Tab', password, 'Enter'])
  await expect(page.locator('select[name=bank] option[value=KBANK]')).toBeAttached()
  await page.locator('select[name=bank]').focus()
  await page.keyboard.press('ArrowDown')
  await typeAll(page, ['Tab', phone, 'Tab', 'nok', 'Tab', 'jaidee', 'Enter'])
  await expect(page.getByText(thai.register.done)).toBeVisible()
})

test('inside LINE a guide leads out to the real browser, and the code comes along', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    userAgent: 'Mozilla/5.0 (Linux; Android 13) Chrome/120.0 Mobile Safari/537.36 Line/13.21.1/IAB',
    locale: 'th-TH',
  })
  const page = await context.newPage()
  await page.goto(`${baseURL}/register?code=PR7`)
  await expect(page.getByRole('link', { name: thai.inApp.open })).toHaveAttribute(
    'href',
    `${baseURL}/register?code=PR7&openExternalBrowser=1`,
  )
  await context.close()
})

test.describe('the Laos variant', () => {
  let copy: RunningCopy
  let remove: () => Promise<void>

  test.beforeAll(async () => {
    test.setTimeout(120_000)
    const data = await makeDataDir()
    remove = data.remove
    copy = await startCopy({ dataDir: data.dataDir, env: { VARIANT: 'laos' } })
  })

  test.afterAll(async () => {
    await copy.stop()
    await remove()
  })

  test('SCOPE-02 one build serves both variants, and the page receives only their differences', async ({
    request,
    baseURL,
  }) => {
    const read = async (app: string) => {
      const page = await (await request.get(`${app}/register`)).text()
      const settings = /<script[^>]*id="settings"[^>]*>(.*?)<\/script>/s.exec(page)?.[1] ?? '{}'
      const scripts = [...page.matchAll(/src="(\/assets\/[^"]+\.js)"/g)].map(([, file]) => file)
      const { settings: more, ...served } = JSON.parse(settings) as Record<string, object>
      return { scripts, settings: { ...served, ...more } as Record<string, unknown> }
    }
    const [thaiPage, laoPage] = [await read(baseURL ?? ''), await read(copy.app)]
    expect(thaiPage.scripts.length).toBeGreaterThan(0)
    expect(laoPage.scripts).toEqual(thaiPage.scripts)
    expect(thaiPage.settings).toMatchObject({ variant: 'thai', defaultLanguage: 'th' })
    expect(laoPage.settings).toMatchObject({ variant: 'laos', defaultLanguage: 'la' })
    const differing = Object.keys({ ...thaiPage.settings, ...laoPage.settings }).filter(
      (name) => JSON.stringify(thaiPage.settings[name]) !== JSON.stringify(laoPage.settings[name]),
    )
    expect(differing.toSorted()).toEqual([
      'defaultLanguage',
      'sport.address.laos',
      'sport.address.thai',
      'variant',
    ])
  })

  test('OP-B36 REG-26 REG-29 VAR-02 LANG-02 offers kip and baht, recommends no bank and begins in Lao', async ({
    page,
    request,
  }) => {
    await page.goto(`${copy.app}/register`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'lo')
    const phone = '02059876543'
    await page.locator('input[name=phone]').fill(phone)
    await page.getByRole('button', { name: lao.form.next }).click()
    await page.locator('input[name=code]').fill(await readCode(request, copy.control, phone))
    await page.getByRole('button', { name: lao.form.confirm }).click()
    await page.locator('input[name=name]').fill('Noy')
    await page.locator('input[name=password]').fill(password)
    await page.locator('input[name=password-again]').fill(password)
    await page.getByRole('button', { name: lao.form.next }).click()
    await expect(page.locator('select[name=currency]')).toHaveValue('LAK')
    await expect(page.locator('select[name=currency] option')).toHaveCount(2)
    await expect(page.getByText('KBANK · SCB')).toHaveCount(0)
    expect(await overhangOf(page)).toBe(0)
    await page.locator('select[name=bank]').selectOption('BCEL')
    await page.locator('input[name=account-number]').fill('160120000123')
    await page.locator('input[name=first-name]').fill('noy')
    await page.locator('input[name=last-name]').fill('vong')
    await page.locator('form button[type=submit]').click()
    await expect(page.getByText(lao.register.done)).toBeVisible()
  })
})
