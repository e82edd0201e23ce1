import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Money } from '@kapao/contract/money'
import { systemIds } from '#core/ids.ts'
import { addCondition } from '#money/conditions/store.ts'
import { noteItem } from '#records/items/store.ts'
import { amountText } from '#records/notices/amount-text.ts'
import { readCannedFacts } from '#talk/chat/canned-facts.ts'
import { factTexts } from '#talk/chatbot/fact-texts.ts'
import { describeFacts } from '#talk/chatbot/facts.ts'
import { readFacts } from '#talk/chatbot/read-facts.ts'
import { withBonuses } from '#testing/worlds/bonus-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import type { Answer } from '#testing/worlds/test-app.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { fewResultsKind } from './release.ts'

/** The number of random states; a failure prints its seed. */
const runs = Number(process.env['KAPAO_MODEL_RUNS'] ?? 40)

const world = testWorld(async () => withBonuses(await openPayoutWorld()))
beforeAll(async () => {
  await world.set('withdraw.min.BAHT', '0.01')
  // Nothing is paid while it is looked at.
  await world.set('withdraw.autoMax.BAHT', '0.01')
  await world.defineBonus('UNMET')
  await world.defineBonus('STAKED', { terms: { kind: 'turnover', base: 'bonus', factor: '3' } })
  await world.defineBonus('MET', { terms: { factor: '0.1' } })
  await world.defineBonus('CAPPED', { terms: { factor: '0.1', withdrawMax: { BAHT: '300' } } })
})

const satang = (most: number) => fc.integer({ min: 0, max: most })
const states = fc.record({
  own: satang(100_000),
  bonus: fc.option(fc.constantFrom('UNMET', 'STAKED', 'MET', 'CAPPED')),
  prizes: fc.array(fc.record({ amount: satang(30_000), times: fc.integer({ min: 1, max: 9 }) }), {
    maxLength: 2,
  }),
  /** How much goes to a game, and what of it is lost there, in percent. */
  moved: satang(100),
  lost: fc.option(satang(100)),
  checked: fc.boolean(),
  /** A withdrawal that is open before. */
  before: fc.boolean(),
})
type State = Parameters<Parameters<typeof states.map>[0]>[0]

async function mustBe200(answer: Promise<Answer>): Promise<void> {
  expect((await answer).status).toBe(200)
}

async function reach({ own, bonus, prizes, moved, lost, ...state }: State): Promise<Player> {
  const { db } = world.database
  const given = prizes.filter(({ amount }) => amount > 0)
  const player = await world.addPlayer(
    BigInt(given.reduce((sum, { amount }) => sum + amount, own)),
    ['pg'],
  )
  const { id: memberId } = player
  for (const { amount, times } of given)
    await db.begin((tx) =>
      addCondition(tx, {
        id: systemIds.key(),
        memberId,
        kind: 'prize',
        source: 'lucky',
        currency: 'BAHT',
        amount: BigInt(amount),
        toPlay: BigInt(amount * times),
        createdAt: world.clock.now(),
      }),
    )
  if (bonus) await mustBe200(player.call(`GET /api/bonus/activate/${bonus}`))
  const { wallet } = await player.balances()
  const amount = Math.floor((wallet! * moved) / 10_000)
  if (amount > 0) {
    const body = { from: 'wallet', to: 'pg', amount }
    await mustBe200(player.call('POST /api/wallet/transfer', { body }))
    if (lost !== null) {
      await world.setBalanceAt(player, 'pg', ((amount * (100 - lost)) / 100).toFixed(2))
      await world.passTime(6_000)
      await player.call('GET /api/wallet/refresh/slot')
    }
  }
  if (state.checked && bonus)
    await noteItem(db, {
      kind: fewResultsKind,
      key: systemIds.key(),
      memberId,
      words: 'One result makes up half of what the bonus requires.',
      evidence: {},
      holds: ['rewards'],
      since: world.clock.now(),
    })
  const isBegun = state.before && (await world.withdraw(player, 0.5)).status === 200
  // What a withdrawal under a bonus leaves is deducted at once.
  if (isBegun && bonus)
    await world.until(
      async () => (await player.call('GET /api/wallet/underway')).body.bonus,
      (held) => held === null,
    )
  return player
}

/** One state for each reason, so that none is left to chance. */
const plain: State = {
  own: 90_000,
  bonus: null,
  prizes: [],
  moved: 50,
  lost: null,
  checked: false,
  before: false,
}
const ofEachKind: Partial<State>[] = [
  {},
  { bonus: 'UNMET' },
  { bonus: 'CAPPED' },
  { bonus: 'MET', checked: true },
  { prizes: [{ amount: 20_000, times: 5 }] },
  { before: true },
]
const eachKind = [
  'null true',
  'BONUS false',
  'BONUS_MAXIMUM true',
  'CHECK false',
  'REWARDS true',
  'WITHDRAWAL false',
]

const refusedFor: Record<string, string> = {
  BONUS: 'BONUS_REMAINING',
  BONUS_MAXIMUM: 'WITHDRAW_MAXIMUM',
  CHECK: 'REWARD_HELD',
  REWARDS: 'BONUS_REMAINING',
  WITHDRAWAL: 'WITHDRAW_PENDING',
  null: 'MONEY_NOT_ENOUGH',
}
const inSatang = (amount: number): number => Math.round(amount * 100)
const inBaht = (amount: number): Money => ({
  amount: BigInt(inSatang(amount)),
  currency: 'BAHT',
})

test(
  'SAY-01 SAY-02 what is shown as withdrawable is accepted, and one satang more is refused for the reason that is shown',
  { tags: 'long-2', timeout: 300_000 },
  async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(states, async (state) => {
        const player = await reach(state)
        const { withdrawable } = (await player.call('GET /api/withdrawals/current')).body
        const { amount, notYet, why } = withdrawable
        seen.add(`${why} ${amount > 0}`)
        // Home, the chat and the canned answers say the same.
        expect((await player.call('GET /api/wallet/underway')).body.withdrawable).toEqual(
          withdrawable,
        )
        const { clock } = world
        const { db } = world.database
        const [free, rest] = [inBaht(amount), inBaht(notYet)]
        const facts = await readFacts(db, clock, player.id)
        expect(facts.withdrawable).toEqual({ now: free, notYet: rest })
        const [freeWords, restWords] = [amountText(free, 'en'), amountText(rest, 'en')]
        const said = describeFacts(facts, 'en').split('\n• ')
        const { withdrawable: say, withdrawablePart } = factTexts.en
        const line = notYet > 0 ? withdrawablePart(freeWords, restWords) : say(freeWords)
        expect(said.includes(line)).toBe(amount + notYet > 0)
        const canned = await readCannedFacts({ db, clock }, player.id, 'en')
        expect(canned.withdrawable).toBe(freeWords)
        // The parts are the total.
        const { wallet, slots } = (await player.call('GET /api/wallet')).body
        const total = slots.reduce(
          (sum: number, one: { amount: number }) => sum + inSatang(one.amount),
          inSatang(wallet.amount),
        )
        expect(inSatang(amount) + inSatang(notYet)).toBe(total)

        await world.passTime(6_000)
        const more = await world.withdrawAll(player, (inSatang(amount) + 1) / 100)
        expect(more.body.code).toBe(refusedFor[String(why)])
        if (amount > 0) await mustBe200(world.withdrawAll(player, amount))
      }),
      { numRuns: runs, examples: ofEachKind.map((one) => [{ ...plain, ...one }]), verbose: 1 },
    )
    expect([...seen]).toEqual(expect.arrayContaining(eachKind))
  },
)
