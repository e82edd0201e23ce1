import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { dayMs, minuteMs } from '@kapao/contract/times'
import { accountBook } from '#ledger/accounts.ts'
import type { Db, Tx } from '#core/db/db.ts'
import { systemIds } from '#core/ids.ts'
import { mayBeOldStakes } from '#desk/watch/stakes/old-stakes.ts'
import { openBonusWorld } from '#testing/worlds/bonus-world.ts'
import { fund, type Player } from '#testing/worlds/game-world.ts'
import { bounce } from '#money/withdrawals/bounce.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openBonusWorld)

const activate = (player: Player, code: string) => player.call(`GET /api/bonus/activate/${code}`)
const clear = (player: Player) => player.call('GET /api/bonus/clear')
const withdraw = (player: Player, amount: number) =>
  player.call('POST /api/wallet/withdraw', { body: { amount } })
const move = (player: Player, from: string, to: string) =>
  player.call('POST /api/wallet/transfer', { body: { from, to, amount: 300 } })
const isHeld = async (player: Player) =>
  (await player.call('GET /api/bonus/check/active')).body.status
const capped = { factor: '1', withdrawMax: { BAHT: '250' } }

async function workUntilEnded(player: Player): Promise<void> {
  await expect
    .poll(
      async () => {
        await world.passTime(61_000)
        await world.runJobs()
        return isHeld(player)
      },
      { timeout: 20_000 },
    )
    .toBe(false)
}

const bounceBack = (id: string, inside: () => Promise<void> = async () => undefined) => {
  const { db } = world.database
  // Runs in the middle of the transaction, after the check for a bonus.
  const paused: Db = {
    ...db,
    beginFor: (line, work) =>
      db.beginFor(line, (tx) => {
        const query: Tx['query'] = async (text, values) => {
          if (text.includes('into withdrawals_bounce')) await inside()
          return tx.query(text, values)
        }
        return work({ ...tx, query })
      }),
  }
  return bounce(
    { db: paused, clock: world.clock, ids: systemIds, accounts: accountBook(db) },
    { id, why: 'line 4711', actor: 'operator:nok', requestId: 'test' },
  )
}

test('I23 a payout that the bank sends back neither counts towards a held bonus nor is lost with it', async () => {
  await world.defineBonus('BOUNCED', { terms: { endAmount: { BAHT: '999999' } } })
  const player = await world.addPlayer(60_000n, ['pg'])
  const { receipt } = (await withdraw(player, 500)).body
  await expect
    .poll(async () => (await player.call('GET /api/withdrawals/current')).body.withdrawal.stage)
    .toBe('PAID')
  await activate(player, 'BOUNCED')
  const before = await player.balances()
  await expect(bounceBack(receipt._id)).rejects.toThrow('holds a bonus')
  expect(await player.balances()).toEqual(before)
  expect((await clear(player)).status).toBe(200)
  await workUntilEnded(player)
  const { wallet } = await player.balances()
  await bounceBack(receipt._id)
  expect((await player.balances())['wallet']).toBe(wallet! + 50_000)
})

test('I23 money that comes back while a bonus is being taken counts for its target', async () => {
  await world.defineBonus('RACED')
  const player = await world.addPlayer(60_000n, [])
  const { receipt } = (await withdraw(player, 500)).body
  await expect
    .poll(async () => (await player.call('GET /api/withdrawals/current')).body.withdrawal.stage)
    .toBe('PAID')
  const checked = Promise.withResolvers<void>()
  const back = bounceBack(receipt._id, () => {
    checked.resolve()
    // The activation comes meanwhile.
    return sleep(500)
  })
  await checked.promise
  expect((await activate(player, 'RACED')).status).toBe(200)
  await back
  const { progress } = (await player.call('GET /api/bonus/check/active')).body
  expect(progress).toMatchObject({ total: 700, target: 3_500 })
})

test('BON-26 a met bonus cannot be cancelled while the wallet has more than may be withdrawn of it', async () => {
  await world.defineBonus('CANCEL', { terms: capped })
  const player = await world.addPlayer(40_000n, ['pg'])
  await activate(player, 'CANCEL')
  const shown = (await player.call('GET /api/bonus/preview')).body
  expect(shown).toMatchObject({ allowed: false, why: 'cap', kept: 500 })
  expect((await clear(player)).body.code).toBe('BONUS_CONDITION')
  expect(await isHeld(player)).toBe(true)
  // Money that may be withdrawn may also be kept, all of it.
  const body = { from: 'wallet', to: 'pg', amount: 250 }
  expect((await player.call('POST /api/wallet/transfer', { body })).status).toBe(200)
  expect((await clear(player)).status).toBe(200)
  expect(await player.balances()).toMatchObject({ wallet: 25_000, pg: 0 })
})

test('BON-26 the maximum is withdrawn once, however long the deduction has to wait', async () => {
  await world.defineBonus('ONCE', { terms: capped })
  const player = await world.addPlayer(100_000n, ['pg'])
  await activate(player, 'ONCE')
  // A transfer whose reply is lost keeps the bonus from ending.
  await world.sandbox.addFault({ operation: 'games.pg.*', kind: 'drop-before', count: 2 })
  await move(player, 'wallet', 'pg')
  expect((await withdraw(player, 250)).status).toBe(200)
  await expect
    .poll(async () => (await player.call('GET /api/withdrawals/current')).body.withdrawal.stage)
    .toBe('PAID')
  expect(await isHeld(player)).toBe(true)
  expect((await withdraw(player, 240)).body.code).toBe('BONUS_REMAINING')
  await workUntilEnded(player)
  expect(await player.balances()).toEqual({ wallet: 0, transit: 0, pg: 0 })
})

test("BON-26 money that came back from the withdrawal stays the member's, however long the deduction has to wait", async () => {
  await world.defineBonus('CAMEBACK', { terms: capped })
  const bankAccountNo = '5550004444'
  const player = await world.addPlayer(100_000n, ['pg'], { bankAccountNo })
  await world.sandbox.control('POST', '/payout/close', { accountNo: bankAccountNo })
  await activate(player, 'CAMEBACK')
  await world.sandbox.addFault({ operation: 'games.pg.*', kind: 'drop-before', count: 2 })
  await move(player, 'wallet', 'pg')
  expect((await withdraw(player, 250)).status).toBe(200)
  await expect
    .poll(async () => (await player.call('GET /api/withdrawals/current')).body.withdrawal.stage)
    .toBe('RETURNED')
  expect(await isHeld(player)).toBe(true)
  await workUntilEnded(player)
  expect(await player.balances()).toEqual({ wallet: 25_000, transit: 0, pg: 0 })
})

test('BON-25 I25 money that is being taken out of a game cannot be moved elsewhere meanwhile', async () => {
  await world.defineBonus('AWAY', { terms: { endAmount: { BAHT: '999999' } } })
  const player = await world.addPlayer(60_000n, ['pg', 'joker2'])
  await activate(player, 'AWAY')
  expect((await move(player, 'wallet', 'pg')).status).toBe(200)
  await world.passTime(6_000)
  // The member is in a round when the game is first emptied, and leaves it afterwards.
  await world.sandbox.addFault({ operation: 'games.pg.transfer-out', kind: 'in-round', count: 1 })
  const before = await world.forfeited()
  expect((await clear(player)).status).toBe(202)
  for (const to of ['wallet', 'joker2'])
    expect((await move(player, 'pg', to)).body.code).toBe('BONUS_REMAINING')
  const all = await player.call('POST /api/wallet/transferAll', { body: { to: 'wallet' } })
  expect(all.body.code).toBe('BONUS_REMAINING')
  await workUntilEnded(player)
  expect(await player.balances()).toEqual({ wallet: 40_000, transit: 0, pg: 0, joker2: 0 })
  expect((await world.forfeited()) - before).toBe(30_000)
})

test("BON-25 I25 a running round's win with money that is being taken is taken, too", async () => {
  await world.defineBonus('ROUND', { terms: { endAmount: { BAHT: '999999' } } })
  const player = await world.addPlayer(60_000n, ['pg'])
  await activate(player, 'ROUND')
  expect((await move(player, 'wallet', 'pg')).status).toBe(200)
  await world.passTime(6_000)
  await world.sandbox.addFault({ operation: 'games.pg.transfer-out', kind: 'in-round', count: 1 })
  const before = await world.forfeited()
  expect((await clear(player)).status).toBe(202)
  await world.setBalanceAt(player, 'pg', '5000.00')
  await workUntilEnded(player)
  await world.passTime(6_000)
  await player.call('GET /api/wallet/refresh/slot')
  expect(await player.balances()).toEqual({ wallet: 40_000, transit: 0, pg: 0 })
  expect((await world.forfeited()) - before).toBe(500_000)
})

test('BON-25 I25 nothing can be moved into a game that is being emptied, so that nothing else is taken', async () => {
  await world.defineBonus('INTO', { terms: { endAmount: { BAHT: '999999' } } })
  const player = await world.addPlayer(100_000n, ['pg', 'joker2'])
  await activate(player, 'INTO')
  expect((await move(player, 'wallet', 'pg')).status).toBe(200)
  await world.passTime(6_000)
  await world.sandbox.addFault({ operation: 'games.pg.transfer-out', kind: 'in-round', count: 1 })
  expect((await clear(player)).status).toBe(202)
  await world.setBalanceAt(player, 'pg', '0.00')
  for (const to of ['pg', 'joker2'])
    expect((await move(player, 'wallet', to)).body.code).toBe('BONUS_REMAINING')
  const all = await player.call('POST /api/wallet/transferAll', { body: { to: 'pg' } })
  expect(all.body.code).toBe('BONUS_REMAINING')
  await workUntilEnded(player)
  expect(await player.balances()).toEqual({ wallet: 80_000, transit: 0, pg: 0, joker2: 0 })
})

const peopleFor = async (player: Player): Promise<number | undefined> => {
  const [row] = await world.database.db.query<{ people: number }>(
    `select approvals_needed as people from withdrawals_withdrawal where member_id = $1 order by created_at desc limit 1`,
    [player.id],
  )
  return row?.people
}

/** A bet of nearly everything is open when the bonus is given up. */
async function giveUpWithBetOpen(code: string, game = 'pg'): Promise<Player> {
  await world.defineBonus(code, { terms: { endAmount: { BAHT: '10' } } })
  const player = await world.addPlayer(60_000n, [game])
  await activate(player, code)
  const all = (await player.balances()).wallet! / 100
  await player.call('POST /api/wallet/transfer', {
    body: { from: 'wallet', to: game, amount: all },
  })
  await world.passTime(6_000)
  await world.setBalanceAt(player, game, '5.00')
  await player.call('GET /api/wallet/refresh/slot')
  await world.passTime(6_000)
  expect((await clear(player)).status).toBe(200)
  await workUntilEnded(player)
  return player
}

test.each(['withdraw', 'withdrawAll'])(
  'I25 S18 a stake that comes back after its bonus was given up is reviewed by an operator before %s pays it',
  async (how) => {
    const player = await giveUpWithBetOpen(`BACK${how.length}`)
    await world.setBalanceAt(player, 'pg', '500.00')
    await player.call('GET /api/wallet/refresh/slot')
    if (how === 'withdraw') await move(player, 'pg', 'wallet')
    const asked = await player.call(`POST /api/wallet/${how}`, { body: { amount: 300 } })
    expect(asked.status).toBeLessThan(300)
    expect(await peopleFor(player)).toBe(1)
  },
)

test('CARE-84 a week after a bonus was given up, money from games is paid without review', async () => {
  const player = await giveUpWithBetOpen('LATER')
  const seen = (now: Date, isSwept = false) =>
    mayBeOldStakes(world.database.db, { memberId: player.id, now, isSwept })
  const before = world.clock.now()
  expect(await seen(before)).toBe(false)
  // The amount from games in a withdrawal of everything is not known yet.
  expect(await seen(before, true)).toBe(true)
  expect(await seen(new Date(before.getTime() + 8 * dayMs), true)).toBe(false)
  await world.setBalanceAt(player, 'pg', '500.00')
  await player.call('GET /api/wallet/refresh/slot')
  const now = world.clock.now()
  expect(await seen(now)).toBe(true)
  expect(await seen(new Date(now.getTime() + 6 * dayMs))).toBe(true)
  expect(await seen(new Date(now.getTime() + 7 * dayMs))).toBe(false)
})

test('I25 S18 if bets stay open, a stake that comes back is reviewed for a month, whatever has been put in since, and whatever bonus came after', async () => {
  const slow = await giveUpWithBetOpen('DRAW', 'huayhd')
  const quick = await giveUpWithBetOpen('REEL', 'pg')
  const seen = (player: Player, days: number) => {
    const now = new Date(world.clock.now().getTime() + days * dayMs)
    return mayBeOldStakes(world.database.db, { memberId: player.id, now, isSwept: false })
  }
  for (const [player, game] of [
    [slow, 'huayhd'],
    [quick, 'pg'],
  ] as const) {
    await world.passTime(6 * minuteMs)
    await fund(world, player.id, 30_000n)
    expect((await move(player, 'wallet', game)).status).toBe(200)
    for (const has of ['150.00', '850.00']) {
      await world.setBalanceAt(player, game, has)
      await world.passTime(6_000)
      await player.call('GET /api/wallet/refresh/slot')
    }
  }
  // 150 lost and 700 won: likely enough if bets are decided at once, and no evidence if they are not.
  expect([await seen(quick, 0), await seen(slow, 0)]).toEqual([false, true])
  expect([await seen(slow, 29), await seen(slow, 31)]).toEqual([true, false])

  // A bonus that ended normally does not hide the one before.
  await world.defineBonus('AFTER', { terms: { factor: '1' } })
  expect((await move(slow, 'huayhd', 'wallet')).status).toBe(200)
  await world.passTime(6_000)
  expect((await activate(slow, 'AFTER')).status).toBe(200)
  expect((await withdraw(slow, 300)).status).toBe(200)
  expect(await peopleFor(slow)).toBe(1)
})

test('a bonus after which nothing was lost where bets stay open needs no review', async () => {
  await world.defineBonus('CLEAN', { terms: { endAmount: { BAHT: '999999' } } })
  const player = await world.addPlayer(60_000n, ['huayhd'])
  await activate(player, 'CLEAN')
  await world.passTime(6_000)
  expect((await clear(player)).status).toBe(200)
  await workUntilEnded(player)
  expect((await move(player, 'wallet', 'huayhd')).status).toBe(200)
  await world.setBalanceAt(player, 'huayhd', '900.00')
  await world.passTime(6_000)
  await player.call('GET /api/wallet/refresh/slot')
  const asked = { memberId: player.id, now: world.clock.now(), isSwept: false }
  expect(await mayBeOldStakes(world.database.db, asked)).toBe(false)
})

test('a share of a deposit is for money that stays: after a withdrawal there is none', async () => {
  await world.defineBonus('STAYS', {
    maxReceived: 9,
    terms: { gives: { of: 'deposit', percent: 20, max: { BAHT: '800' } } },
  })
  const bankAccountNo = '5556667778'
  const player = await world.addPlayer(0n, [], { bankAccountNo })
  const offer = async () => (await player.call('GET /api/bonus/offer/STAYS')).body
  const deposit = async () => {
    await world.sandbox.control('POST', '/bank/pay', {
      fromAccount: bankAccountNo,
      fromName: 'SOMCHAI JAIDEE',
      amount: '1000.00',
    })
    await expect.poll(async () => (await player.balances()).wallet).toBe(100_000)
  }
  await deposit()
  expect(await offer()).toMatchObject({ needsDeposit: false, bonus: 200 })
  expect((await withdraw(player, 1_000)).status).toBe(200)
  expect(await offer()).toMatchObject({ needsDeposit: true, bonus: 0 })
  // The bank's statement shows the transfer that its message reported.
  for (let turn = 0; turn < 3; turn += 1) {
    await world.passTime(11_000)
    await world.runJobs()
  }
  await expect
    .poll(async () => (await player.call('GET /api/withdrawals/current')).body.withdrawal.stage)
    .toBe('PAID')
  expect((await activate(player, 'STAYS')).body.code).toBe('BONUS_NO_DEPOSIT')
  await world.passTime(1_000)
  await deposit()
  expect(await offer()).toMatchObject({ needsDeposit: false, bonus: 200 })
})
