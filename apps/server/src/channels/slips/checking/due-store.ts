import type { Queryable } from '#core/db/db.ts'

export type DueSlip = { id: string; memberId: string }

/**
 * Due slips, round-robin over members, least tried first: slips that always fail wait behind the others, and a
 * member's many slips wait behind everyone else's first.
 */
export function listDue(
  on: Queryable,
  { at, limit, not }: { at: Date; limit: number; not: readonly string[] },
): Promise<DueSlip[]> {
  return on.query<DueSlip>(
    `select id, member_id as "memberId" from (
       select id, member_id, tries, next_at, row_number() over (partition by member_id order by tries, next_at, id) as turn
       from slips_slip where state in ('waiting', 'paying') and next_at <= $1 and id <> all ($3::uuid[])) due
     order by turn, tries, next_at, id limit $2`,
    [at, limit, not],
  )
}
