import { addAuthenticator, openDesk, phone, signInAs, words } from './console-desk.ts'
import { joinTest as test } from './own-copy.ts'
import { expect } from './test.ts'

const { people, desk, ways } = words

test(
  'PERSON-09 PERSON-12 PERSON-13 the first operator of one’s own joins on their phone, is added by code, and comes back with a recovery code',
  { tag: '@long-4' },
  async ({ browser, copy }) => {
    const mine = await openDesk(browser, copy, { viewport: phone })
    const lost = await addAuthenticator(mine.page)
    await mine.page.goto('/sign-in')
    await mine.page.getByRole('button', { name: ways.joinAsk }).click()
    await mine.page.getByLabel(ways.joinName).fill('Boss')
    await mine.page.getByRole('button', { name: ways.joinMake }).click()
    const code = (await mine.page.getByLabel(ways.joinCode).textContent())!
    expect(code).toMatch(/^(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}$/)
    await mine.page.reload()
    await expect(mine.page.getByText(code)).toBeVisible()

    const demo = await openDesk(browser, copy)
    await signInAs(demo.page, 'demo-owner')
    await demo.page.goto('/operators')
    await demo.page.getByRole('button', { name: people.add }).click()
    const dialog = demo.page.getByRole('dialog')
    await dialog.getByLabel(people.addName).fill('boss')
    await dialog.getByLabel(ways.addCode).fill(code.toLowerCase())
    await dialog.getByText(people.roles.cashier, { exact: true }).click()
    await dialog.getByRole('button', { name: people.add }).click()
    await expect(dialog.getByText(words.refusals.FIRST_OWNS)).toBeVisible()
    await dialog.getByText(people.roles.cashier, { exact: true }).click()
    await dialog.getByText(people.roles.owner, { exact: true }).click()
    await dialog.getByRole('button', { name: people.add }).click()
    // The demo has ended, and with it the session that added the first operator of one's own.
    await demo.page.waitForURL(/\/sign-in/)
    await demo.page.goto('/sign-in')
    await expect(demo.page.getByRole('button', { name: people.passkey })).toBeVisible()
    await expect(demo.page.getByRole('button', { name: 'demo-owner' })).toHaveCount(0)
    await demo.close()

    await expect(mine.page.getByText(ways.joinAdded)).toBeVisible({ timeout: 15_000 })
    await mine.page.getByRole('button', { name: ways.toSignIn }).click()
    await mine.page.getByRole('button', { name: people.passkey }).click()
    await mine.page.waitForURL(/\/work\/all$/)
    await expect(mine.page.getByText(ways.spare)).toBeVisible()

    await mine.page.goto('/me')
    await mine.page.getByRole('button', { name: ways.codesMake }).click()
    const recovery = await mine.page.getByRole('dialog').getByRole('listitem').first().textContent()
    await mine.page.getByRole('button', { name: ways.codesDone }).click()
    await expect(mine.page.getByText(ways.spare)).toHaveCount(0)

    // The phone is lost: another one, which knows no passkey of this installation.
    await mine.page.context().clearCookies()
    await lost.send('WebAuthn.disable')
    await addAuthenticator(mine.page)
    await mine.page.goto('/sign-in')
    await mine.page.getByRole('button', { name: ways.recoverAsk }).click()
    await mine.page.getByLabel(ways.recoverCode).fill(recovery!)
    await mine.page.getByRole('button', { name: ways.recover }).click()
    await expect(mine.page.getByText(ways.recovered)).toBeVisible()
    await mine.page.getByRole('button', { name: ways.toSignIn }).click()
    await mine.page.getByRole('button', { name: people.passkey }).click()
    await mine.page.waitForURL(/\/work\/all$/)
    const notice = mine.page.getByText(ways.mine.recovered(people.passkeyLabelUsual))
    await expect(notice).toBeVisible()
    await mine.page.getByRole('button', { name: ways.seen }).click()
    await expect(notice).toHaveCount(0)
    await mine.page.goto('/operators')
    await expect(mine.page.getByText('demo-cashier')).toBeVisible()
    await expect(mine.page.getByText(desk.screens.work).first()).toBeVisible()
    expect(mine.problems).toEqual([])
    await mine.close()
  },
)
