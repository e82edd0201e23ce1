import { undoSeconds } from '@kapao/contract/console/limits'
import { secondMs } from '@kapao/contract/times'
import { beforeAll, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { openTestDepositDesk } from '#testing/processes/open-deposits.ts'
import { anyArrival, openDepositWorld } from '#testing/worlds/deposit-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { giveBack, refuse, undoRefusal } from './give-back.ts'
import { matchDeposit } from './match.ts'
import { findDeposit } from './store.ts'

const world = testWorld(openDepositWorld)
const undoMs = undoSeconds * secondMs
let desk: ReturnType<typeof openTestDepositDesk>

beforeAll(() => {
  desk = openTestDepositDesk(world.database.db, world.clock)
})

const by = (name: string) => ({ actor: `operator:${name}` as const, requestId: systemIds.key() })
const refuseAs = (name: string, id: string) =>
  refuse(desk, { id, note: 'not of a member', ...by(name) })
const undoAs = (name: string, id: string) => undoRefusal(desk, { id, ...by(name) })
const work = () => world.processes[0]!.jobs.find(({ name }) => name === 'deposits.giveBack')!.run()
const tooLate = { why: 'undo-too-late' }

/** Money that waits for its member; its arrival, too. */
async function waiting() {
  const member = await world.addMember()
  const arrival = anyArrival({ memberId: member.id, hold: 'wrong-payer' })
  const before = await world.suspended()
  const { id } = await world.processes[0]!.settle(arrival)
  const seen = async () => {
    const [row] = await world.rowsOf(member.id)
    const { state, note } = (await findDeposit(world.database.db, id))!
    return [state, note, row?.status, (await world.suspended()) - before]
  }
  return { member, arrival, id, seen }
}
const acts = (subject: string) =>
  world.database.db.query<{ act: string }>(
    `select actor || ' ' || action as act from core_audit
     where subject = $1 and starts_with(actor, 'operator:') order by id`,
    [subject],
  )

test('HOUSE-80 refused money is given back after ten seconds, once, in the name of who refused it, and stays ours until then', async () => {
  const { id, seen } = await waiting()
  await refuseAs('nok', id)
  await expect(refuseAs('lek', id)).rejects.toMatchObject({ why: 'ended-otherwise' })
  world.clock.moveMs(undoMs - 1)
  await work()
  await giveBack(desk, id)
  expect(await seen()).toEqual(['refused', null, 'PENDING', 50_000])
  world.clock.moveMs(1)
  await expect(undoAs('nok', id)).rejects.toMatchObject(tooLate)
  await Promise.all([work(), giveBack(desk, id), giveBack(desk, id)])
  await work()
  expect(await seen()).toEqual(['returned', 'not of a member', 'FAILED', 0])
  const done = ['operator:nok deposits.reject', 'operator:nok deposits.giveBack']
  expect((await acts(id)).map(({ act }) => act)).toEqual(done)
  const read = await world.database.db.query(
    'select action, why from review_act where subject = $1',
    [id],
  )
  expect(read).toEqual([{ action: 'deposits.giveBack', why: 'not of a member' }])
  await expect(undoAs('nok', id)).rejects.toMatchObject(tooLate)
})

test('HOUSE-80 undone by who refused it, it waits as before, and may be credited', async () => {
  const { member, id, seen } = await waiting()
  await refuseAs('nok', id)
  await expect(undoAs('lek', id)).rejects.toMatchObject(tooLate)
  await undoAs('nok', id)
  await undoAs('nok', id)
  world.clock.moveMs(undoMs)
  await work()
  expect(await seen()).toEqual(['suspended', null, 'PENDING', 50_000])
  await expect(undoAs('lek', id)).rejects.toMatchObject(tooLate)
  await matchDeposit(desk, { id, memberId: member.id, note: 'theirs', ...by('lek') })
  expect(await seen()).toEqual(['credited', 'theirs', 'SUCCESS', 0])
  expect((await acts(id)).map(({ act }) => act)).toEqual([
    'operator:nok deposits.reject',
    'operator:nok deposits.undo',
    'operator:lek deposits.release',
  ])
})

test('HOUSE-80 while it can be undone nobody else decides it, and no report of the transfer credits it', async () => {
  const { member, arrival, id, seen } = await waiting()
  await refuseAs('nok', id)
  const match = { id, memberId: member.id, note: 'theirs', ...by('lek') }
  await expect(matchDeposit(desk, match)).rejects.toMatchObject({ why: 'ended-otherwise' })
  const shown = { ...arrival, channel: 'slip', eventId: 'a slip', hold: null } as const
  expect(await world.processes[0]!.settle(shown)).toMatchObject({ outcome: 'already', id })
  expect(await seen()).toEqual(['refused', null, 'PENDING', 50_000])
  await undoAs('nok', id)
  expect(await seen()).toEqual(['suspended', null, 'PENDING', 50_000])
  await refuseAs('lek', id)
  world.clock.moveMs(undoMs)
  await work()
  expect(await seen()).toEqual(['returned', 'not of a member', 'FAILED', 0])
})

test('HOUSE-80 at once: undone while the worker is about to give it back, it is given back never', async () => {
  const { id, seen } = await waiting()
  await refuseAs('nok', id)
  const { ownerDb } = world.database
  const undo = `update deposits_deposit set state = 'suspended', refused_by = null, refused_why = null, undo_until = null where id = $1`
  world.clock.moveMs(undoMs)
  const isUndone = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const undoing = ownerDb.begin(async (tx) => {
    await tx.query(undo, [id])
    isUndone.resolve()
    await mayCommit.promise
  })
  await isUndone.promise
  const giving = giveBack(desk, id)
  const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await ownerDb.query(blocked)).length).toBe(1)
  mayCommit.resolve()
  await Promise.all([undoing, giving])
  expect(await seen()).toEqual(['suspended', null, 'PENDING', 50_000])
})

test('HOUSE-80 the database gives nothing back that was not refused, nor before its time, nor credits what is refused', async () => {
  const { member, id } = await waiting()
  const { db } = world.database
  const becomes = (state: string) =>
    db.query(`update deposits_deposit set state = '${state}', settled_at = $2 where id = $1`, [
      id,
      world.clock.now(),
    ])
  await expect(becomes('returned')).rejects.toMatchObject({ code: 'KD001' })
  await refuseAs('nok', id)
  await expect(becomes('returned')).rejects.toMatchObject({ code: 'KD002' })
  await expect(becomes('credited')).rejects.toMatchObject({ code: 'KD001' })
  expect(await world.balanceOf(member.id)).toBe(0)
})
