import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { undoSeconds } from '@kapao/contract/console/limits'
import { dayMs, hourMs, minuteMs, secondMs } from '@kapao/contract/times'
import type { Tx } from '#core/db/db.ts'
import { systemIds } from '#core/ids.ts'
import { accountBook } from '#ledger/accounts.ts'
import { listBalances, walletOf } from '#ledger/read.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { requestAlone } from '#testing/operators/requests.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { type NewWithdrawal, insertBeginnings } from './begin-store.ts'
import { bounce } from './bounce.ts'
import { approve, reject } from './decide.ts'
import { type EndDeps, endIn } from './end.ts'
import { setSent } from './pay-store.ts'
import { findWithdrawal } from './store.ts'
import { carryOutRejection } from './undo.ts'

const world = testWorld(openPayoutWorld)

beforeAll(async () => {
  await world.addOperators({ boss: 'system:bootstrap', nok: 'operator:boss', lek: 'operator:boss' })
})
beforeEach(() => world.mode('at-once'))

const deps = (): EndDeps => ({
  db: world.database.db,
  clock: world.clock,
  accounts: accountBook(world.database.db),
})
const by = (name: string) => ({ actor: `operator:${name}` as const, requestId: 'test' })
const approveAs = (name: string, id: string) => approve(deps(), { id, why: null, ...by(name) })
const one = async (id: string) => (await findWithdrawal(world.database.db, id))!

/** One more, a minute later; returns its state and how many approvals it needs. */
async function takeOut(player: Player, amount: number) {
  await world.passTime(60_000)
  const id: string = (await world.withdraw(player, amount)).body.receipt._id
  const { state, approvalsNeeded: people } = await world.until(
    () => one(id),
    (seen) => ['paid', 'held', 'returned'].includes(seen.state),
  )
  return { id, state, people }
}

const paidAlone = { state: 'paid', people: 0 }
const waitsForOne = { state: 'held', people: 1 }

async function giveBack({ id }: { id: string }): Promise<void> {
  await reject(deps(), { id, reason: 'SERVICE_TERMS', why: null, ...by('nok') })
  await world.passTime(undoSeconds * secondMs)
  await carryOutRejection({ ...deps(), notify: () => undefined }, id)
}

describe('what goes out in 24 hours', () => {
  test("S18 small ones are paid automatically up to the day's sum; beyond it they wait for an operator", async () => {
    const player = await world.addPlayer(3_000_000n, [])
    for (let n = 0; n < 5; n += 1) expect(await takeOut(player, 2_000)).toMatchObject(paidAlone)
    const waiting = await takeOut(player, 100)
    expect(waiting).toMatchObject(waitsForOne)
    await world.work(1)
    expect((await player.call('GET /api/withdrawals/current')).body.withdrawal).toMatchObject({
      stage: 'REVIEW',
      reason: 'UNDER_REVIEW',
    })
    expect(await world.payoutsOf(player)).toHaveLength(5)
    await approveAs('nok', waiting.id)
    await world.work(1)
    expect((await one(waiting.id)).state).toBe('paid')
    // An approved one does not count as automatic: 2,000 are free again when the first is a day old.
    await world.passTime(dayMs - 9 * minuteMs)
    const early = await takeOut(player, 2_000)
    expect(early).toMatchObject(waitsForOne)
    await giveBack(early)
    expect(await takeOut(player, 2_000)).toMatchObject(paidAlone)
  })

  test('S18 failed and returned ones do not count; bounced ones do, or one operator could let any sum go', async () => {
    const player = await world.addPlayer(3_000_000n, [])
    for (let n = 0; n < 4; n += 1) await takeOut(player, 2_000)
    await world.mode('reject')
    expect((await takeOut(player, 2_000)).state).toBe('returned')
    await world.mode('at-once')
    const { id, ...fifth } = await takeOut(player, 2_000)
    expect(fifth).toMatchObject(paidAlone)
    const bouncing = { ...deps(), ids: systemIds }
    const said = { kind: 'withdrawals bounced', subject: id, by: 'nok', satang: 200_000 }
    await requestAlone(world.database.db, said)
    await bounce(bouncing, { id, why: 'line 4711', ...by('nok') })
    const waiting = await takeOut(player, 2_000)
    expect(waiting).toMatchObject(waitsForOne)
    await giveBack(waiting)
    expect(await takeOut(player, 100)).toMatchObject(waitsForOne)
  })

  test("S18 I14 an approval needs two people from the day's sum on from which one withdrawal would", async () => {
    const player = await world.addPlayer(5_000_000n, [])
    const first = await takeOut(player, 15_000)
    await approveAs('nok', first.id)
    await world.work(1)
    // Below that sum it is still one; a small one needs none.
    const below = await takeOut(player, 4_999.99)
    expect(below).toMatchObject(waitsForOne)
    await giveBack(below)
    expect(await takeOut(player, 2_000)).toMatchObject(paidAlone)
    const second = await takeOut(player, 3_000)
    expect(second).toMatchObject({ state: 'held', people: 2 })
    expect((await approveAs('nok', second.id)).missing).toBe(1)
    expect((await approveAs('lek', second.id)).missing).toBe(0)
    await world.work(1)
    expect(await takeOut(player, 2_000)).toMatchObject(paidAlone)
  })

  test('S18 one that waited for its bank account counts in the day in which it goes out', async () => {
    const player = await world.addPlayer(3_000_000n, [])
    await world.database.db.query('update account_member set bank_changed_at = $2 where id = $1', [
      player.id,
      world.clock.now(),
    ])
    const { id } = await takeOut(player, 2_000)
    await world.work(2, 12 * hourMs)
    expect((await one(id)).state).toBe('paid')
    for (let n = 0; n < 4; n += 1) expect(await takeOut(player, 2_000)).toMatchObject(paidAlone)
    expect(await takeOut(player, 100)).toMatchObject(waitsForOne)
  })
})

describe('concurrent', () => {
  test("S18 however many are requested concurrently and repeatedly: as many are automatic as the day's sum allows, and then none", async () => {
    const player = await world.addPlayer(3_000_000n, [])
    const rows = () =>
      world.database.db.query<{ state: string; people: number }>(
        `select state, approvals_needed as people from withdrawals_withdrawal where member_id = $1`,
        [player.id],
      )
    for (let n = 0; n < 6; n += 1) {
      await world.passTime(60_000)
      await Promise.all([1, 2, 3, 4].map(() => world.withdraw(player, 2_000)))
      await world.until(rows, (seen) =>
        seen.every(({ state }) => state === 'paid' || state === 'held'),
      )
    }
    const all = await rows()
    expect(all.filter(({ people }) => people === 0)).toHaveLength(5)
    expect(all.filter(({ state }) => state === 'held')).toEqual([waitsForOne])
    expect(await world.payoutsOf(player)).toHaveLength(5)
  })

  /** One of 2,000 that begins and is paid within a transaction, as another process would do in several. */
  async function beginAndPay(tx: Tx, player: Player): Promise<void> {
    const { db, accounts, clock } = deps()
    const balances = await listBalances(db, player.id)
    const [wallet, hold] = await accounts.find(player.id, [
      ['wallet', ''],
      ['withdrawal', ''],
    ])
    const id = systemIds.key()
    const beginning: NewWithdrawal = {
      id,
      memberId: player.id,
      key: systemIds.key(),
      fingerprint: systemIds.key(),
      ofAll: false,
      amount: 200_000n,
      currency: 'BAHT',
      approvalsNeeded: 0,
      autoDayMax: 1_000_000n,
      twoFrom: 2_000_000n,
      wallet: wallet!,
      hold: hold!,
      isSwept: false,
      expectSeq: walletOf(balances)!.seq,
      requestId: 'test',
    }
    const at = clock.now()
    expect(await insertBeginnings(tx, [beginning], { at, skipBusy: false })).toMatchObject([
      { status: 0 },
    ])
    await setSent(tx, id, { channel: 'BANK', at, nextAt: at })
    const house = await accounts.house('payout', 'BANK', 'BAHT')
    const end = { state: 'paid', payout: `PO-${id}`, reason: null, why: null } as const
    const ends = { memberId: player.id, wallet: wallet!, hold: hold!, house }
    await endIn(deps(), tx, { id, end, by: by('nok'), accounts: ends })
  }

  const isWaiting = async (): Promise<boolean> => {
    const rows = await world.database.ownerDb.query(
      `select 1 from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%withdrawals_begin%'`,
    )
    return rows.length > 0
  }

  test.each(['withdraw', 'withdrawAll'] as const)(
    'S18 I14 %s that read the day before another one went out is counted after it: never both automatically',
    async (call) => {
      const player = await world.addPlayer(3_000_000n, ['pg'])
      const body = { from: 'wallet', to: 'pg', amount: 1_000 }
      await player.call('POST /api/wallet/transfer', { body })
      for (let n = 0; n < 4; n += 1) await takeOut(player, 2_000)
      await world.passTime(60_000)
      const later = await world.database.db.holdOutside(async (tx) => {
        await tx.query('select 1 from statement_counter where member_id = $1 for update', [
          player.id,
        ])
        const asked = world[call](player, 2_000)
        await world.until(isWaiting, (waits) => waits)
        await beginAndPay(tx, player)
        return { asked }
      })
      const { _id: id } = (await later.asked).body.receipt
      expect((await one(id)).approvalsNeeded).toBe(1)
      await world.work(1)
      expect((await one(id)).state).toBe('held')
      expect(await world.payoutsOf(player)).toHaveLength(4)
    },
  )
})
