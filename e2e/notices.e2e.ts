import { profileText } from '../apps/web/src/features/profile/text/th.ts'
import { logIn, makeMember, password } from './member.ts'
import { expect, test } from './test.ts'

const { notices: text } = profileText
const warningTitle = 'เปลี่ยนบัญชีธนาคารแล้ว'

test('NOTE-11 NOTE-12 NOTE-13 a bank account that somebody else changes is a warning on the open page within seconds, on every screen until it is read, and in the list', async ({
  page,
  request,
  control,
}) => {
  const phone = await makeMember(request, control)
  await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
  await logIn(page, phone)
  const profile = page.locator('nav a[href="/user/profile"]')
  await expect(profile).toBeVisible()
  // The socket of the page, by which it learns of it, is open.
  await page.waitForLoadState('networkidle')

  const thief = await request.post('/api/login', { data: { username: phone, password } })
  const { token } = await thief.json()
  const account = { name: 'Nok', bankCode: 'SCB', bankAccountName: 'NOK JAIDEE' }
  const changed = await request.put('/api/account/profile', {
    headers: { authorization: `Bearer ${token}` },
    data: { ...account, bankAccountNo: `7${phone.slice(1)}` },
  })
  expect(changed.status(), await changed.text()).toBe(200)

  const warning = page.getByRole('alert').filter({ hasText: warningTitle })
  await expect(warning).toBeVisible()
  await expect(warning).toContainText('หากไม่ใช่คุณ')
  await expect(profile).toContainText(text.unread(1))
  await page.goto('/user/statement')
  await expect(warning).toBeVisible()
  await page.goto('/user/profile')
  await page.getByRole('button', { name: text.title }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('listitem')).toContainText([warningTitle])
  // What the list has shown is read.
  await expect(warning).toHaveCount(0)
  await expect(profile).not.toContainText(text.unread(1))
  await page.goto('/user/home')
  await page.goto('/user/profile#notices')
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1)
})
