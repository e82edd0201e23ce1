import { hasRight, roles as allRoles, type Role } from '@kapao/contract/console/roles'
import { recordAudit, type Actor, type AuditContext } from '#core/audit/audit-store.ts'
import type { Decide, DecisionResult } from '#core/audit/decision.ts'
import { OperatorRefused } from '#core/refused.ts'
import type { Queryable, Tx } from '#core/db/db.ts'
import { isOwner } from './disable.ts'
import type { OperatorDeps } from './operators.ts'
import {
  endRole,
  findOperators,
  insertRole,
  lockOperators,
  maySetUp,
  type Operator,
} from './store.ts'

/** The request that a second operator confirms. */
export const rolesKind = 'operator roles'

export type RoleChange = {
  name: string
  roles: readonly Role[]
  /** What the asker saw; another change meanwhile refuses this one. */
  before: readonly Role[]
  givenBy: Actor
}

export type RolesProblem = 'NOT_FOUND' | 'OWN_ROLE' | 'LAST_OWNER'

const rolesSentences: Record<RolesProblem, string> = {
  NOT_FOUND: 'There is no such operator, or they are disabled.',
  OWN_ROLE: 'Nobody changes their own roles; have another operator do it.',
  LAST_OWNER: 'This is the last owner; give another operator that role first.',
}

type RolesRequest = { name: string; roles: readonly Role[]; actor: Actor }

export async function findRolesProblem(
  on: Queryable,
  asked: RolesRequest,
): Promise<RolesProblem | null> {
  return problemIn(await findOperators(on), asked)
}

function problemIn(
  operators: readonly Operator[],
  { name, roles, actor }: RolesRequest,
): RolesProblem | null {
  const found = operators.find((one) => one.name === name && !one.disabledAt)
  if (!found) return 'NOT_FOUND'
  if (actor === `operator:${name}`) return 'OWN_ROLE'
  const isLast = !operators.some(
    (one) => one !== found && !one.disabledAt && one.roles.includes('owner'),
  )
  return found.roles.includes('owner') && !roles.includes('owner') && isLast ? 'LAST_OWNER' : null
}

export type RoleDeps = OperatorDeps & { decide: Decide }

/**
 * Gives an operator these roles and no others. What is taken away counts at once, except of an owner; that, and a role
 * that is added, needs a second operator once the setup is over.
 */
export async function giveRoles(
  deps: RoleDeps,
  { name, roles, actor, requestId }: RolesRequest & AuditContext,
): Promise<DecisionResult<void>> {
  const { db, decide } = deps
  const operators = await findOperators(db)
  const problem = problemIn(operators, { name, roles, actor })
  if (problem) throw new OperatorRefused(rolesSentences[problem])
  const found = operators.find((one) => one.name === name)!
  const before = found.roles
  const change: RoleChange = { name, roles: inOrder(roles), before, givenBy: actor }
  const work = () => changeRoles(deps, change, { actor, requestId })
  const isMore = roles.some((role) => !before.includes(role))
  const isLess = before.some((role) => !roles.includes(role))
  const needsTwo = (isMore && !(await maySetUp(db, actor))) || (isLess && isOwner(found))
  if (!needsTwo) {
    refuseTaking(operators, { actor, isLess })
    return { state: 'done', value: await work() }
  }
  const words = `${name} is to be ${textOf(change.roles)} instead of ${textOf(before)}`
  return decide(
    { kind: rolesKind, subject: name, what: change, words, gives: null, actor, requestId },
    work,
  )
}

/** Carries out a change that may be made; the database checks that two have agreed on each added role. */
export function changeRoles(
  { db, clock }: OperatorDeps,
  { name, roles, before, givenBy }: RoleChange,
  { actor, requestId }: AuditContext,
): Promise<void> {
  return db.begin(async (tx) => {
    await lockOperators(tx)
    const operators = await findOperators(tx)
    const problem = problemIn(operators, { name, roles, actor: givenBy })
    if (problem) throw new OperatorRefused(rolesSentences[problem])
    const now = operators.find((one) => one.name === name)!.roles
    if (textOf(now) !== textOf(before))
      throw new OperatorRefused(`The roles of ${name} were changed meanwhile; look again.`)
    await replaceRoles(tx, { name, roles, before: now, givenBy })
    await recordAudit(tx, {
      at: clock.now(),
      actor,
      requestId,
      action: 'operators.roles',
      subject: name,
      before: { roles: now },
      after: { roles },
    })
  })
}

async function replaceRoles(tx: Tx, { name, roles, before, givenBy }: RoleChange): Promise<void> {
  for (const role of before)
    if (!roles.includes(role)) await endRole(tx, { name, role, endedBy: givenBy })
  for (const role of roles)
    if (!before.includes(role)) await insertRole(tx, { name, role, givenBy })
}

/** The database refuses it, too. */
function refuseTaking(
  operators: readonly Operator[],
  { actor, isLess }: { actor: Actor; isLess: boolean },
): void {
  const by = operators.find((one) => `operator:${one.name}` === actor)
  if (isLess && !hasRight(by?.roles ?? [], 'operators.disable'))
    throw new OperatorRefused('Only risk and owner take roles away.')
}

function inOrder(roles: readonly Role[]): Role[] {
  return allRoles.filter((role) => roles.includes(role))
}

export function textOf(roles: readonly Role[]): string {
  return roles.length === 0 ? 'without a role' : inOrder(roles).join(', ')
}
