import { BlockList, isIP } from 'node:net'

/** Origins as a browser sends them, or null when one of them is invalid. */
export function originsOf(text: string): string[] | null {
  const origins = text.split(',').map((part) => part.trim())
  // With a path or without a scheme it would never equal what a browser sends.
  return origins.every((one) => URL.parse(one)?.origin === one) ? origins : null
}

/** Addresses and networks, or null when one of them is invalid. */
export function networksOf(text: string): string[] | null {
  const networks = text.split(',').map((part) => part.trim())
  return networks.every(isNetwork) ? networks : null
}

/** One address, or a network as `198.51.100.0/24`. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  if (isIP(address) === 0 || rest.length > 0) return false
  if (prefix === undefined) return true
  if (!/^\d{1,3}$/.test(prefix)) return false
  try {
    blockListOf([text])
    // A network of prefix 0 would be the same as `true`.
    return Number(prefix) > 0
  } catch {
    return false
  }
}

/** For looking addresses up in a list of addresses and networks. */
export function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    if (prefix === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(prefix), familyOf(address))
  }
  return list
}

export function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

const privateNetworks = blockListOf([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
])

/** Whether the internet cannot route to an address; 0.0.0.0 is refused, since it means any address. */
export function isPrivateAddress(text: string): boolean {
  return isIP(text) !== 0 && privateNetworks.check(text, familyOf(text))
}
