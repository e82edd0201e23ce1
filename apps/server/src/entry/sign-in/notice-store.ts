import type { Notice, NoticeKind } from '@kapao/contract/console/operators'
import { noticeDays, noticesMax } from '@kapao/contract/console/limits'
import { recordAudit, type Actor, type AuditContext } from '#core/audit/audit-store.ts'
import type { Queryable, Tx } from '#core/db/db.ts'

const actions = {
  joined: 'operators.passkey',
  link: 'operators.passkey',
  added: 'operators.passkey',
  recovered: 'operators.passkey',
  removed: 'operators.passkey',
  password: 'operators.password',
  codes: 'operators.recoveryCodes',
} as const satisfies Record<NoticeKind, string>

export type WayChange = Pick<AuditContext, 'requestId'> & {
  operator: string
  what: NoticeKind
  /** What its operator calls the passkey. */
  label: string | null
  /** The session that does it; null where nobody is signed in. */
  session: Buffer | null
  at: Date
}

/** Records a change of how an operator gets in: for the trail, for the operator's other pages, and for all owners. */
export async function noteWay(tx: Tx, change: WayChange): Promise<void> {
  const { operator, what, label, session, at, requestId } = change
  await tx.query(
    'insert into sign_in_notice (operator, what, label, session) values ($1, $2, $3, $4)',
    [operator, what, label, session],
  )
  const actor: Actor = `operator:${operator}`
  const about = { at, actor, requestId, action: actions[what], subject: operator } as const
  const of = { what, ...(label === null ? {} : { label }) }
  await recordAudit(tx, what === 'removed' ? { ...about, before: of } : { ...about, after: of })
}

type Reader = { operator: string; session: Buffer; isOwner: boolean }

const concerning = `
  from sign_in_notice n
  where n.at > now() - make_interval(days => $4) and n.session is distinct from $2
    and ((n.operator = $1 and n.what <> 'joined') or (n.operator <> $1 and $3))`
const marked = `case when n.operator = $1 then encode($2, 'hex') else $1 end`

/** What concerns this reader and is not acknowledged, newest first. */
export async function listNotices(
  on: Queryable,
  { operator, session, isOwner }: Reader,
): Promise<Notice[]> {
  const rows = await on.query<Omit<Notice, 'at'> & { at: Date }>(
    `select n.id::text as id, n.operator, n.what, n.label, n.at ${concerning}
       and not exists (select from sign_in_notice_seen s where s.notice = n.id and s.by = ${marked})
     order by n.id desc limit $5`,
    [operator, session, isOwner, noticeDays, noticesMax],
  )
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

/** Acknowledges those of these that concern the reader. */
export async function markNotices(
  on: Queryable,
  { operator, session, isOwner, ids }: Reader & { ids: readonly string[] },
): Promise<void> {
  await on.query(
    `insert into sign_in_notice_seen (notice, by) select n.id, ${marked} ${concerning} and n.id = any ($5::bigint[])
     on conflict do nothing`,
    [operator, session, isOwner, noticeDays, ids],
  )
}

export async function deleteOldNotices(on: Queryable): Promise<void> {
  await on.query(`delete from sign_in_notice where at < now() - make_interval(days => $1)`, [
    noticeDays,
  ])
}
