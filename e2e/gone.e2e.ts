import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeDataDir, startCopy, type RunningCopy } from '../tools/testing/running-copy.ts'
import { environment } from '../tools/start/environment.ts'
import { publicText as thai } from '../apps/web/src/text/th/public.ts'
import { visitorText } from '../apps/web/src/text/th/visitor.ts'
import { newPhone } from './member.ts'
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
