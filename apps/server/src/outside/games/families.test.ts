import { describe, expect, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import type { OutboundRequest, Reply } from '../door.ts'
import { openAmb } from './amb.ts'
import { openBetflix } from './betflix.ts'
import type { ClientOptions, GameClient } from './client.ts'
import { openJoker } from './joker.ts'
import { openPg } from './pg.ts'
import { balanceOf, movedAs } from './replies.ts'

const money = { amount: 6_000n, currency: 'BAHT' } as const
const move = { username: 'kp1', reference: 'ref-1', direction: 'in', money, owner: null } as const
const out = { ...move, direction: 'out' } as const
const since = new Date('2026-11-21T05:00:00Z')

/** A client of a provider that gives every call the same answer, and records what was sent. */
function openFamily(
  open: (options: ClientOptions) => GameClient,
  answer: object | string,
  status = 200,
) {
  const requests: OutboundRequest[] = []
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
  const door = async (request: OutboundRequest): Promise<Reply> => {
    requests.push(request)
    return { status, text }
  }
  const doors = {
    move: door,
    weigh: door,
    ask: door,
    refresh: door,
    launch: door,
    open: door,
    reset: door,
  }
  const agent = { id: 'agent', key: 'secret' }
  const options = { address: 'https://provider.example', launchAddress: null, agent, doors }
  return { client: open({ ...options, clock: systemClock }), requests }
}

type Case = [said: string, answer: object | string, status: number, outcome: string]
const lookUp = async (open: (options: ClientOptions) => GameClient, [, answer, status]: Case) => {
  const { client } = openFamily(open, answer, status)
  return client.lookUp!({ ...move, since })
}

describe('CARE-82 amounts and balances of any family', () => {
  test.each([
    [1234.5600000001, 123_456n],
    [0.28999999999999998, 29n],
    [1.005, 100n],
    [0.009, 0n],
  ])('a balance of %d is %i', (reported, amount) => {
    expect(balanceOf(reported, 'BAHT')).toEqual({
      outcome: 'balance',
      money: { amount, currency: 'BAHT' },
    })
  })
  test.each([-0.01, -5, Number.NaN, Number.POSITIVE_INFINITY, 1e11])(
    '%d is no balance',
    (reported) => {
      expect(balanceOf(reported, 'BAHT').outcome).toBe('unknown')
    },
  )
  test.each([
    [60, 'done'],
    [-60, 'done'],
    [59.99999999, 'done'],
    [59.99, 'unknown'],
    [60.01, 'unknown'],
    [0, 'unknown'],
    [6_000, 'unknown'],
  ])('%d moved where 60 was requested is %s', (reported, outcome) => {
    expect(movedAs(reported, { money }).outcome).toBe(outcome)
  })
  test.each([openAmb, openBetflix, openJoker, openPg])(
    "a firewall's page says nothing: %o",
    async (open) => {
      const { client } = openFamily(open, '<html>403</html>', 403)
      expect((await client.move(move)).outcome).toBe('unknown')
    },
  )
})

describe('CARE-82 amb', () => {
  const moved = (before: number, after: number) => ({ code: 0, result: { before, after } })
  test.each([
    ['what was asked', moved(10, 70), 'done'],
    ['less', moved(10, 60), 'unknown'],
    ['nothing', moved(10, 10), 'unknown'],
    ['a no', { code: 998, message: 'x' }, 'refused'],
  ])('%s', async (_, answer, outcome) => {
    const { client } = openFamily(openAmb, answer)
    expect((await client.move(move)).outcome).toBe(outcome)
  })
})

describe('CARE-82 betflix', () => {
  test('money goes out below zero and in above', async () => {
    const data = { balance: 70, before_balance: 10 }
    const { client, requests } = openFamily(openBetflix, { status: 'success', error_code: 0, data })
    for (const one of [move, out]) expect((await client.move(one)).outcome).toBe('done')
    const amounts = requests.map(({ body }) => new URLSearchParams(body).get('amount'))
    expect(amounts).toEqual(['60.00', '-60.00'])
  })

  const history = (...data: object[]) => ({ status: 'success', error_code: 0, data })
  const line = { ref: 'ref-1', amount: 60 }
  test.each<Case>([
    ['once', history(line, { ref: 'ref-2', amount: 60 }), 200, 'done'],
    ['as taken out', history({ ...line, amount: '-60.00' }), 200, 'done'],
    ['twice', history(line, line), 200, 'unknown'],
    ['of another amount', history({ ...line, amount: 6 }), 200, 'unknown'],
    ['not at all', history({ ref: 'ref-2', amount: 60 }), 200, 'absent'],
    ['a no', { status: 'error', error_code: 7, msg: 'busy' }, 200, 'unknown'],
    ['a fault', '<html>', 502, 'unknown'],
  ])('in its history: %s', async (...one) => {
    expect((await lookUp(openBetflix, one)).outcome).toBe(one[3])
  })
})

describe('CARE-82 joker', () => {
  test('a stake in a running round counts as there', async () => {
    const { client } = openFamily(openJoker, { Credit: '10.00', OutstandingCredit: '5.50' })
    const asked = { username: 'kp1', currency: 'BAHT', use: 'shown', owner: null } as const
    expect(await client.readBalance(asked)).toMatchObject({ money: { amount: 1_550n } })
  })

  const moved = { RequestID: 'ref-1', Credit: '70.00', BeforeCredit: '10.00' }
  test.each([
    ['done', moved, 200, 'done'],
    ['of another reference', { ...moved, RequestID: 'ref-2' }, 200, 'unknown'],
    ['of another amount', { ...moved, Credit: '69.00' }, 200, 'unknown'],
    ['a no', { Message: 'no money' }, 400, 'refused'],
    ['a fault of theirs', { Message: 'try later' }, 500, 'unknown'],
  ])('a move that is %s', async (_, answer, status, outcome) => {
    const { client } = openFamily(openJoker, answer, status)
    expect((await client.move(move)).outcome).toBe(outcome)
  })

  const recorded = { RequestID: 'ref-1', Amount: '60.00' }
  test.each<Case>([
    ['known', recorded, 200, 'done'],
    ['another one', { ...recorded, RequestID: 'ref-2' }, 200, 'unknown'],
    ['not there', { Message: 'not found' }, 404, 'absent'],
    ['a page that is not there', '<html>', 404, 'unknown'],
    ['a no to the question', { Message: 'wrong signature' }, 403, 'unknown'],
    ['a fault of theirs', { Message: 'try later' }, 500, 'unknown'],
  ])('asked about it: %s', async (...one) => {
    expect((await lookUp(openJoker, one)).outcome).toBe(one[3])
  })
})

describe('CARE-82 pg', () => {
  const moved = { balanceAmountBefore: 10, balanceAmount: 70, amount: 60 }
  test.each([
    ['done', { data: moved, error: null }, 'done'],
    ['of another amount, by balances', { data: { ...moved, balanceAmount: 69 } }, 'unknown'],
    ['of another amount, by its own word', { data: { ...moved, amount: 6 } }, 'unknown'],
    ['a final no', { data: null, error: { code: '3001', message: 'x' } }, 'refused'],
    ['a no of the moment', { data: null, error: { code: '1200', message: 'x' } }, 'unknown'],
    ['no such transaction', { data: null, error: { code: '3040', message: 'x' } }, 'unknown'],
  ])('a move that is %s', async (_, answer, outcome) => {
    const { client } = openFamily(openPg, answer)
    expect((await client.move(move)).outcome).toBe(outcome)
  })

  const single = { transactionType: 100, transactionAmount: 60 }
  test.each<Case>([
    ['known', { data: single }, 200, 'done'],
    ['in the other direction', { data: { ...single, transactionType: 200 } }, 200, 'unknown'],
    ['of another amount', { data: { ...single, transactionAmount: 6 } }, 200, 'unknown'],
    ['not there', { data: null, error: { code: 3040, message: 'x' } }, 200, 'absent'],
    ['another no', { data: null, error: { code: 1034, message: 'x' } }, 200, 'unknown'],
  ])('asked about it: %s', async (...one) => {
    expect((await lookUp(openPg, one)).outcome).toBe(one[3])
  })
})
