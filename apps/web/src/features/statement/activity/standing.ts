/** The status shown to a member: anything but success or failure is still in progress. */
export type Standing = 'SUCCESS' | 'FAILED' | 'PENDING'

export function standingOf(status: string | null | undefined): Standing {
  return status === 'SUCCESS' || status === 'FAILED' ? status : 'PENDING'
}
