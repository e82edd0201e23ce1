import type { Currency } from '@kapao/contract/money'
import type { Queryable } from '#core/db.ts'
import type { Channel } from '#outside/arrival.ts'

export type Sighting = {
  channel: Channel
  eventId: string
  deposit: string
  amount: bigint
  currency: Currency
  paidAt: Date
  differs: boolean
  createdAt: Date
}

const sightingColumns = `channel, event_id as "eventId", deposit, amount, currency, paid_at as "paidAt", differs, created_at as "createdAt"`

export function listSightings(on: Queryable, deposit: string): Promise<Sighting[]> {
  return on.query<Sighting>(
    `select ${sightingColumns} from deposits_sighting where deposit = $1 order by created_at, channel, event_id`,
    [deposit],
  )
}

/** What was told of a known transfer and does not agree with it, newest first. */
export function listDiffering(on: Queryable, limit: number): Promise<Sighting[]> {
  return on.query<Sighting>(
    `select ${sightingColumns} from deposits_sighting where differs order by created_at desc, channel, event_id limit $1`,
    [limit],
  )
}

export async function listReferences(on: Queryable, deposit: string): Promise<string[]> {
  const rows = await on.query<{ reference: string }>(
    'select reference from deposits_reference where deposit = $1 order by reference',
    [deposit],
  )
  return rows.map(({ reference }) => reference)
}
