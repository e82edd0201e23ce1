import type { APIRequestContext, Page } from '@playwright/test'
import { minuteMs } from '@kapao/contract/times'
import { phoneVerifiedLifetimeMs } from '../packages/contract/src/limits.ts'
import { publicText } from '../apps/web/src/text/th/public.ts'
import { visitorText as thai } from '../apps/web/src/text/th/visitor.ts'
import { borrowMember, newPhone, password, readCode, useOwnNetwork } from './member.ts'
import { expect, test } from './test.ts'

test.beforeEach(({ page }) => useOwnNetwork(page))

const refusals = { ...publicText.refusals, ...thai.refusals }

type Visitor = { phone: string; request: APIRequestContext; control: string }

async function askForCode(page: Page, phone: string): Promise<void> {
  await page.locator('input[name=phone]').fill(phone)
  await page.getByRole('button', { name: thai.form.next }).click()
}

async function tryCode(page: Page, code: string): Promise<void> {
  await page.locator('input[name=code]').fill(code)
  await page.getByRole('button', { name: thai.form.confirm }).click()
}

async function fillProfile(page: Page): Promise<void> {
  await page.locator('input[name=name]').fill('Nok')
  await page.locator('input[name=password]').fill(password)
  await page.locator('input[name=password-again]').fill(password)
}

async function reachProfile(page: Page, { phone, request, control }: Visitor): Promise<void> {
  await askForCode(page, phone)
  await tryCode(page, await readCode(request, control, phone))
  await fillProfile(page)
}

function toastOf(page: Page, sentence: string) {
  return page.locator('body > div > p[role=alert]').filter({ hasText: sentence })
}

/** Adds a fault that affects only the call with this value. */
async function addFault(
  { request, control }: Pick<Visitor, 'request' | 'control'>,
  fault: { operation: string; kind: string; field: string; equals: string },
): Promise<void> {
  const added = await request.post(`${control}/faults`, { data: { ...fault, count: 1 } })
  expect(added.status(), await added.text()).toBeLessThan(300)
}

/** Records in the page itself how long each toast is shown: the test's clock would include its own waiting. */
async function watchToasts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const lives: number[] = []
    const born = new WeakMap<Node, number>()
    Object.assign(window, { toastLives: lives })
    new MutationObserver((changes) => {
      for (const { addedNodes, removedNodes } of changes) {
        for (const node of addedNodes) born.set(node, performance.now())
        for (const node of removedNodes) {
          const isToast = node instanceof HTMLElement && node.getAttribute('role') === 'alert'
          if (isToast) lives.push(performance.now() - (born.get(node) ?? 0))
        }
      }
    }).observe(document, { childList: true, subtree: true })
  })
}

async function expectLifeOfFourSeconds(page: Page): Promise<void> {
  const lives = () =>
    page.evaluate(() => (window as unknown as { toastLives: number[] }).toastLives)
  await expect.poll(lives).toHaveLength(1)
  const [life = 0] = await lives()
  expect(life).toBeGreaterThan(3900)
  expect(life).toBeLessThan(4600)
}

test(
  'REG-22 ERR-04 SAY-71 an unknown inviter code is reported in a toast of 4 s, and can be skipped',
  { tag: '@long-1' },
  async ({ page, request, control }) => {
    await watchToasts(page)
    await page.goto('/register?code=PRNOBODYHERE1')
    await reachProfile(page, { phone: newPhone(), request, control })
    await page.getByRole('button', { name: thai.form.next }).click()
    await expect(toastOf(page, refusals.INVALID_USER_INFO)).toBeVisible()
    await expect(page.locator('input[name=invite]')).toHaveAccessibleDescription(
      new RegExp(thai.register.wrong.inviteCode),
    )
    await expect(page.locator('input[name=name]')).toHaveValue('Nok')
    await expect(page.locator('input[name=password]')).toHaveValue(password)
    await expectLifeOfFourSeconds(page)

    // Reported twice, it is shown once.
    for (let time = 0; time < 2; time += 1) {
      const refused = page.waitForResponse('**/api/account/validate')
      await page.getByRole('button', { name: thai.form.next }).click()
      await refused
      await expect(toastOf(page, refusals.INVALID_USER_INFO)).toHaveCount(1)
    }

    await page.getByRole('button', { name: thai.register.inviteDrop }).click()
    const invite = page.locator('input[name=invite]')
    await expect(invite).toHaveValue('')
    await expect(invite).toBeEditable()
    await expect(invite).toBeFocused()
    await expect(page).toHaveURL(/\/register$/)
    expect(await page.evaluate(() => localStorage.getItem('code'))).toBeNull()
    await expect(page.getByText(thai.register.wrong.inviteCode)).toHaveCount(0)

    // Long and varied, but a common password.
    for (const name of ['password', 'password-again'])
      await page.locator(`input[name=${name}]`).fill('Password1')
    await page.getByRole('button', { name: thai.form.next }).click()
    await expect(page.locator('input[name=password]')).toHaveAccessibleDescription(
      new RegExp(thai.form.strength.refused),
    )
    await expect(page.locator('input[name=password]')).toBeFocused()
    // The field says it; a toast above it would say less.
    await expect(toastOf(page, refusals.INVALID_USER_INFO)).toHaveCount(0)
    for (const name of ['password', 'password-again'])
      await page.locator(`input[name=${name}]`).fill(password)
    await expect(page.getByText(thai.form.strength.refused)).toHaveCount(0)
    await page.getByRole('button', { name: thai.form.next }).click()
    await expect(page.locator('select[name=bank]')).toBeVisible()
  },
)

test('REG-44 a verification that has expired leads back to the phone, with all input kept', async ({
  page,
  request,
  control,
}) => {
  const phone = newPhone()
  await page.goto('/register')
  await reachProfile(page, { phone, request, control })
  await page.route(
    '**/api/account/validate',
    (route) => {
      const sent = route.request().postDataJSON() as object
      return route.continue({ postData: JSON.stringify({ ...sent, otpToken: 'A'.repeat(43) }) })
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: thai.form.next }).click()
  await expect(toastOf(page, refusals.UNVERIFIED_OTP)).toBeVisible()
  // Says why it is needed once more, to a visitor who has done it before.
  expect(refusals.UNVERIFIED_OTP).toContain(`${phoneVerifiedLifetimeMs / minuteMs}\u00A0นาที`)
  await expect(page.locator('input[name=phone]')).toHaveValue(phone)
  // This tab's token is dropped, so that a code is requested again.
  const asked = page.waitForRequest('**/api/otp/send')
  await page.getByRole('button', { name: thai.form.next }).click()
  expect((await asked).postDataJSON()).toEqual({ phoneNumber: phone, otpToken: null })
})

test(
  'REG-39 ERR-04 a bank account in use is reported in a toast of 4 s, and all input stays',
  { tag: '@long-2' },
  async ({ page, request, control }) => {
    const taken = await borrowMember(request, control)
    await watchToasts(page)
    await page.goto('/register')
    await reachProfile(page, { phone: newPhone(), request, control })
    await page.getByRole('button', { name: thai.form.next }).click()
    await page.locator('select[name=bank]').selectOption('KBANK')
    await page.locator('input[name=account-number]').fill(taken)
    await page.locator('input[name=first-name]').fill('somsri')
    await page.locator('input[name=last-name]').fill('jaidee')
    await page.locator('form button[type=submit]').click()
    await expect(toastOf(page, refusals.EXISTING_BANK)).toBeVisible()
    await expect(page.locator('select[name=bank]')).toHaveValue('KBANK')
    await expect(page.locator('input[name=account-number]')).toHaveValue(taken)
    await expect(page.locator('input[name=first-name]')).toHaveValue('SOMSRI')
    await expect(page.locator('input[name=last-name]')).toHaveValue('JAIDEE')
    await expectLifeOfFourSeconds(page)
    await page.getByRole('button', { name: thai.form.back }).click()
    await expect(page.locator('input[name=name]')).toHaveValue('Nok')
    await expect(page.locator('input[name=password-again]')).toHaveValue(password)
  },
)

test('REG-46 a code that is not sent, and one requested too soon, are reported in a toast', async ({
  page,
  request,
  control,
}) => {
  const phone = newPhone()
  const msisdn = `66${phone.slice(1)}`
  await addFault(
    { request, control },
    { operation: 'sms.request', kind: 'out-of-credit', field: 'msisdn', equals: msisdn },
  )
  await page.goto('/register')
  await askForCode(page, phone)
  await expect(toastOf(page, refusals.OTP_SEND_FAIL)).toBeVisible()
  await expect(page.locator('input[name=phone]')).toHaveValue(phone)

  // No message was sent, so asking again is not too soon; asking from elsewhere afterwards is.
  await page.getByRole('button', { name: thai.form.next }).click()
  await expect(page.locator('input[name=code]')).toBeVisible()
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await askForCode(page, phone)
  await expect(toastOf(page, refusals.REQUEST_LIMIT_1MIN)).toBeVisible()
  await expect(page.locator('input[name=phone]')).toHaveValue(phone)
})

test('REG-46 every failure of a code is reported in a toast, and another can be typed', async ({
  page,
  request,
  control,
}) => {
  const phone = newPhone()
  await page.goto('/register')
  await askForCode(page, phone)
  const code = await readCode(request, control, phone)
  const wrong = code === '135790' ? '135791' : '135790'

  await tryCode(page, wrong)
  await expect(toastOf(page, refusals.OTP_CODE_INVALID)).toBeVisible()
  await expect(page.locator('input[name=code]')).toHaveValue('')

  // The company uses up the code, but its answer is lost; from then on it calls the code expired.
  await addFault(
    { request, control },
    { operation: 'sms.verify', kind: 'drop-after', field: 'pin', equals: code },
  )
  await tryCode(page, code)
  await expect(toastOf(page, refusals.OTP_VERIFY_FAIL)).toBeVisible()
  await tryCode(page, code)
  await expect(toastOf(page, refusals.OTP_EXPIRED)).toBeVisible()

  for (const { otpToken, code: refusal } of [
    { otpToken: 'torn', code: 'OTP_TOKEN_INVALID' },
    { otpToken: 'A'.repeat(43), code: 'OTP_NOT_EXIST' },
  ] as const) {
    // A damaged token; the server really refuses it.
    await page.route('**/api/otp/verify', (route) =>
      route.continue({ postData: JSON.stringify({ otpToken, otpCode: wrong }) }),
    )
    await tryCode(page, wrong)
    await expect(toastOf(page, refusals[refusal])).toBeVisible()
    await page.unroute('**/api/otp/verify')
  }
})

test('REACH-52 REACH-54 a wrong code leaves an empty field that is marked and focused, and its toast ends with the next try', async ({
  page,
  request,
  control,
}) => {
  const phone = newPhone()
  await page.goto('/register')
  await askForCode(page, phone)
  const right = await readCode(request, control, phone)
  const wrong = right === '000000' ? '111111' : '000000'
  const field = page.locator('input[name=code]')
  await tryCode(page, wrong)
  await expect(toastOf(page, refusals.OTP_CODE_INVALID)).toBeVisible()
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(thai.form.code.wrong)
  // As autofill from an SMS does, all at once; nothing is pressed.
  const sent = page.waitForRequest('**/api/otp/verify')
  await field.fill(right)
  await expect(field).not.toHaveAttribute('aria-invalid')
  await sent
  await expect(page.locator('input[name=name]')).toBeVisible()
  await expect(toastOf(page, refusals.OTP_CODE_INVALID)).toHaveCount(0)
})

test('REACH-99 the code field has the focus at once; after an expired code it asks for a new one, and clears that when it comes', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/register')
  await askForCode(page, newPhone())
  const field = page.locator('input[name=code]')
  await expect(field).toBeFocused()
  await page.route('**/api/otp/verify', (route) =>
    route.fulfill({ status: 400, json: { code: 'OTP_EXPIRED', message: '' } }),
  )
  await tryCode(page, '123456')
  await expect(field).toHaveAccessibleDescription(refusals.OTP_EXPIRED)
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  // The server's own interval is minutes.
  await page.route('**/api/otp/send', (route) =>
    route.fulfill({ json: { code: 'SUCCESS', otpToken: 'second', otpRef: 'NEW2' } }),
  )
  await page.clock.fastForward('02:00')
  await page.getByRole('button', { name: thai.form.code.resend }).click()
  await expect(page.getByText('NEW2')).toBeVisible()
  await expect(field).not.toHaveAttribute('aria-invalid')
  await expect(field).toBeFocused()
})

test('REACH-54 a full code is sent once, whichever of form and timer is faster', async ({
  page,
  request,
  control,
}) => {
  const phone = newPhone()
  let sent = 0
  page.on('request', (one) => {
    if (one.url().endsWith('/api/otp/verify')) sent += 1
  })
  await page.goto('/register')
  await askForCode(page, phone)
  // The answer is held longer than the delay after which a full code is sent automatically.
  await page.route('**/api/otp/verify', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    await route.continue()
  })
  await tryCode(page, await readCode(request, control, phone))
  await expect(page.locator('input[name=name]')).toBeVisible()
  expect(sent).toBe(1)
})

test('REG-46 five wrong codes block the phone, and the visitor is informed', async ({
  page,
  request,
  control,
}) => {
  const phone = newPhone()
  await page.goto('/register')
  await askForCode(page, phone)
  const code = await readCode(request, control, phone)
  const wrong = code === '135790' ? '135791' : '135790'
  for (let tries = 0; tries < 5; tries += 1) {
    const answer = page.waitForResponse('**/api/otp/verify')
    await tryCode(page, wrong)
    expect((await answer).status()).toBe(400)
  }
  // Even the right one is too late.
  await tryCode(page, code)
  await expect(toastOf(page, refusals.OTP_BLOCK)).toBeVisible()
})

test('OP-B39 a list of sources that cannot be loaded shows no error and blocks nobody', async ({
  page,
  request,
  control,
}) => {
  let asked = 0
  await page.route('**/api/lookup/sources', (route) => {
    asked += 1
    return route.fulfill({ status: 500, json: { code: 'INTERNAL_SERVER_ERROR' } })
  })
  await watchToasts(page)
  await page.goto('/register')
  await expect(page.locator('input[name=phone]')).toBeVisible()
  // Not before the step that shows it.
  expect(asked).toBe(0)
  await reachProfile(page, { phone: newPhone(), request, control })
  await expect.poll(() => asked).toBeGreaterThan(0)
  const choices = page.locator('select[name=source] option')
  await expect(choices).toHaveText([thai.form.choose])
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
  await page.getByRole('button', { name: thai.form.next }).click()
  await expect(page.locator('select[name=bank]')).toBeVisible()
  expect(
    await page.evaluate(() => (window as unknown as { toastLives: number[] }).toastLives),
  ).toEqual([])
})
