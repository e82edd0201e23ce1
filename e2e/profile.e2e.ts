import { hourMs } from '@kapao/contract/times'
import { memberText } from '../apps/web/src/text/th/member.ts'
import { visitorText } from '../apps/web/src/text/th/visitor.ts'
import { borrowMember, logIn } from './member.ts'
import { expect, test } from './test.ts'

test('PROF-01 PROF-02 PROF-11 SCOPE-13 REACH-56 SAY-63 the profile shows the member and the bank account, all read-only', async ({
  page,
  request,
  control,
}) => {
  const phone = await borrowMember(request, control)
  const banks: { code: string; nameTH: string }[] = await (
    await request.get('/api/lookup/banks')
  ).json()
  const bank = banks.find(({ code }) => code === 'KBANK')?.nameTH ?? ''
  await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
  await logIn(page, phone)
  const answer = page.waitForResponse('**/api/account/profile')
  await page.goto('/user/profile')
  const { _id: id, createdAt } = await (await answer).json()

  const { profile: text } = visitorText
  const rows = page.locator('main').getByRole('button', { name: visitorText.copied.button('') })
  // Copied for use elsewhere: the member id, the phone, the account number.
  await expect(rows).toHaveCount(3)
  await expect(page.locator('main').getByText(text.password, { exact: true })).toBeVisible()
  // The test browser's clock is Bangkok's, seven hours ahead of the server's timestamps.
  const since = new Date(Date.parse(createdAt) + 7 * hourMs).toISOString()
  const [year = '', month = '', day = ''] = since.slice(0, 10).split('-')
  for (const [label, value] of [
    [text.name, 'Nok'],
    [text.id, id],
    [text.username, phone],
    [text.createdAt, `${day}/${month}/${year} ${since.slice(11, 19)}`],
    [text.bankAccountName, 'NOK JAIDEE'],
    [text.bankName, bank],
    [text.bankAccountNo, `${phone.slice(0, 3)}-${phone.slice(3, 6)}-${phone.slice(6)}`],
  ]) {
    const row = page.locator('main dl').filter({ has: page.getByText(label, { exact: true }) })
    await expect(row.getByRole('definition')).toHaveText(value)
  }
  await expect(page.locator('main input')).toHaveCount(0)

  // A row with its name, besides the icon.
  await page.locator('main').getByRole('link', { name: memberText.shell.logout }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.locator('input[name=username]')).toHaveValue(phone)
})
