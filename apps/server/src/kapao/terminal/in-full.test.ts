import { afterAll, expect, test } from 'vitest'
import { anyArrival, openDepositWorld } from '#testing/worlds/deposit-world.ts'
import { holdMoney } from '#testing/desk/held-money.ts'
import { openTerminals } from '#testing/operators/terminals.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { memberGroup } from '../groups/member.ts'
import { depositsGroup } from '../groups/money/deposits.ts'
import { withdrawalsGroup } from '../groups/money/withdrawals.ts'

const world = testWorld(openDepositWorld)
afterAll(async () => {
  expect(await world.violations()).toEqual([])
})

const looks = () =>
  world.database.db.query<{ actor: string; subject: string }>(
    `select actor, subject from core_audit where action = 'account.viewInFull' order by id`,
  )

test('PERSON-39 numbers and names are masked, and shown in full only to an operator and with a row in the trail', async () => {
  const { kapao, add } = openTerminals(world, [memberGroup, depositsGroup, withdrawalsGroup])
  await add('nok', null)
  const member = await world.addMember()
  const [row] = await world.database.db.query<{ no: string; name: string; phone: string }>(
    'select bank_account_no as no, bank_account_name as name, username as phone from account_member where id = $1',
    [member.id],
  )
  const { no, name, phone } = row!
  const asOwner = (text: string, values: readonly unknown[]) =>
    world.database.ownerDb.begin(async (tx) => {
      await tx.query('set local session_replication_role = replica')
      await tx.query(text, values)
    })
  const money = { amount: 5_000_000n, currency: 'BAHT' } as const
  await world.processes[0]!.settle(anyArrival({ memberId: member.id, money }))
  const withdrawal = await holdMoney(world, { memberId: member.id, approvalsNeeded: 1, asOwner })
  const payer = { bank: 'KBANK', account: '4021777888', name: 'WICHAI THONGDEE' }
  const deposit = await world.processes[0]!.settle(anyArrival({ payer }))
  const secrets = {
    [`member find ${member.id}`]: [no, phone, name],
    [`withdrawals show ${withdrawal}`]: ['1112223331', 'SOMSRI DEE'],
    [`deposits show ${deposit.id}`]: ['4021777888', 'WICHAI THONGDEE'],
  }
  for (const [line, hidden] of Object.entries(secrets))
    for (const json of [[], ['--json']]) {
      const text = await kapao('nok', ...line.split(' '), ...json)
      for (const secret of hidden) expect(text, line).not.toContain(secret)
    }
  expect(await looks()).toEqual([])
  for (const [line, hidden] of Object.entries(secrets)) {
    const text = await kapao('nok', ...line.split(' '), '--full')
    for (const secret of hidden) expect(text, line).toContain(secret)
  }
  const rows = await looks()
  expect(rows.map(({ actor }) => actor)).toEqual(Array(3).fill('operator:nok'))
  expect(rows.map(({ subject }) => subject)).toEqual([member.id, member.id, expect.any(String)])
})
