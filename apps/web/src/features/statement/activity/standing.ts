/** The status shown to a member: anything but success or failure is still in progress. */
export type RowStatus = 'SUCCESS' | 'FAILED' | 'PENDING'

export function standingOf(status: string | null | undefined): RowStatus {
  return status === 'SUCCESS' || status === 'FAILED' ? status : 'PENDING'
}
