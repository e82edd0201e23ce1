import type { Sum } from '@kapao/contract/console/fields'
import type { TimelineRow } from '@kapao/contract/console/members'
import { formatWhole } from '#core/format.ts'

export type Group = { id: string; game: string; rows: readonly [TimelineRow, ...TimelineRow[]] }

/** Fewer than these stand as they are. */
const groupedMin = 4

/** The rows in their order, with transfers of one game that follow one another on a day as one. */
export function groupsOf(rows: readonly TimelineRow[]): (TimelineRow | Group)[] {
  const runs: TimelineRow[][] = []
  for (const row of rows) {
    const run = runs.at(-1)
    if (run && followsOn(run[0]!, row)) run.push(row)
    else runs.push([row])
  }
  return runs.flatMap((run): (TimelineRow | Group)[] => {
    const [first, ...rest] = run
    const game = gameOf(first!)
    if (game === null || run.length < groupedMin) return run
    return [{ id: `group ${first!.id}`, game, rows: [first!, ...rest] as const }]
  })
}

function followsOn(one: TimelineRow, other: TimelineRow): boolean {
  const game = gameOf(one)
  return game !== null && gameOf(other) === game && dayOf(one) === dayOf(other)
}

const dayOf = ({ at }: TimelineRow): string => formatWhole(at).slice(0, 10)

/** With which game a transfer was made; null for what is none, and for one that has not succeeded. */
function gameOf(row: TimelineRow): string | null {
  const { what, state, sum, detail } = row
  if (what !== 'statement.transfer' || state !== 'SUCCESS' || !sum || signOf(row) === '')
    return null
  if (detail?.form !== 'places') return null
  return detail.from === 'wallet' ? detail.to : detail.from
}

export type Sign = '+' | '\u2212' | ''

/** Out of the wallet or into it; what failed has moved nothing. */
export function signOf({ detail, state }: TimelineRow): Sign {
  if (detail?.form !== 'places' || /^(?:FAILED|CANCEL)/.test(state ?? '')) return ''
  return detail.from === 'wallet' ? '\u2212' : detail.to === 'wallet' ? '+' : ''
}

/** What came into the wallet, less what left it. Sums of one currency have the same decimals. */
export function netOf(rows: readonly TimelineRow[]): { sum: Sum; sign: Sign } {
  const net = rows.reduce((total, row) => {
    const units = BigInt(row.sum!.amount.replace('.', ''))
    return signOf(row) === '+' ? total + units : total - units
  }, 0n)
  const { amount, currency } = rows[0]!.sum!
  const places = amount.split('.')[1]?.length ?? 0
  const digits = String(net < 0n ? -net : net).padStart(places + 1, '0')
  const whole = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
  return { sum: { amount: whole, currency }, sign: net < 0n ? '\u2212' : net > 0n ? '+' : '' }
}
