import { randomBytes } from 'node:crypto'
import type { Role } from '@kapao/contract/console/roles'
import { nameOf } from '#core/audit/actor.ts'
import type { Actor } from '#core/audit/audit-store.ts'
import type { DecisionResult } from '#core/audit/decision.ts'
import { addConfirmed, checkName } from './operators.ts'
import { textOf, type RoleDeps } from './roles.ts'
import { maySetUp } from './store.ts'

/** The request that a second operator confirms. */
export const addKind = 'operator add'

export type OperatorToAdd = {
  name: string
  tokenHash: string
  addedBy: Actor
  roles?: readonly Role[]
}

type Adding = { name: string; roles: readonly Role[]; actor: Actor; requestId: string }

/**
 * Adds an operator of the console. They get no token for a terminal: theirs is one that nobody has ever seen. Two agree
 * on the name and on its roles at once.
 */
export async function addFromConsole(
  deps: RoleDeps,
  { name, roles, actor, requestId }: Adding,
): Promise<DecisionResult<void>> {
  const { db, decide } = deps
  await checkName(db, name)
  // A hash of nothing: no text has 32 random bytes as its SHA-256 that anybody could find.
  const tokenHash = randomBytes(32)
  const by = { addedBy: actor, actor, requestId }
  const work = () => addConfirmed(deps, { name, tokenHash, roles, ...by })
  if (await maySetUp(db, actor)) return { state: 'done', value: await work() }
  const what: OperatorToAdd = { name, tokenHash: tokenHash.toString('hex'), addedBy: actor, roles }
  const words = `${name} is to be an operator (${textOf(roles)}), added by ${nameOf(actor)}`
  return decide({ kind: addKind, subject: name, what, words, gives: null, actor, requestId }, work)
}
