import { nameOfCall } from '@kapao/contract/calls'
import type { Caller } from '#core/calls/idempotency.ts'
import { receiveInviteBonus } from '@kapao/contract/invite'
import type { EarnedRewardGrant } from '#money/bonus/give-earned.ts'
import { bonusHeld } from '#money/bonus/read.ts'
import type { Queryable } from '#core/db/db.ts'
import { refuse, Refused } from '#core/refused.ts'
import { hasInvited } from '#records/account/store.ts'
import { isHeldByItem, listHeldFriends } from '#records/items/store.ts'
import type { Settings } from '#settings/registry.ts'
import {
  findBalance,
  findReceiptByKey,
  hasPlay,
  insertReceipt,
  sumEarned,
  takeWaiting,
  waitingOf,
} from './store.ts'

export type ReceiveDeps = {
  give: EarnedRewardGrant
  readSettings: () => Promise<Settings>
}

/** The house account that it is booked to, and its source on the statement. */
const inviteCode = 'invite'

/**
 * INV-14: moves everything that waits from our account `invite` to the wallet, once; a second call with the same key
 * succeeds and moves nothing, any other finds nothing.
 */
export async function receiveInvite(deps: ReceiveDeps, caller: Caller): Promise<void> {
  const { memberId, key } = caller
  const settings = await deps.readSettings()
  const { 'invite.success': success, 'invite.fail': fail } = settings
  const giving = deps.give(caller, {
    route: nameOfCall(receiveInviteBonus),
    source: 'invite',
    percentages: { success, fail },
    turnover: settings['invite.turnover'],
    findKnown: (on, known) => findReceiptByKey(on, memberId, known),
    refuse: async (on) => {
      if (!settings['invite.active']) refuse(receiveInviteBonus, 'INVITE_INACTIVE')
      await refuseNothing(on, memberId)
      if (await bonusHeld(on, memberId)) refuse(receiveInviteBonus, 'BONUS_REMAINING')
      if (await isHeldByItem(on, memberId, 'rewards')) refuse(receiveInviteBonus, 'REWARD_HELD')
      if ((await freeOf(on, memberId)) <= 0n) {
        // A concurrent call that took it leaves nothing either.
        await refuseNothing(on, memberId)
        refuse(receiveInviteBonus, 'REWARD_HELD')
      }
    },
    claim: async (tx, { id, at, fingerprint, currency }) => {
      const amount = await takeWaiting(tx, memberId, await keptOf(tx, memberId))
      if (amount <= 0n) refuse(receiveInviteBonus, 'NO_INVITE_BONUS')
      await insertReceipt(tx, { id, memberId, amount, currency, key, fingerprint, at })
      return { code: inviteCode, amount }
    },
  })
  await giving.catch((error: unknown) => {
    // A condition needs the balance at every provider; while one is silent the bonus keeps waiting.
    const isBusy = error instanceof Refused && error.code === 'SERVICE_BUSY'
    throw isBusy ? new Refused('INVITE_BONUS_FAIL') : error
  })
}

/** The earnings by invitees on whom an operator has to decide first. */
async function keptOf(on: Queryable, memberId: string): Promise<bigint> {
  return sumEarned(on, await listHeldFriends(on, memberId))
}

async function freeOf(on: Queryable, memberId: string): Promise<bigint> {
  return waitingOf(await findBalance(on, memberId), await keptOf(on, memberId))
}

/** INV-12: the reason why nothing waits. */
async function refuseNothing(on: Queryable, memberId: string): Promise<void> {
  const balance = await findBalance(on, memberId)
  if (waitingOf(balance) > 0n) return
  if (balance.received > 0n) refuse(receiveInviteBonus, 'INVITE_COLLECT')
  if ((await hasInvited(on, memberId)) && !(await hasPlay(on, memberId)))
    refuse(receiveInviteBonus, 'NO_INVITEE_PLAY_INFO')
  refuse(receiveInviteBonus, 'NO_INVITE_BONUS')
}
