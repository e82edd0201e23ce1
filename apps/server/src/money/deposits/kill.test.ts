import type { CrashPoint } from '#core/jobs/failpoint.ts'
import { afterAll, expect, test } from 'vitest'
import { listBalances, walletOf } from '#ledger/read.ts'
import { verifyLedger } from '#ledger/verify.ts'
import { startDoomedServer } from '#testing/processes/killed-server.ts'
import { openMemberWorld } from '#testing/worlds/member-world.ts'
import { ledgerChecks } from '#desk/watch/ledger.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openMemberWorld)

afterAll(async () => {
  const { violations } = await verifyLedger(world.database.db, { full: true, checks: ledgerChecks })
  expect(violations).toEqual([])
})

type Message = { id: number; state: string; replies: unknown[] }

test.each<[CrashPoint, number]>([
  ['deposit.prepared', 0],
  ['deposit.booked', 25_000],
])(
  'F01 killed at %s: the bank sends it again, and it is credited once',
  { tags: 'long-1' },
  async (step, before) => {
    const member = await world.addMember()
    const wallet = async () => {
      const all = await listBalances(world.database.db, member.id)
      return Number(walletOf(all)!.money.amount)
    }
    const doomed = await startDoomedServer(world, step)
    await world.sandbox.control('POST', '/app', { url: doomed.address })
    await world.sandbox.control('POST', '/bank/pay', {
      fromBank: member.bankCode,
      fromAccount: member.bankAccountNo,
      fromName: member.bankAccountName,
      amount: '250',
      tell: 'feed',
    })
    expect(await doomed.died).toBe('SIGKILL')
    expect(await wallet()).toBe(before)

    await world.sandbox.control('POST', '/app', { url: world.address })
    const [message] = await world.sandbox.control<Message[]>('GET', '/messages?from=bank')
    for (let turn = 0; turn < 3; turn += 1)
      await world.sandbox.control('POST', `/messages/${message!.id}/again`, {})
    expect(await wallet()).toBe(25_000)
  },
)
