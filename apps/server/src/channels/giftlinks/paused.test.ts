import type { CrashPoint } from '#core/jobs/failpoint.ts'
import { expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { findMember } from '#records/account/store.ts'
import { openClients } from '../../system/outside.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { openTestDeposits } from '#testing/processes/open-deposits.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { openPayWorld, receivingWallet } from '#testing/worlds/pay-world.ts'
import { resolveLink } from './resolve.ts'
import { redeemClaim, type GiftDeps } from './redeem.ts'
import { findLink, insertLink, type Claim } from './store.ts'

const world = testWorld(openPayWorld)

/** The wallet as one process asks it. */
function openWallet() {
  return openClients({ ...world, db: world.database.db }).giftWallet
}

/** The dependencies of one process, which can be paused. */
function processOf(more: Partial<GiftDeps>): GiftDeps {
  const { db } = world.database
  const { clock } = world
  const around = { db, clock, ids: systemIds, log: { info() {}, warn() {}, error() {} } }
  const { settle } = openTestDeposits(db, clock, around)
  return {
    ...around,
    client: openWallet(),
    settle,
    failpoint: async () => undefined,
    askAgainAfterMs: [],
    ...more,
  }
}

async function claimed(player: Player): Promise<Claim> {
  const { id: memberId } = player
  const { hash } = await world.sandbox.control<{ hash: string }>('POST', '/giftlink/vouchers', {
    amount: '50',
    ownerMobile: (await findMember(world.database.db, memberId))!.username,
    ownerName: 'SOMCHAI JAIDEE',
  })
  const claim = {
    id: systemIds.key(),
    memberId,
    key: systemIds.key(),
    fingerprint: systemIds.key(),
    voucher: hash,
    account: receivingWallet.walletAccountName,
    mobile: receivingWallet.mobile,
  }
  await world.database.db.begin((tx) => insertLink(tx, claim, world.clock.now()))
  return claim
}

const stateOf = async ({ id }: Claim) => (await findLink(world.database.db, id))!.state
async function isEmptied({ voucher }: Claim): Promise<boolean> {
  const all = await world.sandbox.control<{ hash: string; tickets: unknown[] }[]>(
    'GET',
    '/giftlink/vouchers',
  )
  return all.find((one) => one.hash === voucher)!.tickets.length > 0
}

/** The wallet does not answer while the link is open, and an operator ends it as never received. */
async function giveUp(claim: Claim): Promise<void> {
  await world.sandbox.addFault({ operation: 'giftlink.redeem', kind: 'html-403' })
  await world.work(20)
  await world.sandbox.control('DELETE', '/faults', {})
  expect(await stateOf(claim)).toBe('exception')
  const { db } = world.database
  const by = { actor: 'operator:test', requestId: 'test' } as const
  await resolveLink(
    { db, clock: world.clock },
    { id: claim.id, received: null, why: 'nothing came', ...by },
  )
}

/** Starts to redeem it, and pauses at a step until it is woken. */
async function fallAsleep(at: 'noted' | 'asking', claim: Claim) {
  const { promise: woken, resolve: wake } = Promise.withResolvers<void>()
  const { promise: asleep, resolve: sleeps } = Promise.withResolvers<void>()
  const sleep = () => {
    sleeps()
    return woken
  }
  const client = openWallet()
  const deps = processOf(
    at === 'noted'
      ? {
          failpoint: async (step: CrashPoint) =>
            step === 'gift.marked-sent' ? sleep() : undefined,
        }
      : { client: { ...client, redeem: (asked) => sleep().then(() => client.redeem(asked)) } },
  )
  const done = redeemClaim(deps, claim)
  await asleep
  return {
    wakeUp: () => {
      wake()
      return done
    },
  }
}

test('CARE-51 a process that paused between recording a gift link and emptying it does not empty one that was given up', async () => {
  const player = await world.addPlayer(0n, [])
  const claim = await claimed(player)
  const { wakeUp } = await fallAsleep('noted', claim)
  await giveUp(claim)
  await wakeUp()
  expect(await isEmptied(claim)).toBe(false)
  expect(await stateOf(claim)).toBe('refused')
})

test('CARE-51 a paused process does not empty a link that another process has taken over, which empties it once', async () => {
  const player = await world.addPlayer(0n, [])
  const claim = await claimed(player)
  const { wakeUp } = await fallAsleep('noted', claim)
  await world.work(2)
  expect(await stateOf(claim)).toBe('done')
  await wakeUp()
  expect(await stateOf(claim)).toBe('done')
  expect(await world.walletOf(player)).toBe(5_000)
})

test('CARE-51 a link that is emptied after it was given up is booked all the same', async () => {
  const player = await world.addPlayer(0n, [])
  const claim = await claimed(player)
  const { wakeUp } = await fallAsleep('asking', claim)
  await giveUp(claim)
  await wakeUp()
  expect(await isEmptied(claim)).toBe(true)
  expect(await stateOf(claim)).toBe('done')
  expect(await world.walletOf(player)).toBe(5_000)
})

test('CARE-51 a link that was submitted again meanwhile and belongs to another row is never booked twice', async () => {
  const player = await world.addPlayer(0n, [])
  const claim = await claimed(player)
  const { wakeUp } = await fallAsleep('asking', claim)
  await giveUp(claim)
  const again = { ...claim, id: systemIds.key(), key: systemIds.key() }
  await world.database.db.begin((tx) => insertLink(tx, again, world.clock.now()))
  await redeemClaim(processOf({}), again)
  expect(await stateOf(again)).toBe('done')
  await wakeUp()
  expect(await stateOf(claim)).toBe('refused')
  expect(await world.walletOf(player)).toBe(5_000)
})

test('CARE-51 F20 while a paused process may still send its request, a refusal to its successor is not final', async () => {
  const player = await world.addPlayer(0n, [])
  const claim = await claimed(player)
  const { wakeUp } = await fallAsleep('asking', claim)
  await world.sandbox.control('POST', '/giftlink/take', { hash: claim.voucher })
  await world.work(9)
  expect(await stateOf(claim)).toBe('unknown')
  await world.work(2)
  expect(await stateOf(claim)).toBe('refused')
  await wakeUp()
  expect(await stateOf(claim)).toBe('refused')
  expect(await world.walletOf(player)).toBe(0)
})
