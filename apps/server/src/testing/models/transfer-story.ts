import { expect } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { listSuspended } from '#money/deposits/store.ts'
import { bankMessages } from '../doubles/bank-messages.ts'
import type { Payer, SlipWorld } from '../worlds/slip-world.ts'

/** One report of a transfer, to any process; repeated it is the same report. */
export type TransferReport = {
  to: (address: string) => Promise<unknown>
  /** The environment of a process that finds it without a report. */
  env?: Record<string, string>
}

/** No report: the worker finds it. */
export const foundByWorker: TransferReport = { to: async () => undefined, env: { RUN_WORKER: '1' } }

/**
 * A member with an amount of their own, and all possible reports of their transfers. They have paid 1.00 before, so
 * that the digits in an SMS are enough.
 */
export type Story = {
  who: Payer
  amount: string
  satang: bigint
  sms: () => TransferReport
  feed: (reference?: string) => TransferReport
  slip: (given?: Record<string, unknown>) => Promise<TransferReport & { reference: string }>
  /** A bank line without a message; the statement shows it. */
  line: () => Promise<TransferReport>
  /** Of the transfers of this amount. */
  balance: () => Promise<bigint>
  deposits: () => Promise<string[]>
  /** Why listed deposits wait for an operator. */
  waiting: () => Promise<(string | null)[]>
}

let made = 0

export async function payerStory(world: SlipWorld): Promise<Story> {
  made += 1
  const bankAccountNo = `77${String(80_000_000 + made * 1_111)}`
  const who = await world.addPayer({ bankCode: 'SCB', bankAccountNo })
  const amount = `${2_000 + made}.00`
  const satang = BigInt(2_000 + made) * 100n
  const wordsAt = (address: string) => bankMessages({ ...world, address })
  const { db } = world.database
  const pays = (given: Record<string, unknown>) =>
    world.sandbox.control('POST', '/bank/pay', {
      fromBank: who.bankCode,
      fromAccount: who.bankAccountNo,
      fromName: who.bankAccountName,
      ...given,
    })
  await pays({ amount: '1.00' })
  await expect.poll(() => world.balanceOf(who)).toBe(100n)
  // The statement shows it, so that no later step is about it.
  await world.passTime(10_000)
  await world.runJobs()
  return {
    who,
    amount,
    satang,
    sms: () => {
      const payer = `X-${bankAccountNo.slice(-6)}`
      const text = `${wordsAt('').kbankTime()} บช X-3334 รับโอนจาก ${payer} ${amount} คงเหลือ ${amount} บ.`
      const id = systemIds.key()
      return { to: (address) => wordsAt(address).sms('KBANK', text, id) }
    },
    feed: (reference) => {
      const occurredAt = world.clock.now().toISOString()
      const line = { amount, from: wordsAt('').fromOf(who), occurredAt, reference }
      const id = systemIds.key()
      return { to: (address) => wordsAt(address).feed(line, id) }
    },
    slip: async (given = {}) => {
      const transfer = await world.transfer(who, { amount, ...given })
      const picture = await world.picture(transfer)
      let isShown = false
      return {
        reference: transfer.reference,
        // A shown slip is kept and goes on automatically, so it is shown once.
        to: async (address) => {
          if (isShown) return
          await world.upload(who, picture, address)
          isShown = true
          if (address === world.address) await world.settled(who)
        },
      }
    },
    line: async () => {
      await pays({ amount, tell: 'nothing' })
      return foundByWorker
    },
    balance: async () => (await world.balanceOf(who)) - 100n,
    deposits: async () => {
      const rows = await db.query<{ state: string; why: string | null }>(
        'select state, why from deposits_deposit where amount = $1 order by created_at, id',
        [satang],
      )
      return rows.map(({ state, why }) => (state === 'suspended' ? `${why}` : state))
    },
    waiting: async () => {
      const listed = await listSuspended(db, { limit: 1_000 })
      return listed.filter((one) => one.amount === satang).map(({ why }) => why)
    },
  }
}

/** Repeats every report to the current process, and lets the worker do the rest. */
export async function goOn(world: SlipWorld, ...reports: TransferReport[]): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    for (const { to } of reports) await to(world.address)
    await world.passTime(minuteMs + 1_000)
    await world.runJobs()
  }
}
