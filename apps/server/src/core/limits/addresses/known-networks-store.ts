import type { Queryable } from '../../db/db.ts'

/** The addresses of each member's last few logins before an instant. */
export function listLoginAddresses(
  on: Queryable,
  { before, eachMax, max }: { before: Date; eachMax: number; max: number },
): Promise<{ memberId: string; address: string }[]> {
  return on.query(
    `select member_id as "memberId", address from (
       select member_id, address, row_number() over (partition by member_id order by created_at desc) as place
       from (select member_id, address, max(created_at) as created_at from core_session
             where created_at < $1 group by member_id, address) at_once) placed
     where place <= $2 limit $3`,
    [before, eachMax, max],
  )
}
