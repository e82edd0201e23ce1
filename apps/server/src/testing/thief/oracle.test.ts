import { describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '@kapao/contract/times'
import type { Bet, Books, Condition, Promises } from './books.ts'
import { judge } from './oracle.ts'

const noon = new Date('2026-11-22T05:00:00Z')
const hours = (count: number) => new Date(noon.getTime() + count * hourMs)
const baht = (amount: number) => BigInt(Math.round(amount * 100))

const nobody: Books = {
  members: [
    { id: 'ann', invitedBy: null },
    { id: 'bo', invitedBy: 'ann' },
  ],
  paidIn: [],
  paidOut: [],
  bets: [],
  conditions: [],
  prizes: [],
  alone: [],
}
const promises: Promises = {
  refundRate: 500n,
  inviteRate: 50n,
  periodOf: (at) => String(Math.floor(at.getTime() / dayMs)),
  coinPer: baht(100),
  prizeMax: baht(20),
  campaigns: new Map([
    ['WEEKEND', { timesMax: 2, amountMax: baht(500) }],
    ['SLOTS', { timesMax: 3, amountMax: baht(100) }],
  ]),
  aloneMustBeListed: true,
}
const ann = (amount: number) => ({ memberId: 'ann', amount: baht(amount) })
const bo = (amount: number) => ({ memberId: 'bo', amount: baht(amount) })
const bet = (stake: number, won: number | 'void' | 'open', given: Partial<Bet> = {}): Bet => ({
  memberId: 'ann',
  game: 'pg',
  share: 100,
  stake: baht(stake),
  placedAt: hours(1),
  against: null,
  result:
    won === 'open'
      ? null
      : { won: baht(won === 'void' ? stake : won), isVoid: won === 'void', at: hours(1) },
  ...given,
})
const condition = (given: Partial<Condition> = {}): Condition => ({
  memberId: 'ann',
  code: 'WEEKEND',
  kind: 'balance',
  amount: baht(200),
  had: baht(1_000),
  target: baht(6_000),
  endAmount: baht(10),
  since: noon,
  until: hours(2),
  isReached: false,
  ...given,
})
const found = (books: Partial<Books>, given: Partial<Promises> = {}) =>
  judge({ ...nobody, ...books }, { ...promises, ...given }).map(
    ({ memberId, what, over }) => `${memberId} ${what} ${Number(over) / 100}`,
  )

describe('books in which one way of the table was used', () => {
  test('CARE-74 row 1: a feature bought under a bonus pays after the bonus was given up', () => {
    const bets = [bet(1_195, 1_150)]
    const books = { paidIn: [ann(1_000)], paidOut: [ann(1_150)], bets }
    expect(found({ ...books, conditions: [condition()] })).toEqual(['ann gain 137.75'])
  })

  test("CARE-74 a feature's win that is lost at the games again has not been taken", () => {
    const bets = [bet(1_195, 1_150), bet(1_150, 0, { placedAt: hours(3) })]
    const books = { paidIn: [ann(1_000)], bets, conditions: [condition()] }
    expect(found(books)).toEqual([])
    expect(found({ ...books, paidOut: [ann(100)] })).toEqual(['ann gain 35.25'])
  })

  test('CARE-74 row 1: a member who has since lost a fifth of it at that game keeps at most the bonus, and elsewhere nothing', () => {
    const since = (game: string) => [
      bet(1_195, 1_150),
      bet(230, 0, { placedAt: hours(3), game }),
      bet(100, 330, { placedAt: hours(4), game }),
    ]
    const books = { paidIn: [ann(1_000)], paidOut: [ann(1_150)], conditions: [condition()] }
    expect(found({ ...books, bets: since('pg') })).toEqual([])
    expect(found({ ...books, bets: since('joker2') })).toEqual(['ann gain 137.75'])
  })

  test('CARE-74 row 5: one transfer is credited twice', () => {
    expect(found({ paidIn: [ann(516)], paidOut: [ann(1_032)] })).toEqual(['ann gain 516'])
  })

  test('CARE-74 row 6: void bets are counted as turnover', () => {
    const slots = {
      code: 'SLOTS',
      kind: 'turnover',
      amount: baht(100),
      target: baht(1_000),
    } as const
    const bets = [bet(1_600, 'void'), bet(1_600, 'void')]
    const books = { paidIn: [ann(1_500)], paidOut: [ann(1_600)], bets }
    expect(found({ ...books, conditions: [condition(slots)] })).toEqual(['ann gain 90'])
  })

  test('CARE-74 row 7: an inviter earns by stakes that were returned to the invited', () => {
    const lost = bet(2_000, 'void', { memberId: 'bo' })
    const books = { paidIn: [ann(500), bo(2_000)], paidOut: [ann(550), bo(2_000)] }
    expect(found({ ...books, bets: Array.from({ length: 5 }, () => lost) })).toEqual([
      'ann gain 50',
    ])
  })

  test('PLAY-08 row 19: a bonus is lost to somebody who bets against its member, and they have it together', () => {
    const lost = bet(1_500, 0, { against: 'cy' })
    const won = bet(1_500, 2_970, { memberId: 'cy', against: 'ann' })
    const cy = (amount: number) => ({ memberId: 'cy', amount: baht(amount) })
    const weekend = condition({ amount: baht(500), had: baht(2_500), endAmount: baht(1_500) })
    const books = {
      paidIn: [ann(2_500), cy(2_500)],
      paidOut: [ann(1_500), cy(3_970)],
      bets: [lost, won],
      conditions: [weekend],
    }
    // The casino has its edge of 30.
    expect(found(books)).toEqual(['ann staged 470'])
    // They may bet against each other with their own money, and a bonus apart from that is explained.
    const own = { ...books, paidOut: [ann(1_000), cy(3_970)] }
    expect(found({ ...own, conditions: [] })).toEqual([])
    const apart = condition({ ...weekend, since: hours(2), until: hours(3) })
    expect(found({ ...books, conditions: [apart] })).toEqual([])
  })

  /** What one of two has lost to the other in an arranged bet, without an edge. */
  const moved = (loser: string, winner: string, stake: number, at: number): Bet[] => {
    const placedAt = hours(at)
    return [
      bet(stake, 0, { memberId: loser, against: winner, placedAt }),
      bet(stake, 2 * stake, { memberId: winner, against: loser, placedAt }),
    ]
  }
  const by = (memberId: string, amount: number) => ({ memberId, amount: baht(amount) })
  const bonusOfAnn = condition({ amount: baht(360), had: baht(1_800), endAmount: baht(1_080) })

  test('PLAY-08 row 19: who lost a bonus to somebody who has not been paid has taken nothing, whomever else they have played with', () => {
    const books = {
      paidIn: [by('ann', 3_100), by('cy', 2_160), by('di', 1_300)],
      paidOut: [by('di', 2_600)],
      bets: [...moved('ann', 'di', 1_300, -24), ...moved('ann', 'cy', 2_160, 1)],
      conditions: [bonusOfAnn],
    }
    expect(found(books)).toEqual([])
    const paid = { ...books, paidOut: [...books.paidOut, by('cy', 4_320)] }
    expect(found(paid)).toEqual(['ann staged 360'])
    // What the group loses at games instead it has not taken.
    const lost = bet(2_160, 0, { memberId: 'cy', placedAt: hours(2) })
    const rest = [...books.paidOut, by('cy', 2_160)]
    expect(found({ ...books, paidOut: rest, bets: [...books.bets, lost] })).toEqual([])
  })

  test('PLAY-08 row 19: a bonus that passes through a third account is found where it leaves', () => {
    const books = {
      paidIn: [by('ann', 1_800), by('cy', 500), by('di', 2_660)],
      paidOut: [by('di', 5_320)],
      bets: [
        ...moved('ann', 'cy', 500, 1),
        ...moved('ann', 'cy', 1_000, 1),
        ...moved('ann', 'cy', 660, 1),
        ...moved('cy', 'di', 2_660, 1.5),
      ],
      conditions: [bonusOfAnn],
    }
    expect(found(books)).toEqual(['ann staged 360'])
    expect(found({ ...books, paidOut: [] })).toEqual([])
  })

  test('PLAY-08 row 20: a deposit that is lost earns its share', () => {
    const weekend = condition({ amount: baht(200), had: baht(0) })
    const shareMax = {
      campaigns: new Map([['WEEKEND', { timesMax: 2, amountMax: baht(500), shareMax: 20n }]]),
    }
    expect(found({ conditions: [weekend] }, shareMax)).toEqual(['ann promise 200'])
    expect(found({ conditions: [{ ...weekend, had: baht(1_000) }] }, shareMax)).toEqual([])
  })

  test('CARE-74 row 10: refunds are given repeatedly for a stake that always comes back on the next day', () => {
    const overnight = (day: number) =>
      bet(2_000, 0, {
        placedAt: hours(day * 48),
        result: { won: baht(2_000), isVoid: true, at: hours(day * 48 + 24) },
      })
    const books = { paidIn: [ann(2_000)], bets: [overnight(0), overnight(1), overnight(2)] }
    // A refund paid ahead is the member's until the next refund, and no more than that.
    expect(found({ ...books, paidOut: [ann(2_100)] })).toEqual([])
    expect(found({ ...books, paidOut: [ann(2_300)] })).toEqual(['ann gain 200'])
  })

  test.each([12, 13])('CARE-74 row %i: a payment that was never made is paid out', () => {
    expect(found({ paidOut: [ann(1_999)] })).toEqual(['ann gain 1999'])
  })

  test('CARE-76 rows 2, 3 and 4: what one operator gave alone is found unless it is on the review list', () => {
    const given = (isListed: boolean) => ({
      paidOut: [ann(1_500)],
      alone: [{ ...ann(1_500), isListed }],
    })
    expect(found(given(false))).toEqual(['ann gain 1500'])
    expect(found(given(true))).toEqual([])
    expect(found(given(false), { aloneMustBeListed: false })).toEqual([])
  })

  test('CARE-75 row 11: prizes are as many as the coins of real deposits', () => {
    expect(found({ paidIn: [ann(200)], paidOut: [ann(260)], prizes: [ann(60)] })).toEqual([
      'ann gain 20',
    ])
  })

  test('CARE-75 a reward that is given more often or larger than its terms say', () => {
    const met = condition({ isReached: true })
    const books = { paidIn: [ann(9_000)] }
    expect(found({ ...books, conditions: [met, met, met] })).toEqual(['ann promise 0.01'])
    const large = condition({ isReached: true, amount: baht(501) })
    expect(found({ ...books, conditions: [large, large] })).toEqual(['ann promise 2'])
  })
})

describe("honest members' money is explained", () => {
  test('CARE-73 what was won, and what is staked on an open bet', () => {
    const books = { paidIn: [ann(500)], paidOut: [ann(900)] }
    expect(found({ ...books, bets: [bet(500, 900)] })).toEqual([])
    expect(found({ ...books, bets: [bet(500, 'open')] })).toEqual(['ann gain 875'])
  })

  test('CARE-73 a bonus whose turnover was really played, and one that was lost with the rest', () => {
    const slots = {
      code: 'SLOTS',
      kind: 'turnover',
      amount: baht(100),
      target: baht(1_000),
    } as const
    const played = [bet(1_000, 1_000)]
    const books = { paidIn: [ann(1_500)], paidOut: [ann(1_600)] }
    expect(found({ ...books, bets: played, conditions: [condition(slots)] })).toEqual([])
    const lost = [bet(1_200, 0)]
    const all = { paidIn: [ann(1_500)], paidOut: [ann(500)], bets: lost }
    expect(found({ ...all, conditions: [condition()] })).toEqual([])
  })

  test('CARE-73 refunds of losses, shares of what friends really played, and prizes for coins', () => {
    const bets = [bet(2_000, 0), bet(4_000, 4_000, { memberId: 'bo' })]
    const books = { paidIn: [ann(2_000), bo(4_000)], paidOut: [ann(140), bo(4_000)], bets }
    expect(found({ ...books, prizes: [ann(20)] })).toEqual([])
    expect(found(books)).toEqual(['ann gain 20'])
  })

  test('CARE-73 money held for an operator has not been taken', () => {
    expect(found({ paidIn: [ann(100)], paidOut: [ann(100)] })).toEqual([])
  })
})
