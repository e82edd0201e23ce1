import { rowsOfList } from '@kapao/contract/console/limits'
import type { MemberRow } from '@kapao/contract/console/members'
import { walletCurrencies } from '@kapao/contract/limits'
import { moneyFromText } from '@kapao/contract/money'
import { dayMs, minuteMs } from '@kapao/contract/times'
import type { Clock } from '#core/clock.ts'
import type { Queryable } from '#core/db/db.ts'
import { isKey } from '#core/ids.ts'
import { readBankAccountNo } from '#records/account/bank-account.ts'
import { readPhone } from '#records/account/phone/phone.ts'
import { findMembersBy } from '#records/account/store.ts'
import { maskName, maskPhone } from '#core/console/work/masks.ts'
import {
  listByIds,
  listByName,
  listByPlace,
  listByReference,
  listBySound,
  listBySum,
  listByTail,
  listNewest,
  type FoundMember,
  type SearchHit,
} from './store.ts'

const foundMax = 20

type MatchKind = MemberRow['found']
type Search = { on: Queryable; clock: Clock }

/**
 * Whom these words may mean, the surest way first: a phone, an account, an id; the reference of an operation; the address
 * of a login or a name at a game; a sum with a day or time; the last digits of an account; parts of a name, or what sounds
 * like them. The first way that finds anybody answers.
 */
export async function searchMembers(
  search: Search,
  words: string,
): Promise<{ members: MemberRow[]; isCut: boolean }> {
  for (const way of [byIdentity, byReference, byPlace, bySum, byTail, byName]) {
    const found = await way(search, words)
    if (found.length > 0)
      return { members: found.slice(0, foundMax), isCut: found.length > foundMax }
  }
  return { members: [], isCut: false }
}

async function byIdentity({ on }: Search, words: string): Promise<MemberRow[]> {
  const id = words.toUpperCase().replaceAll('-', '')
  const phone = readPhone(words)?.e164 ?? null
  const bankAccountNo = readBankAccountNo(words)
  const found = await findMembersBy(on, { id, phone, bankAccountNo })
  return found.map((one) => ({
    ...rowOf({ ...one, name: one.bankAccountName, isActive: one.deactivatedAt === null }),
    found: one.id === id ? 'id' : one.phone === phone ? 'phone' : 'account',
    about: null,
  }))
}

/** What an operation, a bank or a gateway calls a payment: one word with a figure in it. */
const referenceForm = /^(?=.*\d)[\w:.-]{6,80}$/

async function byReference({ on }: Search, words: string): Promise<MemberRow[]> {
  if (!referenceForm.test(words)) return []
  const id = isKey(words.toLowerCase()) ? words : null
  const things = await listByReference(on, { id, text: words, limit: foundMax + 1 })
  return withMembers(
    on,
    things.map((one) => ({ ...one, found: 'reference' })),
  )
}

const sumForm =
  /^(\d{1,9}(?:,\d{3})*(?:\.\d{1,2})?)(?:\s+(\d{1,2})[/.](\d{1,2})(?:[/.](\d{4}))?)?(?:\s+(\d{1,2}):(\d{2}))?$/
/** Watches differ, and a bank shows whole minutes. */
const aroundMs = 10 * minuteMs
/** Without a time, the most recent. */
const lateMs = 2 * dayMs
const bangkokMs = 7 * 60 * minuteMs

async function bySum({ on, clock }: Search, words: string): Promise<MemberRow[]> {
  const match = sumForm.exec(words)
  if (!match) return []
  const amounts = amountsOf(match[1]!.replaceAll(',', ''))
  if (amounts.length === 0) return []
  const span = spanOf(match.slice(2), clock.now())
  if (!span) return []
  const things = await listBySum(on, { amounts, ...span, limit: foundMax + 1 })
  return withMembers(
    on,
    things.map((one) => ({ ...one, found: 'amount' })),
  )
}

function amountsOf(text: string): bigint[] {
  return walletCurrencies.flatMap((currency) => {
    const money = moneyFromText(text, currency)
    return money ? [money.amount] : []
  })
}

/** Around Bangkok's time of that day, all of that day, or around the last time that the clock there showed. */
function spanOf(
  [day, month, year, hours, minutes]: (string | undefined)[],
  now: Date,
): { from: Date; to: Date } | null {
  if (day === undefined && hours === undefined)
    return { from: new Date(now.getTime() - lateMs), to: now }
  const there = new Date(now.getTime() + bangkokMs)
  const inYear = year === undefined ? there.getUTCFullYear() : Number(year)
  const inMonth = month === undefined ? there.getUTCMonth() : Number(month) - 1
  const onDay = day === undefined ? there.getUTCDate() : Number(day)
  const at = Date.UTC(inYear, inMonth, onDay, Number(hours ?? 0), Number(minutes ?? 0)) - bangkokMs
  if (Number.isNaN(at)) return null
  if (hours === undefined) return { from: new Date(at), to: new Date(at + dayMs - 1) }
  const middle = day === undefined && at > now.getTime() ? at - dayMs : at
  return { from: new Date(middle - aroundMs), to: new Date(middle + aroundMs) }
}

/** An address of either kind, or a name without spaces at a provider. */
const placeForm = /^[\w.:-]{4,60}$/

async function byPlace({ on }: Search, words: string): Promise<MemberRow[]> {
  if (!placeForm.test(words)) return []
  return withMembers(on, await listByPlace(on, { text: words, limit: foundMax + 1 }))
}

const cursorForm = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)\|([0-9A-Z]{12})$/

/** All members, the newest first; a position that was not made here begins at the first one. */
export async function listNewestMembers(
  on: Queryable,
  after: string | null,
): Promise<{ members: MemberRow[]; next: string | null }> {
  const [, at, id] = cursorForm.exec(after ?? '') ?? []
  const found = await listNewest(on, { after: at && id ? { at, id } : null, limit: rowsOfList + 1 })
  const shown = found.slice(0, rowsOfList)
  const last = found.length > rowsOfList ? shown.at(-1) : undefined
  return {
    members: shown.map((one) => ({ ...rowOf(one), found: 'listed', about: null })),
    next: last ? `${last.at}|${last.id}` : null,
  }
}

/** An account as the desk masks it, behind its bank or not. */
const tailForm = /^(?:([A-Z]{2,8})\s+)?[•*xX.-]*(\d{4})$/

async function byTail({ on }: Search, words: string): Promise<MemberRow[]> {
  const [, bank = null, tail] = tailForm.exec(words) ?? []
  if (!tail) return []
  const found = await listByTail(on, { bank, tail, limit: foundMax + 1 })
  return found.map((one) => ({ ...rowOf(one), found: 'account', about: null }))
}

/** Each word reads every name that it begins, which for a single letter is a good part of all. */
const wordsMax = 4
const wordForm = /\p{L}[\p{L}\p{M}]/u

async function byName({ on }: Search, words: string): Promise<MemberRow[]> {
  // By what the database takes for the end of a word, or one part would be many words.
  const parts = new Set(words.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u))
  const long = [...parts].filter((part) => wordForm.test(part))
  if (long.length === 0) return []
  const asked = long.slice(0, wordsMax)
  const named = await listByName(on, asked, foundMax + 1)
  const rows = named.map((one): MemberRow => ({ ...rowOf(one), found: 'name', about: null }))
  if (rows.length > foundMax) return rows
  // A bank writes in Latin letters what its customer writes in Thai or Lao.
  const except = named.map(({ id }) => id)
  const similar = await listBySound(on, asked, { except, limit: foundMax + 1 - rows.length })
  return [
    ...rows,
    ...similar.map((one): MemberRow => ({ ...rowOf(one), found: 'similar', about: null })),
  ]
}

async function withMembers(
  on: Queryable,
  things: readonly (SearchHit & { found: MatchKind })[],
): Promise<MemberRow[]> {
  const ids = things.map(({ memberId }) => memberId)
  const members = new Map((await listByIds(on, ids)).map((one) => [one.id, one]))
  return things.flatMap(({ memberId, about, found }) => {
    const member = members.get(memberId)
    return member ? [{ ...rowOf(member), found, about }] : []
  })
}

export function rowOf(one: FoundMember): Omit<MemberRow, 'found' | 'about'> {
  return {
    memberId: one.id,
    name: maskName(one.name),
    phone: maskPhone(one.username),
    currency: one.currency,
    joinedAt: one.createdAt.toISOString(),
    isActive: one.isActive,
  }
}
