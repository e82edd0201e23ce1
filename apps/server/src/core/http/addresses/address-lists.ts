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
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (prefix === undefined) return true
  if (!/^\d{1,3}$/.test(prefix)) return false
  try {
    new BlockList().addSubnet(address, Number(prefix), family === 6 ? 'ipv6' : 'ipv4')
    // A network of prefix 0 would be the same as `true`.
    return Number(prefix) > 0
  } catch {
    return false
  }
}

const privateNetworks = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv6')

/** Whether the internet cannot route to an address; 0.0.0.0 is refused, since it means any address. */
export function isPrivateAddress(text: string): boolean {
  const family = isIP(text)
  return family !== 0 && privateNetworks.check(text, family === 6 ? 'ipv6' : 'ipv4')
}
