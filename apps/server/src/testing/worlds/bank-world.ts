import { expect } from 'vitest'
import { dayMs } from '@kapao/contract/times'
import { listBalances, walletOf } from '#ledger/read.ts'
import { verifyLedger } from '#ledger/verify.ts'
import { ledgerChecks } from '#desk/watch/ledger.ts'
import {
  makeOld,
  openMemberWorld,
  type MemberWorld,
  type RegisteredMember,
} from './member-world.ts'

const account = (bankCode: 'KBANK' | 'SCB' | 'BCEL', bankAccountNo: string) => ({
  bankCode,
  bankType: 'bank' as const,
  mode: 'AUTO' as const,
  bank: { nameTH: bankCode, nameEN: bankCode },
  bankAccountName: 'KAPAO DEMO CO LTD',
  bankAccountNo,
  currency: bankCode === 'BCEL' ? ('LAK' as const) : ('BAHT' as const),
})

export type BankEntry = { reference: string; amount: string }

export type BankWorld = MemberWorld & {
  /** A member whose bank details are as young as the account; those of others are a day old. */
  addNewcomer: MemberWorld['addMember']
  /** Sets the sandbox's clock to ours. */
  syncTime: () => Promise<unknown>
  /** A payment, by default from the member; the bank reports it. */
  pay: (member: RegisteredMember, given?: Record<string, unknown>) => Promise<BankEntry[]>
  /** This member pays 1.00 by the feed, after which the digits of an SMS are enough. */
  paidBefore: (member: RegisteredMember) => Promise<void>
  /** Waits until every reported message has been answered. */
  allDelivered: () => Promise<void>
  walletOf: (member: { id: string }) => Promise<number>
  depositOf: (
    line: Pick<BankEntry, 'reference'>,
  ) => Promise<{ state: string; why: string | null } | undefined>
  /** The violations that `verify` finds. */
  violations: () => Promise<unknown[]>
}

/** Whole weeks, so that the days of the week stay. */
const farFromTodayMs = 10 * 52 * 7 * dayMs

/** A world with accounts at three banks, which report incoming payments. */
export async function openBankWorld(): Promise<BankWorld> {
  const world = await openMemberWorld()
  const { sandbox, clock, database } = world
  // The database notes the real time of a booking: on a day of this world it would count as booked on that day.
  clock.moveMs(farFromTodayMs)
  const { db } = database
  await world.set('deposit.accounts', [
    account('KBANK', '1112223334'),
    account('SCB', '2223334445'),
    account('BCEL', '1601110001234567'),
  ])
  const syncTime = () => sandbox.control('POST', '/clock', { at: clock.now().toISOString() })
  await syncTime()
  await sandbox.control('POST', '/app', { url: world.address })
  const pay: BankWorld['pay'] = ({ bankCode, bankAccountNo, bankAccountName }, given = {}) =>
    sandbox.control('POST', '/bank/pay', {
      fromBank: bankCode,
      fromAccount: bankAccountNo,
      fromName: bankAccountName,
      ...given,
    })
  const allDelivered = async () => {
    const countWaiting = async () => {
      const messages = await sandbox.control<{ state: string }[]>('GET', '/messages')
      return messages.filter(({ state }) => state === 'waiting').length
    }
    await expect.poll(countWaiting).toBe(0)
  }
  return {
    ...world,
    addMember: async (given) => {
      const member = await world.addMember(given)
      await makeOld(world, member.id)
      return member
    },
    addNewcomer: world.addMember,
    syncTime,
    pay,
    paidBefore: async (member) => {
      await pay(member, { amount: '1.00' })
      await allDelivered()
    },
    allDelivered,
    walletOf: async ({ id }) => {
      const found = walletOf(await listBalances(db, id))
      return Number(found!.money.amount)
    },
    depositOf: async ({ reference }) => {
      const [row] = await db.query<{ state: string; why: string | null }>(
        `select d.state, d.why from deposits_deposit d join deposits_reference r on r.deposit = d.id
         where r.reference like '%:' || $1`,
        [reference],
      )
      return row
    },
    violations: async () =>
      (await verifyLedger(db, { full: true, checks: ledgerChecks })).violations,
  }
}
