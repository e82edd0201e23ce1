import {
  beginOwnPasskey,
  endOwnPasskey,
  endOwnSession,
  enrolOperator,
  finishOwnPasskey,
  readOwn,
} from '@kapao/contract/console/operators'
import {
  beginEnrolment,
  beginPassword,
  beginSignIn,
  beginTouch,
  finishEnrolment,
  finishPassword,
  finishSignIn,
  finishTouch,
  readDesk,
  readEnrolment,
  readMe,
  signInAsDemo,
  signInByPassword,
  signOut,
  touchByPassword,
  type Me,
} from '@kapao/contract/console/sign-in'
import type { Language } from '@kapao/contract/limits'
import { recordAudit } from '#core/audit/audit-store.ts'
import type { Decide } from '#core/audit/decision.ts'
import { cookieOf } from '#core/console/bridge.ts'
import { ConsoleRefused, refuseOperator } from '#core/console/refuse.ts'
import { consoleRoute, type ConsoleApi, type OperatorCaller } from '#core/console/route.ts'
import { answerOf } from '#core/console/work/waits.ts'
import type { Tx } from '#core/db/db.ts'
import { sha256 } from '#core/ids.ts'
import { endLink, linkOrRequest, readLink } from './links.ts'
import {
  askForNew,
  askForPasskey,
  countUse,
  judgeAnswer,
  judgeNew,
  keepPasskey,
} from './passkeys.ts'
import {
  askForPassword,
  judgeNewPassword,
  judgePassword,
  passwordsAllowed,
  type PasswordDeps,
} from './passwords.ts'
import { noteTouch, type Way } from './session-store.ts'
import { bytesOf, endOwn, listOwn, loadMe, sessionSeconds, startSession } from './sessions.ts'
import { deletePasskey, findPassword, listPasskeys } from './store.ts'

export type DeskDeps = PasswordDeps & {
  decide: Decide
  language: Language
  /** The operators of a demo house; null in a real one. */
  demo: { names: readonly string[] } | null
}

export function deskRoutes(api: ConsoleApi, deps: DeskDeps): void {
  meRoutes(api, deps)
  signInRoutes(api, deps)
  touchRoutes(api, deps)
  enrolRoutes(api, deps)
  ownRoutes(api, deps)
}

type Anyone = Pick<OperatorCaller, 'address' | 'userAgent' | 'requestId' | 'setHeader'>

/** Signs in: the session begins with what else the sign-in changes, or not at all. */
async function signIn(
  deps: DeskDeps,
  caller: Anyone,
  { operator, way, also }: { operator: string; way: Way; also?: (tx: Tx) => Promise<void> },
): Promise<Me> {
  const token = await deps.db.begin(async (tx) => {
    await also?.(tx)
    return startSession(deps, tx, { ...caller, operator, way })
  })
  caller.setHeader('set-cookie', cookieOf(token, sessionSeconds))
  return loadMe(deps.db, sha256(token))
}

function meRoutes(api: ConsoleApi, deps: DeskDeps): void {
  consoleRoute(api, readDesk, async () => ({
    name: await deps.readHouse(),
    language: deps.language,
    passwords: await passwordsAllowed(deps),
    demo: deps.demo ? [...deps.demo.names] : null,
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
  // A real house has no such call at all.
  if (demo)
    consoleRoute(api, signInAsDemo, async (caller, { name }) => {
      const isThere = demo.names.includes(name) && (await deps.isEnabled(deps.db, name))
      if (!isThere) refuseOperator(signInAsDemo, 'SIGN_IN_FAILED')
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

function enrolRoutes(api: ConsoleApi, deps: DeskDeps): void {
  consoleRoute(api, enrolOperator, async ({ operator: { actor }, requestId }, { name }) => {
    if (!(await deps.isEnabled(deps.db, name))) refuseOperator(enrolOperator, 'NOT_FOUND')
    // One's own further keys are made with a touch of one that is there.
    if (actor === `operator:${name}`) refuseOperator(enrolOperator, 'OWN_ROLE')
    const said = await linkOrRequest(deps, { name, actor, requestId })
    return { ...answerOf(said), link: said.state === 'done' ? said.value : null }
  })

  consoleRoute(api, readEnrolment, async (_caller, { token }) => {
    const { operator, goodUntil } = await readLink(deps, token)
    const passwords = await passwordsAllowed(deps)
    return { name: operator, until: goodUntil.toISOString(), passwords }
  })

  consoleRoute(api, beginEnrolment, async (_caller, { token }) => {
    const { operator, bound } = await readLink(deps, token)
    return askForNew(deps, { purpose: 'enrol', bound }, operator)
  })

  consoleRoute(api, finishEnrolment, async (caller, { token, challenge, answer, label }) => {
    const { operator, bound } = await readLink(deps, token)
    const asked = { purpose: 'enrol', bound, challenge, answer, operator } as const
    const key = await judgeNew(deps, caller, asked)
    const also = async (tx: Tx): Promise<void> => {
      await endLink(deps, tx, token)
      await keepPasskey(tx, { ...key, label })
    }
    return signIn(deps, caller, { operator, way: 'passkey', also })
  })

  consoleRoute(api, beginPassword, async (_caller, { token }) =>
    askForPassword(deps, await readLink(deps, token)),
  )

  consoleRoute(api, finishPassword, async (caller, { token, ...given }) => {
    const { operator, bound } = await readLink(deps, token)
    const keep = await judgeNewPassword(deps, caller, { ...given, name: operator, bound })
    const also = async (tx: Tx): Promise<void> => {
      await endLink(deps, tx, token)
      await keep(tx)
    }
    return signIn(deps, caller, { operator, way: 'password', also })
  })
}

function ownRoutes(api: ConsoleApi, deps: DeskDeps): void {
  const { db, clock } = deps

  consoleRoute(api, readOwn, async ({ operator: { name, session } }) => {
    const [passkeys, sessions] = await Promise.all([listPasskeys(db, name), listOwn(deps, name)])
    return {
      passkeys: passkeys.map(({ id, label, createdAt, lastUsedAt }) => ({
        id,
        label,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
      sessions: sessions.map(({ key, startedAt, lastUsedAt, address, device }) => ({
        id: key.toString('base64url'),
        startedAt: startedAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
        address,
        device,
        isThis: key.toString('base64url') === session,
      })),
    }
  })

  consoleRoute(api, beginOwnPasskey, ({ operator: { name, session } }) =>
    askForNew(deps, { purpose: 'passkey', bound: session }, name),
  )

  consoleRoute(api, finishOwnPasskey, async (caller, { challenge, answer, label }) => {
    const { name, session, actor } = caller.operator
    const asked = { purpose: 'passkey', bound: session, challenge, answer, operator: name } as const
    const key = await judgeNew(deps, caller, asked)
    const { requestId } = caller
    await db.begin(async (tx) => {
      await keepPasskey(tx, { ...key, label })
      const about = { at: clock.now(), actor, requestId, action: 'operators.passkey' } as const
      await recordAudit(tx, { ...about, subject: name, after: { label } })
    })
    return { message: 'SUCCESS' as const }
  })

  consoleRoute(api, endOwnPasskey, async ({ operator: { name, actor }, requestId }, { id }) => {
    await db.begin(async (tx) => {
      const own = await listPasskeys(tx, name)
      const found = own.find((one) => one.id === id)
      if (!found) throw new ConsoleRefused('NOT_FOUND')
      const hasOther = own.length > 1 || (await findPassword(tx, name)) !== null
      if (!hasOther) throw new ConsoleRefused('LAST_WAY_IN')
      await deletePasskey(tx, { id, operator: name })
      const about = { at: clock.now(), actor, requestId, action: 'operators.passkey' } as const
      await recordAudit(tx, { ...about, subject: name, before: { label: found.label } })
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
