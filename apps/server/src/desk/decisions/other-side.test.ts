import { beforeAll, expect, test } from 'vitest'
import { openClients } from '../../system/outside.ts'
import { systemIds } from '#core/ids.ts'
import { findTransfer } from '#money/transfers/store.ts'
import { findWithdrawal } from '#money/withdrawals/store.ts'
import { transferReference } from '#outside/arrival.ts'
import { openBankWorld } from '#testing/worlds/bank-world.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import { testConfig } from '#testing/worlds/test-app.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { openOtherSides, type OtherSides } from './other-side.ts'

const world = testWorld(openPayoutWorld)
let sides: OtherSides
beforeAll(async () => {
  const { db } = world.database
  sides = openOtherSides({ db, outside: openClients({ ...world, db }) })
})

test("CARE-16 a payout decided against the channel's answer, either way", async () => {
  const player = await world.addPlayer(100_000n, [])
  const id = (await world.withdraw(player, 500)).body.receipt._id as string
  await world.work(2)
  const paid = (await findWithdrawal(world.database.db, id))!
  expect(paid.state).toBe('paid')
  expect(await sides.payoutAgainst(paid, true)).toBe(null)
  expect(await sides.payoutAgainst(paid, false)).toBe('BANK says that it is paid')
  const never = { ...paid, id: systemIds.key() }
  expect(await sides.payoutAgainst(never, true)).toBe('BANK says that it is absent')
  expect(await sides.payoutAgainst(never, false)).toBe(null)
  expect(await sides.payoutAgainst({ ...paid, channel: 'NOBODY' }, false)).toBe(null)
})

test('CARE-16 a payout that the channel has accepted and not yet paid is returned against its answer', async () => {
  await world.mode('by-hand')
  const player = await world.addPlayer(100_000n, [])
  const id = (await world.withdraw(player, 500)).body.receipt._id as string
  await world.work(2)
  const taken = (await findWithdrawal(world.database.db, id))!
  expect(taken.state).toBe('sent')
  expect(await sides.payoutAgainst(taken, false)).toBe('BANK says that it is taken')
  expect(await sides.payoutAgainst(taken, true)).toBe(null)
  await world.mode('at-once')
})

test("CARE-16 a transfer decided against the provider's answer; a provider that cannot be queried has none", async () => {
  const player = await world.addPlayer(100_000n, ['pg', 'askmebet'])
  const transferTo = async (game: string) => {
    const answer = await player.call('POST /api/wallet/transfer', {
      body: { from: 'wallet', to: game, amount: 100 },
      headers: { 'idempotency-key': systemIds.key() },
    })
    expect(answer.status, answer.text).toBe(200)
    const [row] = await world.database.db.query<{ id: string }>(
      'select id from transfers_transfer where member_id = $1 and to_place = $2',
      [player.id, game],
    )
    return (await findTransfer(world.database.db, row!.id))!
  }
  const done = await transferTo('pg')
  expect(await sides.transferAgainst(done, true)).toBe(null)
  expect(await sides.transferAgainst(done, false)).toBe('pg says that it is done')
  const never = { ...done, id: systemIds.key() }
  expect(await sides.transferAgainst(never, true)).toBe('pg says that it is not done')
  expect(await sides.transferAgainst(never, false)).toBe(null)
  const dumb = await transferTo('askmebet')
  expect(await sides.transferAgainst(dumb, false)).toBe(null)
})

test('CARE-16 a gift link unknown to the wallet is as the operator says', async () => {
  const link = { voucher: 'a'.repeat(18), mobile: '0812345678' }
  expect(await sides.giftAgainst(link, 5_000n)).toBe(null)
})

test('CARE-16 a gift link decided against our share of the envelope, to the satang', async () => {
  const mobile = '0911111111'
  const { hash: voucher } = await world.sandbox.control<{ hash: string }>(
    'POST',
    '/giftlink/vouchers',
    { amount: '50', ownerMobile: '0812345678', ownerName: 'SOMCHAI JAIDEE' },
  )
  const link = { voucher, mobile }
  expect(await sides.giftAgainst(link, 5_000n)).toBe('the wallet says nothing satang')
  expect(await sides.giftAgainst(link, null)).toBe(null)
  const { giftWallet: wallet } = openClients({ ...world, db: world.database.db })
  await wallet.redeem({ voucher, mobile, memberId: null })
  expect(await sides.giftAgainst(link, 5_000n)).toBe(null)
  expect(await sides.giftAgainst(link, 5_001n)).toBe('the wallet says 5000 satang')
  expect(await sides.giftAgainst(link, null)).toBe('the wallet says 5000 satang')
})

test('CARE-111 of many decisions at once each asks the other side, or is refused as busy', async () => {
  const { hash: voucher } = await world.sandbox.control<{ hash: string }>(
    'POST',
    '/giftlink/vouchers',
    { amount: '50', ownerMobile: '0812345678', ownerName: 'SOMCHAI JAIDEE' },
  )
  const link = { voucher, mobile: '0911111111' }
  const asked = await Promise.allSettled(
    Array.from({ length: 40 }, () => sides.giftAgainst(link, 5_000n)),
  )
  const answers = asked.map((one) =>
    one.status === 'fulfilled' ? one.value : (one.reason as Error).name,
  )
  expect(new Set(answers)).toEqual(new Set(['the wallet says nothing satang', 'NoTurn']))
})

test("CARE-16 a transfer that an operator has seen, against that hour's statement, when the bank can be queried", async () => {
  const bank = await openBankWorld()
  const member = await bank.addMember()
  const [line] = await bank.pay(member, { amount: '640', tell: 'nothing' })
  const seen = {
    party: 'KBANK:1112223334',
    reference: transferReference('SCB', line!.reference),
    money: { amount: 64_000n, currency: 'BAHT' } as const,
    paidAt: bank.clock.now(),
  }
  const { db } = bank.database
  const statements = openOtherSides({ db, outside: openClients({ ...bank, db }) })
  expect(await statements.statementAgainst(seen)).toBe(null)
  const shown = 'the statement of KBANK:1112223334 does not show it'
  const never = { ...seen, reference: transferReference('SCB', 'NEVER0000000000001') }
  expect(await statements.statementAgainst(never)).toBe(shown)
  const more = { ...seen, money: { ...seen.money, amount: 199_900n } }
  expect(await statements.statementAgainst(more)).toBe(shown)
  const unset = openClients({ config: testConfig, db, clock: bank.clock })
  const nobody = openOtherSides({ db, outside: unset })
  expect(await nobody.statementAgainst(never)).toBe(null)
  await bank.close()
})
