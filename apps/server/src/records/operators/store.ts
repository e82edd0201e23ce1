import type { Role } from '@kapao/contract/console/roles'
import type { Queryable, Tx } from '#core/db/db.ts'

export type Operator = {
  name: string
  createdAt: Date
  createdBy: string
  disabledAt: Date | null
  disabledBy: string | null
  /** What they may do at the console. */
  roles: Role[]
}

export function findOperators(on: Queryable): Promise<Operator[]> {
  return on.query<Operator>(
    `select name, created_at as "createdAt", created_by as "createdBy",
            disabled_at as "disabledAt", disabled_by as "disabledBy",
            array(select r.role from operators_role r where r.operator = name order by r.role) as roles
     from operators_operator order by created_at, name`,
  )
}

export async function isEnabled(on: Queryable, name: string): Promise<boolean> {
  const rows = await on.query(
    'select from operators_operator where name = $1 and disabled_at is null',
    [name],
  )
  return rows.length > 0
}

export async function rolesOf(on: Queryable, name: string): Promise<Role[]> {
  const rows = await on.query<{ role: Role }>(
    'select role from operators_role where operator = $1',
    [name],
  )
  return rows.map(({ role }) => role)
}

export async function findNameByToken(on: Queryable, tokenHash: Buffer): Promise<string | null> {
  const rows = await on.query<{ name: string }>(
    'select name from operators_operator where token_hash = $1 and disabled_at is null',
    [tokenHash],
  )
  return rows[0]?.name ?? null
}

/** Whether there is, or was, an operator of one's own besides those of its demo. */
export async function hasOwnOperators(on: Queryable): Promise<boolean> {
  const rows = await on.query(
    `select from operators_operator where created_by <> 'system:seed' limit 1`,
  )
  return rows.length > 0
}

const operatorsLock = 4_011_004

/** Serializes adding and disabling, so that there is one first operator and always a last one. */
export async function lockOperators(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [operatorsLock])
}

/** Whether the setup still lasts, so that this operator may act alone; the database decides. */
export async function maySetUp(on: Queryable, operator: string): Promise<boolean> {
  const rows = await on.query<{ may: boolean }>('select operators_may_add($1) as may', [operator])
  return rows[0]!.may
}

export type NewOperator = { name: string; tokenHash: Buffer; createdAt: Date; createdBy: string }

export async function insertOperator(tx: Tx, operator: NewOperator): Promise<void> {
  await tx.query(
    `insert into operators_operator (name, token_hash, created_at, created_by)
     values ($1, $2, $3, $4)`,
    [operator.name, operator.tokenHash, operator.createdAt, operator.createdBy],
  )
}

export async function markDisabled(
  tx: Tx,
  { name, at, by }: { name: string; at: Date; by: string },
): Promise<void> {
  await tx.query(
    `update operators_operator set disabled_at = $2, disabled_by = $3
     where name = $1 and disabled_at is null`,
    [name, at, by],
  )
}

/** Whether this operator has disabled that one within a day, by the clock of the database, and may take it back. */
export async function mayTakeBack(on: Queryable, name: string, by: string): Promise<boolean> {
  const rows = await on.query(
    `select from operators_operator
     where name = $1 and disabled_by = $2 and noted_at > now() - interval '24 hours'`,
    [name, by],
  )
  return rows.length > 0
}

/** The database checks that it may be. */
export async function markEnabled(tx: Tx, name: string): Promise<void> {
  await tx.query(
    `update operators_operator set disabled_at = null, disabled_by = null
     where name = $1 and disabled_at is not null`,
    [name],
  )
}

/** The database checks that it may be given. */
export async function insertRole(
  tx: Tx,
  { name, role, givenBy }: { name: string; role: Role; givenBy: string },
): Promise<void> {
  await tx.query('insert into operators_role (operator, role, given_by) values ($1, $2, $3)', [
    name,
    role,
    givenBy,
  ])
}

/** The database checks that it may be taken, and by whom. */
export async function endRole(
  tx: Queryable,
  { name, role, endedBy }: { name: string; role: Role; endedBy: string },
): Promise<void> {
  await tx.query('insert into operators_role_past (operator, role, ended_by) values ($1, $2, $3)', [
    name,
    role,
    endedBy,
  ])
}
