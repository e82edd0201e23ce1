import { goneMessage } from '@kapao/contract/refusals'
import type { AddressBlock } from './blocked.ts'

/** The switches that close the service to callers, which operators change while the server runs. */
export type AccessSwitches = { serviceActive: boolean; isBlocked: AddressBlock }

/** The page's code for why this address is not served now, or null; calls and sockets share it. */
export function whyClosed(
  { serviceActive, isBlocked }: AccessSwitches,
  address: string,
): typeof goneMessage | 'INVALID_IP' | null {
  if (!serviceActive) return goneMessage
  return isBlocked(address) ? 'INVALID_IP' : null
}
