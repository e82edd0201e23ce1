import type { Soonest } from '@kapao/contract/console/fields'
import type { Role } from '@kapao/contract/console/roles'
import { call } from '#core/send.ts'

type Kind = 'add' | 'roles' | 'disable' | 'enable' | 'enrol'
type Asked = { name: string; roles: Role[] }

/** The outcome: done, waiting for another operator, or a link that is shown once. */
export type Outcome = Waits & { isWaiting: boolean; link: string | null }
type Waits = { waitsFor: readonly string[]; soonest: Soonest }

export async function changeOperator(kind: Kind, { name, roles }: Asked): Promise<Outcome> {
  switch (kind) {
    case 'add':
      return outcomeOf(await call('POST /api/console/operators/add', { name, roles }))
    case 'roles':
      return outcomeOf(await call('POST /api/console/operators/roles', { name, roles }))
    case 'enrol': {
      const answer = await call('POST /api/console/operators/enrol', { name })
      return { ...outcomeOf(answer), link: answer.link }
    }
    case 'disable':
      return outcomeOf(await call('POST /api/console/operators/disable', { name }))
    case 'enable':
      return outcomeOf(await call('POST /api/console/operators/enable', { name }))
  }
}

type Answer = Waits & { state: 'done' | 'waits'; link?: string | null }

function outcomeOf({ state, waitsFor, soonest, link }: Answer): Outcome {
  return { isWaiting: state === 'waits', waitsFor, soonest, link: link ?? null }
}
