import { hasRight, type Right, type Role } from '@kapao/contract/console/roles'
import { workKinds, type DecisionName, type WorkKind } from '@kapao/contract/console/words'

/** Talks are seen by those who answer them, everything else by those who work at the queues. */
function rightToSee(kind: WorkKind): Right {
  return kind === 'talk' ? 'chat.see' : 'work.see'
}

export function kindsSeenBy(roles: readonly Role[]): WorkKind[] {
  return workKinds.filter((kind) => hasRight(roles, rightToSee(kind)))
}

/** What somebody with these roles could decide: lists hold nothing else, though a link may lead to it. */
export function kindsListedFor(roles: readonly Role[]): WorkKind[] {
  return kindsSeenBy(roles).filter((kind) => hasRight(roles, rightToList(kind)))
}

function rightToList(kind: WorkKind): Right {
  if (kind === 'talk') return 'chat.see'
  return kind === 'second' || kind === 'review' ? rightToDecide(kind, 'yes') : 'work.decide'
}

export function maySee(roles: readonly Role[], kind: WorkKind): boolean {
  return hasRight(roles, rightToSee(kind))
}

/** The right that a decision needs, whatever the kind is otherwise for. */
export function rightToDecide(kind: WorkKind, decision: DecisionName): Right {
  if (kind === 'second') return 'second.decide'
  if (kind === 'review') return 'review.tick'
  if (decision === 'approve') return 'withdrawal.approve'
  return decision === 'takeback' ? 'members.takeback' : 'work.decide'
}
