import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import type { Operator } from '@kapao/contract/console/operators'
import { mayOf, type Role } from '@kapao/contract/console/roles'
import type { Me } from '@kapao/contract/console/sign-in'
import type { DecisionOffer, WorkItem, WorkRow } from '@kapao/contract/console/work'
import { keepMe } from '#shared/me.ts'

type DoneOrWaits = ConsoleCallOutput<'POST /api/console/operators/add'>

export const at = '2026-03-02T05:00:00.000Z'
export const done: DoneOrWaits = { state: 'done', request: null, waitsFor: [], soonest: null }

export function meOf(roles: Role[], part: Partial<Me> = {}): Me {
  const me: Me = {
    name: 'nok',
    roles,
    rights: mayOf(roles),
    touchedUntil: at,
    endsAt: at,
    passkeys: 2,
    ways: ['passkey'],
  }
  return { ...me, ...part }
}

export function operatorOf(part: Partial<Operator>): Operator {
  return {
    name: 'kai',
    roles: ['cashier'],
    addedAt: at,
    addedBy: 'nok',
    disabledAt: null,
    disabledBy: null,
    passkeys: 1,
    hasPassword: false,
    lastSignInAt: null,
    ...part,
  }
}

/** An operator of these roles is signed in. */
export function signInAs(...roles: Role[]): void {
  keepMe(meOf(roles))
}

export function rowOf(part: Partial<WorkRow> = {}): WorkRow {
  return {
    kind: 'payout',
    id: 'p-1',
    since: at,
    memberId: 'A1B2C3D4E5F6',
    memberName: 'SO••• JA•••',
    sum: null,
    why: { code: 'alone', detail: null },
    takenBy: null,
    waits: null,
    amberAt: at,
    redAt: at,
    ...part,
  }
}

export const returned: DecisionOffer = {
  name: 'returned',
  fields: ['why'],
  isCertain: true,
  waitsFor: null,
  soonest: null,
  alone: null,
  barred: null,
  effect: 'ends-without-money',
}

export function itemOf(part: Partial<WorkItem> = {}): WorkItem {
  return {
    ...rowOf(part),
    panels: [],
    candidates: [],
    decisions: [returned],
    decided: null,
    undoUntil: null,
    ...part,
  }
}
