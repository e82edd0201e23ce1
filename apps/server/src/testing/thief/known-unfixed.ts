/**
 * Rows of the table that a thief still profits from: their scenes are left out of the long walks, and each has to be
 * found by a walk of its own. Whoever closes one takes it out, and from then on the walks play it and must find nothing.
 */
export const knownUnfixed: readonly number[] = []

/** On: what one operator gave alone explains a gain only where it is on the list that somebody else reads. */
export const aloneMustBeListed = true
