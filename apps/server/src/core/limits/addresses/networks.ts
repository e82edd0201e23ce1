import { isIP } from 'node:net'
import { networkOf } from '../rate-limit.ts'

const groupBits = 16

/**
 * The network of that many bits around an address, such as 198.51.100.0/24 or 2001:db8:7::/48: a tenant of a range has
 * all its addresses. A text that is no address is a network of its own.
 */
export function networkAround(address: string, bits: { v4: 8 | 16 | 24; v6: 32 | 48 }): string {
  const network = networkOf(address)
  if (isIP(network) === 4) {
    const kept = network.split('.').slice(0, bits.v4 / 8)
    return `${[...kept, '0', '0', '0'].slice(0, 4).join('.')}/${bits.v4}`
  }
  if (!network.endsWith('/64')) return network
  const groups = network.split(':').slice(0, bits.v6 / groupBits)
  return `${groups.join(':')}::/${bits.v6}`
}
