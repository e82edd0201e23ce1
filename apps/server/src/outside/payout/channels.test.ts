import { describe, expect, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import type { OutboundRequest, Reply } from '../door.ts'
import { openBank } from './bank.ts'
import type { ClientOptions, PayoutClient } from './client.ts'
import { openPayonexPayouts } from './payonex.ts'
import { compare } from './replies.ts'

const payout = {
  owner: 'member',
  reference: 'ref-1',
  money: { amount: 40_000n, currency: 'BAHT' },
  to: { bank: 'KBANK', account: '1112223334', name: 'SOMCHAI JAIDEE' },
} as const

type BankAnswer = { status?: number; answer: object }

/** A client of a channel that gives each path these answers, one after the other. */
function openChannel(
  open: (options: ClientOptions) => PayoutClient,
  said: Record<string, BankAnswer[]>,
): PayoutClient {
  const door = async ({ url }: OutboundRequest): Promise<Reply> => {
    const [path] = Object.keys(said).filter((one) => new URL(url).pathname.endsWith(one))
    const answers = said[path!]!
    const { status = 200, answer } = answers.length > 1 ? answers.shift()! : answers[0]!
    return { status, text: JSON.stringify(answer) }
  }
  const account = { channel: 'X', address: 'https://bank.example', id: 'agent', key: 'secret' }
  const doors = { pay: door, ask: door, watch: door, prepare: door, login: door }
  return open({ account, clock: systemClock, doors } as unknown as ClientOptions)
}

describe('CARE-82 a record compared with the request', () => {
  const record = {
    payout: 'PO-1',
    reference: 'ref-1',
    amount: '400.00',
    iso: 'THB',
    account: '1112223334',
    outcome: 'paid',
    why: '',
  } as const
  test.each([
    [{}, 'paid'],
    [{ account: null }, 'paid'],
    [{ outcome: 'taken' } as const, 'taken'],
    [{ outcome: 'rejected' } as const, 'rejected'],
    [{ reference: 'ref-2' }, 'differs'],
    [{ amount: '400.01' }, 'differs'],
    [{ iso: 'USD' }, 'differs'],
    [{ account: '1112223335' }, 'differs'],
  ])('with %o is %s', (changed, outcome) => {
    expect(compare(payout, { ...record, ...changed }).outcome).toBe(outcome)
  })
  test('the same amount in another currency is another amount', () => {
    const kip = { ...payout, money: { amount: 400n, currency: 'LAK' } as const }
    expect(compare(kip, { ...record, amount: '4.00' }).outcome).toBe('differs')
    expect(compare(kip, { ...record, amount: '400', iso: 'LAK' }).outcome).toBe('paid')
  })
})

describe('CARE-82 payonex', () => {
  const token = { answer: { code: '20000', data: { token: 'T' } } }
  const item = {
    uuid: 'PO-1',
    referenceId: 'ref-1',
    type: 'withdraw',
    status: 'SUCCESS',
    amount: '400.00',
    accountNo: '1112223334',
    createdAt: '2026-11-21T05:00:00Z',
  }
  const list = (...items: object[]): BankAnswer => ({ answer: { code: '20000', data: { items } } })
  const ask = (...said: BankAnswer[]) =>
    openChannel(openPayonexPayouts, { '/authenticate': [token], '/transactions': said }).ask(payout)

  test.each([
    ['paid', [item], 'paid'],
    ['taken on', [{ ...item, status: 'PROCESSING' }], 'taken'],
    ['on hold', [{ ...item, status: 'ON_HOLD' }], 'taken'],
    ['rejected', [{ ...item, status: 'REJECTED' }], 'rejected'],
    ['refunded', [{ ...item, status: 'REFUNDED' }], 'rejected'],
    ['in a state that nobody knows', [{ ...item, status: 'NEW' }], 'unknown'],
    ['paid twice', [item, { ...item, uuid: 'PO-2' }], 'differs'],
    ['a deposit of the same name', [{ ...item, type: 'deposit' }], 'absent'],
    ['another one', [{ ...item, referenceId: 'ref-12' }], 'absent'],
  ])('%s', async (_, items, outcome) => {
    expect((await ask(list(...items))).outcome).toBe(outcome)
  })

  test('a signed token of a thousand characters is used as any other', async () => {
    const long: BankAnswer = { answer: { code: '20000', data: { token: 'a'.repeat(1_000) } } }
    const answers = { '/authenticate': [long], '/transactions': [list(item)] }
    expect((await openChannel(openPayonexPayouts, answers).ask(payout)).outcome).toBe('paid')
  })

  test('an expired token is fetched again, once', async () => {
    const stale = { status: 401, answer: { code: '40100' } }
    expect((await ask(stale, list(item))).outcome).toBe('paid')
    expect((await ask(stale, stale, list(item))).outcome).toBe('unknown')
  })

  const customer = { answer: { code: '20000', data: { customerUuid: 'C', status: 'SUCCESS' } } }
  test.each([
    ['20000', 'taken'],
    ['40001', 'refused'],
    ['40005', 'refused'],
    ['40006', 'unknown'],
    ['50000', 'unknown'],
  ])('the code %s in answer to a payment is %s', async (code, outcome) => {
    const client = openChannel(openPayonexPayouts, {
      '/authenticate': [token],
      '/v2/customers': [customer],
      '/transactions/withdraw/request': [{ answer: { code, data: { uuid: 'PO-1' } } }],
    })
    expect((await client.pay(payout)).outcome).toBe(outcome)
  })
})

describe('CARE-82 a bank', () => {
  test.each([
    ['ACCOUNT_CLOSED', 'refused'],
    ['INVALID_ACCOUNT', 'refused'],
    ['LIMIT_EXCEEDED', 'refused'],
    ['NO_FUNDS', 'unknown'],
    ['UNAUTHORIZED', 'unknown'],
    ['REFERENCE_USED', 'differs'],
    ['NOT_FOUND', 'absent'],
  ])('%s is %s', async (code, outcome) => {
    const said = { '/transfers': [{ status: 422, answer: { code } }] }
    expect((await openChannel(openBank, said).pay(payout)).outcome).toBe(outcome)
  })

  test('a listed payout that is not paid yet does not count as paid', async () => {
    const transfer = { reference: 'ref', amount: '400.00', currency: 'THB', accountNo: '1' }
    const transfers = ['COMPLETED', 'PROCESSING', 'REJECTED'].map((status) => ({
      ...transfer,
      id: status,
      status,
    }))
    const client = openChannel(openBank, { '/transfers': [{ answer: { transfers, next: null } }] })
    const listed = await client.list(new Date(0), new Date())
    if (listed.outcome !== 'listed') throw new Error(listed.why)
    expect(listed.payouts.map(({ payout: id, isPaid }) => [id, isPaid])).toEqual([
      ['COMPLETED', true],
      ['PROCESSING', false],
      ['REJECTED', false],
    ])
  })
})
