import type { Currency } from '@kapao/contract/money'
import type { Queryable, Tx } from '#core/db/db.ts'
import type { SettingName } from './registry.ts'

export type SettingRow = {
  name: string
  value: unknown
  /** False when the setting was reset to its default; null can also be a set value. */
  isSet: boolean
  version: number
  changedAt: Date
  changedBy: string
  /** Who had asked for it, where it needed a second person: that one changed it. */
  askedBy: string | null
}

export function findRows(on: Queryable): Promise<SettingRow[]> {
  return on.query<SettingRow>(
    `select name, value, value is not null as "isSet", version,
            changed_at as "changedAt", changed_by as "changedBy", asked_by as "askedBy"
     from settings_value`,
  )
}

const settingsLock = 4_011_003

/** Changes run one at a time, so that rules over two settings see the stored values. */
export async function lockSettings(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [settingsLock])
}

export type NewValue = {
  name: SettingName
  /** JSON text, or null for the default. */
  value: string | null
  changedAt: Date
  changedBy: string
  askedBy: string | null
}

export async function saveValue(tx: Tx, { name, value, changedAt, changedBy, askedBy }: NewValue) {
  const rows = await tx.query<{ version: number }>(
    `insert into settings_value (name, value, version, changed_at, changed_by, asked_by)
     values ($1, $2::jsonb, 1, $3, $4, $5)
     on conflict (name) do update
       set value = excluded.value, version = settings_value.version + 1,
           changed_at = excluded.changed_at, changed_by = excluded.changed_by, asked_by = excluded.asked_by
     returning version`,
    [name, value, changedAt, changedBy, askedBy],
  )
  return rows[0]!.version
}

/** Money at a provider, or on its way there, in one currency. */
export type ProviderHoldings = {
  game: string
  currency: Currency
  accounts: bigint
  amount: bigint
  moving: bigint
}

/** Stops transfers into these providers once the transaction commits; answers the money there and on its way. */
export function closeProviders(tx: Tx, codes: readonly string[]): Promise<ProviderHoldings[]> {
  return tx.query<ProviderHoldings>(
    'select game, currency, accounts, amount, moving from games_close($1)',
    [codes],
  )
}

export async function openProviders(tx: Tx, codes: readonly string[]): Promise<void> {
  await tx.query('select games_open($1)', [codes])
}
