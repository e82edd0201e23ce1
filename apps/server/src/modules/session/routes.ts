import { login as loginCall, logout } from '@kapao/contract/session'
import { failAs } from '#core/fault.ts'
import { route, type Api } from '#core/route.ts'
import { login, type LoginDeps } from './login.ts'

export type SessionRouteDeps = LoginDeps & {
  /** From core/session; a second call changes nothing. */
  endSession: (key: string) => Promise<void>
}

export function sessionRoutes(app: Api, deps: SessionRouteDeps): void {
  route(app, loginCall, ({ address, device, requestId }, given) =>
    failAs({ log: deps.log, code: 'LOGIN_FAIL', requestId }, () =>
      login(deps, { ...given, address, device, requestId }),
    ),
  )
  route(app, logout, async ({ sessionKey }) => {
    await deps.endSession(sessionKey)
    return { message: 'SUCCESS' } as const
  })
}
