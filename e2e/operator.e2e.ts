import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeDataDir, startCopy, type RunningCopy } from '../tools/testing/running-copy.ts'
import { environment } from '../tools/start/environment.ts'
import { publicText as thai } from '../apps/web/src/text/th/public.ts'
import { visitorText } from '../apps/web/src/text/th/visitor.ts'
import { makeMember, newPhone, password } from './member.ts'
import { expect, test } from './test.ts'

let copy: RunningCopy
let dataDir: string
let remove: () => Promise<void>
const kapaoFile = join(import.meta.dirname, '../apps/server/bin/kapao.mjs')

/** What an operator types in a terminal. */
async function kapao(...args: string[]): Promise<void> {
  const env = { ...environment, DATA_DIR: dataDir }
  await promisify(execFile)(process.execPath, [kapaoFile, ...args], { env })
}

function setSetting(name: string, value: string): Promise<void> {
  return kapao('settings', 'set', name, value, '--token-file', join(dataDir, 'nok.token'))
}

test.beforeAll(async () => {
  test.setTimeout(120_000)
  const data = await makeDataDir()
  dataDir = data.dataDir
  remove = data.remove
  copy = await startCopy({ dataDir })
  await kapao('operator', 'add', 'nok', '--out', join(dataDir, 'nok.token'))
})

test.afterAll(async () => {
  await copy.stop()
  await remove()
})

test.describe.configure({ mode: 'serial' })

test('REG-05 REG-06 without codes the registration has three steps', async ({ page }) => {
  await setSetting('registration.otp', 'off')
  await page.goto(`${copy.app}/register`)
  await expect(page.getByText(visitorText.register.steps.of(1, 3))).toBeVisible()
  await page.locator('input[name=phone]').fill(newPhone())
  await page.getByRole('button', { name: visitorText.form.next }).click()
  await expect(page.locator('input[name=name]')).toBeVisible()
})

test('CONTACT-02 the text of the contact page is shown as the HTML that the operator wrote', async ({
  page,
}) => {
  await setSetting('contact.text.th', '<h3>ทักหาเรา</h3><p>เรา<b>ตอบทุกวัน</b></p>')
  await page.goto(`${copy.app}/contact`)
  await expect(page.locator('main').getByRole('heading', { name: 'ทักหาเรา' })).toBeVisible()
  await expect(page.locator('main b')).toHaveText('ตอบทุกวัน')
  await expect(page.locator('main')).not.toContainText('<')
})

test('CONTACT-04 CONTACT-07 the page asks for the chat; as long as it has none of its own, the link stays', async ({
  page,
}) => {
  for (const state of ['on', 'off'] as const) {
    await setSetting('chat.widget', state)
    const answer = page.waitForResponse('**/api/lookup/enableChatWidget')
    await page.goto(`${copy.app}/contact`)
    expect(await (await answer).json()).toEqual({ enableChatWidget: state === 'on' })
    await expect(page.locator('main').getByRole('link', { name: '@kapao-demo' })).toBeVisible()
  }
})

test('LOGIN-13 a member who was shut out reads so under the form', async ({ page, request }) => {
  const phone = await makeMember(request, copy.control, copy.app)
  const login = await request.post(`${copy.app}/api/login`, { data: { username: phone, password } })
  const { token } = await login.json()
  const profile = await request.get(`${copy.app}/api/account/profile`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { _id: id } = await profile.json()
  const proof = ['--token-file', join(dataDir, 'nok.token')]
  await kapao('member', 'deactivate', id, '--why', 'asked for it by phone', ...proof)

  await page.goto(`${copy.app}/login`)
  await page.locator('input[name=username]').fill(phone)
  await page.locator('input[name=password]').fill(password)
  await page.locator('form button[type=submit]').click()
  await expect(page.locator('form').getByRole('alert')).toHaveText(thai.refusals.INACTIVE_USER)
  await expect(page).toHaveURL(/\/login$/)
})

test('REG-46 no message is paid for beyond the limit of the day, and the visitor is told', async ({
  page,
}) => {
  await setSetting('registration.otp', 'on')
  await setSetting('sms.dayMax', '1')
  await page.goto(`${copy.app}/register`)
  await page.locator('input[name=phone]').fill(newPhone())
  await page.getByRole('button', { name: visitorText.form.next }).click()
  await expect(page.locator('body > div [role=alert]')).toHaveText(thai.refusals.REQUEST_LIMIT)
  await expect(page.locator('input[name=phone]')).toBeVisible()
})

test('NAV-17 NAV-18 NAV-19 NF-02 NF-03 API-06 a service that has ended says so, until it is back', async ({
  page,
}) => {
  await setSetting('service.active', 'off')
  await page.goto(`${copy.app}/login`)
  await expect(page).toHaveURL(/\/terminated$/)
  await expect(page).toHaveTitle('Page not found')
  await expect(page.getByText(thai.terminated.sentence)).toBeVisible()
  await expect(page.locator('body')).toHaveClass(/terminated/)

  await setSetting('service.active', 'on')
  await page.goto(`${copy.app}/login`)
  await expect(page.getByRole('button', { name: thai.login.submit })).toBeVisible()
  await expect(page.locator('body')).not.toHaveClass(/terminated/)
})
