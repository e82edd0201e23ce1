import { expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { openConsoleWorld } from '#testing/console/console-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openConsoleWorld)

const account = {
  bankCode: 'KBANK',
  bankType: 'bank',
  mode: 'AUTO',
  bank: { nameTH: 'กสิกรไทย', nameEN: 'Kasikornbank' },
  bankAccountName: 'KAPAO CO LTD',
  bankAccountNo: '1112223334',
  currency: 'BAHT',
}

/** Everybody has signed in from 10.0.0.1. */
test.each([
  ['without one’s own network', 'console.addresses', ['10.9.0.0/16'], 'keeps-you-out'],
  ['a minimum above the maximum', 'withdraw.min.BAHT', '60000', 'minimum-above-maximum'],
  ['a maximum below the minimum', 'withdraw.max.BAHT', '50', 'minimum-above-maximum'],
  [
    'an account for a gateway and a bank',
    'deposit.accounts',
    [account, { ...account, bankType: 'PAYMENT' }],
    'bothWays',
  ],
  [
    'the same, of two banks',
    'deposit.accounts',
    [account, { ...account, bankCode: 'WW', bankType: 'PAYMENT' }],
    'bothWays',
  ],
])(
  'SCREEN-20 %s is refused before anything is stored, in a house that is set up and in one with members',
  async (_what, name, value, why) => {
    const { cookie } = await world.seat(`a-${systemIds.code().toLowerCase().slice(0, 6)}`, [
      'owner',
    ])
    const stored = () =>
      world.database.db.query(
        `select (select count(*) from settings_value) as settings, (select count(*) from confirm_request) as requests,
         (select count(*) from core_audit where starts_with(action, 'settings.')) as acts`,
      )
    const before = await stored()
    for (const hasMember of [false, true]) {
      if (hasMember) await world.addMember().catch(() => undefined)
      const save = await world.call('POST /api/console/settings/save', {
        cookie,
        body: { changes: [{ name, value }] },
        headers: { 'idempotency-key': systemIds.key() },
      })
      expect([409, 400]).toContain(save.status)
      const said = save.body.why ?? save.body.problems[0].reason
      expect([hasMember, said]).toEqual([hasMember, why])
    }
    expect(await stored()).toEqual(before)
  },
)
