import type { Currency } from '@kapao/contract/money'
import type { Queryable } from '#core/db.ts'

/** A deposit of which a signed message was the first to tell, and which no second source has shown. */
export type OpenWord = {
  id: string
  channel: 'bank' | 'sms'
  party: string
  amount: bigint
  currency: Currency
  memberId: string | null
  paidAt: Date
  toldAt: Date
  isCredited: boolean
  deniedAt: Date | null
}

const columns = `w.deposit as id, w.channel, d.house_party as party, w.amount, w.currency, d.member_id as "memberId", d.paid_at as "paidAt",
  w.told_at as "toldAt", w.denied_at as "deniedAt", d.state = 'credited' as "isCredited"`

const isOpen = `w.shown_at is null and w.decided_at is null and not w.is_blind and d.state in ('credited', 'suspended')`

const openMax = 500

/** Of one account, those that the statement may still show. */
export function listOpenWords(on: Queryable, party: string): Promise<OpenWord[]> {
  return on.query<OpenWord>(
    `select ${columns} from bankfeed_word w join deposits_deposit d on d.id = w.deposit
     where ${isOpen} and d.house_party = $1 order by w.told_at desc, w.deposit limit $2`,
    [party, openMax],
  )
}

/** Which accounts have such that were told of since then. */
export async function listFreshParties(on: Queryable, since: Date): Promise<string[]> {
  const rows = await on.query<{ party: string }>(
    `select distinct d.house_party as party from bankfeed_word w join deposits_deposit d on d.id = w.deposit
     where ${isOpen} and w.told_at >= $1`,
    [since],
  )
  return rows.map(({ party }) => party)
}

/**
 * What is credited on a message alone or waits for the second source, told of in a time; what was denied before comes last. What waits for
 * something else is for people anyway.
 */
export function listToAsk(
  on: Queryable,
  { from, to }: { from: Date; to: Date },
): Promise<OpenWord[]> {
  return on.query<OpenWord>(
    `select ${columns} from bankfeed_word w join deposits_deposit d on d.id = w.deposit
     where ${isOpen} and w.told_at >= $1 and w.told_at < $2
       and (w.trusted_at is not null or d.state = 'suspended' and d.why = 'unconfirmed')
     order by w.denied_at is not null, w.told_at, w.deposit limit $3`,
    [from, to, openMax],
  )
}

/** For people: all that is credited on a message alone or waits for its bank, oldest first. */
export function listUnproven(on: Queryable, limit: number): Promise<OpenWord[]> {
  return on.query<OpenWord>(
    `select ${columns} from bankfeed_word w join deposits_deposit d on d.id = w.deposit
     where ${isOpen} and (w.trusted_at is not null or d.state = 'suspended' and d.why = 'unconfirmed')
     order by w.told_at, w.deposit limit $1`,
    [limit],
  )
}

/** True where it was not known before; a line of a statement shows one deposit. */
export async function setShown(
  on: Queryable,
  { id, by, at }: { id: string; by: string; at: Date },
): Promise<boolean> {
  const [row] = await on.query<{ isNew: boolean }>('select bankfeed_show($1, $2, $3) as "isNew"', [
    id,
    by,
    at,
  ])
  return row!.isNew
}

/** The second source was asked and does not know it. True at the first time. */
export async function setDenied(on: Queryable, id: string, at: Date): Promise<boolean> {
  const rows = await on.query(
    `update bankfeed_word set denied_at = $2
     where deposit = $1 and denied_at is null and shown_at is null and decided_at is null returning 1`,
    [id, at],
  )
  return rows.length > 0
}

/**
 * Whether the bank tells of money that may be this: what it says itself of the transfer speaks of another payer, or one alike waits since
 * clocks and phones are minutes off. Then a person looks, and nobody's secret is doubted.
 */
export async function isInDoubt(on: Queryable, id: string): Promise<boolean> {
  const [row] = await on.query<{ isInDoubt: boolean }>(
    `select exists (
         select from deposits_sighting s where s.deposit = d.id and s.event_id like 'statement:%' and not s.differs)
       or exists (
         select from deposits_deposit x join deposits_sighting s on s.deposit = x.id
         where x.house_account = d.house_account and x.amount = d.amount and x.id <> d.id
           and x.state = 'suspended' and x.why in ('alike', 'repeated') and s.event_id like 'statement:%'
           and x.paid_at > d.paid_at - interval '12 hours' and x.paid_at < d.paid_at + interval '12 hours') as "isInDoubt"
     from deposits_deposit d where d.id = $1`,
    [id],
  )
  return row?.isInDoubt ?? false
}

/** Whether a member has been credited with what the bank does not show yet. */
export async function hasUnshown(on: Queryable, memberId: string): Promise<boolean> {
  const [row] = await on.query<{ has: boolean }>('select bankfeed_unproven($1) as has', [memberId])
  return row!.has
}

/** Whether a bank could have shown what only a message told of. */
export async function isAskable(on: Queryable, deposit: string): Promise<boolean> {
  const rows = await on.query('select from bankfeed_word where deposit = $1 and not is_blind', [
    deposit,
  ])
  return rows.length > 0
}
