import type { CrashPoint } from '#core/jobs/failpoint.ts'
import { expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { accountBook } from '#ledger/accounts.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { startDoomedServer } from '#testing/processes/killed-server.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import { sampled } from '#testing/models/sample.ts'
import { send } from '#testing/worlds/test-app.ts'
import { resolve } from './decide.ts'

const world = testWorld(openPayoutWorld)

type Case = { step: CrashPoint; all?: boolean; fault?: { operation: string; kind: string } }
const pay = (kind: string) => ({ operation: 'payout.pay', kind })

const cases: Case[] = [
  { step: 'withdrawal.planned' },
  { step: 'withdrawal.begun' },
  { step: 'withdrawal.approved' },
  { step: 'withdrawal.marked-sent' },
  { step: 'withdrawal.answered' },
  { step: 'withdrawal.answered', fault: pay('drop-after') },
  { step: 'withdrawal.answered', fault: pay('drop-before') },
  { step: 'withdrawal.unknown', fault: pay('garbage') },
  { step: 'withdrawal.refused', fault: pay('refuse-after') },
  { step: 'withdrawal.answer-confirmed', fault: pay('refuse-after') },
  { step: 'withdrawal.ended' },
  { step: 'withdrawal.games-emptied', all: true },
  { step: 'withdrawal.held', all: true },
  { step: 'withdrawal.marked-sent', all: true, fault: pay('status-after') },
  { step: 'transfer.answered', all: true },
]

/** Starting, killing and cleaning up after a process takes long on a busy machine. */
const patienceMs = 60_000

function decide(id: string, payout: string | undefined) {
  const { db } = world.database
  const deps = { db, clock: world.clock, accounts: accountBook(db) }
  const by = { actor: 'operator:test', requestId: 'test' } as const
  return resolve(deps, { id, payout: payout ?? null, why: 'seen there', ...by })
}

test.each(sampled('withdrawals: killed', 3, cases))(
  'F01 I14 killed at $step: paid once or in the wallet, never both and never neither',
  { tags: 'long-1', timeout: patienceMs },
  async ({ step, all, fault }) => {
    const player = await world.addPlayer(100_000n, all ? ['pg'] : [])
    if (all)
      await player.call('POST /api/wallet/transfer', {
        body: { from: 'wallet', to: 'pg', amount: 600 },
      })
    if (fault) await world.sandbox.addFault({ ...fault, count: 1 })
    const doomed = await startDoomedServer(world, step)
    const key = systemIds.key()
    const name = `POST /api/wallet/${all ? 'withdrawAll' : 'withdraw'}`
    const options = {
      token: player.token,
      body: { amount: 900 },
      headers: { 'idempotency-key': key },
    }
    // The payment follows the answer, so the process may answer before it dies.
    await send(doomed.address, name, options).catch(() => null)
    expect(await doomed.died).toBe('SIGKILL')

    await world.work(4)
    const again = await player.call(name, options)
    expect([200, 502]).toContain(again.status)
    await world.work(4)
    const paid = await world.payoutsOf(player)
    expect(paid.length).toBeLessThanOrEqual(1)
    // The dead process's doubt may be old enough to be an exception by now.
    if ((await world.stateOf(player)) === 'exception')
      await decide(again.body.receipt._id, paid[0]?.id)
    expect(await world.heldOf(player)).toBe(0)
    const { wallet, transit, pg = 0 } = await player.balances()
    expect(transit).toBe(0)
    expect(wallet! + pg + paid.length * 90_000).toBe(100_000)
    expect(await world.stateOf(player)).toBe(paid.length === 1 ? 'paid' : 'failed')
    expect((await player.call(`GET /api/outcome/${key}`)).body.code).toBe(
      paid.length === 1 ? 'SUCCESS' : 'TRANSFER_FAIL',
    )
  },
)
