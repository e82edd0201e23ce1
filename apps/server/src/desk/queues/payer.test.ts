import { setOtherPayer } from '#money/deposits/report-store.ts'
import { systemIds } from '#core/ids.ts'
import { expect, test } from 'vitest'
import { openWorkWorld } from '#testing/desk/work-world.ts'
import { anyArrival } from '#testing/worlds/deposit-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openWorkWorld)

const payerCall = 'POST /api/console/work/payer/{kind}/{id}'
const show = (kind: string, id: string, roles: readonly ('cashier' | 'support')[] = ['cashier']) =>
  world.desk.call(payerCall, { as: { name: 'lek', roles }, input: { kind, id } })
const looks = () =>
  world.database.db.query<{ actor: string; subject: string }>(
    `select actor, subject from core_audit where action = 'deposits.viewInFull' order by id`,
  )

test('HOUSE-57 the payer of a deposit, and of a report that differs, is shown in full and the trail says who looked; who may not see numbers is refused', async () => {
  const member = (await world.addMember()).id
  const slip = anyArrival({
    memberId: member,
    channel: 'slip',
    eventId: systemIds.key(),
    paidAt: world.clock.now(),
    payer: { bank: 'SCB', account: '1112223334', name: 'SOMCHAI JAIDEE' },
  })
  const { id } = await world.processes[0]!.settle(slip)
  const other = { bank: 'KBANK', account: '9998887776', name: 'NOK SUKJAI' }
  const line = { ...slip, channel: 'bank', eventId: 'line', payer: other } as const
  await world.processes[0]!.settle({ ...line, memberId: null, hold: 'wrong-payer' })
  await setOtherPayer(world.database.db, { channel: 'bank', eventId: 'line' })
  expect((await show('deposit', id, ['support'])).body.code).toBe('NO_RIGHT')
  expect(await looks()).toEqual([])
  const wanted = {
    ...slip.payer,
    reports: expect.arrayContaining([
      { channel: 'slip', ...slip.payer },
      { channel: 'bank', ...other },
    ]),
  }
  expect((await show('deposit', id)).body).toEqual(wanted)
  expect((await show('differing', 'bank:line')).body).toEqual(wanted)
  const look = { actor: 'operator:lek', subject: id }
  expect(await looks()).toEqual([look, look])
  for (const [kind, unknown] of [
    ['deposit', 'nothing'],
    ['deposit', systemIds.key()],
    ['differing', 'bank:nothing'],
  ] as const)
    expect((await show(kind, unknown)).body.code).toBe('NOT_FOUND')
  expect(await looks()).toHaveLength(2)
})

test('HOUSE-89 a gift link shows the end of its voucher, to find it in the wallet’s history, and never the whole', async () => {
  const id = await world.make.giftlink((await world.addMember()).id)
  const voucher = 'Xk3mQ9rT2bW7aZ5c'
  await world.database.ownerDb.query(
    `update giftlinks_link set voucher = $2, account = 'TRUEWALLET' where id = $1::uuid`,
    [id, voucher],
  )
  const { status, body } = await world.read('som', 'giftlink', id)
  expect(status).toBe(200)
  const [panel] = body.panels as { facts: { name: string; value: { text?: string } }[] }[]
  const textOf = (name: string) => panel!.facts.find((one) => one.name === name)?.value.text
  expect([textOf('reference'), textOf('wallet')]).toEqual(['••••aZ5c', 'TRUEWALLET'])
  expect(JSON.stringify(body)).not.toContain(voucher.slice(0, -4))
})
