import {
  listInviteBanners,
  listInvites,
  receiveInviteBonus,
  type Invitee,
} from '@kapao/contract/invite'
import type { Db } from '#core/db/db.ts'
import { route, type Api } from '#core/calls/route.ts'
import { loadMember } from '#records/account/find.ts'
import { listInvitees } from '#records/account/store.ts'
import { receiveInvite, type ReceiveDeps } from './receive.ts'
import { listEarnedBy } from './store.ts'

export type InviteRouteDeps = ReceiveDeps & { db: Db }

export function inviteRoutes(app: Api, deps: InviteRouteDeps): void {
  route(app, listInvites, ({ memberId }, wanted) => loadInvitees(deps, memberId, wanted))
  route(app, receiveInviteBonus, async (caller) => {
    await receiveInvite(deps, caller)
    return { message: 'INVITE_BONUS_SUCCESS' as const }
  })
  route(app, listInviteBanners, async ({ memberId, language }) => {
    const spoken = language ?? (await loadMember(deps.db, memberId)).language
    return (await deps.readSettings())[`invite.banners.${spoken}`]
  })
}

/** An inviter sees of an invitee: their chosen name, their registration date, and their earnings. */
async function loadInvitees(
  deps: InviteRouteDeps,
  memberId: string,
  wanted: { page: number; limit: number },
): Promise<{ total: number; invites: Invitee[] }> {
  const { currency } = await loadMember(deps.db, memberId)
  const { total, invitees } = await listInvitees(deps.db, memberId, wanted)
  const brought = await listEarnedBy(
    deps.db,
    memberId,
    invitees.map(({ id }) => id),
  )
  return {
    total,
    invites: invitees.map(({ id, name, createdAt }) => ({
      from: { name },
      amount: { amount: brought.get(id) ?? 0n, currency },
      createdAt: createdAt.toISOString(),
    })),
  }
}
