import { undoSeconds } from '@kapao/contract/console/limits'
import { secondMs } from '@kapao/contract/times'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorkWorld, type WorkWorld } from '#testing/desk/work-world.ts'

let world: WorkWorld
let member: string
beforeAll(async () => {
  world = await openWorkWorld()
  member = (await world.addMember()).id
  await world.make.credited(member, 500_000n)
})
afterAll(() => world.close())

const undo = (name: string, kind: string, id: string) => world.ask(name, 'undo', { kind, id })

test('HOUSE-66 HOUSE-67 a decision at the console says until when it can be undone; only its operator undoes it, and the item waits again', async () => {
  const id = await world.make.withdrawal(member, 1)
  for (const decision of ['approve', 'reject'] as const) {
    const reason = decision === 'reject' ? { reason: 'ACCOUNT_NAME' } : {}
    const { body } = await world.decide('som', { kind: 'withdrawal', id, decision, ...reason })
    const until = new Date(world.clock.now().getTime() + undoSeconds * secondMs).toISOString()
    expect(body.item).toMatchObject({ decided: { decision, by: 'som' }, undoUntil: until })
    expect(await world.list('withdrawal')).toEqual([])
    expect((await world.read('lek', 'withdrawal', id)).body.undoUntil).toBe(null)
    expect((await undo('lek', 'withdrawal', id)).body).toMatchObject({
      code: 'DECISION_REFUSED',
      why: 'undo-too-late',
    })
    const undone = await undo('som', 'withdrawal', id)
    expect(undone.body.item).toMatchObject({ decided: null, undoUntil: null })
    expect((await world.list('withdrawal')).map((row) => row.id)).toEqual([id])
  }
})

test('HOUSE-66 what nobody can undo, and what is not there, is not found', async () => {
  const deposit = await world.make.deposit()
  expect((await undo('som', 'deposit', deposit)).body.code).toBe('NOT_FOUND')
  expect((await undo('som', 'withdrawal', 'none')).body.code).toBe('NOT_FOUND')
})
