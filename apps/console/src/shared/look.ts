type Look = { isPending: boolean; data: { state: string } | undefined }

/**
 * What the button of a save may do, and Enter in a line of its form: only what was looked at is saved, and nothing that
 * the look refuses. A look that cannot be had bars nothing, since the server judges the save again.
 */
export function readinessOf({ mayBeSent, look }: { mayBeSent: boolean; look: Look | null }) {
  const isLooking = mayBeSent && (look === null || look.isPending)
  const isBarred = !mayBeSent || look?.data?.state === 'refused'
  return { isLooking, isBarred, isReady: !isLooking && !isBarred }
}

const askAgainMs = 10_000

/** What a look refuses may be accepted once somebody else has decided something. */
export function askRefusedAgain(query: { state: Pick<Look, 'data'> }): number | false {
  return query.state.data?.state === 'refused' && askAgainMs
}
