import { publicText } from '../apps/web/src/text/th/public.ts'
import { visitorText } from '../apps/web/src/text/th/visitor.ts'
import { logInAtScreen, makeMember, password, readCode, useOwnNetwork } from './member.ts'
import { expect, test } from './test.ts'

test.beforeEach(({ page }) => useOwnNetwork(page))

const fresh = 'seven loud mountains'

test(
  'a forgotten password is replaced with a code to the registered phone',
  { tag: '@long-3' },
  async ({ page, request, control, expectAccessible }) => {
    // A new member may not be sent another code within the minute; this one exists from the start.
    const phone = '0812345678'
    await page.goto('/login')
    await page.getByRole('button', { name: publicText.login.forgotten }).click()
    const sheet = page.getByRole('dialog')
    await sheet.locator('input[name=username]').fill(phone)
    await expectAccessible()
    await sheet.getByRole('button', { name: visitorText.password.sendCode }).click()
    await sheet.locator('input[name=code]').fill(await readCode(request, control, phone))
    await sheet.locator('input[name=password]').fill(fresh)
    await sheet.locator('input[name=password-again]').fill(fresh)
    await sheet.getByRole('button', { name: visitorText.password.save }).click()
    await expect(page.getByText(visitorText.password.changed)).toBeVisible()
    await page.locator('input[name=username]').fill(phone)
    await page.locator('input[name=password]').fill(fresh)
    await page.locator('form button[type=submit]').click()
    await expect(page).toHaveURL(/\/user\/home$/)
  },
)

test(
  'PROF-03 PROF-05 PROF-06 PROF-07 OP-B15 SCOPE-13 REACH-90 a member changes the password from the profile',
  { tag: '@long-4' },
  async ({ page, request, control, expectAccessible }) => {
    const phone = await makeMember(request, control)
    await logInAtScreen(page, phone)
    await page.goto('/user/profile')
    await expect(page.getByText(phone, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: visitorText.profile.password }).click()
    const form = page.getByRole('dialog').locator('form')
    const save = form.locator('button[type=submit]')
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))

    await save.click()
    await form.locator('input[name=old-password]').fill('not this one')
    await form.locator('input[name=password]').fill(fresh)
    await form.locator('input[name=password-again]').fill('different')
    await save.click()
    await expect(form.getByText(visitorText.form.newPasswordsDiffer)).toBeVisible()
    expect(sent.filter((url) => url.endsWith('/changepwd'))).toEqual([])

    await form.locator('input[name=password-again]').fill(fresh)
    await save.click()
    const failure = page.getByRole('dialog', { name: visitorText.changePassword.failed })
    await expect(failure).toContainText(visitorText.refusals.WRONG_PASSWORD)
    await expectAccessible()
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: publicText.action.close })
      .last()
      .click()
    const old = form.locator('input[name=old-password]')
    await expect(old).toBeFocused()
    await expect(old).toHaveAttribute('aria-invalid', 'true')
    await expect(form).toContainText(visitorText.refusals.WRONG_PASSWORD)
    await old.fill(password)
    await expect(form).not.toContainText(visitorText.refusals.WRONG_PASSWORD)
    await save.click()
    await expect(page.getByRole('heading', { name: visitorText.changePassword.done })).toBeVisible()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: publicText.action.close })
      .last()
      .click()
    await expect(page).toHaveURL(/\/user\/profile$/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  },
)
