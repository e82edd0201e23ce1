import type { Makers } from '../apps/server/src/testing/desk/work-world.ts'
import { words } from './console-desk.ts'
import { chooseByKeys, openItem, rowAt, tabTo } from './desk-keys.ts'
import { expect } from './test.ts'
import { expectDecided, makeFor, readOne, walletOf, why, type Plan } from './work-journey.ts'

const { work } = words

/** Two members have one name: who is chosen by mistake warns, and the money goes to whom its payer's digits are of. */
export const deposit: Plan = async (journey) => {
  const { page, people } = journey
  const payer = { bank: 'KBANK', account: `xxxxxx${people.owner.phone.slice(-4)}` }
  const money = { amount: 64_025n, currency: 'BAHT' } as const
  const id = await makeFor(journey, 'owner', (make) =>
    make.deposit({ money, payer: { ...payer, name: 'NOK JAIDEE' } }),
  )
  return async () => {
    const item = await openItem(page, 'deposit', id)
    await expect(item).toContainText('640.25')
    const by = { name: 'match', effect: 'credits-member' } as const
    await chooseByKeys(page, by)
    const search = item.getByRole('searchbox', { name: work.otherMember })
    await tabTo(page, search)
    await page.keyboard.type(people.namesake.phone)
    await expect(item.getByRole('option')).toContainText(people.namesake.id)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(item).toContainText(work.misfit)
    await tabTo(page, item.getByRole('button', { name: work.searchAgain }))
    await page.keyboard.press('Enter')
    await expect(search).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('1')
    await expect(item.getByRole('radio').first()).toBeChecked()
    await expect(item.locator('form')).toContainText(people.owner.id)
    await tabTo(page, item.getByLabel(work.fields.why))
    await page.keyboard.type(why)
    const before = [await walletOf(journey, 'owner'), await walletOf(journey, 'namesake')] as const
    await page.keyboard.press('Enter')
    await expect(rowAt(page, 'deposit', id)).toHaveCount(0)
    await expectDecided(journey, { kind: 'deposit', id }, work.decided.match)
    expect((await walletOf(journey, 'owner')) - before[0]).toBe(64_025)
    expect((await walletOf(journey, 'namesake')) - before[1]).toBe(0)
  }
}

/** Laying it aside says that it names a sum, and wants a reason; by the form it becomes a deposit that waits. */
export const unread: Plan = async (journey) => {
  const { page } = journey
  const id = await makeFor(journey, 'owner', (make) => make.unread('KBANK ??? 742.50 to xx3334'))
  return async () => {
    const item = await openItem(page, 'unread', id)
    await chooseByKeys(page, { name: 'seen', effect: 'leaves-list-with-money' })
    await page.keyboard.press('Enter')
    await expect(item).toContainText(work.required)
    await page.keyboard.press('Escape')
    await chooseByKeys(page, { name: 'book', effect: 'waits-for-owner' })
    const party = 'KBANK:1112223334'
    await expect(item.getByLabel(work.fields.party)).toHaveValue(party)
    await expect(item.getByLabel(work.fields.amount)).toHaveValue('742.50')
    await tabTo(page, item.getByLabel(work.fields.amount))
    await page.keyboard.press('Enter')
    await expect(rowAt(page, 'unread', id)).toHaveCount(0)
    await expectDecided(journey, { kind: 'unread', id }, work.decided.book)
    const text = `select id, state::text, member_id as "memberId", house_party as party from deposits_deposit where amount = 74250`
    const made = await readOne<{ id: string }>(journey, text, [])
    expect(made).toMatchObject({ state: 'suspended', memberId: null, party })
    await expect(await openItem(page, 'deposit', made.id)).toContainText('742.50')
  }
}

/** Of the bank's transfers of its sum one is chosen, and goes to who announced it. */
export const manual: Plan = async (journey) => {
  const { page } = journey
  const money = { amount: 81_075n, currency: 'BAHT' } as const
  const [line, newer, id] = await makeFor(journey, 'owner', async (make, memberId) => [
    await make.deposit({ money }),
    await make.deposit({ money }),
    await make.request(memberId, money.amount),
  ])
  return async () => {
    const before = await walletOf(journey, 'owner')
    const item = await openItem(page, 'manual', id)
    await expect(item).toContainText('810.75')
    await chooseByKeys(page, { name: 'match', effect: 'credits-announcer' })
    const { id: memberId } = journey.people.owner
    await expect(item.locator('form')).toContainText(memberId.slice(-4))
    // The newest comes first.
    for (const key of [' ', 'ArrowDown', 'Tab']) await page.keyboard.press(key)
    await page.keyboard.type(why)
    await page.keyboard.press('Enter')
    await expect(rowAt(page, 'manual', id)).toHaveCount(0)
    await expectDecided(journey, { kind: 'manual', id }, work.decided.match)
    expect((await walletOf(journey, 'owner')) - before).toBe(81_075)
    const text = `select state::text, member_id as "memberId" from deposits_deposit where id = $1`
    expect(await readOne(journey, text, [line])).toEqual({ state: 'credited', memberId })
    const waits = { state: 'suspended', memberId: null }
    expect(await readOne(journey, text, [newer])).toEqual(waits)
  }
}

const stateOf = `select state::text from withdrawals_withdrawal where id = $1`

/** The next item is not drawn yet when the same keys come again: what nobody has seen is not approved. */
export const withdrawal: Plan = async (journey) => {
  const { page } = journey
  const makes = (make: Makers, memberId: string) => make.withdrawal(memberId, 1)
  const id = await makeFor(journey, 'payee', makes)
  const next = await makeFor(journey, 'namesake', makes)
  return async () => {
    const item = await openItem(page, 'withdrawal', id)
    for (const text of ['500.00', 'SCB', '3331', words.codes.panels.history])
      await expect(item).toContainText(text)
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(`**/api/console/work/item/withdrawal/${next}`, async (route) => {
      await held
      await route.continue()
    })
    await chooseByKeys(page, { name: 'approve', effect: 'pays-out' })
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`${next}$`))
    for (const key of ['a', 'Enter', 'a', 'Enter']) await page.keyboard.press(key)
    release()
    await expect(page.locator(`article[data-item="withdrawal/${next}"]`)).toBeVisible()
    await expect(
      page.getByRole('paragraph').filter({ hasText: /500\.00.+\d+\u00A0s/ }),
    ).toBeVisible()
    await expectDecided(journey, { kind: 'withdrawal', id }, work.decided.approve)
    await expect
      .poll(async () => (await readOne<{ state: string }>(journey, stateOf, [id])).state, {
        timeout: 40_000,
      })
      .toBe('paid')
    expect(await readOne(journey, stateOf, [next])).toEqual({ state: 'held' })
  }
}
