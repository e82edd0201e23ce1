import type { Banner } from '@kapao/contract/fields'
import type { WalletCurrency, Language } from '@kapao/contract/limits'
import {
  listInviteBanners,
  listInvites,
  receiveInviteBonus,
  type Invitee,
} from '@kapao/contract/invite'
import type { Db, Queryable } from '#core/db/db.ts'
import { route, type Api } from '#core/calls/route.ts'
import { receiveInvite, type ReceiveDeps } from './receive.ts'
import { listEarnedBy } from './store.ts'

export type InviteRouteDeps = ReceiveDeps & {
  db: Db
  loadMember: (memberId: string) => Promise<{ currency: WalletCurrency; language: Language }>
  /** The members whom a member has invited, newest first, and their number. */
  listInvitees: (
    on: Queryable,
    inviter: string,
    wanted: { page: number; limit: number },
  ) => Promise<{ total: number; invitees: { id: string; name: string; createdAt: Date }[] }>
  readBanners: (language: Language) => Promise<Banner[]>
}

export function inviteRoutes(app: Api, deps: InviteRouteDeps): void {
  route(app, listInvites, ({ memberId }, wanted) => loadInvitees(deps, memberId, wanted))
  route(app, receiveInviteBonus, async (caller) => {
    await receiveInvite(deps, caller)
    return { message: 'INVITE_BONUS_SUCCESS' as const }
  })
  route(app, listInviteBanners, async ({ memberId, language }) =>
    deps.readBanners(language ?? (await deps.loadMember(memberId)).language),
  )
}

/** An inviter sees of an invitee: their chosen name, their registration date, and their earnings. */
async function loadInvitees(
  deps: InviteRouteDeps,
  memberId: string,
  wanted: { page: number; limit: number },
): Promise<{ total: number; invites: Invitee[] }> {
  const { currency } = await deps.loadMember(memberId)
  const { total, invitees } = await deps.listInvitees(deps.db, memberId, wanted)
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
