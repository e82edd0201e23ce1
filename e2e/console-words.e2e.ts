import type { Page } from '@playwright/test'
import { sampled } from '../apps/server/src/testing/models/sample.ts'
import { openDb } from '../apps/server/src/core/db/db.ts'
import { workAddress } from '../apps/console/src/shared/work-kind.ts'
import { saveBonus } from './bonuses.ts'
import { openDesk, payAsStranger, signInAs } from './console-desk.ts'
import { wordsTest as test, type OwnCopy } from './own-copy.ts'
import { expect } from './test.ts'
import { withDb } from './database.ts'
import { makeRich } from './withdrawals.ts'

/** As the owner of the database, with every trigger off: for states that only an outside fault causes. */
async function asOwner({ databaseUrl }: OwnCopy, statements: readonly string[]): Promise<void> {
  const applicationName = 'kapao e2e'
  const db = openDb({ url: databaseUrl, role: null, connectionsMax: 1, applicationName })
  await db.begin(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    for (const statement of statements) await tx.query(statement)
  })
  await db.close()
}

/** One item of each outside report and of each case that no rule decides, each with a generated English sentence. */
const made = (memberId: string): string[] => [
  `insert into bankfeed_unread (source, event_id, text, why, received_at)
   select 'sms', 'words-1-' || n, 'You have received something', 'a text of KBANK in no form that is known', now()
   from generate_series(1, 2) as n`,
  `insert into qrcodes_finding (provider, about, what, created_at, kind, details)
   values ('ZPAY', 'words-2', 'the gateway said it twice', now(), 'finding.event-changed', '{}')`,
  `insert into qrcodes_payment (provider, payment, reference, amount, currency, amount_text, paid_at, is_confirmed, state, why, created_at, next_at)
   values ('ZPAY', 'words-3', 'REFWORDS3', 4000, 'BAHT', '40.00', now(), false, 'exception', 'nobody has answered', now(), now())`,
  `insert into giftlinks_link (id, member_id, key, fingerprint, voucher, account, mobile, state, payer_known, owner_name, why, created_at, next_at)
   values (gen_random_uuid(), '${memberId}', 'words-4', gen_random_uuid(), 'words4aaaaaaaaaaaa', 'TRUE:0812345678', '0812345678', 'exception',
     false, 'SOMCHAI JAIDEE', 'no answer came back', now(), now())`,
  `insert into items_item (kind, key, member_id, other_id, words, evidence, holds, since)
   values ('invite.linked', 'words-5', '${memberId}', null, 'The inviter and the invited member may be one person.',
     '{"same": "device, network", "how": "both sides of a game"}', '{rewards}', now()),
   ('recovery.difference', 'words-6', '${memberId}', null, 'a lost transfer, or play?',
     '{"game": "SPORT", "reported": "120.00", "books": "100.00", "currency": "BAHT"}', '{}', now())`,
  `update transfers_transfer set state = 'exception', why = 'they cannot be asked about one transfer', ended_at = null, tries = 3
   where member_id = '${memberId}' and state = 'done'`,
  `insert into account_note (member_id, at, by, key, text) values ('${memberId}', now(), 'nok', 'words-7', 'he called about a slip')`,
]

type ScreenText = { words: string; at: string }

/** All text that is shown or read aloud, except what is marked as written by others. */
function readScreen(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const isShown = (one: Element) => one.checkVisibility()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const around = walker.currentNode.parentElement
      if (!around || around.closest('[translate="no"], script, style')) continue
      if (isShown(around)) found.push(walker.currentNode.textContent ?? '')
    }
    for (const one of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      if (!one.closest('[translate="no"]') && isShown(one))
        for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
          found.push(one.getAttribute(name) ?? '')
    found.push(document.title)
    return found
  })
}

/** Names of people at the desk, of browsers, of keys, of formats and of languages in themselves. */
const names =
  /^(?:demo|demo-(?:owner|cashier|risk|support|marketing)|nok|Kapao|Chrome|HeadlessChrome|Linux|Enter|Esc|Ctrl|Shift\+Enter|Tab|English|a\u2013z)$/
/** Codes, references, currencies, banks and masked names: capitals, or a figure within. */
const code = /^(?:[A-Z][A-Z0-9]*|(?=\S*\d)\S+)$/

function foreignIn(words: string): string[] {
  // Masked names are names.
  const tokens =
    words.replaceAll(/\S+•+/g, '').match(/[A-Za-z0-9][\w.:/+-]*(?:\u2013[a-z])?/g) ?? []
  return tokens.filter((one) => /[A-Za-z]/.test(one) && !names.test(one) && !code.test(one))
}

async function look(page: Page, at: string): Promise<ScreenText[]> {
  await page.waitForLoadState('networkidle')
  const shown = await readScreen(page)
  return [...new Set(shown)]
    .filter((words) => foreignIn(words).length > 0)
    .map((words) => ({ at, words: words.trim() }))
}

/** Every item that waits, and a decided one. */
async function lookAtWork(page: Page): Promise<ScreenText[]> {
  await page.goto(workAddress('all'))
  await expect(page.locator(`a[href^="${workAddress('all')}/"]`).first()).toBeVisible()
  const seen = await look(page, workAddress('all'))
  const addresses = await page
    .locator(`a[href^="${workAddress('all')}/"]`)
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
  const kinds = new Set(addresses.map((address) => address.split('/')[3]))
  for (const kind of ['deposit', 'unread', 'finding', 'payment', 'giftlink', 'suspicion', 'second'])
    expect(kinds, kind).toContain(kind)
  for (const kind of ['withdrawal', 'transfer', 'review']) expect(kinds, kind).toContain(kind)
  for (const address of addresses) {
    await page.goto(address)
    await expect(page.getByRole('article')).toBeVisible({ timeout: 30_000 })
    seen.push(...(await look(page, address)))
  }
  // A decided item shows its decision from then on.
  await page.goto(addresses.find((address) => address.includes('/unread/'))!)
  await expect(page.getByRole('article')).toBeVisible()
  await page.keyboard.press('d')
  await page.keyboard.press('Enter')
  seen.push(...(await look(page, 'a decision')))
  return seen
}

/** The timeline, and the details of one of its movements. */
async function lookAtMember(page: Page, memberId: string): Promise<ScreenText[]> {
  await page.goto(`/members/${memberId}`)
  await expect(page.getByText('he called about a slip').first()).toBeVisible()
  const seen = await look(page, 'a member')
  await page
    .getByRole('button', { name: /[0-9a-f]{6}$/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByRole('table')).toBeVisible()
  seen.push(...(await look(page, 'a movement')))
  return seen
}

async function lookAtTalks(page: Page): Promise<ScreenText[]> {
  await page.goto('/chat/all')
  const talks = page.locator('a[href^="/chat/all/"]')
  await expect(talks.first()).toBeVisible()
  const seen = await look(page, '/chat/all')
  await talks.first().click()
  await expect(page.getByRole('textbox').first()).toBeVisible()
  seen.push(...(await look(page, 'a talk')))
  return seen
}

async function lookAtAudit(page: Page): Promise<ScreenText[]> {
  await page.goto('/audit')
  const rows = page.getByRole('listitem').getByRole('button')
  await expect(rows.first()).toBeVisible()
  const seen = await look(page, '/audit')
  const count = Math.min(await rows.count(), 25)
  for (let at = 0; at < count; at += 1) {
    await rows.nth(at).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    seen.push(...(await look(page, `/audit ${at}`)))
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  return seen
}

for (const language of sampled('words of the console', 1, ['th', 'la'] as const))
  test(
    `DESK-100 no English is left on any screen with anything in it: ${language}`,
    { tag: '@long-4' },
    async ({ browser, copy, request }) => {
      test.setTimeout(300_000)
      const memberId = await furnish(copy, request)
      const { page, problems, close } = await openDesk(browser, copy, { language })
      const seen: ScreenText[] = []
      await page.goto('/sign-in')
      seen.push(...(await look(page, '/sign-in')))
      await signInAs(page, 'demo-owner')
      seen.push(...(await lookAtWork(page)))
      seen.push(...(await lookAtMember(page, memberId)))
      seen.push(...(await lookAtTalks(page)))
      for (const address of ['/members', '/operators', '/me']) {
        await page.goto(address)
        seen.push(...(await look(page, address)))
      }
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog')).toBeVisible()
      seen.push(...(await look(page, 'help')))
      seen.push(...(await lookAtAudit(page)))
      expect(seen).toEqual([])
      expect(problems).toEqual([])
      await close()
    },
  )

let furnished: Promise<string> | null = null

/** Once for both languages. */
function furnish(...given: Parameters<typeof furnishOnce>): Promise<string> {
  furnished ??= furnishOnce(...given)
  return furnished
}

async function furnishOnce(
  copy: OwnCopy,
  request: Parameters<typeof makeRich>[0],
): Promise<string> {
  const member = await makeRich(request, copy, { baht: 45_000, inGames: { pgslot: 100 } })
  await member.post('/api/wallet/withdraw', { amount: 40_000 })
  await payAsStranger(copy, { amount: '77.40' })
  const [found] = await withDb(copy.databaseUrl, (db) =>
    db.query<{ id: string }>('select id from account_member where username = $1', [member.phone]),
  )
  await asOwner(copy, made(found!.id))
  await askForSecond(copy)
  return found!.id
}

/** Requests that wait for a second person, of settings, people and rewards. */
async function askForSecond(copy: OwnCopy): Promise<void> {
  const { kapao, databaseUrl } = copy
  // One that one person may define alone, for another to read, and one that waits.
  await saveBonus(copy, 'WORDS-1', 10)
  await saveBonus(copy, 'WORDS-2', 100_000)
  await kapao('settings', 'set', 'withdraw.max.BAHT', '--text', '900000')
  await kapao('settings', 'set', 'slip.closeFrom', '--text', '22:30')
  const asked: [string, string, object][] = [
    [
      'operator roles',
      'demo-cashier',
      { name: 'demo-cashier', before: ['cashier'], roles: ['cashier', 'risk'] },
    ],
  ]
  const applicationName = 'kapao e2e'
  const db = openDb({ url: databaseUrl, role: null, connectionsMax: 1, applicationName })
  await db.begin(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    for (const [kind, subject, what] of asked)
      await tx.query(
        `insert into confirm_request (kind, subject, what, words, asked_by, asked_at, state)
         values ($1, $2, $3, 'what the terminal says of it', 'operator:nok', now(), 'waits')`,
        [kind, subject, JSON.stringify(what)],
      )
  })
  await db.close()
}
