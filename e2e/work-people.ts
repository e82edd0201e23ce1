import { findTalk, linesOf, openChat, write } from './chat-page.ts'
import { words } from './console-desk.ts'
import { setSetting } from './database.ts'
import { decideByKeys, openByName, openItem, rowAt } from './desk-keys.ts'
import type { OwnCopy } from './own-copy.ts'
import { expect } from './test.ts'
import { expectDecided, makeFor, readOne, walletOf, why, type Plan } from './work-journey.ts'

const { work, desk, inbox } = words

/** What a colleague decides at a terminal. */
function match({ kapao }: OwnCopy, id: string, memberId: string): Promise<string> {
  const fields = ['--decision', 'match', '--memberId', memberId, '--why', why]
  return kapao('work', 'decide', 'deposit', id, ...fields)
}

/** What a colleague did alone is there to be read, and read. */
export const review: Plan = async (journey) => {
  const { page, copy, people } = journey
  const money = { amount: 1_225n, currency: 'BAHT' } as const
  const deposit = await makeFor(journey, 'namesake', (make) => make.deposit({ money }))
  await match(copy, deposit, people.namesake.id)
  const text = `select id::text from review_act where subject = $1`
  const { id } = await readOne<{ id: string }>(journey, text, [deposit])
  return async () => {
    const item = await openItem(page, 'review', id)
    for (const shown of ['12.25', 'nok', why]) await expect(item).toContainText(shown)
    const by = { name: 'tick', effect: 'leaves-list' } as const
    await decideByKeys(page, { kind: 'review', id }, by)
    await expectDecided(journey, { kind: 'review', id }, work.decided.tick)
  }
}

const requestOf = `select id::text from confirm_request where subject = $1 and state = 'waits'`

/**
 * Two requests of a colleague. Money that waits is not refused meanwhile, and is credited by the second approval; a
 * setting that has been changed in the meantime is not set, and the page does not claim it.
 */
export const second: Plan = async (journey) => {
  const { page, copy, people } = journey
  const money = { amount: 3_000_050n, currency: 'BAHT' } as const
  const deposit = await makeFor(journey, 'namesake', (make) => make.deposit({ money }))
  await match(copy, deposit, people.namesake.id)
  await copy.kapao('settings', 'set', 'withdraw.max.BAHT', '--text', '900000')
  const [matching, setting] = await Promise.all(
    [deposit, 'withdraw.max.BAHT'].map((subject) =>
      readOne<{ id: string }>(journey, requestOf, [subject]),
    ),
  )
  await setSetting(copy.databaseUrl, 'withdraw.max.BAHT', { value: '123456' })
  return async () => {
    const waiting = await openItem(page, 'deposit', deposit)
    await expect(rowAt(page, 'deposit', deposit)).toContainText(
      work.waitsShort('nok', 'demo-owner'),
    )
    await expect(waiting).toContainText(work.waitsNote('nok'))
    for (const key of ['x', 'm']) await page.keyboard.press(key)
    // Letters right after unknown ones would count as a word.
    await page.waitForTimeout(1_000)
    await expect(waiting.locator('form')).toHaveCount(0)

    const before = await walletOf(journey, 'namesake')
    const item = await openItem(page, 'second', matching!.id)
    for (const shown of ['30,000.50', 'nok', 'demo-owner']) await expect(item).toContainText(shown)
    const by = { name: 'yes', effect: 'does-request' } as const
    await decideByKeys(page, { kind: 'second', id: matching!.id }, by)
    await expectDecided(journey, { kind: 'second', id: matching!.id }, work.decided.yes)
    expect((await walletOf(journey, 'namesake')) - before).toBe(3_000_050)

    await openItem(page, 'second', setting!.id)
    await decideByKeys(page, { kind: 'second', id: setting!.id }, by)
    const refused = work.notDone(work.refused['setting-changed'])
    await expect(page.getByText(refused).first()).toBeVisible()
    await expectDecided(journey, { kind: 'second', id: setting!.id }, work.decided.notDone)
  }
}

export const talk: Plan = async (journey) => {
  const { page, customer, copy } = journey
  await openChat(customer)
  await write(customer, 'คุยกับเจ้าหน้าที่')
  await write(customer, 'ขอคุยด้วยค่ะ')
  const code = await findTalk(copy, customer)
  return async () => {
    await openByName(page, desk.screens.chat)
    await page.waitForURL(/\/chat\//)
    await expect(page.locator(`a[href$="/${code}"]`)).toBeVisible()
    for (let presses = 0; presses < 40 && !page.url().endsWith(code); presses += 1) {
      const here = page.url()
      await page.keyboard.press('j')
      await expect(page).not.toHaveURL(here)
    }
    const said = page.getByRole('log', { name: inbox.guest })
    await expect(said).toContainText('ขอคุยด้วยค่ะ')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel(inbox.answer)).toBeFocused()
    await page.keyboard.type('ยินดีค่ะ')
    await page.keyboard.press('Enter')
    await expect(linesOf(customer).filter({ hasText: 'ยินดีค่ะ' })).toHaveCount(1)
    await expect(page.getByLabel(inbox.answer)).toHaveValue('')
    await expectDecided(journey, { kind: 'talk', id: code }, work.decided.answered)
  }
}
