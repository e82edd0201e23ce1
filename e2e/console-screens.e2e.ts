import type { Locator, Page } from '@playwright/test'
import { sampled } from '../apps/server/src/testing/models/sample.ts'
import { workAddress } from '../apps/console/src/shared/work-kind.ts'
import { linesOf, openChat, write } from './chat-page.ts'
import {
  expectAccessibleInLooks,
  openDeposits,
  openDesk,
  payAsStranger,
  rowOf,
  signInAs,
  words,
} from './console-desk.ts'
import { withDb } from './database.ts'
import { test, type OwnCopy } from './own-copy.ts'
import { picture } from './picture.ts'
import { expect } from './test.ts'

const hostile = '<img src=x onerror="window.hurt = 1">'

/** Every screen of the console, each with something in it. */
async function walk(page: Page, look: (at: string) => Promise<void>, memberId: string) {
  const list = page.getByRole('list')
  for (const address of [
    workAddress('all'),
    workAddress('second'),
    '/members',
    `/members/${memberId}`,
    '/chat/all',
    '/answers',
    '/operators',
    '/audit',
    '/me',
  ]) {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    await look(address)
  }
  await page.goto('/answers')
  await page.getByRole('listitem').getByRole('button').first().click()
  await expect(page.getByRole('textbox').nth(3)).toBeVisible()
  await look('an answer that is edited')
  await page.goto(workAddress('deposit'))
  await list.getByRole('link').first().click()
  await expect(page.getByRole('article')).toBeVisible()
  await page.keyboard.press('m')
  await expect(page.getByRole('article').getByRole('textbox').first()).toBeVisible()
  await look('an item')
  await page.keyboard.press('Escape')
  await page.getByRole('article').getByRole('searchbox').fill('0812345678')
  await expect(page.getByRole('article').getByRole('option').first()).toBeVisible()
  await look('a search for a member')
}

/** A talk with a picture that will be sent, one that cannot be, and one that a reload has lost. */
async function lookIntoTray(
  { page, customer }: { page: Page; customer: Page },
  look: (at: string) => Promise<void>,
) {
  await openChat(customer)
  await write(customer, 'คุยกับเจ้าหน้าที่')
  await expect(linesOf(customer)).toHaveCount(3)
  await page.goto('/chat/all')
  await page.getByRole('list').getByRole('link').first().click()
  const chooser = page.locator('input[type=file]')
  await chooser.setInputFiles(picture('lost.png'))
  await expect(page.locator('form li')).toHaveCount(1)
  await page.reload()
  await chooser.setInputFiles([picture('slip.png'), picture('statement.png')])
  await chooser.setInputFiles({
    name: 'notes.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%'),
  })
  await expect(page.locator('form li')).toHaveCount(2)
  await expect(page.getByRole('alert')).toHaveCount(2)
  await look('files that wait to be sent')
}

const sizes = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]

/** To look at: `SHOTS=folder npm run e2e -- console-screens`. */
async function shoot(page: Page, language: string, at: string): Promise<void> {
  const folder = process.env['SHOTS']
  if (!folder) return
  for (const viewport of sizes)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      // Colours fade into those of the other theme.
      await page.waitForTimeout(400)
      const file = `${at.replaceAll(/[^a-z]+/g, '-')}-${language}-${viewport.width}-${colorScheme}.png`
      await page.screenshot({ path: `${folder}/${file}` })
    }
}

async function demoMember({ databaseUrl }: OwnCopy): Promise<string> {
  const [found] = await withDb(databaseUrl, (db) =>
    db.query<{ id: string }>(`select id from account_member where username = '0812345678'`),
  )
  return found!.id
}

/** A guest who waits for a person. */
async function addTalk({ databaseUrl }: OwnCopy): Promise<string> {
  const code = '2222222222F2'
  await withDb(databaseUrl, (db) =>
    db.query(
      `insert into chat_conversation (owner, code, state, language, session, last_seq, waiting_since, created_at, last_at)
       values ('guest:' || rpad($1, 22, 'x'), $1, 'waiting', 'th', gen_random_uuid(), 0, now(), now(), now())`,
      [code],
    ),
  )
  return code
}

/** In sight as a whole, and what is pressed in its middle is it. */
async function expectUncovered(one: Locator): Promise<void> {
  await expect(one).toBeInViewport({ ratio: 1 })
  const isOnTop = await one.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })
  expect(isOnTop).toBe(true)
}

for (const language of sampled('axe at the console', 1, ['th', 'la', 'en'] as const))
  test(
    `DESK-69 axe finds nothing serious on any screen, in both themes and on both sizes: ${language}`,
    { tag: '@long-1' },
    async ({ page: customer, browser, copy }) => {
      test.setTimeout(400_000)
      await payAsStranger(copy, { amount: '77.40' })
      const { page, problems, close } = await openDesk(browser, copy, { language })
      await page.goto('/sign-in')
      await expect(page.getByRole('button', { name: 'demo-owner' })).toBeVisible()
      await expectAccessibleInLooks(page, '/sign-in')
      await signInAs(page, 'demo-owner')
      const look = async (at: string) => {
        await shoot(page, language, at)
        await expectAccessibleInLooks(page, at)
      }
      await walk(page, look, await demoMember(copy))
      await lookIntoTray({ page, customer }, look)
      expect(problems).toEqual([])
      await close()
    },
  )

test(
  'DESK-71 markup in what members and payers write is text on every screen, and no policy is broken',
  { tag: '@long-4' },
  async ({ browser, copy }) => {
    test.setTimeout(240_000)
    await payAsStranger(copy, { amount: '66.60', fromName: hostile, fromAccount: '6665554443' })
    const memberId = await demoMember(copy)
    await withDb(copy.databaseUrl, (db) =>
      db.query('update account_member set bank_account_name = $1 where id = $2', [
        hostile,
        memberId,
      ]),
    )
    const { page, problems, close } = await openDesk(browser, copy)
    await signInAs(page, 'demo-owner')
    const isUnhurt = async () => {
      expect(await page.evaluate(() => 'hurt' in window)).toBe(false)
      expect(await page.locator('img[src="x"]').count()).toBe(0)
    }
    await walk(page, isUnhurt, memberId)
    await page.goto(workAddress('deposit'))
    await rowOf(page, '66.60').click()
    await expect(page.getByRole('article')).toBeVisible()
    await isUnhurt()
    expect(problems).toEqual([])
    await close()
  },
)

test('DESK-146 HOUSE-78 on a phone everything in the foot is in sight, an open item has its place, and a member’s money comes before the time-line', async ({
  browser,
  copy,
}) => {
  const memberId = await demoMember(copy)
  await payAsStranger(copy, { amount: '88.80' })
  const { page, problems, close } = await openDesk(browser, copy, { viewport: sizes[0]! })
  await signInAs(page, 'demo-owner')
  const foot = page.getByRole('navigation', { name: words.desk.menu })
  const more = foot.getByRole('button', { name: words.desk.moreScreens })
  const { screens } = words.desk
  const here = [
    foot.getByRole('button', { name: words.desk.palette.open }),
    ...[screens.work, screens.members, screens.chat].map((name) =>
      foot.getByRole('link', { name }),
    ),
    foot.getByRole('link', { name: words.desk.meShort, exact: true }),
    more,
  ]
  for (const one of here) await expect(one).toBeInViewport({ ratio: 1 })
  expect(await foot.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  for (const [name, address] of [
    [screens.operators, '/operators'],
    [screens.audit, '/audit'],
  ] as const) {
    await more.click()
    await page.getByRole('dialog').getByRole('link', { name }).click()
    await page.waitForURL(`**${address}`)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }

  await openDeposits(page, ['88.80'])
  await rowOf(page, '88.80').click()
  const decisions = page.getByRole('region', { name: words.work.decide })
  await expect(decisions).toBeInViewport({ ratio: 1 })
  await expect(foot).toBeHidden()
  const { y, height } = (await decisions.boundingBox())!
  expect(Math.round(y + height)).toBe(sizes[0]!.height)
  await page.getByRole('button', { name: words.desk.back }).click()
  await expect(foot).toBeVisible()

  await page.goto(`/chat/all/${await addTalk(copy)}`)
  await expectUncovered(page.getByRole('textbox', { name: words.inbox.answer }))
  await expect(foot).toBeHidden()
  await page.getByRole('link', { name: words.desk.back }).click()
  await expect(foot).toBeVisible()

  await page.goto(`/members/${memberId}`)
  const money = page.getByRole('heading', { name: words.members.balances })
  await expect(money).toBeInViewport()
  const topOf = async (one: typeof money) => (await one.boundingBox())!.y
  const line = page.getByRole('region', { name: words.members.timeline })
  expect(await topOf(money)).toBeLessThan(await topOf(line))
  expect(problems).toEqual([])
  await close()
})

test('DESK-145 acts of the trail are chosen by their words, and the address keeps the code', async ({
  browser,
  copy,
}) => {
  const { page, problems, close } = await openDesk(browser, copy)
  await signInAs(page, 'demo-owner')
  await page.goto('/audit')
  const act = page.getByRole('button', { name: new RegExp(`^${words.people.action}`) })
  await expect(act).toContainText(words.people.everyAct)
  await act.click()
  await page.getByRole('searchbox').fill(words.words.actions['operators.signIn'].slice(1))
  const found = page.getByRole('option', { name: words.words.actions['operators.signIn'] })
  await expect(found).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(found).toHaveAttribute('data-focused')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/audit\?action=operators\.signIn$/)
  await expect(act).toContainText(words.words.actions['operators.signIn'])
  const rows = page.getByRole('list').getByRole('button')
  await expect(rows.first()).toContainText(words.words.actions['operators.signIn'])
  for (const row of await rows.all())
    await expect(row).toContainText(words.words.actions['operators.signIn'])
  // Another operator with the address sees the same, and a step back is the whole trail.
  await page.reload()
  await expect(act).toContainText(words.words.actions['operators.signIn'])
  await page.goBack()
  await expect(act).toContainText(words.people.everyAct)
  expect(problems).toEqual([])
  await close()
})
