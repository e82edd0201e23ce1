import type { Role } from '@kapao/contract/console/roles'
import { call } from '#core/send.ts'

type Kind = 'add' | 'roles' | 'disable' | 'enrol'
type Asked = { name: string; roles: Role[] }

/** The outcome: done, waiting for another operator, or a link that is shown once. */
export type Outcome = { isWaiting: boolean; waitsFor: readonly string[]; link: string | null }

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
      await call('POST /api/console/operators/disable', { name })
      return { isWaiting: false, waitsFor: [], link: null }
  }
}

type Answer = { state: 'done' | 'waits'; waitsFor: readonly string[]; link?: string | null }

function outcomeOf({ state, waitsFor, link }: Answer): Outcome {
  return { isWaiting: state === 'waits', waitsFor, link: link ?? null }
}
