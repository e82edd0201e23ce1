import { expect, test, vi } from 'vitest'
import { md5, openGames, wholeAtStart } from './testing/open-games.ts'
import type { OpenGames } from './testing/open-games.ts'

const currency = 'THB'

/** One member at each family with 100.00, and the same operations for all of them. */
const families = [
  {
    provider: 'betflix',
    username: 'kapaoann',
    open: ({ betflix }: OpenGames) => betflix('user/register', { username: 'ann', password: 'p' }),
    move: ({ betflix }: OpenGames, amount: string, ref: string) =>
      betflix('user/transfer', { username: 'kapaoann', amount, ref }),
    balance: async ({ betflix }: OpenGames) =>
      (await betflix('user/balance', { username: 'kapaoann' })).body.data.balance as unknown,
    after: (body: any) => body.data.balance as unknown, // oxlint-disable-line typescript/no-explicit-any -- as in the helper
    into: 'transfer',
    out: 'transfer',
    query: 'balance',
    create: 'register',
  },
  {
    provider: 'askmebet',
    username: 'kapaoann',
    open: ({ amb }: OpenGames) =>
      amb('create/sandbox-key', {
        memberLoginName: 'ann',
        memberLoginPass: 'p',
        signature: md5('ann', 'p', 'kapao'),
      }),
    move: ({ amb }: OpenGames, signed: string) => {
      const amount = signed.replace('-', '')
      const verb = signed.startsWith('-') ? 'withdraw' : 'deposit'
      return amb(`${verb}/sandbox-key/kapaoann`, {
        amount,
        signature: md5(amount, 'kapaoann', 'kapao'),
      })
    },
    balance: async ({ amb }: OpenGames) =>
      (await amb('credit/sandbox-key/kapaoann', undefined, 'GET')).body.result.credit as unknown,
    after: (body: any) => body.result.after as unknown, // oxlint-disable-line typescript/no-explicit-any -- as in the helper
    into: 'deposit',
    out: 'withdraw',
    query: 'credit',
    create: 'create',
  },
  {
    provider: 'joker2',
    username: 'ann',
    open: ({ joker }: OpenGames) => joker({ Method: 'CU', Username: 'ann' }),
    move: ({ joker }: OpenGames, Amount: string, RequestID: string) =>
      joker({ Method: 'TC', Username: 'ann', Amount, RequestID }),
    balance: async ({ joker }: OpenGames) =>
      (await joker({ Method: 'GC', Username: 'ann' })).body.Credit as unknown,
    after: (body: any) => body.Credit as unknown, // oxlint-disable-line typescript/no-explicit-any -- as in the helper
    into: 'transfer',
    out: 'transfer',
    query: 'credit',
    create: 'create',
  },
  {
    provider: 'pg',
    username: 'ann',
    open: ({ pg }: OpenGames) => pg('/Player/v1/Create', { player_name: 'ann', currency }),
    move: ({ pg }: OpenGames, signed: string, transfer_reference: string) =>
      pg(`/Cash/v3/Transfer${signed.startsWith('-') ? 'Out' : 'In'}`, {
        player_name: 'ann',
        amount: signed.replace('-', ''),
        transfer_reference,
        currency,
      }),
    balance: async ({ pg }: OpenGames) =>
      (await pg('/Cash/v3/GetPlayerWallet', { player_name: 'ann' })).body.data
        .cashBalance as unknown,
    after: (body: any) => body.data.balanceAmount as unknown, // oxlint-disable-line typescript/no-explicit-any -- as in the helper
    into: 'transfer-in',
    out: 'transfer-out',
    query: 'wallet',
    create: 'create',
  },
]

for (const family of families) {
  const { provider, username } = family
  const openMember = async () => {
    const games = await openGames()
    await family.open(games)
    await family.move(games, '100', 'first')
    const fault = (verb: string, kind: string, more: object = {}) =>
      games.addFault({ operation: `games.${provider}.${verb}`, kind, count: 1, ...more })
    const truth = async () => (await games.account(provider, username))!.balance
    return { games, fault, truth }
  }

  test(`${provider}: late-apply loses the reply and applies the call later, once`, async () => {
    const { games, fault, truth } = await openMember()
    await fault(family.into, 'late-apply', { delayMs: 150 })
    await expect(family.move(games, '7', 'late')).rejects.toThrow('fetch failed')
    expect(await truth()).toBe('100.00')
    await vi.waitFor(async () => expect(await truth()).toBe('107.00'), 3000)
    expect(await games.whole(provider)).toBe(wholeAtStart)
  })

  test(`${provider}: late-apply for a member deleted meanwhile is refused, and no account is created`, async () => {
    const { games, fault } = await openMember()
    await fault(family.into, 'late-apply', { delayMs: 50 })
    await expect(family.move(games, '7', 'late')).rejects.toThrow('fetch failed')
    await games.control('POST', '/reset')
    // Beyond the time at which the call would be applied.
    await new Promise((resolve) => setTimeout(resolve, 120))
    expect(await games.whole(provider)).toBe(wholeAtStart)
  })

  test(`${provider}: double-apply moves twice and answers once`, async () => {
    const { games, fault, truth } = await openMember()
    await fault(family.into, 'double-apply')
    const { body } = await family.move(games, '7', 'double')
    expect(String(family.after(body))).toMatch(/^107(\.00)?$/)
    expect(await truth()).toBe('114.00')
    expect(await games.whole(provider)).toBe(wholeAtStart)
  })

  test(`${provider}: drift leaves one hundredth too much or too little`, async () => {
    const { games, fault, truth } = await openMember()
    await fault(family.into, 'drift')
    await family.move(games, '7', 'd1')
    expect(await truth()).toBe('107.01')
    await fault(family.out, 'drift')
    await family.move(games, '-7', 'd2')
    expect(await truth()).toBe('100.00')
    expect(await games.whole(provider)).toBe(wholeAtStart)
  })

  test(`${provider}: wrong-amount and floating change the reported balance, never the actual one`, async () => {
    const { games, fault, truth } = await openMember()
    await fault(family.into, 'wrong-amount')
    expect(Number(family.after((await family.move(games, '2.34', 'w')).body))).toBe(103.34)
    await fault(family.query, 'wrong-amount')
    expect(Number(await family.balance(games))).toBe(103.34)
    await fault(family.query, 'floating')
    const balance = String(await family.balance(games))
    expect(balance).toMatch(/^102\.340{5,}\d+$/)
    expect(await truth()).toBe('102.34')
  })

  test(`${provider}: in-round refuses to take money out, and nothing else`, async () => {
    const { games, fault, truth } = await openMember()
    await fault(family.out, 'in-round')
    await family.move(games, '-5', 'r1')
    expect(await truth()).toBe('100.00')
    await family.move(games, '-5', 'r2')
    expect(await truth()).toBe('95.00')
  })

  test(`${provider}: pool-empty, for one call by a fault and for all by the control plane`, async () => {
    const games = await openGames()
    await games.addFault({
      operation: `games.${provider}.${family.create}`,
      kind: 'pool-empty',
      count: 1,
    })
    await family.open(games)
    expect(await games.account(provider, username)).toBeUndefined()
    await games.control('POST', `/games/${provider}/pool`, { left: 0 })
    await family.open(games)
    expect(await games.account(provider, username)).toBeUndefined()
    await games.control('POST', `/games/${provider}/pool`, {})
    await family.open(games)
    expect(await games.account(provider, username)).toMatchObject({ balance: '0.00' })
  })

  test(`${provider}: maintenance refuses every call and moves no money`, async () => {
    const { games, truth } = await openMember()
    await games.control('POST', `/games/${provider}/maintenance`, { on: true })
    const { status, body } = await family.move(games, '7', 'm')
    expect([200, 503]).toContain(status)
    expect(JSON.stringify(body)).toMatch(/maintenance|Internal server error/)
    expect(await truth()).toBe('100.00')
    await games.control('POST', `/games/${provider}/maintenance`, { on: false })
    await family.move(games, '7', 'm')
    expect(await truth()).toBe('107.00')
  })

  test(`${provider}: fifty transfers at once neither lose nor make money`, async () => {
    const { games, truth } = await openMember()
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => family.move(games, i % 2 ? '-3' : '3', `at-once-${i}`)),
    )
    expect(await truth()).toBe('100.00')
    expect(await games.whole(provider)).toBe(wholeAtStart)
  })
}
