/**
 * Rows of the table that a thief can still exploit: their scenes are left out of the long walks, and each must
 * be found by a walk of its own. A fix removes its row here; from then on the walks include it and must find nothing.
 */
export const knownUnfixed: readonly number[] = []

/** On: what one operator gave alone explains a gain only where it is on the review list. */
export const aloneMustBeListed = true
