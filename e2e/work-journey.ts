import type { APIRequestContext, Page } from '@playwright/test'
import type { WorkKind } from '../packages/contract/src/console/words.ts'
import type { Makers } from '../apps/server/src/testing/desk/work-world.ts'
import { itemAddress } from '../apps/console/src/shared/work-kind.ts'
import { words } from './console-desk.ts'
import { makeItems } from './console-items.ts'
import { withDb } from './database.ts'
import type { OwnCopy } from './own-copy.ts'
import { expect } from './test.ts'
import { makeRich } from './withdrawals.ts'

export type Person = { phone: string; id: string }
/** The owner of money and a namesake; money of the others is touched by one decision alone. */
const names = ['owner', 'namesake', 'payee', 'creditor', 'suspect'] as const
export type PersonName = (typeof names)[number]

export type WorkJourney = {
  /** Where everything is done by keys, and another page of the same operator, which only looks. */
  page: Page
  reader: Page
  customer: Page
  copy: OwnCopy
  people: Record<PersonName, Person>
}

/** Puts an item on the list, and answers how it is worked off. */
export type Plan = (journey: WorkJourney) => Promise<() => Promise<void>>

export const why = 'as the list of the bank says'

export async function addPeople(
  request: APIRequestContext,
  copy: OwnCopy,
): Promise<WorkJourney['people']> {
  const people: [PersonName, Person][] = []
  for (const name of names) {
    const { phone } = await makeRich(request, copy, { baht: 10_000 })
    people.push([
      name,
      { phone, id: await makeItems(copy.databaseUrl, phone, async (_, id) => id) },
    ])
  }
  return Object.fromEntries(people) as WorkJourney['people']
}

export function makeFor<T>(
  { copy, people }: WorkJourney,
  whose: PersonName,
  work: (makers: Makers, memberId: string) => Promise<T>,
): Promise<T> {
  return makeItems(copy.databaseUrl, people[whose].phone, work)
}

export async function readOne<T>(
  { copy }: Pick<WorkJourney, 'copy'>,
  text: string,
  values: readonly unknown[],
): Promise<T> {
  const rows = await withDb(copy.databaseUrl, (db) => db.query(text, values))
  return rows[0] as T
}

/** What is in a wallet, in satang. */
export async function walletOf(journey: WorkJourney, whose: PersonName): Promise<number> {
  const text = `select balance from ledger_account where owner = $1 and kind = 'wallet'`
  const { balance } = await readOne<{ balance: bigint }>(journey, text, [journey.people[whose].id])
  return Number(balance)
}

/** Nothing of another's decision has touched it. */
export async function expectWaiting(
  { reader }: WorkJourney,
  { kind, id }: { kind: WorkKind; id: string },
): Promise<void> {
  await reader.goto(itemAddress(kind, { kind, id }))
  await expect(reader.getByRole('region', { name: words.work.decide, exact: true })).toBeVisible()
  await expect(reader.getByRole('region', { name: words.work.decidedHead })).toHaveCount(0)
}

/** As anybody sees it who opens it now. */
export async function expectDecided(
  { reader }: WorkJourney,
  { kind, id }: { kind: WorkKind; id: string },
  ...said: string[]
): Promise<void> {
  await reader.goto(itemAddress(kind, { kind, id }))
  const decided = reader.getByRole('region', { name: words.work.decidedHead })
  for (const text of [...said, 'demo-owner']) await expect(decided).toContainText(text)
}
