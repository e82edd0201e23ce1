import { undoSeconds } from '@kapao/contract/console/limits'
import { secondMs } from '@kapao/contract/times'
import { beforeAll, expect, test } from 'vitest'
import { openWorkWorld } from '#testing/desk/work-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openWorkWorld)
let member: string
beforeAll(async () => {
  member = (await world.addMember()).id
  await world.make.credited(member, 500_000n)
})

/** Those whose sentence names the ten seconds. */
const effects = { approve: 'pays-out', reject: 'rejects-withdrawal' } as const
const undo = (name: string, kind: string, id: string) => world.ask(name, 'undo', { kind, id })

test('HOUSE-66 HOUSE-67 SAY-93 a decision at the console says before and after it until when it can be undone; only its operator undoes it, and the item waits again', async () => {
  const id = await world.make.withdrawal(member, 1)
  for (const decision of ['approve', 'reject'] as const) {
    const reason = decision === 'reject' ? { reason: 'ACCOUNT_NAME' } : {}
    const offers = (await world.read('som', 'withdrawal', id)).body.decisions
    expect(offers.find((one: { name: string }) => one.name === decision)?.effect).toBe(
      effects[decision],
    )
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

test('HOUSE-80 a refused deposit says until when it can be undone; only who refused it undoes it, and it waits again', async () => {
  const id = await world.make.deposit()
  const refusal = { kind: 'deposit', id, decision: 'refuse', why: 'not of a member' }
  for (let round = 0; round < 2; round += 1) {
    const { body } = await world.decide('som', refusal)
    const until = new Date(world.clock.now().getTime() + undoSeconds * secondMs).toISOString()
    const decided = { decision: 'refuse', by: 'som', why: 'not of a member' }
    expect(body.item).toMatchObject({ decided, undoUntil: until })
    expect((await world.list('deposit')).map((row) => row.id)).not.toContain(id)
    expect((await world.read('lek', 'deposit', id)).body).toMatchObject({
      decided,
      undoUntil: null,
    })
    expect((await undo('lek', 'deposit', id)).body.why).toBe('undo-too-late')
    const undone = await undo('som', 'deposit', id)
    expect(undone.body.item).toMatchObject({ decided: null, undoUntil: null })
    expect((await world.list('deposit')).map((row) => row.id)).toContain(id)
  }
})

test('HOUSE-66 what nobody can undo, and what is not there, is not found', async () => {
  const payment = await world.make.payment(member)
  expect((await undo('som', 'payment', payment)).body.code).toBe('NOT_FOUND')
  expect((await undo('som', 'withdrawal', 'none')).body.code).toBe('NOT_FOUND')
})
