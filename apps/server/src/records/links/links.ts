import { dayMs } from '#core/clock.ts'
import type { Queryable } from '#core/db/db.ts'
import {
  isDistinctive,
  loginsMax,
  mergeLinks,
  pairsOfNetworks,
  type Link,
  type Pair,
  type Sign,
} from './signs.ts'

/** Where signs are stored; from account and core, passed in by compose. */
export type LinkSources = {
  listNamesakes: (on: Queryable, members: readonly string[]) => Promise<Pair[]>
  listShared: (on: Queryable, members: readonly string[]) => Promise<Pair[]>
  listNetworks: (
    on: Queryable,
    members: readonly string[],
    since: Date,
  ) => Promise<{ memberId: string; network: string }[]>
  listUsersOf: (
    on: Queryable,
    networks: readonly string[],
    wanted: { since: Date; loginsMax: number },
  ) => Promise<{ network: string; memberId: string; logins: number }[]>
  listSiblings: (on: Queryable, members: readonly string[]) => Promise<Pair[]>
  listInvitations: (
    on: Queryable,
    members: readonly string[],
  ) => Promise<{ inviter: string; invitee: string }[]>
}

const monthMs = 30 * dayMs

/** All members who are linked to one of these, and their signs. */
export async function findLinks(
  sources: LinkSources,
  on: Queryable,
  { members, at }: { members: readonly string[]; at: Date },
): Promise<Link[]> {
  const since = new Date(at.getTime() - monthMs)
  const mine = (await sources.listNetworks(on, members, since)).map(({ network }) => network)
  const networks = [...new Set(mine)].filter(isDistinctive)
  const used = await sources.listUsersOf(on, networks, { since, loginsMax })
  const invitations = await sources.listInvitations(on, members)
  const as = (sign: Sign, pairs: readonly Pair[]) => pairs.map((pair) => ({ ...pair, sign }))
  return mergeLinks([
    ...as('name', await sources.listNamesakes(on, members)),
    ...as('inviter', await sources.listSiblings(on, members)),
    ...as('device', await sources.listShared(on, members)),
    ...as('network', pairsOfNetworks(used, new Set(members))),
    ...as(
      'invited',
      invitations.map(({ inviter, invitee }) => ({ one: inviter, other: invitee })),
    ),
  ])
}
