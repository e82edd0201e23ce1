import type { Currency } from '@kapao/contract/money'
import { compareLines, type Difference, type MovementEntry } from '#ledger/reconcile.ts'

/** A line of our side, and whether its row is still open. */
export type OurLine = MovementEntry & { isOpen: boolean }
export type Sides = {
  ours: OurLine[]
  theirs: MovementEntry[]
  /** How many of our lines could not be queried on the other side. */
  unasked?: number
  /** Payouts that we returned, so that the other side's line about one is described as that. */
  returned?: ReadonlySet<string>
  /** In which currency each line is, by its reference. */
  currencies?: ReadonlyMap<string, Currency>
}

/** `explained` needs no action: our row is still open, and ends automatically. `open` is for operators. */
export type Finding = {
  class: 'explained' | 'open'
  kind: Difference['kind']
  reference: string
  ours: string | null
  theirs: string | null
  what: string
}

/** I13, F18: every difference has a class and a text; nothing outside the two classes can be stored. */
export function classify({ ours, theirs, returned }: Omit<Sides, 'unasked'>): Finding[] {
  const openOnes = new Map(ours.filter(({ isOpen }) => isOpen).map((one) => [one.reference, one]))
  const listed = new Set(theirs.map(({ reference }) => reference))
  // A line that is open here and missing there agrees: neither side says that it happened.
  const claimed = ours.filter(({ isOpen, reference }) => !isOpen || listed.has(reference))
  const differences: Difference[] = compareLines(claimed, theirs)
  const findings = differences.map((one) => findingOf(one, returned))
  for (const reference of listed) {
    const open = openOnes.get(reference)
    if (open && !differences.some((one) => one.reference === reference))
      findings.push({
        class: 'explained',
        kind: 'missing',
        reference,
        ours: null,
        theirs: String(open.amount),
        what: 'they have done it and we still ask: it ends automatically',
      })
  }
  return findings.toSorted((a, b) => (a.reference < b.reference ? -1 : 1))
}

function findingOf(one: Difference, returned?: ReadonlySet<string>): Finding {
  const { kind, reference } = one
  const found = {
    class: 'open' as const,
    kind,
    reference,
    ours: 'ours' in one ? String(one.ours) : null,
    theirs: 'theirs' in one ? String(one.theirs) : null,
  }
  if (one.kind === 'extra') return { ...found, what: 'we booked it, they do not list it' }
  if (one.kind === 'amount') return { ...found, what: 'the amounts differ' }
  if (one.kind === 'missing') {
    const isReturned = returned?.has(reference)
    const what = isReturned
      ? 'they have done it, and it was returned here'
      : 'they list it, we know nothing of it'
    return { ...found, what }
  }
  const side = one.side === 'theirs' ? 'they list' : 'we booked'
  return { ...found, what: `${side} it ${one.times} times` }
}
