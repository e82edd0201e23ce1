import { enrolmentMinutes } from '@kapao/contract/console/limits'
import {
  beginEnrolment,
  beginPassword,
  finishEnrolment,
  finishPassword,
  readEnrolment,
} from '@kapao/contract/console/sign-in'
import { minuteMs } from '@kapao/contract/times'
import { recordAudit, type Actor } from '#core/audit/audit-store.ts'
import { ConsoleRefused } from '#core/console/refuse.ts'
import { consoleRoute, type ConsoleApi } from '#core/console/route.ts'
import type { Tx } from '#core/db/db.ts'
import { sha256 } from '#core/ids.ts'
import { isEnabled } from '#records/operators/store.ts'
import { noteWay } from './notice-store.ts'
import { askForFurther, judgeNew, keepFurther } from './passkeys.ts'
import {
  askForPassword,
  judgeNewPassword,
  passwordsAllowed,
  type PasswordDeps,
} from './passwords.ts'
import { signIn, type SessionDeps } from './sessions.ts'
import { findLink, insertLink, takeLink } from './store.ts'

export type LinkDeps = SessionDeps & { origin: string }

type LinkRequest = { name: string; requestId: string }

/** An operator's own link for a passkey. It is known to its reader alone: the database has the hash of its token. */
export async function makeLink(
  { db, clock, ids, origin }: LinkDeps,
  { name, requestId }: LinkRequest,
): Promise<string> {
  const token = ids.secret()
  const at = clock.now()
  const goodUntil = new Date(at.getTime() + enrolmentMinutes * minuteMs)
  const actor: Actor = `operator:${name}`
  await db.begin(async (tx) => {
    await insertLink(tx, { tokenHash: sha256(token), operator: name, madeBy: actor, goodUntil })
    const about = { at, actor, requestId, action: 'operators.enrol', subject: name } as const
    await recordAudit(tx, { ...about, after: { goodUntil } })
  })
  // Behind the #, where no server and no log sees it.
  return `${origin}/enrol#${token}`
}

/** Whom a token is for, while it is good. */
async function readLink(
  { db, clock }: LinkDeps,
  token: string,
): Promise<{ operator: string; goodUntil: Date; bound: string }> {
  const tokenHash = sha256(token)
  const link = await findLink(db, tokenHash)
  const isGood = link !== null && link.usedAt === null && link.goodUntil > clock.now()
  if (!isGood || !(await isEnabled(db, link.operator))) throw new ConsoleRefused('ENROLMENT_OVER')
  return { ...link, bound: tokenHash.toString('base64url') }
}

/** Uses the link up; of two at once one has it. */
async function endLink({ clock }: LinkDeps, tx: Tx, token: string): Promise<void> {
  if (!(await takeLink(tx, sha256(token), clock.now()))) throw new ConsoleRefused('ENROLMENT_OVER')
}

/** What the holder of a link does with it. */
export function linkRoutes(api: ConsoleApi, deps: PasswordDeps): void {
  consoleRoute(api, readEnrolment, async (_caller, { token }) => {
    const { operator, goodUntil } = await readLink(deps, token)
    const passwords = await passwordsAllowed(deps)
    return { name: operator, until: goodUntil.toISOString(), passwords }
  })

  consoleRoute(api, beginEnrolment, async (_caller, { token }) => {
    const { operator, bound } = await readLink(deps, token)
    return askForFurther(deps, { purpose: 'enrol', bound }, operator)
  })

  consoleRoute(api, finishEnrolment, async (caller, { token, challenge, answer, label }) => {
    const { operator, bound } = await readLink(deps, token)
    const asked = { purpose: 'enrol', bound, challenge, answer, operator } as const
    const key = await judgeNew(deps, caller, asked)
    const also = async (tx: Tx, session: Buffer): Promise<void> => {
      await endLink(deps, tx, token)
      await keepFurther(tx, { ...key, label })
      await noteWay(tx, {
        operator,
        what: 'link',
        label,
        session,
        at: deps.clock.now(),
        requestId: caller.requestId,
      })
    }
    return signIn(deps, caller, { operator, way: 'passkey', also })
  })

  consoleRoute(api, beginPassword, async (_caller, { token }) =>
    askForPassword(deps, await readLink(deps, token)),
  )

  consoleRoute(api, finishPassword, async (caller, { token, ...given }) => {
    const { operator, bound } = await readLink(deps, token)
    const keep = await judgeNewPassword(deps, caller, { ...given, name: operator, bound })
    const also = async (tx: Tx, session: Buffer): Promise<void> => {
      await endLink(deps, tx, token)
      await keep(tx)
      const about = { operator, what: 'password', label: null } as const
      await noteWay(tx, { ...about, session, at: deps.clock.now(), requestId: caller.requestId })
    }
    return signIn(deps, caller, { operator, way: 'password', also })
  })
}
