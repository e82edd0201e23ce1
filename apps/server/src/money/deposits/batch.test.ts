import { beforeAll, expect, test } from 'vitest'
import type { WalletCurrency } from '@kapao/contract/limits'
import { batchSizes } from '#core/db/collect.ts'
import { systemIds } from '#core/ids.ts'
import { leg } from '#ledger/post.ts'
import type { Arrival } from '#outside/arrival.ts'
import { insertRow, lockMember } from '#records/statement/store.ts'
import {
  bookOf,
  currencyOf,
  listMoved,
  listTrail,
  listWritten,
  strangersCount,
} from '#testing/worlds/batch-world.ts'
import { anyArrival, openDepositWorld } from '#testing/worlds/deposit-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { findRequest, insertRequest } from './request-store.ts'
import { findDeposit } from './store.ts'

const world = testWorld(openDepositWorld)

/**
 * What becomes of each arrival: it is credited, also to a row that its member announced; it waits for the end of a
 * bonus; it waits for a slip that says whose it is, and then perhaps for the end of a bonus.
 */
const ways = ['credited', 'announced', 'bonus', 'unknown', 'claimed'] as const
const kipWays = ['credited', 'announced', 'unknown'] as const

type Stranger = {
  n: number
  way: (typeof ways)[number]
  memberId: string
  amount: bigint
  coins: bigint
  currency: WalletCurrency
  arrival: Arrival
  request: string | null
  /** The deposit, once it has arrived. */
  id: string
}

const coinPer = { BAHT: 10_000n, LAK: 50_000n }
const strangers: Stranger[] = []

beforeAll(async () => {
  for (let n = 0; n < strangersCount; n += 1) strangers.push(await addStranger(n))
})

async function addStranger(n: number): Promise<Stranger> {
  const currency = currencyOf(n)
  const way = currency === 'LAK' ? kipWays[n % kipWays.length]! : ways[n % ways.length]!
  const { id: memberId } = await world.addMember({ currency })
  const coins = BigInt(10 + n)
  const amount = coinPer[currency] * coins + BigInt(n)
  const isUnknown = way === 'unknown' || way === 'claimed'
  const party =
    currency === 'LAK' ? 'BCEL:1601110001' : `${n % 2 ? 'SCB' : 'KBANK'}:111222333${n % 2}`
  const arrival = anyArrival({
    eventId: `event of ${n}`,
    references: [`transfer:SCB:first of ${n}`, `transfer:SCB:second of ${n}`],
    house: { kind: 'bank', party },
    memberId: isUnknown ? null : memberId,
    hold: isUnknown ? 'unknown-payer' : null,
    money: { amount, currency },
    paidAt: new Date(Date.UTC(2026, 10, 21, 1, n)),
    payer: { bank: 'SCB', account: `77700${String(n).padStart(5, '0')}`, name: `PAYER ${n}` },
    from: `BANK${n}`,
    requestId: `request of ${n}`,
  })
  if (way === 'bonus') await world.giveBonus(memberId)
  const request = way === 'announced' ? await announce(memberId, { amount, currency }) : null
  return { n, way, memberId, amount, coins, currency, arrival, request, id: '' }
}

async function announce(memberId: string, money: { amount: bigint; currency: WalletCurrency }) {
  const id = systemIds.key()
  const at = world.clock.now()
  await world.database.db.beginFor(memberId, async (tx) => {
    await lockMember(tx, memberId)
    const row = { statementType: 'deposit', from: 'announced', to: 'wallet' } as const
    const statementSeq = await insertRow(tx, at, {
      memberId,
      operation: id,
      ...row,
      status: 'PENDING',
      money,
      about: null,
    })
    const key = { key: systemIds.key(), fingerprint: systemIds.key() }
    const request = { id, memberId, ...key, ...money, isReserved: false, statementSeq }
    await insertRequest(tx, { ...request, createdAt: at })
  })
  return id
}

const batchesRun = async (): Promise<number> => {
  const { values } = await batchSizes.get()
  const found = values.find(
    ({ metricName, labels }) =>
      metricName === 'kapao_batch_size_count' && labels.batch === 'deposits.settle',
  )
  return found?.value ?? 0
}

/**
 * Has all calls share one batch: the first arrival of all goes alone, and they gather behind it. Some may be left for
 * batches of their own.
 */
async function inOneBatch<T>(calls: readonly (() => Promise<T>)[], left = 0): Promise<T[]> {
  const before = await batchesRun()
  let arrived = 0
  let goOn = () => {}
  const all = new Promise<void>((resolve) => (goOn = resolve))
  world.atStep(async (step) => {
    if (step !== 'deposit.prepared') return
    arrived += 1
    if (arrived === calls.length + 1) goOn()
    await all
  })
  const leader = world.processes[0]!.settle(anyArrival({ hold: 'unknown-payer' }))
  await expect.poll(() => arrived).toBe(1)
  const [results] = await Promise.all([Promise.all(calls.map((call) => call())), leader])
  world.atStep(null)
  expect((await batchesRun()) - before).toBe(2 + left)
  return results
}

const idsOf = async ({ arrival }: Pick<Stranger, 'arrival'>) =>
  world.database.db.query(
    `select deposit as id from deposits_report where event_id = $1
     union select deposit from deposits_reference where reference = any ($2)`,
    [arrival.eventId, arrival.references],
  )

const endOf = async (request: string) => {
  const { state, deposit } = (await findRequest(world.database.db, request))!
  return [state, deposit]
}

const accountOf = async (memberId: string, kind: 'wallet' | 'coin') =>
  (await bookOf(world).find(memberId, [[kind, '']]))[0]!

/** What a stranger has of what arrived, everywhere where it is written. */
async function seenOf({ memberId, id, arrival, way, request }: Stranger) {
  const deposit = (await findDeposit(world.database.db, id))!
  const trail = await listTrail(world, id)
  return {
    wallet: BigInt(await world.balanceOf(memberId)) - (way === 'bonus' ? 100n : 0n),
    coins: BigInt(await world.balanceOf(memberId, 'coin')),
    deposit: [deposit.memberId, deposit.state, deposit.why, deposit.amount, deposit.currency],
    from: [`${deposit.houseKind}:${deposit.houseParty}`, deposit.from],
    statement: (await listWritten(world, memberId)).map((row) => [
      row.operation,
      row.from,
      row.status,
      row.amount,
      row.currency,
    ]),
    trail: trail.map(({ action, request }) => [action, request]),
    after: trail.map(({ after }) => after),
    known: await idsOf({ arrival }),
    request: request === null ? null : await endOf(request),
  }
}

function expectedOf(stranger: Stranger, stage: 'arrived' | 'placed') {
  const { way, amount, currency, coins, id, memberId, arrival, request } = stranger
  const isOwned = arrival.memberId !== null || stage === 'placed'
  const isCredited =
    way === 'credited' || way === 'announced' || (stage === 'placed' && way !== 'claimed')
  const why = { bonus: 'bonus', unknown: 'unknown-payer', claimed: 'unknown-payer' } as const
  const first = way in why ? why[way as keyof typeof why] : null
  const from = request === null ? arrival.from : 'announced'
  const status = isCredited ? 'SUCCESS' : 'PENDING'
  const row = [request ?? id, from, status, amount, currency]
  const base = { channel: 'bank', amount: Number(amount), currency }
  const member = arrival.memberId === null ? {} : { member: memberId }
  const second = {
    bonus: ['deposits.release', 'deposits.release', {}],
    unknown: ['deposits.release', `slip of ${stranger.n}`, { channel: 'slip' }],
    claimed: ['deposits.claim', `slip of ${stranger.n}`, { channel: 'slip', why: 'bonus' }],
  } as const
  const next = stage === 'placed' && way in second ? second[way as keyof typeof second] : null
  return {
    wallet: isCredited ? amount : 0n,
    coins: isCredited ? coins : 0n,
    deposit: [
      isOwned ? memberId : null,
      isCredited ? 'credited' : 'suspended',
      way === 'claimed' && stage === 'placed' ? 'bonus' : first,
      amount,
      currency,
    ],
    from: [`bank:${arrival.house.party}`, arrival.from],
    statement: isOwned ? [row] : [],
    trail: [
      [first === null ? 'deposits.credit' : 'deposits.suspend', arrival.requestId],
      ...(next ? [[next[0], next[1]]] : []),
    ],
    after: [
      { ...base, ...member, ...(first === null ? {} : { why: first }) },
      ...(next ? [{ ...base, member: memberId, ...next[2] }] : []),
    ],
    known: [{ id }],
    request: request === null ? null : ['done', id],
  }
}

/** The accounts between which each movement of a deposit went. */
async function movedOf({ id, memberId, currency, arrival }: Stranger) {
  const book = bookOf(world)
  const { house } = arrival
  const names = new Map([
    [(await book.house(house.kind, house.party, currency)).id, 'house'],
    [(await book.house('suspense', house.kind, currency)).id, 'suspense'],
    [(await book.house('coin', '', 'COIN')).id, 'coins'],
    [(await accountOf(memberId, 'wallet')).id, 'wallet'],
    [(await accountOf(memberId, 'coin')).id, 'coin'],
  ])
  const moved = await listMoved(
    world,
    [1, 2, 4].map((n) => leg(id, n)),
  )
  return moved.map(({ debit, credit, amount }) => [names.get(debit), names.get(credit), amount])
}

test('I08 I10 I36 one batch takes in the money of many strangers: each their own amount, account, reference and row', async () => {
  const settled = await inOneBatch(
    strangers.map(
      ({ arrival }) =>
        () =>
          world.processes[0]!.settle(arrival),
    ),
  )
  for (const [n, { id, money, memberId }] of settled.entries()) {
    const stranger = strangers[n]!
    stranger.id = id
    expect({ money, memberId }).toEqual({
      money: stranger.arrival.money,
      memberId: stranger.arrival.memberId,
    })
  }
  for (const stranger of strangers) {
    const { way, amount, coins } = stranger
    expect(await seenOf(stranger), way).toEqual(expectedOf(stranger, 'arrived'))
    const isCredited = way === 'credited' || way === 'announced'
    expect(await movedOf(stranger)).toEqual(
      isCredited
        ? [
            ['house', 'wallet', amount],
            ['coins', 'coin', coins],
          ]
        : [['house', 'suspense', amount]],
    )
  }
})

test('I10 F27 one batch places what waited of many strangers: each their own, to their own wallet', async () => {
  const waiting = strangers.filter(({ way }) => way !== 'credited' && way !== 'announced')
  for (const { way, memberId } of waiting) {
    if (way === 'claimed') await world.giveBonus(memberId)
    if (way === 'bonus') await world.endBonus(memberId)
  }
  const place = async ({ n, way, memberId, arrival }: Stranger): Promise<void> => {
    const [process] = world.processes
    if (way === 'bonus') return process!.releaseHeld(memberId)
    const slip = { channel: 'slip', eventId: `slip of ${n}`, requestId: `slip of ${n}` } as const
    await process!.settle({ ...arrival, ...slip, memberId, hold: null })
  }
  const released = waiting.filter(({ way }) => way === 'bonus')
  // Releases report no event of their own, so a batch takes one of them.
  await inOneBatch(
    waiting.map((one) => () => place(one)),
    released.length - 1,
  )
  for (const stranger of strangers) {
    const expected = expectedOf(stranger, 'placed')
    const seen = await seenOf(stranger)
    if (stranger.way === 'claimed') seen.wallet -= 100n
    expect(seen, stranger.way).toEqual(expected)
  }
  for (const stranger of waiting.filter(({ way }) => way !== 'claimed')) {
    const { amount, coins } = stranger
    expect(await movedOf(stranger)).toEqual([
      ['house', 'suspense', amount],
      ['suspense', 'wallet', amount],
      ['coins', 'coin', coins],
    ])
  }
})
