import { readOutcome } from '@kapao/contract/outcome'
import { route, type Api } from '#core/calls/route.ts'
import { findOutcome, type OutcomeDeps } from './service.ts'

export function outcomeRoutes(app: Api, deps: OutcomeDeps): void {
  route(app, readOutcome, (caller, { key }) => findOutcome(deps, caller.memberId, key))
}
