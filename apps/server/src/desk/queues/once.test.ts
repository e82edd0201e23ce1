import { expect, test } from 'vitest'
import { noteItem } from '#records/items/store.ts'
import { openWorkWorld } from '#testing/desk/work-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openWorkWorld)

const why = 'the statement of the evening has it'

test('HOUSE-53 a suspicion that holds nothing is closed, and neither allowed nor withheld; it leads to its deposit and member', async () => {
  const member = (await world.addMember()).id
  const deposit = await world.make.credited(member)
  const since = world.clock.now()
  const words = `deposit ${deposit} is not in the bank's statement`
  const evidence = { deposit, party: 'KBANK:1112223334' }
  const item = { kind: 'bankfeed.unshown', key: deposit, memberId: member, words } as const
  await noteItem(world.database.db, { ...item, evidence, since })
  const [row] = await world.list('suspicion')
  const about = { kind: 'suspicion', id: row!.id }
  const { body } = await world.read('lek', about.kind, about.id)
  expect(body.memberId).toBe(member)
  expect(body.decisions.map(({ name }: { name: string }) => name)).toEqual(['close'])
  expect(JSON.stringify(body.panels)).toContain(
    JSON.stringify({ name: 'deposit', value: { form: 'item', kind: 'deposit', id: deposit } }),
  )
  for (const decision of ['allow', 'deny'])
    expect((await world.decide('lek', { ...about, decision, why })).body.code).toBe(
      'DECISION_REFUSED',
    )
  expect((await world.decide('lek', { ...about, decision: 'close', why })).body).toMatchObject({
    state: 'done',
    item: { decided: { decision: 'close', by: 'lek', why } },
  })
  expect(await world.list('suspicion')).toEqual([])
})
