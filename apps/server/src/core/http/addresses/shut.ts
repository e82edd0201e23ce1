import { goneMessage } from '@kapao/contract/refusals'
import type { IsBlocked } from './blocked.ts'

/** What operators switch while the server runs, of what keeps people out. */
export type Doors = { serviceActive: boolean; isBlocked: IsBlocked }

/** Why nobody at this address is served now, in the word that the page knows; calls and sockets ask the same. */
export function whyShut(
  { serviceActive, isBlocked }: Doors,
  address: string,
): typeof goneMessage | 'INVALID_IP' | null {
  if (!serviceActive) return goneMessage
  return isBlocked(address) ? 'INVALID_IP' : null
}
