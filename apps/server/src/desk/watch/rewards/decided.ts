import type { DecisionHook } from '#records/items/decide.ts'
import { listInvitations } from '#records/account/links-store.ts'
import { denyInvitee } from '#rewards/invite/store.ts'
import { denyPeriods } from '#rewards/refund/store.ts'
import { refundReturnedKind } from '../meaning/play-store.ts'
import { denyHeld } from '#money/bonus/ended-store.ts'
import { fewResultsKind } from '#money/bonus/release.ts'
import { playAgain } from '#money/conditions/store.ts'
import { oppositeKind } from '#records/links/opposite.ts'
import { linkedKind } from './watch.ts'

/** The effect of a denial: nothing that was received, and everything that waits because of the item's subject. */
const takeInvite: DecisionHook = async (tx, item, { decision, at }) => {
  if (decision !== 'deny' || !item.memberId || !item.otherId) return
  const pair = [item.memberId, item.otherId]
  const invitations = await listInvitations(tx, pair)
  for (const { inviter, invitee } of invitations)
    if (pair.includes(inviter) && pair.includes(invitee))
      await denyInvitee(tx, { item: item.id, inviter, invitee, at })
}

const takeBoth: DecisionHook = async (tx, item, decided) => {
  await takeInvite(tx, item, decided)
  const day = item.evidence['day']
  if (decided.decision !== 'deny' || typeof day !== 'string') return
  const members = [item.memberId, item.otherId].filter((one) => one !== null)
  await denyPeriods(tx, { item: item.id, members, day })
}

/** The rewards under which they played are lost, and nothing else: a bonus at its end, any other until it is played. */
const takeRewards: DecisionHook = async (tx, item, { decision, at }) => {
  if (decision !== 'deny') return
  const members = [item.memberId, item.otherId].filter((one) => one !== null)
  await denyHeld(tx, { item: item.id, members, at: item.since })
  if (item.kind === oppositeKind) await playAgain(tx, members, at)
}

const takeAll: DecisionHook = async (tx, item, decided) => {
  await takeBoth(tx, item, decided)
  await takeRewards(tx, item, decided)
}

export const onItemDecided: Record<string, DecisionHook> = {
  [linkedKind]: takeInvite,
  [oppositeKind]: takeAll,
  [fewResultsKind]: takeRewards,
  [refundReturnedKind]: takeBoth,
}
