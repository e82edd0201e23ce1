import fc from 'fast-check'
import type { AmountText } from '@kapao/contract/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { Refused } from '#core/refused.ts'
import {
  Crash,
  openBonusProcess,
  type BonusProcess,
  type PlayedProvider,
} from '#testing/models/bonus-model.ts'
import { usualTerms } from '#testing/worlds/bonus-world.ts'
import { anyArrival, openDepositWorld } from '#testing/worlds/deposit-world.ts'
import { openEarned, prize, refunded } from '#testing/models/rewards-model.ts'
import { changeSettings } from '#settings/change.ts'
import { setRejected } from '#money/withdrawals/decide-store.ts'
import { endOf } from '#money/withdrawals/end.ts'
import { findLatest } from '#money/withdrawals/store.ts'
import { beginWithdrawal } from '#money/withdrawals/begin.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { activateBonus } from './activate.ts'
import { saveCampaign } from './campaign-store.ts'
import { startClear } from './clear.ts'
import { continueEnding } from './finish.ts'
import { previewClear, type Preview } from './progress.ts'

/** The number of random sequences; a failure prints its seed, and `fc.assert(..., { seed, path })` runs it again. */
const runs = Number(process.env['KAPAO_MODEL_RUNS'] ?? 40)
const games = ['one', 'two'] as const
const bonusAmount = 5_000n
const endAmount = 1_000n
const receivedMax = 2
/** Longer than a bonus under which nothing is left is kept. */
const restMs = 8 * dayMs

/** No two accounts look alike here. */
const watch = { lookAtBonus: async () => async () => 'free' as const }

const world = testWorld(openDepositWorld)
let live: BonusProcess
let earned: Awaited<ReturnType<typeof openEarned>>
const provider: PlayedProvider = { balances: new Map(), moved: new Set(), refusals: 0 }

beforeAll(async () => {
  live = openBonusProcess(world, provider, games)
  earned = await openEarned(world, live)
  const terms = {
    ...usualTerms,
    factor: '2',
    gives: { of: 'amount', amount: { BAHT: '50' } },
  } as const
  await changeSettings(
    { db: world.database.db, clock: world.clock },
    {
      actor: 'operator:test',
      requestId: 'test',
      changes: [{ name: 'bonus.endEmptyAfter', to: { value: 7 * 24 * 60 }, expectedVersion: null }],
    },
  )
  const shared = {
    quota: null,
    banners: { th: [], la: [], en: [] },
    isOn: true,
    startsAt: null,
    endsAt: null,
  }
  await live.db.begin((tx) =>
    saveCampaign(
      tx,
      { ...shared, code: 'MODEL', type: 'limit', maxReceived: receivedMax, terms },
      world.clock.now(),
    ),
  )
})
afterAll(() => live.db.close())

/** The expected state between two operations. */
type Model = {
  wallet: bigint
  games: bigint[]
  withdrawing: bigint
  target: bigint | null
  waiting: bigint
  received: number
  /** Coins earned by deposits; how many each earns is proven in deposits/coins.test.ts. */
  earned: bigint
  spent: bigint
  coupons: bigint
  refundable: bigint
}
type Op =
  | { what: 'deposit' | 'withdraw'; baht: number }
  | { what: 'in' | 'out'; game: number; baht: number }
  | { what: 'play'; game: number; percent: number }
  | { what: 'bonus' | 'clear' | 'giveBack' | 'rest' }
  | { what: 'lost' | 'refund' | 'spin' | 'claim' }
type Step = Op & { crashAt: string | null; refusals: number }

const total = (model: Model) => model.games.reduce((sum, one) => sum + one, model.wallet)
/** Deposits that waited for the end of the bonus arrive with it. */
const ended = (model: Model): Model => ({
  ...model,
  target: null,
  wallet: model.wallet + model.waiting,
  waiting: 0n,
})

/** The expected state after the operation; null if it must be refused and nothing may change. */
function expected(model: Model, op: Op): Model | null {
  const { wallet, target } = model
  const amount = 'baht' in op ? BigInt(op.baht) * 100n : 0n
  const isMet = target !== null && total(model) >= target
  if (op.what === 'deposit')
    return target === null
      ? { ...model, wallet: wallet + amount }
      : { ...model, waiting: model.waiting + amount }
  if (op.what === 'in' || op.what === 'out') {
    const sign = op.what === 'in' ? 1n : -1n
    const has = op.what === 'in' ? wallet : model.games[op.game]!
    if (has < amount) return null
    const left = model.games.map((one, at) => (at === op.game ? one + sign * amount : one))
    return { ...model, wallet: wallet - sign * amount, games: left }
  }
  if (op.what === 'play') {
    const plays = (one: bigint) => (one * BigInt(op.percent)) / 100n
    return { ...model, games: model.games.map((one, at) => (at === op.game ? plays(one) : one)) }
  }
  if (op.what === 'bonus') {
    if (target !== null || model.withdrawing > 0n || model.received >= receivedMax) return null
    const next = { ...model, wallet: wallet + bonusAmount, received: model.received + 1 }
    return { ...next, target: (total(model) + bonusAmount) * 2n }
  }
  if (op.what === 'clear') {
    if (target === null || !(isMet || total(model) <= endAmount)) return null
    return ended({ ...model, games: model.games.map(() => 0n) })
  }
  if (op.what === 'withdraw') {
    if (model.withdrawing > 0n || wallet < amount || (target !== null && !isMet)) return null
    const next = { ...model, wallet: wallet - amount, withdrawing: amount }
    return target === null ? next : ended({ ...next, wallet: 0n, games: model.games.map(() => 0n) })
  }
  if (op.what in earning) return earning[op.what as keyof typeof earning](model)
  // A member with nothing left for a week is free again automatically.
  if (op.what === 'rest') return target !== null && total(model) === 0n ? ended(model) : model
  if (model.withdrawing === 0n) return null
  return { ...model, wallet: wallet + model.withdrawing, withdrawing: 0n }
}

/** Rewards that are counted first and credited on request, none of them under a bonus; spins go on. */
const earning = {
  lost: (model: Model) => ({ ...model, refundable: model.refundable + refunded }),
  refund: (model: Model) =>
    model.target !== null || model.refundable === 0n
      ? null
      : { ...model, wallet: model.wallet + model.refundable, refundable: 0n },
  spin: (model: Model) =>
    model.earned === model.spent
      ? null
      : { ...model, spent: model.spent + 1n, coupons: model.coupons + 1n },
  claim: (model: Model) =>
    model.target !== null || model.coupons === 0n
      ? null
      : { ...model, wallet: model.wallet + prize, coupons: model.coupons - 1n },
}

async function earn(
  caller: { memberId: string; key: string; requestId: string },
  what: keyof typeof earning,
): Promise<void> {
  if (what === 'lost') return earned.closePeriod(caller.memberId)
  if (what === 'refund') return earned.receiveRefund(caller)
  if (what === 'claim') return earned.claimOldest(caller)
  if (!(await earned.spin(caller))) throw new Refused('NO_DATA')
}

async function perform(memberId: string, op: Op): Promise<void> {
  const caller = { memberId, key: systemIds.key(), requestId: 'model' }
  if (op.what === 'deposit') {
    const money = { amount: BigInt(op.baht) * 100n, currency: 'BAHT' as const }
    await live.deposits.settle(anyArrival({ memberId, money }))
  } else if (op.what === 'in' || op.what === 'out') {
    const game = games[op.game]!
    const [from, to] = op.what === 'in' ? ['wallet', game] : [game, 'wallet']
    const { transfers } = live.transfers
    const wanted = { from, to, amount: String(op.baht) as AmountText }
    const { id } = await transfers.begin(await transfers.plan(caller, wanted))
    await transfers.carryOn(id)
  } else if (op.what === 'play') {
    const name = `${memberId} ${games[op.game]!}`
    const has = provider.balances.get(name) ?? 0n
    provider.balances.set(name, (has * BigInt(op.percent)) / 100n)
  } else if (op.what in earning) await earn(caller, op.what as keyof typeof earning)
  else if (op.what === 'bonus') await activateBonus({ ...live.bonus.deps, watch }, caller, 'MODEL')
  else if (op.what === 'clear') {
    const { deps } = live.bonus
    await continueEnding(deps, await startClear(deps, caller))
  } else if (op.what === 'withdraw')
    await beginWithdrawal(live.withdrawing, caller, {
      amount: String(op.baht) as AmountText,
      ofAll: false,
    })
  else if (op.what === 'rest') {
    world.clock.moveMs(restMs)
    for (const job of live.bonus.jobs) await job.run()
  } else {
    const open = await findLatest(live.db, memberId)
    if (!open || open.endedAt) throw new Refused('NO_DATA')
    const back = { state: 'returned', payout: null, reason: null, why: 'model' } as const
    const undoUntil = world.clock.now()
    const no = { by: 'operator:model', reason: 'ACCOUNT_NAME', why: null, undoUntil } as const
    if (open.state === 'held' || open.state === 'approved')
      await live.db.begin((tx) => setRejected(tx, open.id, no))
    await endOf(live.withdrawing, open.id, back)
  }
}

const seen = async (memberId: string, before: Model): Promise<Model> => {
  const { transit, theirs, ...now } = await live.look(memberId)
  expect(transit).toBe(0n)
  expect(theirs).toEqual(now.games)
  const [row] = await live.db.query<{ waiting: bigint; received: bigint }>(
    `select (select coalesce(sum(amount), 0)::bigint from deposits_deposit where member_id = $1 and state = 'suspended') as waiting,
            (select count(*) from bonus_receipt where member_id = $1) as received`,
    [memberId],
  )
  const { waiting, received } = row!
  return {
    ...before,
    ...now,
    ...(await earned.look(memberId)),
    waiting,
    received: Number(received),
  }
}

const baht = fc.constantFrom(1, 5, 10, 50, 100, 250)
const game = fc.constantFrom(0, 1)
const op: fc.Arbitrary<Op> = fc.oneof(
  fc.record({ what: fc.constant('deposit' as const), baht }),
  fc.record({ what: fc.constant('withdraw' as const), baht }),
  fc.record({ what: fc.constantFrom('in' as const, 'out' as const), game, baht }),
  fc.record({
    what: fc.constant('play' as const),
    game,
    percent: fc.constantFrom(0, 1, 50, 130, 900),
  }),
  fc.record({
    what: fc.constantFrom(
      'bonus' as const,
      'clear' as const,
      'clear' as const,
      'giveBack' as const,
      'rest' as const,
    ),
  }),
  fc.record({
    what: fc.constantFrom('lost' as const, 'refund' as const, 'spin' as const, 'claim' as const),
  }),
)
const steps = [
  'reward.planned',
  'reward.given',
  'bonus.checked',
  'bonus.clearing',
  'bonus.transfer-begun',
  'bonus.transfer-ended',
  'bonus.ended',
  'bonus.deducted',
  'bonus.emptied',
  'withdrawal.planned',
  'withdrawal.begun',
  'transfer.held',
  'transfer.answered',
  'transfer.ended',
  'deposit.prepared',
  'deposit.booked',
  'spin.drawn',
  'coupon.claimed',
]
const fault = fc.record({
  crashAt: fc.oneof(
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom(...steps) },
  ),
  refusals: fc.oneof(
    { weight: 5, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.constant(1) },
  ),
})
const step: fc.Arbitrary<Step> = fc
  .tuple(op, fault)
  .map(([what, faults]) => ({ ...what, ...faults }))
/** A wallet to begin with, most often with a bonus over it. */
const opening: Step[] = [{ what: 'deposit', baht: 250, crashAt: null, refusals: 0 }]

const anything = fc.array(step, { minLength: 3, maxLength: 12 })
const plain = { crashAt: null, refusals: 0 }
/** Random play rarely meets a target: half of the sequences begin with a bonus and a win that does. */
const luck: Step[] = [
  { what: 'bonus', ...plain },
  { what: 'in', game: 0, baht: 250, ...plain },
  { what: 'play', game: 0, percent: 900, ...plain },
  { what: 'out', game: 0, baht: 250, ...plain },
]
/** Random play rarely loses everything either: some begin with a lost bonus. */
const bust: Step[] = [
  { what: 'bonus', ...plain },
  { what: 'in', game: 0, baht: 250, ...plain },
  { what: 'in', game: 1, baht: 50, ...plain },
  { what: 'play', game: 0, percent: 0, ...plain },
  { what: 'play', game: 1, percent: 0, ...plain },
]
const bustFirst = fc
  .tuple(fault, anything)
  .map(([faults, rest]) => [...bust, { what: 'rest' as const, ...faults }, ...rest])
const luckyFirst = anything.map((rest) => [...luck, ...rest])

type ModelStep = { before: Model; now: Model; what: Op['what'] }

/** No partial effect is allowed: an operation has happened or not, and one that was answered as done has. */
function shouldBe({
  before,
  now,
  one,
  done,
  refusals,
}: Omit<ModelStep, 'what'> & { one: Op; done: string; refusals: number }) {
  const after = expected(before, one)
  const isUnchanged = JSON.stringify(show(now)) === JSON.stringify(show(before))
  if (after === null || (isUnchanged && (done !== 'done' || refusals > 0))) return before
  const mayEarn = after.wallet > before.wallet || before.waiting > after.waiting
  return mayEarn && now.earned > before.earned ? { ...after, earned: now.earned } : after
}

/** The amount that ending took out of games, if the member has just ended a bonus; null otherwise. */
function lostOf({ before, now, what }: ModelStep): bigint | null {
  const isCancelled =
    what !== 'rest' &&
    before.target !== null &&
    now.target === null &&
    now.withdrawing === before.withdrawing
  return isCancelled ? total(before) - before.wallet : null
}

function previewedOf(preview: Preview | null, seen: ModelStep): bigint | string | null {
  if (lostOf(seen) === null) return null
  if (!preview?.allowed) return 'the preview did not allow it'
  return preview.lost.reduce((sum, { amount }) => sum + amount, 0n)
}

async function runSequence(sequence: Step[]): Promise<void> {
  const { id: memberId } = await world.addMember()
  await live.accounts.open(
    live.db,
    games.map((party) => ({
      owner: memberId,
      kind: 'game' as const,
      party,
      currency: 'BAHT' as const,
    })),
  )
  let model: Model = {
    wallet: 0n,
    games: games.map(() => 0n),
    withdrawing: 0n,
    target: null,
    waiting: 0n,
    received: 0,
    earned: 0n,
    spent: 0n,
    coupons: 0n,
    refundable: 0n,
  }
  for (const { crashAt, refusals, ...one } of [...opening, ...sequence]) {
    world.clock.moveMs(7_000)
    const preview =
      one.what === 'clear' ? await previewClear(live.bonus.deps, memberId).catch(() => null) : null
    live.state.crashAt = crashAt
    provider.refusals = one.what === 'play' ? 0 : refusals
    const done = await perform(memberId, one).then(
      () => 'done' as const,
      (error: unknown) => {
        if (error instanceof Refused) return 'refused' as const
        // A job continues with the other items, and reports the crash at its end.
        if ([error, (error as Error).cause].some((one) => one instanceof Crash))
          return 'crashed' as const
        throw error
      },
    )
    provider.refusals = 0
    await live.settleAll(memberId)
    const now = await seen(memberId, model)
    expect(show(now)).toEqual(show(shouldBe({ before: model, now, one, done, refusals })))
    const change = { before: model, now, what: one.what }
    expect(previewedOf(preview, change)).toEqual(lostOf(change))
    model = now
  }
}

const show = (model: Model) =>
  Object.fromEntries(Object.entries(model).map(([name, value]) => [name, String(value)]))

test(
  'F30 I23 I25 random sequences of deposits, transfers, play, rewards and withdrawals, refused and killed anywhere, keep every balance as expected',
  { tags: 'long-1', timeout: 60_000 + runs * 3_000 },
  async () => {
    const seed = Math.floor(world.database.url.length * 7_919 + process.pid)
    // Printed, so that a passing run can be repeated, too.
    process.stdout.write(`model of bonuses: ${runs} sequences from seed ${seed}\n`)
    await fc.assert(fc.asyncProperty(fc.oneof(anything, luckyFirst, bustFirst), runSequence), {
      numRuns: runs,
      seed,
      endOnFailure: runs <= 40,
    })
  },
)
