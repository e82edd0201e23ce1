import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from './test.ts'

export const password = 'three quiet rivers'
let counter = 0

/**
 * A Thai mobile number that no other test uses. The numbers are far apart: a range of numbers may be sent a few codes
 * an hour.
 */
export function newPhone(): string {
  counter += 1
  const place = (process.pid % 10_000) * 10_000 + counter
  return `09${String((place * 61_803_399) % 100_000_000).padStart(8, '0')}`
}

/** The newest code that the sandbox's SMS service has sent to a phone. */
export async function readCode(
  request: APIRequestContext,
  control: string,
  phone: string,
): Promise<string> {
  let code = ''
  await expect(async () => {
    const answer = await request.get(`${control}/sms/inbox?phone=${phone}`)
    const found: unknown = await answer.json()
    code = /"code":"(\d{6})"/.exec(JSON.stringify(found))?.[1] ?? ''
    expect(code).not.toBe('')
  }).toPass()
  return code
}

/**
 * A separate network for each phone: one network may request twenty codes an hour. The copy under test trusts this
 * machine's forwarded address.
 */
function networkOf(phone: string): string {
  const digits = Number(phone.slice(2))
  return [10, digits >> 16, digits >> 8, digits].map((part) => part & 255).join('.')
}

/** Gives a page that requests codes its own network, as a phone has; all pages share this machine's otherwise. */
export async function useOwnNetwork(page: Page): Promise<void> {
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': networkOf(newPhone()) })
}

/**
 * Registers through the API, for journeys that begin with a member; `app` names a copy other than the shared one,
 * `inviteCode` the inviter.
 */
export async function makeMember(
  request: APIRequestContext,
  control: string,
  { app = '', inviteCode }: { app?: string; inviteCode?: string | undefined } = {},
): Promise<string> {
  const phone = newPhone()
  const sent = await request.post(`${app}/api/otp/send`, {
    data: { phoneNumber: phone },
    headers: { 'x-forwarded-for': networkOf(phone) },
  })
  expect(sent.ok(), await sent.text()).toBe(true)
  const { otpToken } = await sent.json()
  const otpCode = await readCode(request, control, phone)
  await request.post(`${app}/api/otp/verify`, { data: { otpToken, otpCode } })
  const registered = await request.post(`${app}/api/account`, {
    data: {
      name: 'Nok',
      username: phone,
      password,
      bankCode: 'KBANK',
      bankAccountName: 'NOK JAIDEE',
      bankAccountNo: phone,
      currency: 'BAHT',
      otpToken,
      ...(inviteCode === undefined ? {} : { inviteCode }),
    },
  })
  expect(registered.status(), await registered.text()).toBe(200)
  return phone
}

let borrowed: string | null = null

/**
 * A member for journeys that do not change the member. All journeys come from one network, which may request twenty
 * codes an hour, so not each of them can register a member.
 */
export async function borrowMember(request: APIRequestContext, control: string): Promise<string> {
  borrowed ??= await makeMember(request, control)
  return borrowed
}

/** A session through the API; its cookies stay in the context that asked. */
export async function tokenOf(request: APIRequestContext, phone: string): Promise<string> {
  const login = await request.post('/api/login', { data: { username: phone, password } })
  expect(login.status(), await login.text()).toBe(200)
  const { token } = (await login.json()) as { token: string }
  return token
}

/** Begins at home, as a member who has just logged in; the login screen has its own journeys. */
export async function logIn(page: Page, phone: string, remember = false): Promise<void> {
  const token = await tokenOf(page.request, phone)
  // Once: what the journey does with its session later must stay.
  await page.addInitScript(
    ([value, place]) => {
      if (sessionStorage.getItem('journey') === value) return
      sessionStorage.setItem('journey', value)
      const storage = place === 'local' ? localStorage : sessionStorage
      storage.setItem('token', value)
    },
    [token, remember ? 'local' : 'session'] as const,
  )
  await page.goto('/user/home')
  await expect(page).toHaveURL(/\/user\/home$/)
}

export async function logInAtScreen(page: Page, phone: string, remember = false): Promise<void> {
  await page.goto('/login')
  await page.locator('input[name=username]').fill(phone)
  await page.locator('input[name=password]').fill(password)
  if (remember) await page.getByRole('checkbox').check()
  await page.locator('form button[type=submit]').click()
  await expect(page).toHaveURL(/\/user\/home$/)
}

export async function overhangOf(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
}

/** A closing sheet removes its history step a moment later, together with an address that is opened meanwhile. */
export async function waitForStep(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect
    .poll(() => page.evaluate(() => (history.state as { sheet?: string } | null)?.sheet ?? null))
    .toBeNull()
}
