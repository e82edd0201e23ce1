import type { SlipReason } from '@kapao/contract/refusals'

/** Why a slip was not credited; a reason unknown to this page is shown unchanged. */
export function reasonText(
  note: string | null,
  reasons: Record<SlipReason, string>,
): string | null {
  if (note === null || note === '') return null
  return Object.hasOwn(reasons, note) ? reasons[note as SlipReason] : note
}
