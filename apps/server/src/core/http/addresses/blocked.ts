import { BlockList, isIP } from 'node:net'

/** Whether an address lies in one of the networks that are kept out. */
export type IsBlocked = (address: string) => boolean

const nobody: IsBlocked = () => false

/** Makes the question for a list and keeps it while it is asked about the same list, as every call does. */
export function createBlocker(): (networks: readonly string[]) => IsBlocked {
  let kept: { networks: readonly string[]; isBlocked: IsBlocked } | null = null
  return (networks) => {
    if (kept?.networks !== networks) kept = { networks, isBlocked: blockerOf(networks) }
    return kept.isBlocked
  }
}

/** An IPv4 address counts as itself where a socket tells it as one of IPv6. */
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
