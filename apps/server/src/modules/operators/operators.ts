import type { AuditAction } from '@kapao/contract/console/actions'
import { recordAudit, type Actor, type AuditContext } from '#core/audit/audit-store.ts'
import type { Role } from '@kapao/contract/console/roles'
import type { Clock } from '#core/clock.ts'
import type { Db, Queryable, Tx } from '#core/db/db.ts'
import { sha256 } from '#core/ids.ts'
import { OperatorRefused } from '#core/calls/refuse.ts'
import {
  findNameByToken,
  findOperators,
  insertOperator,
  insertRole,
  lockOperators,
  maySetUp,
  type Operator,
} from './store.ts'

export type OperatorDeps = { db: Db; clock: Clock }

const nameForm = /^[a-z][a-z0-9-]{1,30}$/
const bootstrap: Actor = 'system:bootstrap'
/** Who makes the operators of a demo house. */
export const seeder: Actor = 'system:seed'

/** The actor name of a token's holder in the audit trail; refuses an unknown or disabled token. */
export async function identifyOperator(on: Queryable, token: string): Promise<Actor> {
  const name = await findNameByToken(on, sha256(token))
  if (name) return `operator:${name}`
  throw new OperatorRefused('This token is unknown, or its operator is disabled.')
}

export type OperatorAct = {
  name: string
  /** The asker's token; only the very first operator is added without. */
  byToken: string | null
  requestId: string
}

/** Adds the operator who holds `token`. Without an asker it works once per database. */
export async function addOperator(
  { db, clock }: OperatorDeps,
  { name, byToken, requestId, token }: OperatorAct & { token: string },
): Promise<{ actor: Actor }> {
  refuseForm(name)
  return db.begin(async (tx) => {
    await lockOperators(tx)
    const operators = await findOperators(tx)
    const actor = await askerOf(tx, { operators, byToken })
    refuseTaken(operators, name)
    const at = clock.now()
    await insertOperator(tx, { name, tokenHash: sha256(token), createdAt: at, createdBy: actor })
    // One operator has to give the others their roles.
    if (actor === bootstrap) await insertRole(tx, { name, role: 'owner', givenBy: actor })
    await recordAct(tx, { at, actor, requestId, action: 'operators.add', name })
    return { actor }
  })
}

/** Whether this token's holder needs a second operator to add someone; `addOperator` refuses an unknown token. */
export async function needsSecond(on: Queryable, byToken: string | null): Promise<boolean> {
  const adder = byToken && (await findNameByToken(on, sha256(byToken)))
  return adder !== null && !(await maySetUp(on, `operator:${adder}`))
}

/** Refuses an unusable name before a second operator is asked to confirm it. */
export async function checkName(on: Queryable, name: string): Promise<void> {
  refuseForm(name)
  refuseTaken(await findOperators(on), name)
}

export type ConfirmedAdd = {
  name: string
  tokenHash: Buffer
  /** Who requested it, and therefore has held the token. */
  addedBy: Actor
  /** Who does it: the confirming operator, or the one who has resumed it. */
  actor: Actor
  requestId: string
  /** What they may do at the console. */
  roles: readonly Role[]
}

/** Adds an operator that two have agreed on; the database checks that they have. */
export function addConfirmed({ db, clock }: OperatorDeps, adding: ConfirmedAdd): Promise<void> {
  const { name, tokenHash, addedBy, actor, requestId, roles } = adding
  return db.begin(async (tx) => {
    await lockOperators(tx)
    refuseTaken(await findOperators(tx), name)
    const at = clock.now()
    await insertOperator(tx, { name, tokenHash, createdAt: at, createdBy: addedBy })
    for (const role of roles) await insertRole(tx, { name, role, givenBy: addedBy })
    await recordAct(tx, { at, actor, requestId, action: 'operators.add', name, roles })
  })
}

function refuseForm(name: string): void {
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

async function askerOf(
  tx: Tx,
  { operators, byToken }: { operators: Operator[]; byToken: string | null },
): Promise<Actor> {
  // A token left over from another database must not prevent the first operator of this one.
  if (operators.every(({ createdBy }) => createdBy === seeder)) return bootstrap
  if (byToken) return identifyOperator(tx, byToken)
  throw new OperatorRefused('There are operators already, so one of them has to add the next.')
}

type Act = AuditContext & {
  at: Date
  action: AuditAction & 'operators.add'
  name: string
  roles?: readonly Role[]
}

function recordAct(tx: Tx, { name, roles = [], ...rest }: Act): Promise<void> {
  const after = roles.length > 0 ? { enabled: true, roles } : { enabled: true }
  return recordAudit(tx, { ...rest, subject: name, before: null, after })
}
