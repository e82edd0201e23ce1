/**
 * What each role may do at the desk, in one table that server, page and docs read. This file imports nothing, so that
 * the page may load it at run time without the schemas.
 */

export const roles = ['cashier', 'support', 'marketing', 'risk', 'owner'] as const
export type Role = (typeof roles)[number]

/** Where a session is used; a script never touches. */
export const sessionWays = ['browser', 'terminal', 'script'] as const
export type SessionWay = (typeof sessionWays)[number]

/** What a role allows, as the calls and screens ask for it. */
export const rights = [
  'work.see',
  'work.decide',
  'withdrawal.approve',
  'payouts.stop',
  'second.decide',
  'review.tick',
  'members.see',
  'members.money',
  'members.show',
  'members.note',
  'members.unlock',
  'members.change',
  'members.deactivate',
  'members.takeback',
  'chat.see',
  'chat.answer',
  'operators.see',
  'operators.change',
  'operators.disable',
  'audit.see',
  'settings.see',
  'settings.tighten',
  'settings.change',
  'content.change',
  'pictures.add',
  'house.rescue',
  'house.see',
  'rewards.see',
  'rewards.change',
] as const
export type Right = (typeof rights)[number]

/** The owner has every right; the others have what their work needs. */
export const rightsOf: Record<Role, readonly Right[]> = {
  cashier: [
    'work.see',
    'work.decide',
    'withdrawal.approve',
    'members.see',
    'members.money',
    'members.show',
    'members.note',
    'settings.see',
  ],
  support: [
    'members.see',
    'members.money',
    'members.note',
    'members.unlock',
    'chat.see',
    'chat.answer',
  ],
  marketing: ['settings.see', 'content.change', 'pictures.add', 'rewards.see', 'rewards.change'],
  risk: [
    'work.see',
    'work.decide',
    'withdrawal.approve',
    'payouts.stop',
    'second.decide',
    'review.tick',
    'members.see',
    'members.money',
    'members.show',
    'members.note',
    'members.unlock',
    'members.change',
    'members.deactivate',
    'members.takeback',
    'chat.see',
    'chat.answer',
    'operators.see',
    'operators.disable',
    'audit.see',
    'settings.see',
    'settings.tighten',
    'house.rescue',
    'house.see',
    'rewards.see',
  ],
  owner: rights,
}

export function hasRight(held: readonly Role[], right: Right): boolean {
  return held.some((role) => rightsOf[role].includes(right))
}

/** Operators may see the names of those who can do what they can. */
export function mayOf(held: readonly Role[]): Right[] {
  return rights.filter((right) => hasRight(held, right))
}
