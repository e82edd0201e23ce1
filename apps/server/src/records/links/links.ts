import { dayMs } from '@kapao/contract/times'
import type { Queryable } from '#core/db/db.ts'
import { listShared } from '#core/session/devices/device-store.ts'
import { listNetworks, listUsersOf } from '#core/session/session-store.ts'
import { listInvitations, listNamesakes, listSiblings } from '#records/account/links-store.ts'
import {
  isDistinctive,
  loginsMax,
  mergeLinks,
  pairsOfNetworks,
  type Link,
  type Pair,
  type Sign,
} from './signs.ts'

const monthMs = 30 * dayMs

/** All members who are linked to one of these, and their signs. */
export async function findLinks(
  on: Queryable,
  { members, at }: { members: readonly string[]; at: Date },
): Promise<Link[]> {
  const since = new Date(at.getTime() - monthMs)
  const mine = (await listNetworks(on, members, since)).map(({ network }) => network)
  const networks = [...new Set(mine)].filter(isDistinctive)
  const used = await listUsersOf(on, networks, { since, loginsMax })
  const invitations = await listInvitations(on, members)
  const as = (sign: Sign, pairs: readonly Pair[]) => pairs.map((pair) => ({ ...pair, sign }))
  return mergeLinks([
    ...as('name', await listNamesakes(on, members)),
    ...as('inviter', await listSiblings(on, members)),
    ...as('device', await listShared(on, members)),
    ...as('network', pairsOfNetworks(used, new Set(members))),
    ...as(
      'invited',
      invitations.map(({ inviter, invitee }) => ({ one: inviter, other: invitee })),
    ),
  ])
}
