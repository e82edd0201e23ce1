import type { Page } from '@playwright/test'
import { profileText } from '../apps/web/src/features/profile/text/th.ts'
import { visitorRefusals } from '../apps/web/src/text/th/visitor-refusals.ts'
import { addAuthenticator } from './console-desk.ts'
import { withDb } from './database.ts'
import { logIn, logInAtScreen, makeMember, password } from './member.ts'
import { expect, test } from './test.ts'

const { passkeys: text, identify, devices } = profileText

// A passkey is bound to a name, and an address of numbers is none.
test.use({ baseURL: (process.env['E2E_APP'] ?? '').replace('127.0.0.1', 'localhost') })

/** As the browser's own silent way makes it, which only a person's own browser has. */
async function makePasskey(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const token = sessionStorage.getItem('token') ?? localStorage.getItem('token')
    const send = (path: string, body: object) =>
      fetch(`/api/passkeys${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const { options } = await (await send('/own-question', {})).json()
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
    return (await send('', { answer: made.toJSON() })).status
  })
}

test('NOTE-20 NOTE-21 a passkey logs a member in at the login without a button, and is removed after the password', async ({
  page,
  request,
  control,
  databaseUrl,
  expectAccessible,
}) => {
  const phone = await makeMember(request, control)
  await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
  const key = await addAuthenticator(page)
  await logIn(page, phone)
  expect(await makePasskey(page)).toBe(200)

  // The offer waits in the field for the number, and the virtual person takes it at once.
  await page.goto('/login')
  await expect(page).toHaveURL(/\/user\/home$/)
  await page.goto('/user/profile#devices')
  const sheet = page.getByRole('dialog').first()
  const made = sheet.getByRole('button', { name: text.remove })
  await expect(made).toHaveCount(1)
  await expectAccessible()

  await withDb(databaseUrl, (db) =>
    db.query(
      `update core_session set identified_at = now() - interval '5 minutes'
       where member_id = (select id from account_member where phone = $1)`,
      [`+66${phone.slice(1)}`],
    ),
  )
  await made.click()
  const question = page.getByRole('dialog', { name: identify.title })
  await question.getByLabel(identify.password, { exact: true }).fill('not this one')
  await question.getByRole('button', { name: identify.confirm }).click()
  await expect(question.getByText(visitorRefusals.WRONG_PASSWORD)).toBeVisible()
  await expectAccessible()
  await question.getByLabel(identify.password, { exact: true }).fill(password)
  await question.getByRole('button', { name: identify.confirm }).click()
  await expect(question).toHaveCount(0)
  await expect(made).toHaveCount(0)
  await expect(sheet.getByText(devices.isThis)).toBeVisible()

  // The virtual person would offer it to every login.
  await key.send('WebAuthn.disable')
  await logInAtScreen(page, phone)
})
