import { enrolmentMinutes } from '@kapao/contract/console/limits'
import { recordAudit, type Actor } from '#core/audit/audit-store.ts'
import type { Decide, DecisionResult } from '#core/audit/decision.ts'
import { OperatorRefused } from '#core/calls/refuse.ts'
import { ConsoleRefused } from '#core/console/refuse.ts'
import type { Queryable, Tx } from '#core/db/db.ts'
import { sha256 } from '#core/ids.ts'
import type { SessionDeps } from './sessions.ts'
import { findLink, insertLink, mayLink, takeLink } from './store.ts'

/** The request that a second operator confirms. */
export const enrolKind = 'operator enrol'

export type LinkDeps = SessionDeps & {
  origin: string
  isEnabled: (on: Queryable, operator: string) => Promise<boolean>
}

type Asked = { name: string; actor: Actor; requestId: string }

/**
 * A link by which an operator makes a passkey. One who may not make it alone asks a second operator, who then makes and
 * reads it: a requester never gets the link.
 */
export async function linkOrRequest(
  deps: LinkDeps & { decide: Decide },
  { name, actor, requestId }: Asked,
): Promise<DecisionResult<string>> {
  const { db, decide } = deps
  if (!(await deps.isEnabled(db, name))) throw new OperatorRefused(`There is no operator ${name}.`)
  const work = () => makeLink(deps, { name, actor, requestId })
  if (await mayLink(db, actor, name)) return { state: 'done', value: await work() }
  const words = `${name} is to get a new link for a passkey`
  return decide(
    { kind: enrolKind, subject: name, what: { name }, words, gives: null, actor, requestId },
    work,
  )
}

/** The link is known to its reader alone: the database has the hash of its token. */
export async function makeLink(
  { db, clock, ids, origin }: Omit<LinkDeps, 'isEnabled'>,
  { name, actor, requestId }: Asked,
): Promise<string> {
  const token = ids.secret()
  const at = clock.now()
  const goodUntil = new Date(at.getTime() + enrolmentMinutes * 60_000)
  await db.begin(async (tx) => {
    await insertLink(tx, { tokenHash: sha256(token), operator: name, madeBy: actor, goodUntil })
    const about = { at, actor, requestId, action: 'operators.enrol', subject: name } as const
    await recordAudit(tx, { ...about, after: { goodUntil } })
  })
  // Behind the #, where no server and no log sees it.
  return `${origin}/enrol#${token}`
}

/** Whom a token is for, while it is good. */
export async function readLink(
  { db, clock, isEnabled }: LinkDeps,
  token: string,
): Promise<{ operator: string; goodUntil: Date; bound: string }> {
  const tokenHash = sha256(token)
  const link = await findLink(db, tokenHash)
  const isGood = link !== null && link.usedAt === null && link.goodUntil > clock.now()
  if (!isGood || !(await isEnabled(db, link.operator))) throw new ConsoleRefused('ENROLMENT_OVER')
  return { ...link, bound: tokenHash.toString('base64url') }
}

/** Uses the link up; of two at once one has it. */
export async function endLink({ clock }: LinkDeps, tx: Tx, token: string): Promise<void> {
  if (!(await takeLink(tx, sha256(token), clock.now()))) throw new ConsoleRefused('ENROLMENT_OVER')
}
