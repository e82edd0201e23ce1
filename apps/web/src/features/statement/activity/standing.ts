/** What a member is shown of a status: anything but a plain yes or no is still in progress. */
export type Standing = 'SUCCESS' | 'FAILED' | 'PENDING'

export function standingOf(status: string | null | undefined): Standing {
  return status === 'SUCCESS' || status === 'FAILED' ? status : 'PENDING'
}
