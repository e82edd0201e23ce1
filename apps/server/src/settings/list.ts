import type { Field } from '@kapao/contract/console/field'
import { groupOf, partsOfName, type SettingGroup } from '@kapao/contract/console/settings'
import type { Queryable } from '#core/db/db.ts'
import { settingsOf } from './read.ts'
import { settingNames, settingOf, type SettingName } from './registry.ts'
import { fieldOf } from './entries/kinds/field-of.ts'
import type { Reader } from './entries/kinds/setting.ts'
import { findRows } from './store.ts'

export type ListedSetting = {
  name: SettingName
  value: unknown
  default: unknown
  /** False while the default applies. */
  isSet: boolean
  /** 0 for a setting that was never changed. */
  version: number
  changedAt: Date | null
  changedBy: string | null
  askedBy: string | null
  reader: Reader
  group: SettingGroup
  field: Field
  form: string
  about: string
}

/** Everything an operator may want to know about each setting, in the order of the registry. */
export async function listSettings(on: Queryable): Promise<ListedSetting[]> {
  const rows = await findRows(on)
  const settings = settingsOf(rows)
  const rowsByName = new Map(rows.map((row) => [row.name, row]))
  return settingNames.map((name) => {
    const { kind, fallback, reader, about } = settingOf(name)
    const row = rowsByName.get(name)
    return {
      name,
      value: settings[name],
      default: fallback,
      isSet: row?.isSet ?? false,
      version: row?.version ?? 0,
      changedAt: row?.changedAt ?? null,
      changedBy: row?.changedBy ?? null,
      askedBy: row?.askedBy ?? null,
      reader,
      group: groupOfSetting(name),
      field: fieldOf(kind.schema),
      form: kind.form,
      about,
    }
  })
}

export function groupOfSetting(name: SettingName): SettingGroup {
  return groupOf(partsOfName(name)!.word)
}
