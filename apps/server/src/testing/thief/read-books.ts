import { dayMs, hourMs } from '@kapao/contract/times'
import type { Queryable } from '#core/db/db.ts'
import { receivingWallet, type SandboxPayment } from '../worlds/pay-world.ts'
import type { SandboxPayout } from '../worlds/payout-world.ts'
import type { Books, Condition, Promises } from './books.ts'
import { satangOf } from './casino.ts'
import { campaigns, gateway, ours, prize, type ThiefWorld } from './world.ts'

type Transfer = {
  from: { accountNo: string }
  to: { bank: string; accountNo: string }
  amount: string
}
type Voucher = { ownerMobile: string; tickets: { mobile: string; amount: string }[] }
type Sums = Books['paidIn']

/** What all outside parties have seen; from our own books only the promises, which may explain less than they say. */
export async function readBooks(world: ThiefWorld): Promise<Books> {
  const { members, casino, alone, database } = world
  const listed = await listReviewed(database.db)
  return {
    members: members.map(({ id, invitedBy }) => ({ id, invitedBy })),
    paidIn: [
      ...(await paidByBank(world)),
      ...(await paidByCode(world)),
      ...(await paidByEnvelope(world)),
    ],
    paidOut: await listPaidOut(world),
    bets: casino.bets,
    conditions: await listConditions(database.db),
    prizes: await listPrizes(database.db),
    alone: alone.map((one) => ({
      ...one,
      isListed: listed.has(sumWords(one.memberId, one.amount)),
    })),
  }
}

async function paidByBank({ sandbox, members }: ThiefWorld): Promise<Sums> {
  const all = await sandbox.control<Transfer[]>('GET', '/slips/transfers')
  return all.flatMap(({ from, to, amount }) => {
    const member = members.find(({ bankAccountNo }) => bankAccountNo === from.accountNo)
    const isOurs = to.bank === ours.bankCode && to.accountNo === ours.bankAccountNo
    return member && isOurs ? [{ memberId: member.id, amount: satangOf(amount) }] : []
  })
}

async function paidByCode({ sandbox, codes }: ThiefWorld): Promise<Sums> {
  const all = await sandbox.control<SandboxPayment[]>('GET', `/gateways/${gateway}/payments`)
  return all.flatMap(({ reference, amount }) => {
    const memberId = codes.get(reference)
    return memberId ? [{ memberId, amount: satangOf(amount) }] : []
  })
}

async function paidByEnvelope({ sandbox, members }: ThiefWorld): Promise<Sums> {
  const all = await sandbox.control<Voucher[]>('GET', '/giftlink/vouchers')
  return all.flatMap(({ ownerMobile, tickets }) => {
    const member = members.find(({ phone }) => phone === ownerMobile)
    if (!member) return []
    return tickets
      .filter(({ mobile }) => mobile === receivingWallet.mobile)
      .map(({ amount }) => ({ memberId: member.id, amount: satangOf(amount) }))
  })
}

async function listPaidOut({ sandbox, members }: ThiefWorld): Promise<Sums> {
  const all = await sandbox.control<SandboxPayout[]>('GET', '/payout/payouts?channel=BANK')
  return all.flatMap(({ accountNo, amount, status }) => {
    const member = members.find((one) => one.bankAccountNo === accountNo)
    if (!member || status === 'REJECTED') return []
    return [{ memberId: member.id, amount: satangOf(amount) }]
  })
}

type HeldRow = Omit<Condition, 'isReached'> & { endedBy: string | null; totalAtEnd: bigint | null }

async function listConditions(on: Queryable): Promise<Condition[]> {
  const rows = await on.query<HeldRow>(
    `select member_id as "memberId", code, terms->>'kind' as kind, bonus as amount, deposit as had, target, end_amount as "endAmount",
            created_at as since, ended_at as until, ended_by::text as "endedBy", total_at_end as "totalAtEnd"
     from bonus_held where source in ('bonus', 'promotion')`,
  )
  return rows.map(({ endedBy, totalAtEnd, ...one }) => ({
    ...one,
    isReached: endedBy === 'withdrawn' || (totalAtEnd !== null && totalAtEnd >= one.target),
  }))
}

function listPrizes(on: Queryable): Promise<{ memberId: string; amount: bigint }[]> {
  return on.query(
    `select member_id as "memberId", amount from spinwheel_coupon where state = 'claimed'`,
  )
}

const sumWords = (memberId: string, amount: bigint): string => `${memberId} ${amount}`

/** The sums and members on the review list; there may be no such list. */
async function listReviewed(on: Queryable): Promise<ReadonlySet<string>> {
  const [there] = await on.query<{ is: boolean }>(
    `select to_regclass('review_act') is not null as is`,
  )
  if (!there!.is) return new Set()
  const rows = await on.query<{ memberId: string; amount: bigint }>(
    'select member_id as "memberId", amount from review_act where member_id is not null and amount is not null',
  )
  return new Set(rows.map(({ memberId, amount }) => sumWords(memberId, amount)))
}

const bangkokMs = 7 * hourMs

/** The settings of the model's operator (world.ts), and the product's defaults. */
export const promised = (aloneMustBeListed: boolean): Promises => ({
  refundRate: 500n,
  inviteRate: 50n,
  periodOf: (at) => String(Math.floor((at.getTime() + bangkokMs) / dayMs)),
  coinPer: 10_000n,
  prizeMax: BigInt(prize) * 100n,
  campaigns: new Map(Object.entries(campaigns)),
  aloneMustBeListed,
})
