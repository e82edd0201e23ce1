import { describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { saveShared } from '#core/session/devices/device-store.ts'
import { startSession } from '#core/session/session.ts'
import { insertMember } from '#records/account/store.ts'
import { anyMember } from '#testing/worlds/any-member.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { findLinks } from './links.ts'
import { findOpposite, type PlayResult } from './opposite.ts'
import { isDistinctive, mayBeOnePerson, mergeLinks, pairsOfNetworks, type Sign } from './signs.ts'

const database = testDatabase()

describe('CARE-38 who may be one person', () => {
  const link = (...signs: Sign[]) => ({ one: 'a', other: 'b', signs })
  test('one sign is enough between inviter and invited, strangers need two, an invitation alone is not enough', () => {
    for (const sign of ['name', 'device', 'network'] as const) {
      expect(mayBeOnePerson(link(sign, 'invited'))).toBe(true)
      expect(mayBeOnePerson(link(sign))).toBe(false)
    }
    expect(mayBeOnePerson(link('name', 'device'))).toBe(true)
    expect(mayBeOnePerson(link('network', 'name'))).toBe(true)
    expect(mayBeOnePerson(link('invited'))).toBe(false)
    expect(mayBeOnePerson(link('inviter', 'network'))).toBe(false)
  })

  test('two members make one link, in either order', () => {
    const found = [
      { one: 'b', other: 'a', sign: 'name' as const },
      { one: 'a', other: 'b', sign: 'device' as const },
      { one: 'a', other: 'a', sign: 'name' as const },
    ]
    expect(mergeLinks(found)).toEqual([{ one: 'a', other: 'b', signs: ['device', 'name'] }])
  })

  test('the network of a household is a sign; that of a carrier, with many members or many logins, is not', () => {
    const used = (count: number, logins: number) =>
      Array.from({ length: count }, (_, n) => ({ network: '1.1.1.1', memberId: `m${n}`, logins }))
    const mine = new Set(['m0'])
    expect(pairsOfNetworks(used(2, 3), mine)).toEqual([{ one: 'm0', other: 'm1' }])
    expect(pairsOfNetworks(used(5, 3), mine)).toHaveLength(4)
    expect(pairsOfNetworks(used(6, 3), mine)).toEqual([])
    expect(pairsOfNetworks(used(2, 200), mine)).toEqual([])
    expect(pairsOfNetworks(used(3, 3), new Set(['other']))).toEqual([])
  })

  test('CARE-84 networks of the last thirty days are compared, and each source is a sign of its own', async () => {
    const { db } = database
    const at = new Date('2026-11-21T05:00:00Z')
    const idOf = (letter: string) => `7KQ2M4XW9PZ${letter}`
    const names: Record<string, string> = {
      A: 'MALI SOOKJAI',
      M: 'MALI SOOKJAI',
      E: 'EKKACHAI DEE',
    }
    const invitedBy: Record<string, string> = { M: idOf('E'), D: idOf('E') }
    await db.begin(async (tx) => {
      for (const [n, letter] of Array.from('EMABCDFG').entries())
        await insertMember(tx, {
          ...anyMember,
          id: idOf(letter),
          phone: `+6681234567${n}`,
          username: `081234567${n}`,
          bankAccountNo: `123456789${n}`,
          bankAccountName: names[letter] ?? `${letter.repeat(4)} THONGDEE`,
          invitedBy: invitedBy[letter] ?? null,
        })
      await saveShared(tx, { memberId: idOf('M'), others: [idOf('B')], at })
    })
    const logIn = async (letter: string, address: string, daysAgo: number) => {
      const clock = { now: () => new Date(at.getTime() - daysAgo * dayMs) }
      const who = { memberId: idOf(letter), address, device: 'phone' }
      await startSession({ clock, ids: systemIds }, db, who)
    }
    for (const letter of ['M', 'C']) await logIn(letter, '203.0.113.7', 29)
    // One who was there earlier, and one in a network that this member has not used for so long.
    await logIn('F', '203.0.113.7', 31)
    await logIn('M', '198.51.100.7', 31)
    await logIn('G', '198.51.100.7', 1)
    const links = await findLinks(db, { members: [idOf('M')], at })
    const texts = links.map(({ one, other, signs }) =>
      [one.at(-1), other.at(-1), ...signs].join(' '),
    )
    expect(texts.toSorted()).toEqual([
      'A M name',
      'B M device',
      'C M network',
      'D M inviter',
      'E M invited',
    ])
  })

  test('addresses of this machine, of a home network or behind a carrier are no sign', () => {
    const silent = [
      '127.0.0.1',
      '10.1.2.3',
      '192.168.1.4',
      '172.20.0.1',
      '100.70.1.1',
      '::',
      'fe80::',
    ]
    expect(silent.filter(isDistinctive)).toEqual([])
    expect(['203.0.113.7', '2001:db8:7:1::', '172.32.0.1'].filter(isDistinctive)).toHaveLength(3)
    expect(isDistinctive('nobody')).toBe(false)
  })
})

describe('CARE-40 play against each other', () => {
  const now = new Date('2026-11-21T05:00:00Z')
  const at = (hours: number) => new Date(now.getTime() - hours * hourMs)
  const result = (owner: string, amount: bigint, hours: number): PlayResult => ({
    owner,
    game: 'sport',
    amount,
    since: at(hours),
    at: at(hours),
  })
  const asked = { currency: 'BAHT', now } as const
  const days = (one: PlayResult[], other: PlayResult[]) =>
    findOpposite(one, other, asked).map(({ day, how }) => [day, how])

  test('a stake lost by one and won by the other within an hour is found, whichever of them won it', () => {
    const [lost, won] = [result('a', -200_000n, 2), result('b', 196_000n, 1.5)]
    expect(days([lost], [won])).toEqual([['2026-11-21', 'one result']])
    expect(days([won], [lost])).toEqual([['2026-11-21', 'one result']])
  })

  test('a win that is seen only days later may have happened at the same time', () => {
    const lost = result('a', -200_000n, 50)
    const won = { ...result('b', 196_000n, 2), since: at(51) }
    expect(days([lost], [won])).toEqual([['2026-11-19', 'one result']])
    expect(days([lost], [{ ...won, since: at(40) }])).toEqual([])
  })

  test('several parts, or late looks, count as the sum of a day that is over', () => {
    const parts = [result('a', -50_000n, 20), result('a', -80_000n, 18), result('a', -70_000n, 14)]
    expect(days(parts, [result('b', 195_000n, 16)])).toEqual([['2026-11-20', 'a whole day']])
    const today = parts.map((one) => ({ ...one, since: at(3), at: at(3) }))
    expect(days(today, [result('b', 195_000n, 1.5)])).toEqual([])
  })

  test('CARE-84 up to a tenth apart, and from the minimum of each currency on', () => {
    const of = (lost: bigint, won: bigint, currency: 'BAHT' | 'LAK') =>
      findOpposite([result('a', -lost, 2)], [result('b', won, 2)], { currency, now }).length
    expect([of(200_000n, 180_000n, 'BAHT'), of(200_000n, 179_999n, 'BAHT')]).toEqual([1, 0])
    expect([of(30_000n, 30_000n, 'BAHT'), of(29_999n, 30_000n, 'BAHT')]).toEqual([1, 0])
    expect(of(30_000n, 29_999n, 'BAHT')).toBe(0)
    expect([of(210_000n, 210_000n, 'LAK'), of(209_999n, 209_999n, 'LAK')]).toEqual([1, 0])
  })

  test('two friends who both lose, win different amounts, or play for little, are not found', () => {
    expect(days([result('a', -200_000n, 2)], [result('b', -196_000n, 2)])).toEqual([])
    expect(days([result('a', -200_000n, 2)], [result('b', 150_000n, 2)])).toEqual([])
    expect(days([result('a', -20_000n, 2)], [result('b', 19_600n, 2)])).toEqual([])
    expect(days([result('a', -200_000n, 40)], [result('b', 196_000n, 14)])).toEqual([])
  })
})
