import { login as loginCall, logout } from '@kapao/contract/session'
import { failAs } from '#core/calls/fault.ts'
import { route, type Api } from '#core/calls/route.ts'
import type { RateLimiter } from '#core/limits/rate-limit.ts'
import type { Sessions } from '#core/session/session.ts'
import { login, type LoginDeps } from './login.ts'

export type SessionRouteDeps = LoginDeps & {
  limiter: RateLimiter
  sessions: Pick<Sessions, 'end'>
}

export function sessionRoutes(app: Api, deps: SessionRouteDeps): void {
  route(app, loginCall, async (caller, given) => {
    const { address, device, counted, requestId } = caller
    const { token, memberId } = await failAs({ log: deps.log, code: 'LOGIN_FAIL', requestId }, () =>
      login(deps, { ...given, ...caller }),
    )
    // Successful logins count for the member, so that members who share an address do not use it up for each other.
    const isWithin = (await deps.limiter.take('login', { memberId, address })) === null
    if (isWithin) deps.limiter.giveBack('login', counted)
    await device.remember(memberId)
    return { token }
  })
  route(app, logout, async ({ sessionKey }) => {
    await deps.sessions.end(sessionKey)
    return { message: 'SUCCESS' } as const
  })
}
