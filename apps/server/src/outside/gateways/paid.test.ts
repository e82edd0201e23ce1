import { expect, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import type { OutboundRequest, Reply } from '../door.ts'
import type { ClientOptions } from './client.ts'
import { openOnepay } from './onepay.ts'
import { openPayonex } from './payonex.ts'

/** The options of a gateway that answers each path as given. */
function optionsOf(said: Record<string, object>): ClientOptions {
  const door = async ({ url }: OutboundRequest): Promise<Reply> => {
    const path = Object.keys(said).find((one) => new URL(url).pathname.endsWith(one))!
    return { status: 200, text: JSON.stringify(said[path]) }
  }
  const account = { address: 'https://gateway.example', id: 'agent', key: 'secret', driftMax: 0n }
  const doors = { order: door, ask: door, watch: door, login: door }
  const payers = { find: async () => null, keep: async () => undefined }
  return { account, clock: systemClock, doors, payers } as unknown as ClientOptions
}

test('CARE-82 payonex: only a deposit that is done is paid', async () => {
  const item = { uuid: 'P-1', referenceId: 'ref-1', type: 'deposit', amount: '100.00' }
  const items = [
    { ...item, status: 'SUCCESS' },
    ...['ON_HOLD', 'PROCESSING', 'REFUNDED', 'REJECTED'].map((status) => ({
      ...item,
      uuid: status,
      status,
    })),
    { ...item, uuid: 'OUT', type: 'withdraw', status: 'SUCCESS' },
    { ...item, uuid: 'OTHER', referenceId: 'ref-12', status: 'SUCCESS' },
  ]
  const client = openPayonex(
    optionsOf({
      '/authenticate': { code: '20000', data: { token: 'T' } },
      '/transactions': { code: '20000', data: { items } },
    }),
  )
  const asked = await client.ask('ref-1')
  if (asked.outcome !== 'found') throw new Error(asked.outcome)
  expect(asked.payments.map(({ payment, money }) => [payment, money?.amount])).toEqual([
    ['P-1', 10_000n],
  ])
})

test('CARE-82 onepay: a payment of another code does not count for this one', async () => {
  const ticket = { uuid: 'ref-1', amount: 50_000, ccy: 'LAK', time: '2026-11-21T12:00:00+07:00' }
  const others = [
    { ...ticket, ticket: 'T-2' },
    { ...ticket, ticket: 'T-3', uuid: 'ref-2' },
  ]
  const client = openOnepay(
    optionsOf({ '/onepay/gettransaction.php': { ...ticket, ticket: 'T-1', others } }),
  )
  const asked = await client.ask('ref-1')
  if (asked.outcome !== 'found') throw new Error(asked.outcome)
  expect(asked.payments.map(({ payment }) => payment)).toEqual(['T-1', 'T-2'])
})
