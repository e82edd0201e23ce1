import {
  beginOwnPasskey,
  endOwnPasskey,
  endOwnSession,
  finishOwnPasskey,
  markNotices,
  readNotices,
  readOwn,
} from '@kapao/contract/console/operators'
import {
  beginSignIn,
  beginTouch,
  finishSignIn,
  finishTouch,
  readDesk,
  readMe,
  signInAsDemo,
  signInByPassword,
  signOut,
  touchByPassword,
  type Me,
} from '@kapao/contract/console/sign-in'
import type { Language } from '@kapao/contract/limits'
import { cookieOf } from '#core/console/bridge.ts'
import { ConsoleRefused, refuseOperator } from '#core/console/refuse.ts'
import { consoleRoute, type ConsoleApi, type SignedIn } from '#core/console/route.ts'
import { hasOwnOperators, isEnabled } from '#records/operators/store.ts'
import { joinRoutes } from './joining.ts'
import { linkRoutes } from './links.ts'
import { listNotices, markNotices as markSeen, noteWay } from './notice-store.ts'
import {
  askForFurther,
  askForPasskey,
  countUse,
  judgeAnswer,
  judgeNew,
  keepFurther,
} from './passkeys.ts'
import { judgePassword, passwordsAllowed, type PasswordDeps } from './passwords.ts'
import { recoveryRoutes } from './recovery.ts'
import { countCodes } from './recovery-store.ts'
import { noteTouch } from './session-store.ts'
import { bytesOf, endOwn, listOwn, loadMe, signIn, wayOf } from './sessions.ts'
import { terminalRoutes } from './terminals.ts'
import { deletePasskey, findPassword, listPasskeys } from './store.ts'

export type DeskDeps = PasswordDeps & {
  language: Language
  /** The operators of a demo; null in a real installation. */
  demo: { names: readonly string[] } | null
}

export function deskRoutes(api: ConsoleApi, deps: DeskDeps): void {
  meRoutes(api, deps)
  signInRoutes(api, deps)
  touchRoutes(api, deps)
  joinRoutes(api, deps)
  recoveryRoutes(api, deps)
  linkRoutes(api, deps)
  ownRoutes(api, deps)
  terminalRoutes(api, deps)
  noticeRoutes(api, deps)
}

/**
 * As whom anybody may sign in; null where nobody may. With the first operator of its own an installation has no sign-in without
 * a key any more.
 */
async function demoNames(deps: DeskDeps): Promise<string[] | null> {
  const { db, demo } = deps
  if (demo === null || (await hasOwnOperators(db))) return null
  const names: string[] = []
  for (const name of demo.names) if (await isEnabled(db, name)) names.push(name)
  return names
}

function meRoutes(api: ConsoleApi, deps: DeskDeps): void {
  consoleRoute(api, readDesk, async () => ({
    name: await deps.readBrandName(),
    language: deps.language,
    passwords: await passwordsAllowed(deps),
    demo: await demoNames(deps),
  }))

  consoleRoute(api, readMe, ({ operator: { session } }) => loadMe(deps.db, bytesOf(session)))

  consoleRoute(api, signOut, async ({ operator, requestId, setHeader }) => {
    const { name, session } = operator
    await endOwn(deps, { operator: name, session, why: 'signed-out', requestId })
    setHeader('set-cookie', cookieOf('', 0))
    return { message: 'SUCCESS' as const }
  })
}

function signInRoutes(api: ConsoleApi, deps: DeskDeps): void {
  const about = { purpose: 'sign-in', bound: null } as const

  consoleRoute(api, beginSignIn, () => askForPasskey(deps, about, null))

  consoleRoute(api, finishSignIn, async (caller, { challenge, answer }) => {
    const answered = await judgeAnswer(deps, caller, { ...about, challenge, answer })
    await countUse(deps, caller, answered)
    return signIn(deps, caller, { operator: answered.passkey.operator, way: 'passkey' })
  })

  consoleRoute(api, signInByPassword, async (caller, given) => {
    await judgePassword(deps, caller, given)
    return signIn(deps, caller, { operator: given.name, way: 'password' })
  })

  const { demo } = deps
  // A real installation has no such call at all.
  if (demo)
    consoleRoute(api, signInAsDemo, async (caller, { name }) => {
      const names = await demoNames(deps)
      if (!names?.includes(name)) refuseOperator(signInAsDemo, 'SIGN_IN_FAILED')
      return signIn(deps, caller, { operator: name, way: 'demo' })
    })
}

function touchRoutes(api: ConsoleApi, deps: DeskDeps): void {
  const { db, clock } = deps
  const touched = async (session: string): Promise<Me> => {
    await noteTouch(db, bytesOf(session), clock.now())
    return loadMe(db, bytesOf(session))
  }

  consoleRoute(api, beginTouch, ({ operator: { name, session } }) =>
    askForPasskey(deps, { purpose: 'touch', bound: session }, name),
  )

  consoleRoute(api, finishTouch, async (caller, { challenge, answer }) => {
    const { name, session } = caller.operator
    const asked = { purpose: 'touch', bound: session, challenge, answer } as const
    const answered = await judgeAnswer(deps, caller, asked)
    if (answered.passkey.operator !== name)
      return deps.refuse(caller, { why: 'foreign-passkey', name })
    await countUse(deps, caller, answered)
    return touched(session)
  })

  consoleRoute(api, touchByPassword, async (caller, { password, code }) => {
    const { name, session } = caller.operator
    await judgePassword(deps, caller, { name, password, code })
    return touched(session)
  })
}

function ownRoutes(api: ConsoleApi, deps: DeskDeps): void {
  const { db } = deps

  consoleRoute(api, readOwn, async ({ operator: { name, session } }) => {
    const [passkeys, sessions] = await Promise.all([listPasskeys(db, name), listOwn(deps, name)])
    return {
      passkeys: passkeys.map(({ id, label, createdAt, lastUsedAt }) => ({
        id,
        label,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
      sessions: sessions.map(({ key, way, startedAt, lastUsedAt, endsAt, address, device }) => ({
        id: key.toString('base64url'),
        way: wayOf(way),
        endsAt: endsAt.toISOString(),
        startedAt: startedAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
        address,
        device,
        isThis: key.toString('base64url') === session,
      })),
    }
  })

  consoleRoute(api, beginOwnPasskey, ({ operator: { name, session } }) =>
    askForFurther(deps, { purpose: 'passkey', bound: session }, name),
  )

  consoleRoute(api, finishOwnPasskey, async (caller, { challenge, answer, label }) => {
    const { name, session } = caller.operator
    const asked = { purpose: 'passkey', bound: session, challenge, answer, operator: name } as const
    const key = await judgeNew(deps, caller, asked)
    await db.begin(async (tx) => {
      await keepFurther(tx, { ...key, label })
      const about = { operator: name, what: 'added', label, session: bytesOf(session) } as const
      await noteWay(tx, { ...about, ...momentOf(deps, caller) })
    })
    return { message: 'SUCCESS' as const }
  })

  consoleRoute(api, endOwnPasskey, async (caller, { id }) => {
    const { name, session } = caller.operator
    await db.begin(async (tx) => {
      const own = await listPasskeys(tx, name)
      const found = own.find((one) => one.id === id)
      if (!found) throw new ConsoleRefused('NOT_FOUND')
      const hasOther = own.length > 1 || (await findPassword(tx, name)) !== null
      if (!hasOther) throw new ConsoleRefused('LAST_WAY_IN')
      await deletePasskey(tx, { id, operator: name })
      const about = { operator: name, what: 'removed', label: found.label } as const
      await noteWay(tx, { ...about, session: bytesOf(session), ...momentOf(deps, caller) })
    })
    return { message: 'SUCCESS' as const }
  })

  consoleRoute(api, endOwnSession, async ({ operator: { name }, requestId }, { id }) => {
    const why = 'ended-elsewhere'
    const isEnded = await endOwn(deps, { operator: name, session: id, why, requestId })
    if (!isEnded) refuseOperator(endOwnSession, 'NOT_FOUND')
    return { message: 'SUCCESS' as const }
  })
}

function momentOf({ clock }: Pick<DeskDeps, 'clock'>, { requestId }: { requestId: string }) {
  return { at: clock.now(), requestId }
}

function noticeRoutes(api: ConsoleApi, { db }: DeskDeps): void {
  const readerOf = ({ name, session, roles }: SignedIn) => ({
    operator: name,
    session: bytesOf(session),
    isOwner: roles.includes('owner'),
  })

  consoleRoute(api, readNotices, async ({ operator }) => {
    const [notices, passkeys, recoveryCodes] = await Promise.all([
      listNotices(db, readerOf(operator)),
      listPasskeys(db, operator.name),
      countCodes(db, operator.name),
    ])
    return { notices, passkeys: passkeys.length, recoveryCodes }
  })

  consoleRoute(api, markNotices, async ({ operator }, { ids }) => {
    await markSeen(db, { ...readerOf(operator), ids })
    return { message: 'SUCCESS' as const }
  })
}
