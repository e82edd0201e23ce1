import type { Member } from '@kapao/contract/console/members'
import { at } from './examples.ts'

/** A member as operators see them: every number is masked. */
export function memberOf(part: Partial<Member> = {}): Member {
  return {
    memberId: 'A1B2C3D4E5F6',
    name: 'SO••• JA•••',
    phone: '081•••678',
    bank: 'KBANK',
    account: '••3334',
    currency: 'BAHT',
    language: 'th',
    joinedAt: at,
    lastSeenAt: null,
    isActive: true,
    deactivatedWhy: null,
    isLocked: false,
    coins: 7,
    balances: [],
    totals: null,
    bonus: [],
    open: [],
    devices: [],
    linked: [],
    notes: [],
    ...part,
  }
}
