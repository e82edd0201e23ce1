import { describe, expect, test } from 'vitest'
import { accountsOf } from './accounts/accounts.ts'
import { checkMove } from './check.ts'
import { afterMove, gatherable } from './places.ts'

const draft = (from: string, to: string, amount: string) => ({ from, to, amount })

describe('before anything is sent', () => {
  test.each([
    ['TRF-04 no source', draft('', 'pg', '50'), 'choose'],
    ['TRF-04 no target', draft('wallet', '', '50'), 'choose'],
    ['TRF-05 the same twice', draft('pg', 'pg', '50'), 'same'],
    ['TRF-06 nothing typed', draft('wallet', 'pg', ' '), 'minimum'],
    ['TRF-06 nought', draft('wallet', 'pg', '0'), 'minimum'],
    ['TRF-06 less than one baht', draft('wallet', 'pg', '0.99'), 'minimum'],
    ['no amount', draft('wallet', 'pg', '1.234'), 'form'],
    ['no figure', draft('wallet', 'pg', '-5'), 'form'],
    ['TRF-18 of several mistakes the first is reported', draft('', '', ''), 'choose'],
    ['TRF-18 the places come before the amount', draft('pg', 'pg', '0'), 'same'],
  ])('%s', (_, given, problem) => {
    expect(checkMove(given, 'BAHT')).toBe(problem)
  })

  test('TRF-06 one baht is enough, and commas are accepted', () => {
    expect(checkMove(draft('wallet', 'pg', '1'), 'BAHT')).toEqual({
      from: 'wallet',
      to: 'pg',
      amount: 1,
    })
    expect(checkMove(draft('pg', 'wallet', '1,250.50'), 'BAHT')).toMatchObject({ amount: 1250.5 })
  })

  test('kip are whole', () => {
    expect(checkMove(draft('wallet', 'pg', '20000.50'), 'LAK')).toBe('form')
    expect(checkMove(draft('wallet', 'pg', '20000'), 'LAK')).toMatchObject({ amount: 20_000 })
  })
})

const slot = (code: string, category: string, amount: number, isActive = true) =>
  ({ code, name: code.toUpperCase(), category, amount, isActive }) as never
const wallet = {
  wallet: { amount: 100.1 },
  slots: [
    slot('huay', 'lotto', 5),
    slot('ufa', 'sport', 0.2),
    slot('closed', 'slot', 9, false),
    slot('table', 'casino', 1),
    slot('pg', 'slot', 0.1),
  ],
}

describe('the places', () => {
  test('TRF-02 TRF-19 the wallet, then active games as slot, sport with casino, lotto', () => {
    const places = accountsOf(wallet, 'Main wallet')
    expect(places.map(({ code, group }) => [code, group])).toEqual([
      ['wallet', null],
      ['pg', 'slot'],
      ['ufa', 'sport'],
      ['table', 'sport'],
      ['huay', 'lotto'],
    ])
  })

  test('the amounts left and gathered are exact to the hundredth', () => {
    const places = accountsOf(wallet, 'Main wallet')
    const [from, to] = [places[0]!, places[1]!]
    expect(afterMove({ from, to }, 0.2)).toEqual({ from: 99.9, to: 0.3 })
    expect(gatherable(places, 'wallet')).toBe(6.3)
    expect(gatherable(places, 'pg')).toBe(106.3)
  })
})
