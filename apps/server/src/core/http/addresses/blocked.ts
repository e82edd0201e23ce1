import { BlockList, isIP } from 'node:net'

/** Whether an address is in one of the blocked networks. */
export type IsBlocked = (address: string) => boolean

const nobody: IsBlocked = () => false

/** Builds the check for a list and keeps it while the list stays the same, as it does for most calls. */
export function createBlocker(): (networks: readonly string[]) => IsBlocked {
  let kept: { networks: readonly string[]; isBlocked: IsBlocked } | null = null
  return (networks) => {
    if (kept?.networks !== networks) kept = { networks, isBlocked: blockerOf(networks) }
    return kept.isBlocked
  }
}

/** An IPv4 address counts as itself when a socket reports it as a mapped IPv6 address. */
function blockerOf(networks: readonly string[]): IsBlocked {
  if (networks.length === 0) return nobody
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const family = familyOf(address)
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return (address) => list.check(address, familyOf(address))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
