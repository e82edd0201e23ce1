import type { Sum } from '@kapao/contract/console/fields'
import type { HouseFact } from '@kapao/contract/console/house'
import type { CheckGrade, FactWord } from '@kapao/contract/console/house-words'
import type { SettingName } from '#settings/registry.ts'

type Details = {
  names?: readonly string[]
  count?: number
  sums?: readonly Sum[]
  at?: Date | null
  screen?: string
}

export function fact(what: FactWord, grade: CheckGrade, details: Details = {}): HouseFact {
  const { names = [], count = null, sums = [], at = null, screen = null } = details
  return {
    what,
    grade,
    names: [...names],
    count,
    sums: [...sums],
    at: at && at.toISOString(),
    screen,
  }
}

/** A path with a dot would be a file for the console. */
export function screenOf(name: SettingName): string {
  return `/settings/${name.replaceAll('.', '-')}`
}
