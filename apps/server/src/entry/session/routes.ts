import {
  endDevice,
  endOtherDevices,
  identify as identifyCall,
  listDevices as listDevicesCall,
  login as loginCall,
  logout,
} from '@kapao/contract/session'
import { logInByPasskey as logInByPasskeyCall } from '@kapao/contract/passkeys'
import type { CallerOf } from '#core/calls/caller.ts'
import { failAs } from '#core/calls/fault.ts'
import { route, type Api } from '#core/calls/route.ts'
import type { RateLimiter } from '#core/limits/rate-limit.ts'
import { listDevices } from '#core/session/logins.ts'
import type { Sessions } from '#core/session/session.ts'
import { identify, type IdentifyDeps } from './identify.ts'
import { login, type LoggedIn, type LoginDeps } from './login.ts'
import { logInByPasskey } from './passkey.ts'

export type SessionRouteDeps = LoginDeps &
  IdentifyDeps & {
    limiter: RateLimiter
    sessions: Pick<Sessions, 'end' | 'endAllOf'>
  }

export function sessionRoutes(app: Api, deps: SessionRouteDeps): void {
  // Successful logins count for the member, so that members who share an address do not use it up for each other.
  const welcome = async (
    { token, memberId }: LoggedIn,
    { address, counted, device }: Pick<CallerOf, 'address' | 'counted' | 'device'>,
  ): Promise<{ token: string }> => {
    const isWithin = (await deps.limiter.take('login', { memberId, address })) === null
    if (isWithin) deps.limiter.giveBack('login', counted)
    await device.remember(memberId)
    return { token }
  }
  route(app, loginCall, async (caller, given) => {
    const { requestId } = caller
    const loggedIn = await failAs({ log: deps.log, code: 'LOGIN_FAIL', requestId }, () =>
      login(deps, { ...given, ...caller }),
    )
    return welcome(loggedIn, caller)
  })
  route(app, logInByPasskeyCall, async (caller, { answer }) =>
    welcome(await logInByPasskey(deps, answer, caller), caller),
  )
  route(app, logout, async ({ sessionKey, memberId }) => {
    await deps.sessions.end(sessionKey, memberId)
    return { message: 'SUCCESS' } as const
  })
  route(app, identifyCall, async (caller, given) => {
    await identify(deps, caller, given)
    return { message: 'SUCCESS' } as const
  })
  route(app, listDevicesCall, async (caller) => ({ devices: await listDevices(deps, caller) }))
  route(app, endOtherDevices, async ({ memberId, sessionKey }) => {
    const others = { memberId, why: 'logout', exceptKey: sessionKey } as const
    await deps.db.begin((tx) => deps.sessions.endAllOf(tx, others))
    return { message: 'SUCCESS' } as const
  })
  route(app, endDevice, async ({ memberId }, { id }) => {
    await deps.sessions.end(id, memberId)
    return { message: 'SUCCESS' } as const
  })
}
