import { beforeAll, expect, test } from 'vitest'
import { undoSeconds } from '@kapao/contract/console/limits'
import { secondMs } from '@kapao/contract/times'
import { accountBook } from '#ledger/accounts.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { approve, reject } from './decide.ts'
import { findWithdrawal } from './store.ts'
import { carryOutRejection, findUndoUntil, undo } from './undo.ts'

const world = testWorld(openPayoutWorld)
const undoMs = undoSeconds * secondMs

beforeAll(async () => {
  await world.addOperators({ boss: 'system:bootstrap', nok: 'operator:boss', lek: 'operator:boss' })
})

const deps = () => ({
  db: world.database.db,
  clock: world.clock,
  accounts: accountBook(world.database.db),
  notify: () => undefined,
})
const by = (name: string) => ({ actor: `operator:${name}` as const, requestId: 'test' })
const approveAs = (name: string, id: string) => approve(deps(), { id, why: null, ...by(name) })
const rejectAs = (name: string, id: string) =>
  reject(deps(), { id, reason: 'ACCOUNT_NAME', why: 'a sister', ...by(name) })
const undoAs = (name: string, id: string) => undo(deps(), { id, ...by(name) })

async function ask(baht = 5_000): Promise<{ player: Player; id: string }> {
  const player = await world.addPlayer(3_000_000n, [])
  return { player, id: (await world.withdraw(player, baht)).body.receipt._id as string }
}

/** What there is of it: its state, what the wallet has, and what was sent to the bank. */
async function seen(player: Player): Promise<[string | undefined, number, number]> {
  const sent = await world.payoutsOf(player)
  return [await world.stateOf(player), await world.walletOf(player), sent.length]
}

async function shown(player: Player): Promise<[stage: string, reason: string | null]> {
  const { withdrawal } = (await player.call('GET /api/withdrawals/current')).body
  return [withdrawal.stage, withdrawal.reason]
}

/** Runs `act` while another transaction, which has done `first`, holds the row; then commits that one. */
async function during<T>(first: [string, unknown[]], act: () => Promise<T>): Promise<T> {
  const { ownerDb } = world.database
  const isDone = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const holding = ownerDb.begin(async (tx) => {
    await tx.query(...first)
    isDone.resolve()
    await mayCommit.promise
  })
  await isDone.promise
  const acting = act()
  acting.catch(() => undefined)
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await world.until(
    () => ownerDb.query(waiting),
    (found) => found.length > 0,
  )
  mayCommit.resolve()
  await holding
  return acting
}

test('HOUSE-65 an approval is paid after ten seconds and not before, and the member sees it as being checked until then', async () => {
  const { player, id } = await ask()
  await approveAs('nok', id)
  await world.work(3, 3_000)
  expect(await seen(player)).toEqual(['approved', 2_500_000, 0])
  expect(await shown(player)).toEqual(['REVIEW', 'UNDER_REVIEW'])
  // Not even where something else makes what waits due.
  await world.database.ownerDb.query('select withdrawals_reconsider(array[$1], false, $2)', [
    player.id,
    world.clock.now(),
  ])
  await world.work(1, 0)
  expect(await seen(player)).toEqual(['approved', 2_500_000, 0])
  await expect(
    world.database.db.query(
      `update withdrawals_withdrawal set state = 'sent', channel = 'BANK', sent_at = $2 where id = $1`,
      [id, world.clock.now()],
    ),
  ).rejects.toMatchObject({ code: 'KW019' })
  await world.work(1, 2_000)
  expect(await seen(player)).toEqual(['paid', 2_500_000, 1])
})

test('HOUSE-65 what is paid automatically does not wait for it', async () => {
  const { player } = await ask(500)
  const paid = await world.becomes(player, 'paid')
  expect(paid).toBe('paid')
})

test('HOUSE-66 an approval that is undone sends nothing: the withdrawal waits again, and may be approved again', async () => {
  const { player, id } = await ask()
  await approveAs('nok', id)
  await undoAs('nok', id)
  await undoAs('nok', id)
  await world.work(2)
  expect(await seen(player)).toEqual(['held', 2_500_000, 0])
  await expect(undoAs('lek', id)).rejects.toMatchObject({ why: 'undo-too-late' })
  await approveAs('nok', id)
  await expect(undoAs('lek', id)).rejects.toMatchObject({ why: 'undo-too-late' })
  await world.work(2)
  expect(await seen(player)).toEqual(['paid', 2_500_000, 1])
  await expect(undoAs('nok', id)).rejects.toMatchObject({ why: 'undo-too-late' })
  expect(await seen(player)).toEqual(['paid', 2_500_000, 1])
})

test('HOUSE-66 an approval that is still unsent after ten seconds is rejected by who wants it back, not undone', async () => {
  const { player, id } = await ask()
  await approveAs('nok', id)
  world.clock.moveMs(undoMs)
  await expect(undoAs('nok', id)).rejects.toMatchObject({ why: 'undo-too-late' })
  expect(await world.stateOf(player)).toBe('approved')
  await rejectAs('nok', id)
  await world.work(2)
  expect(await seen(player)).toEqual(['returned', 3_000_000, 0])
  const large = await ask(20_000)
  await approveAs('nok', large.id)
  world.clock.moveMs(undoMs)
  await expect(undoAs('nok', large.id)).rejects.toMatchObject({ why: 'undo-too-late' })
})

test('HOUSE-66 of two approvals each undoes their own, and the other one still counts', async () => {
  const { player, id } = await ask(20_000)
  await approveAs('nok', id)
  expect((await approveAs('lek', id)).missing).toBe(0)
  await undoAs('nok', id)
  await world.work(2)
  expect(await world.stateOf(player)).toBe('held')
  expect((await approveAs('nok', id)).missing).toBe(0)
  await world.work(2)
  expect(await world.stateOf(player)).toBe('paid')
})

test('HOUSE-67 a rejection gives the money back after ten seconds, once, and the member sees no end before', async () => {
  const { player, id } = await ask()
  await rejectAs('nok', id)
  await world.work(3, 3_000)
  expect(await seen(player)).toEqual(['rejected', 2_500_000, 0])
  expect(await shown(player)).toEqual(['REVIEW', 'UNDER_REVIEW'])
  await expect(approveAs('lek', id)).rejects.toThrow('not waiting for approval')
  await carryOutRejection(deps(), id)
  expect(await world.stateOf(player)).toBe('rejected')
  await world.passTime(1_000)
  await Promise.all([1, 2, 3].map(() => carryOutRejection(deps(), id)))
  await world.work(1)
  expect(await seen(player)).toEqual(['returned', 3_000_000, 0])
  expect(await shown(player)).toEqual(['RETURNED', 'ACCOUNT_NAME'])
  await expect(undoAs('nok', id)).rejects.toMatchObject({ why: 'undo-too-late' })
})

test('HOUSE-67 the worker gives it back when its console is dead, and a rejection that is undone moves nothing', async () => {
  const left = await ask()
  const undone = await ask()
  await rejectAs('nok', left.id)
  await rejectAs('nok', undone.id)
  await undoAs('nok', undone.id)
  await world.work(2)
  expect(await seen(left.player)).toEqual(['returned', 3_000_000, 0])
  expect(await seen(undone.player)).toEqual(['held', 2_500_000, 0])
  await approveAs('lek', undone.id)
  await world.work(2)
  expect(await seen(undone.player)).toEqual(['paid', 2_500_000, 1])
})

test('HOUSE-67 of one that was approved before, the approvals end with its rejection', async () => {
  const { player, id } = await ask()
  await approveAs('nok', id)
  await rejectAs('lek', id)
  await undoAs('lek', id)
  await world.work(2)
  expect(await seen(player)).toEqual(['held', 2_500_000, 0])
  expect((await approveAs('nok', id)).missing).toBe(0)
})

test('HOUSE-66 at once: one who undoes while it is claimed for sending is refused, and it is paid once', async () => {
  const { player, id } = await ask()
  await approveAs('nok', id)
  const sentAt = new Date(world.clock.now().getTime() + undoMs)
  const claim = `update withdrawals_withdrawal set state = 'sent', channel = 'BANK', sent_at = $2, next_at = $2 where id = $1`
  // The clock of who claims it is ahead of the operator's console.
  await expect(during([claim, [id, sentAt]], () => undoAs('nok', id))).rejects.toMatchObject({
    why: 'undo-too-late',
  })
  await world.passTime(undoMs)
  await world.work(2)
  expect(await seen(player)).toEqual(['paid', 2_500_000, 1])
})

test('HOUSE-67 at once: a worker that gives back while it is undone gives nothing back', async () => {
  const { player, id } = await ask()
  await rejectAs('nok', id)
  const undoneAt = world.clock.now()
  await world.passTime(undoMs)
  const undoing = `select withdrawals_undo($1, 'operator:nok', $2, '10 seconds')`
  await during([undoing, [id, undoneAt]], () => carryOutRejection(deps(), id))
  expect(await seen(player)).toEqual(['held', 2_500_000, 0])
})

test('HOUSE-66 only the operator who decided is offered it, for ten seconds', async () => {
  const { id } = await ask()
  const offered = async (name: string) =>
    findUndoUntil(world.database.db, (await findWithdrawal(world.database.db, id))!, {
      operator: `operator:${name}`,
      now: world.clock.now(),
    })
  expect(await offered('nok')).toBe(null)
  await rejectAs('nok', id)
  const until = new Date(world.clock.now().getTime() + undoMs)
  expect([await offered('nok'), await offered('lek')]).toEqual([until, null])
  await world.passTime(undoMs)
  expect(await offered('nok')).toBe(null)
})
