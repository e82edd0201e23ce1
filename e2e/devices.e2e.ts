import { profileText } from '../apps/web/src/features/profile/text/th.ts'
import { visitorText } from '../apps/web/src/text/th/visitor.ts'
import { logIn, logInAtScreen, makeMember, tokenOf } from './member.ts'
import { expect, test } from './test.ts'

const { devices: text } = profileText

test('NOTE-19 a member is told of the login before, finds a strange device, and ends it from the profile', async ({
  page,
  browser,
  request,
  control,
  expectAccessible,
}) => {
  const phone = await makeMember(request, control)
  const thief = await browser.newContext({ userAgent: 'Mozilla/5.0 (Macintosh) Firefox/140.0' })
  const stolen = await thief.newPage()
  await stolen.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
  await logIn(stolen, phone)
  await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
  await logInAtScreen(page, phone)
  await expect(page.locator('[data-toast]')).toContainText('Firefox · macOS')

  await page.goto('/user/profile')
  await page.getByRole('button', { name: text.title, exact: true }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('listitem')).toHaveCount(2)
  await expect(sheet.getByRole('listitem').first()).toContainText(text.isThis)
  await expectAccessible()
  await sheet.getByRole('button', { name: `${text.end}: Firefox · macOS` }).click()
  await expect(sheet.getByText(text.onlyThis)).toBeVisible()
  // The thief's page learns it by its socket, without a tap.
  await expect(stolen).toHaveURL(/\/login$/)
  await expect(stolen.getByText(visitorText.ended.elsewhere)).toBeVisible()
  await thief.close()

  const others = [await tokenOf(request, phone), await tokenOf(request, phone)]
  await page.goto('/user/home')
  await page.goto('/user/profile#devices')
  await expect(sheet.getByRole('listitem')).toHaveCount(3)
  await sheet.getByRole('button', { name: text.endOthers }).click()
  await expect(sheet.getByRole('listitem')).toHaveCount(1)
  for (const token of others) {
    const headers = { authorization: `Bearer ${token}` }
    expect((await request.get('/api/wallet', { headers })).status()).toBe(401)
  }
})
