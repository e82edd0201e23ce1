import { minuteMs } from '@kapao/contract/times'
import { expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { setOtherPayer } from '#money/deposits/report-store.ts'
import { openWorkWorld } from '#testing/desk/work-world.ts'
import { anyArrival } from '#testing/worlds/deposit-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openWorkWorld)

type Fact = { name: string; isOdd?: boolean; value: { text?: string; odd?: number[] } }
type Panel = { name: string; facts: Fact[] }
const payerOf = ({ facts }: Panel) =>
  facts
    .filter(({ name }) => name.startsWith('payer'))
    .map(({ name, isOdd = false, value }) => [name, value.text, isOdd, value.odd ?? []])

test('HOUSE-50 an item of differing reports shows the member, the slip and the bank, each with the payer that it names, and marks what contradicts the member', async () => {
  const holder = await world.addMember({
    bankCode: 'SCB',
    bankAccountNo: '1112223337',
    bankAccountName: 'SOMCHAI JAIDEE',
  })
  const slip = anyArrival({
    memberId: holder.id,
    paidAt: world.clock.now(),
    channel: 'slip',
    eventId: systemIds.key(),
    payer: { bank: 'SCB', account: '1112223337', name: 'MR SOMCHAI J' },
  })
  await world.processes[0]!.settle(slip)
  world.clock.moveMs(minuteMs)
  await world.processes[0]!.settle({
    ...slip,
    channel: 'bank',
    eventId: 'line-1',
    memberId: null,
    hold: 'wrong-payer',
    payer: { bank: 'KBANK', account: 'x2223357', name: 'NOK SUKJAI' },
  })
  await setOtherPayer(world.database.db, { channel: 'bank', eventId: 'line-1' })
  const { body } = await world.read('lek', 'differing', 'bank:line-1')
  const columns = (body.panels as Panel[]).filter(({ name }) => /credited|report/.test(name))
  expect(columns.map(payerOf)).toEqual([
    [
      ['payerBank', 'SCB', false, []],
      ['payerAccount', '••••3337', false, []],
      ['payerName', 'SO••• JA•••', false, []],
    ],
    [
      ['payerBank', 'SCB', false, []],
      ['payerAccount', '••••3337', false, []],
      ['payerName', 'M••• SO••• J•••', false, []],
    ],
    [
      ['payerBank', 'KBANK', true, []],
      ['payerAccount', '••••3357', true, [6]],
      ['payerName', 'NO••• SU•••', true, []],
    ],
  ])
})
