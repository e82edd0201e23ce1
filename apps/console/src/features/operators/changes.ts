import type { Soonest } from '@kapao/contract/console/fields'
import type { Role } from '@kapao/contract/console/roles'
import { call } from '#core/send.ts'

type Kind = 'add' | 'roles' | 'disable' | 'enable'
type OperatorChange = { name: string; roles: Role[]; code: string }

/** The outcome: done, or waiting for another operator. */
export type Outcome = Waits & { isWaiting: boolean }
type Waits = { waitsFor: readonly string[]; soonest: Soonest }

export async function changeOperator(
  kind: Kind,
  { name, roles, code }: OperatorChange,
): Promise<Outcome> {
  switch (kind) {
    case 'add':
      return outcomeOf(await call('POST /api/console/operators/add', { name, roles, code }))
    case 'roles':
      return outcomeOf(await call('POST /api/console/operators/roles', { name, roles }))
    case 'disable':
      return outcomeOf(await call('POST /api/console/operators/disable', { name }))
    case 'enable':
      return outcomeOf(await call('POST /api/console/operators/enable', { name }))
  }
}

type Answer = Waits & { state: 'done' | 'waits' }

function outcomeOf({ state, waitsFor, soonest }: Answer): Outcome {
  return { isWaiting: state === 'waits', waitsFor, soonest }
}
