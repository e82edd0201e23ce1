import type { DoorKind } from '@kapao/contract/console/house-words'
import { useQuery } from '@tanstack/react-query'
import { reading } from '#core/queries.ts'
import { WaitNote } from '#ui/feedback/notes.tsx'
import { useRight } from '#shared/me.ts'
import type { SettingRow } from './rows.ts'
import { useSettingsText } from './text/settings-text.ts'

/** Says which gateways or channels of a value this console has no key for, also before it is saved. */
export function KeylessNote({ row, value }: { row: SettingRow; value: unknown }) {
  const { form } = useSettingsText()
  const seesHouse = useRight('house.see')
  const named = namesIn(row.name, value)
  const { data } = useQuery({
    ...reading('GET /api/console/house/doors'),
    enabled: seesHouse && named !== null,
  })
  if (!named || !data) return null
  const known = data.doors.filter(({ kind, hasKey }) => kind === named.kind && hasKey)
  const keyless = named.names.filter((one) => !known.some(({ name }) => name === one))
  if (keyless.length === 0) return null
  return <WaitNote>{form.keyless([...new Set(keyless)].join(', '))}</WaitNote>
}

function namesIn(setting: string, value: unknown): { kind: DoorKind; names: string[] } | null {
  if (setting.startsWith('withdraw.channel.'))
    return { kind: 'payouts', names: typeof value === 'string' && value !== '' ? [value] : [] }
  if (setting !== 'deposit.accounts' || !Array.isArray(value)) return null
  const accounts = value as { bankType?: unknown; bankCode?: unknown }[]
  const ofCodes = accounts.filter(({ bankType }) => bankType === 'PAYMENT')
  return { kind: 'gateway', names: ofCodes.map(({ bankCode }) => String(bankCode)) }
}
