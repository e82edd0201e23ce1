import { randomBytes } from 'node:crypto'
import type { Role } from '@kapao/contract/console/roles'
import { nameOf } from '#core/audit/actor.ts'
import type { Actor } from '#core/audit/audit-store.ts'
import type { DecisionResult } from '#core/audit/decision.ts'
import { OperatorRefused } from '#core/refused.ts'
import type { Queryable, Tx } from '#core/db/db.ts'
import { sqlStateOf } from '#core/sql-state.ts'
import { addConfirmed, bootstrap, checkName, isDemoOnly, type OperatorDeps } from './operators.ts'
import { textOf, type RoleDeps } from './roles.ts'
import { findOperators, maySetUp } from './store.ts'

/** The request that a second operator confirms. */
export const addKind = 'operator add'

export type OperatorToAdd = {
  name: string
  tokenHash: string
  addedBy: Actor
  roles?: readonly Role[]
  /** What the new operator has read out: it names the key that they have made, and that nobody else holds. */
  code: string
}

type JoinCode = { code: string; name: string; at: Date }
export type JoinProblem = 'JOIN_CODE_UNKNOWN' | 'JOIN_CODE_OTHER_NAME'

/** The passkeys of people who are to become operators, as the room that lets them in knows them. */
export type Joins = {
  findProblem: (on: Queryable, coded: JoinCode) => Promise<JoinProblem | null>
  keep: (on: Queryable, coded: Omit<JoinCode, 'name'>) => Promise<void>
  admit: (tx: Tx, coded: JoinCode & { requestId: string }) => Promise<void>
}

export type AddDeps = RoleDeps & { joins: Joins }

export type NewOperator = {
  name: string
  roles: readonly Role[]
  code: string
  actor: Actor
  requestId: string
}

export type AddProblem = JoinProblem | 'NAME_TAKEN' | 'FIRST_OWNS'

const addSentences: Record<JoinProblem | 'FIRST_OWNS', string> = {
  JOIN_CODE_UNKNOWN:
    'This code is wrong, over or used. The new operator makes a new one at the console (Join).',
  JOIN_CODE_OTHER_NAME: 'This code was made for another name.',
  FIRST_OWNS:
    'The first operator of a house of its own has the role owner and no other; the operators of the demo end with it.',
}

/** What stands in the way before anybody is asked. */
export async function findAddProblem(
  { db, clock, joins }: Pick<AddDeps, 'db' | 'clock' | 'joins'>,
  { name, roles, code }: NewOperator,
): Promise<AddProblem | null> {
  const operators = await findOperators(db)
  if (operators.some((one) => one.name === name)) return 'NAME_TAKEN'
  if (isDemoOnly(operators) && (roles.length !== 1 || roles[0] !== 'owner')) return 'FIRST_OWNS'
  return joins.findProblem(db, { code, name, at: clock.now() })
}

/**
 * Adds the person whose key this code names. Nothing that signs in as them passes through the hands of those who add
 * them: who is added has it already. Two agree on name, roles and code at once.
 */
export async function addByCode(deps: AddDeps, adding: NewOperator): Promise<DecisionResult<void>> {
  const { db, clock, joins, decide } = deps
  const { name, roles, code, actor, requestId } = adding
  await checkName(db, name)
  const problem = await findAddProblem(deps, adding)
  if (problem && problem !== 'NAME_TAKEN') throw new OperatorRefused(addSentences[problem])
  // There is no token: no text has 32 random bytes as its SHA-256 that anybody could find.
  const tokenHash = randomBytes(32).toString('hex')
  const isFirst = isDemoOnly(await findOperators(db))
  const addedBy = isFirst ? bootstrap : actor
  const what: OperatorToAdd = { name, tokenHash, addedBy, roles, code }
  const work = () => addAgreed(deps, what, { actor, requestId })
  if (await maySetUp(db, addedBy)) return { state: 'done', value: await work().catch(explain) }
  const words = `${name} is to be an operator (${textOf(roles)}), added by ${nameOf(actor)}, with the code ${code}`
  const wish = { kind: addKind, subject: name, what, words, gives: null, actor, requestId }
  const said = await decide(wish, work)
  if (said.state === 'waits') await joins.keep(db, { code, at: clock.now() })
  return said
}

/** Carries out what one may do alone, or what two have agreed on. */
export async function addAgreed(
  deps: OperatorDeps & { joins: Joins },
  { name, tokenHash, addedBy, roles = [], code }: OperatorToAdd,
  by: { actor: Actor; requestId: string },
): Promise<void> {
  const { requestId } = by
  const hash = Buffer.from(tokenHash, 'hex')
  const also = (tx: Tx, at: Date) => deps.joins.admit(tx, { name, code, at, requestId })
  await addConfirmed(deps, { name, tokenHash: hash, addedBy, roles, ...by, also })
}

/** The guards of the database, where something has changed between question and act. */
function explain(error: unknown): never {
  if (['KO001', 'KO002'].includes(sqlStateOf(error) ?? ''))
    throw new OperatorRefused('Two operators have to agree on this by now; ask for it again.')
  throw error
}
