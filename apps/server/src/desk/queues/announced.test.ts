import { hourMs } from '@kapao/contract/times'
import { expect, test } from 'vitest'
import { changeSettings } from '#settings/change.ts'
import { openWorkWorld } from '#testing/desk/work-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openWorkWorld)

const why = 'the member sent the receipt'
type Offer = {
  name: string
  effect: string
  choices?: { field: string; value: string }[]
  prefill?: Record<string, string>
}
const offerOf = (body: { decisions: Offer[] }, name: string) =>
  body.decisions.find((one) => one.name === name)
const announce = async () => {
  const member = (await world.addMember()).id
  return { member, id: await world.make.request(member) }
}
/** Money of nobody, of the sum that members announce here. */
const arrive = () => world.make.deposit({ money: { amount: 50_000n, currency: 'BAHT' } })
const decide = (id: string, line: string) =>
  world.decide('lek', { kind: 'manual', id, decision: 'match', line, why })

test('HOUSE-51 an announced deposit offers the transfers of its sum that wait; the chosen one is credited to who announced it, and ends it', async () => {
  const { member, id } = await announce()
  const before = await world.read('lek', 'manual', id)
  expect(offerOf(before.body, 'match')).toBe(undefined)
  const taken = await world.make.credited((await world.addMember()).id, 50_000n)
  const other = await world.make.deposit({ money: { amount: 50_100n, currency: 'BAHT' } })
  const line = await arrive()
  const { body } = await world.read('lek', 'manual', id)
  const match = offerOf(body, 'match')!
  expect(match.effect).toBe('credits-announcer')
  expect(match.choices!.map(({ field, value }) => [field, value])).toEqual([['line', line]])
  // What another member has got is shown, and cannot be chosen.
  expect(JSON.stringify(body.panels)).toContain(taken)
  for (const wrong of [other, taken, 'nothing'])
    expect((await decide(id, wrong)).body, wrong).toMatchObject({
      code: 'FIELD_WRONG',
      field: 'line',
    })
  expect(await world.balanceOf(member)).toBe(0)
  expect((await decide(id, line)).body).toMatchObject({
    state: 'done',
    item: { decided: { decision: 'match', by: 'lek' } },
  })
  expect(await world.balanceOf(member)).toBe(50_000)
  expect((await decide(id, line)).body.code).toBe('ALREADY_DECIDED')
  expect(await world.balanceOf(member)).toBe(50_000)
})

test('HOUSE-51 of a transfer that no bank has reported, our account is chosen from a list; the item says when it ends by itself', async () => {
  const { id } = await announce()
  const { db } = world.database
  const own = { bankType: 'bank', mode: 'manual', bank: { nameTH: 'KBANK', nameEN: 'KBANK' } }
  const account = { ...own, bankAccountName: 'KAPAO', currency: 'BAHT', bankCode: 'KBANK' }
  const by = { actor: 'system:test', requestId: 'test' } as const
  await changeSettings(
    { db, clock: world.clock },
    {
      changes: [
        {
          name: 'deposit.accounts',
          to: { value: [{ ...account, bankAccountNo: '1112223334' }] },
          expectedVersion: null,
        },
      ],
      ...by,
    },
  )
  const { body } = await world.read('lek', 'manual', id)
  const party = 'KBANK:1112223334'
  expect(offerOf(body, 'confirm')).toMatchObject({
    choices: [{ field: 'party', value: party, facts: [] }],
    prefill: { party },
  })
  const [request] = body.panels
  const at = (name: string) =>
    Date.parse(request.facts.find((one: { name: string }) => one.name === name).value.at)
  expect(at('endsAt') - at('announcedAt')).toBe(24 * hourMs)
})
