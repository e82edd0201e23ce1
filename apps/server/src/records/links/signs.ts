import { BlockList, isIP } from 'node:net'
import { isPrivateAddress } from '#core/limits/addresses/address-lists.ts'

/** Signs that two members may be one person. None is proof: fathers and sons share a network, friends a phone. */
export type Sign = 'name' | 'device' | 'network' | 'invited' | 'inviter'

/** Two members and what links them; `one` is the smaller id. */
export type Link = { one: string; other: string; signs: readonly Sign[] }

export type Pair = { one: string; other: string }
type NetworkUse = { network: string; memberId: string; logins: number }

/** More members than live in a household: then it is a carrier, a school or a café, and no sign. */
const householdMax = 5
/** Reads this many logins of a network; with more than that it is a shared one. */
export const loginsMax = 400

/** Whether two members look like one person: one sign is enough if one invited the other, strangers need two. */
export function mayBeOnePerson({ signs }: Link): boolean {
  return signs.filter(isOfPerson).length >= (signs.includes('invited') ? 1 : 2)
}

/** Whether it is a sign of the person, and not of the invitation. */
export function isOfPerson(sign: Sign): boolean {
  return sign !== 'invited' && sign !== 'inviter'
}

/** One link for each two members, with all their signs. */
export function mergeLinks(found: readonly (Pair & { sign: Sign })[]): Link[] {
  const links = new Map<string, { one: string; other: string; signs: Set<Sign> }>()
  for (const { one, other, sign } of found) {
    if (one === other) continue
    const [first, second] = one < other ? [one, other] : [other, one]
    const key = `${first}:${second}`
    const link = links.get(key) ?? { one: first, other: second, signs: new Set<Sign>() }
    link.signs.add(sign)
    links.set(key, link)
  }
  return [...links.values()].map((link) => ({ ...link, signs: [...link.signs].toSorted() }))
}

/** Pairs of these members with someone in the same network, where it could be a household. */
export function pairsOfNetworks(used: readonly NetworkUse[], members: ReadonlySet<string>): Pair[] {
  const byNetwork = Map.groupBy(used, ({ network }) => network)
  return [...byNetwork.values()].flatMap((users) => {
    const logins = users.reduce((sum, one) => sum + one.logins, 0)
    if (users.length > householdMax || logins >= loginsMax) return []
    const ids = users.map(({ memberId }) => memberId)
    return ids
      .filter((id) => members.has(id))
      .flatMap((one) => ids.filter((other) => other !== one).map((other) => ({ one, other })))
  })
}

// 0.0.0.0/8, `::` and `::1` name no network at all.
const unspecified = new BlockList()
unspecified.addSubnet('0.0.0.0', 8, 'ipv4')
// Not a wider range: IPv4 addresses are written within.
unspecified.addSubnet('::', 127, 'ipv6')

/**
 * Whether an address distinguishes one network from another: that of a machine, of a home or of a carrier that puts
 * thousands behind one address is no sign of identity.
 */
export function isDistinctive(network: string): boolean {
  const family = isIP(network)
  if (family === 0 || isPrivateAddress(network)) return false
  return !unspecified.check(network, family === 4 ? 'ipv4' : 'ipv6')
}
