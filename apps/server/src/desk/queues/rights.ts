import { hasRight, type Right, type Role } from '@kapao/contract/console/roles'
import { workKinds, type DecisionName, type WorkKind } from '@kapao/contract/console/words'

/** Talks are seen by those who answer them, everything else by those who work at the queues. */
function rightToSee(kind: WorkKind): Right {
  return kind === 'talk' ? 'chat.see' : 'work.see'
}

export function kindsSeenBy(roles: readonly Role[]): WorkKind[] {
  return workKinds.filter((kind) => hasRight(roles, rightToSee(kind)))
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
