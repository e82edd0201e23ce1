import type { AuditAction } from '@kapao/contract/console/actions'
import { recordAudit, type Actor, type AuditContext } from '#core/audit/audit-store.ts'
import type { Role } from '@kapao/contract/console/roles'
import type { Clock } from '#core/clock.ts'
import type { Db, Queryable, Tx } from '#core/db/db.ts'
import { sha256 } from '#core/ids.ts'
import { OperatorRefused } from '#core/refused.ts'
import {
  findNameByToken,
  findOperators,
  insertOperator,
  insertRole,
  lockOperators,
  markDisabled,
  type Operator,
} from './store.ts'

export type OperatorDeps = { db: Db; clock: Clock }

const nameForm = /^[a-z][a-z0-9-]{1,30}$/
/** Who adds the first operator of an installation. */
export const bootstrap: Actor = 'system:bootstrap'
/** Who makes the operators of a demo. */
export const seeder: Actor = 'system:seed'
export const demoOperators = { owner: 'demo-owner', cashier: 'demo-cashier' } as const

/** The actor name of a token's holder in the audit trail; refuses an unknown or disabled token. */
export async function identifyOperator(on: Queryable, token: string): Promise<Actor> {
  const name = await findNameByToken(on, sha256(token))
  if (name) return `operator:${name}`
  throw new OperatorRefused('This token is unknown, or its operator is disabled.')
}

export type FirstOperator = { name: string; token: string; requestId: string }

/**
 * Adds the first operator of an installation, who owns it, and who makes their own token. It works once per database. The
 * operators of a demo, as which anybody may sign in, end with it.
 */
export function addFirst(
  { db, clock }: OperatorDeps,
  { name, token, requestId }: FirstOperator,
): Promise<void> {
  return db.begin(async (tx) => {
    checkForm(name)
    await lockOperators(tx)
    const operators = await findOperators(tx)
    if (!isDemoOnly(operators))
      throw new OperatorRefused('There are operators already, so one of them has to add the next.')
    refuseTaken(operators, name)
    const at = clock.now()
    await insertOperator(tx, {
      name,
      tokenHash: sha256(token),
      createdAt: at,
      createdBy: bootstrap,
    })
    await insertRole(tx, { name, role: 'owner', givenBy: bootstrap })
    await recordAct(tx, { at, actor: bootstrap, requestId, action: 'operators.add', name })
    await endDemo(tx, operators, { at, requestId })
  })
}

/** Whether nobody is an operator but those of a demo, so that the next one is the first of an installation. */
export function isDemoOnly(operators: readonly Operator[]): boolean {
  return operators.every(({ createdBy }) => createdBy === seeder)
}

async function endDemo(
  tx: Tx,
  operators: readonly Operator[],
  { at, requestId }: { at: Date; requestId: string },
): Promise<void> {
  for (const { name, createdBy, disabledAt } of operators) {
    if (createdBy !== seeder || disabledAt) continue
    await markDisabled(tx, { name, at, by: bootstrap })
    await recordAct(tx, { at, actor: bootstrap, requestId, action: 'operators.disable', name })
  }
}

/** Refuses an unusable name before a second operator is asked to confirm it. */
export async function checkName(on: Queryable, name: string): Promise<void> {
  checkForm(name)
  refuseTaken(await findOperators(on), name)
}

export type ConfirmedAdd = {
  name: string
  tokenHash: Buffer
  /** Who requested it. */
  addedBy: Actor
  /** Who does it: the confirming operator, or the one who has resumed it. */
  actor: Actor
  requestId: string
  /** What they may do at the console. */
  roles: readonly Role[]
  /** What else belongs to it: the passkey that they have made before. */
  also?: (tx: Tx, at: Date) => Promise<void>
}

/** Adds an operator that two have agreed on, or one alone during the setup; the database checks that they may. */
export function addConfirmed({ db, clock }: OperatorDeps, adding: ConfirmedAdd): Promise<void> {
  const { name, tokenHash, addedBy, actor, requestId, roles } = adding
  return db.begin(async (tx) => {
    await lockOperators(tx)
    const operators = await findOperators(tx)
    refuseTaken(operators, name)
    const at = clock.now()
    await insertOperator(tx, { name, tokenHash, createdAt: at, createdBy: addedBy })
    for (const role of roles) await insertRole(tx, { name, role, givenBy: addedBy })
    await adding.also?.(tx, at)
    await recordAct(tx, { at, actor, requestId, action: 'operators.add', name, roles })
    if (addedBy === bootstrap) await endDemo(tx, operators, { at, requestId })
  })
}

export function checkForm(name: string): void {
  if (nameForm.test(name)) return
  throw new OperatorRefused(
    `"${name}" cannot be a name: 2 to 31 small letters, digits and dashes, a letter first.`,
  )
}

function refuseTaken(operators: readonly Operator[], name: string): void {
  const taken = operators.find((one) => one.name === name)
  if (!taken) return
  throw new OperatorRefused(
    `There ${taken.disabledAt ? 'was' : 'is'} already an operator ${name}; names are not used twice.`,
  )
}

type Act = AuditContext & {
  at: Date
  action: AuditAction & ('operators.add' | 'operators.disable')
  name: string
  roles?: readonly Role[]
}

function recordAct(tx: Tx, { name, action, roles = [], ...rest }: Act): Promise<void> {
  const enabled = action === 'operators.add'
  const before = enabled ? null : { enabled: true }
  const after = roles.length > 0 ? { enabled, roles } : { enabled }
  return recordAudit(tx, { ...rest, action, subject: name, before, after })
}
