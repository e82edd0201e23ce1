import {
  addAuthenticator,
  openDesk,
  payAsStranger,
  rowOf,
  signInAs,
  words,
} from './console-desk.ts'
import { workAddress } from '../apps/console/src/shared/work-kind.ts'
import { openDb } from '../apps/server/src/core/db/db.ts'
import { withDb } from './database.ts'
import { test } from './own-copy.ts'
import { expect } from './test.ts'

/** As ten minutes later, for all who are signed in. */
async function ageTouches(databaseUrl: string): Promise<void> {
  await withDb(databaseUrl, (db) =>
    db.query(`update sign_in_session set touched_at = touched_at - interval '10 minutes'`),
  )
}

/** For the journeys after this one, which share the copy: two would have to agree on it. */
async function letIn(databaseUrl: string, name: string): Promise<void> {
  const applicationName = 'kapao e2e'
  const db = openDb({ url: databaseUrl, role: null, connectionsMax: 1, applicationName })
  await db.begin(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(
      `update operators_operator set disabled_at = null, disabled_by = null, noted_at = added_at where name = $1`,
      [name],
    )
  })
  await db.close()
}

const { people, desk, work, members } = words

test(
  'DESK-61 a link makes a passkey, which signs in, confirms a decision and lets it go on by itself',
  { tag: '@long-2' },
  async ({ browser, copy }) => {
    const link = /http:\/\/localhost:\d+\/enrol#[\w-]{43}/.exec(copy.output())![0]
    const { page, problems, close } = await openDesk(browser, copy)
    await addAuthenticator(page)
    await page.goto(link)
    await page.getByRole('button', { name: people.makePasskey }).click()
    await page.waitForURL(/\/work\/all$/)

    await page.getByRole('button', { name: desk.signOut }).click()
    await page.getByRole('button', { name: people.passkey }).click()
    await page.waitForURL(/\/work\/all$/)

    // The touch of the sign-in is old: the next decision asks for one more, and is then made without another click.
    await ageTouches(copy.databaseUrl)
    await payAsStranger(copy, { amount: '611.11' })
    await page.goto(workAddress('deposit'))
    await rowOf(page, '611.11').click()
    await expect(page.getByRole('article').getByText('611.11').first()).toBeVisible()
    await page.keyboard.press('x')
    await page.getByLabel(work.fields.why).fill('nobody of ours')
    const sent: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.url().includes('decide/deposit/')) sent.push(request.headers()['idempotency-key'])
    })
    await page.getByRole('button', { name: work.decisions.refuse, exact: true }).last().click()
    await page.getByRole('button', { name: people.touchPasskey }).click()
    await expect(page.getByText(work.decided.refuse).first()).toBeVisible()
    expect(sent).toHaveLength(2)
    expect(sent[0]).toBe(sent[1])
    expect(problems).toEqual([])

    // A link is good once.
    await page.goto('about:blank')
    await page.goto(link)
    await expect(page.getByText(people.linkOver)).toBeVisible()
    await close()
  },
)

test(
  'DESK-62 DESK-76 after signing in again the page and its drafts are as before; language and colours are switched at once',
  { tag: '@long-2' },
  async ({ browser, copy }) => {
    const { page, problems, close } = await openDesk(browser, copy)
    await signInAs(page, 'demo-owner')
    await page.goto('/members')
    await page.getByLabel(members.searchLabel).fill('0812345678')
    await page.getByRole('list', { name: desk.screens.members }).getByRole('link').first().click()
    const note = page.getByLabel(members.noteLabel)
    await note.fill('called about a deposit')
    const at = page.url()

    await page.context().clearCookies()
    await page.getByRole('button', { name: members.addNote }).click()
    await expect(page.getByText(people.sessionOver)).toBeVisible()
    await page.getByRole('button', { name: 'demo-owner' }).click()
    await page.waitForURL(at)
    await expect(note).toHaveValue('called about a deposit')
    await page.reload()
    await expect(note).toHaveValue('called about a deposit')

    await page.goto('/me')
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const dark = await ground()
    await page.getByLabel(desk.theme).selectOption('light')
    await expect.poll(ground).not.toBe(dark)
    await page.getByLabel(desk.language).selectOption('la')
    await expect(page.getByRole('link', { name: 'ສະມາຊິກ', exact: true })).toBeVisible()
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', 'lo')
    expect(await ground()).not.toBe(dark)
    expect(problems).toEqual([])
    await close()
  },
)

test('DESK-70 an operator who is disabled is out of the page without touching it', async ({
  browser,
  copy,
}) => {
  const { page, close } = await openDesk(browser, copy)
  await signInAs(page, 'demo-cashier')
  await expect(page.getByRole('heading', { name: desk.screens.work })).toBeVisible()
  await copy.kapao('operator', 'disable', 'demo-cashier')
  await page.waitForURL(/\/sign-in\?/, { timeout: 5_000 })
  await close()
  await letIn(copy.databaseUrl, 'demo-cashier')
})
