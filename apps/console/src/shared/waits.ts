import type { Soonest } from '@kapao/contract/console/fields'
import { formatShort } from '#core/format.ts'
import { useText } from '#core/i18n.tsx'
import { nowMs } from '#core/page/now.ts'
import { useMe } from './me.ts'

type Waits = { waitsFor: readonly string[]; soonest: Soonest }

/** Who can confirm what waits; where nobody can, who can first and when, or that nobody ever can. */
export function useWaitsText(): (waits: Waits, of: (names: string) => string) => string {
  const { work, desk } = useText()
  const own = useMe()?.name
  return ({ waitsFor, soonest }, of) => {
    if (waitsFor.length > 0) return of(namesOf(waitsFor, work.or))
    if (soonest === null) return work.nobody
    const at = formatShort(soonest.at, nowMs(), desk.months)
    return soonest.name === own ? work.youLater(at) : work.othersLater(soonest.name, at)
  }
}

/** `ann, bob or kai`; nothing where there is nobody. */
export function namesOf(names: readonly string[], or: string): string {
  return names.length < 2
    ? (names[0] ?? '')
    : `${names.slice(0, -1).join(', ')} ${or} ${names.at(-1)}`
}
