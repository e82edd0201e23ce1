import type { TestDatabase } from '../database/database.ts'

const times = {
  operators_operator: ['noted_at', 'added_at'],
  operators_role: ['given_at'],
  operators_role_past: ['ended_at'],
  sign_in_passkey: ['created_at'],
  confirm_request: ['asked_at', 'decided_at'],
  core_restore: ['noted_at'],
}

/** As if everything about operators were so many hours older: those times are the database's own. */
export async function ageOperators(
  { ownerDb }: Pick<TestDatabase, 'ownerDb'>,
  hours: number,
): Promise<void> {
  for (const [table, columns] of Object.entries(times)) {
    const older = columns.map((column) => `${column} = ${column} - make_interval(hours => $1)`)
    await ownerDb.query(`update ${table} set ${older.join(', ')}`, [hours])
  }
}
