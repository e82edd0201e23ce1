import type { OutcomeName } from '@kapao/contract/console/words'
import type { DecidedWork } from '@kapao/contract/console/work'
import type { StoredAudit } from '../../audit/audit-store.ts'
import { nameOf } from '../../audit/actor.ts'

/** What became of an item, as the trail has it: by a person, or by itself where a job did it. */
export function decidedBy(
  { actor, at, after }: Pick<StoredAudit, 'actor' | 'at' | 'after'>,
  decision: OutcomeName,
  movements: readonly string[] = [],
): DecidedWork {
  const isPerson = actor.startsWith('operator:')
  return {
    decision: isPerson ? decision : 'byItself',
    by: isPerson ? nameOf(actor) : '',
    at: at.toISOString(),
    why: whyOf(after),
    movements: [...movements],
  }
}

/** It ended without an act of anybody that the trail has. */
export function endedByItself(at: Date, movements: readonly string[] = []): DecidedWork {
  return {
    decision: 'byItself',
    by: '',
    at: at.toISOString(),
    why: null,
    movements: [...movements],
  }
}

/** What was written down with an act. */
export function whyOf(after: unknown): string | null {
  const { note, why } = (after ?? {}) as { note?: unknown; why?: unknown }
  if (typeof note === 'string') return note
  return typeof why === 'string' ? why : null
}
