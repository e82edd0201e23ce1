import { blockListOf, familyOf } from './address-lists.ts'

/** Whether an address is in one of the blocked networks. */
export type AddressBlock = (address: string) => boolean

const nobody: AddressBlock = () => false

/** Builds the check for a list and keeps it while the list stays the same, as it does for most calls. */
export function createBlocker(): (networks: readonly string[]) => AddressBlock {
  let kept: { networks: readonly string[]; isBlocked: AddressBlock } | null = null
  return (networks) => {
    if (kept?.networks !== networks) kept = { networks, isBlocked: blockerOf(networks) }
    return kept.isBlocked
  }
}

/** An IPv4 address counts as itself when a socket reports it as a mapped IPv6 address. */
function blockerOf(networks: readonly string[]): AddressBlock {
  if (networks.length === 0) return nobody
  const list = blockListOf(networks)
  return (address) => list.check(address, familyOf(address))
}
