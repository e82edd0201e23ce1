import { sumOf } from '@kapao/contract/console/fields'
import { listAudit } from '@kapao/contract/console/operators'
import { auditPage, type AuditFilter, type StoredAudit } from '#core/audit/audit-store.ts'
import { csvLine } from '#core/console/csv.ts'
import { consoleFile } from '#core/console/file.ts'
import { consoleRoute, type ConsoleApi, type InputOf } from '#core/console/route.ts'
import { whyOf } from '#core/console/work/decided.ts'
import { maskName } from '#core/console/work/masks.ts'
import type { Queryable } from '#core/db/db.ts'
import type { Capability, ContextWith } from '#context/app-context.ts'
import { findIdByNumber } from '#money/withdrawals/store.ts'
import { listNames } from '#records/account/store.ts'
import { listTouched } from './store.ts'

/** The audit trail as operators read it: with names, sums and reasons. */
export function openTrail({ db }: ContextWith<'db'>): Capability {
  return { registerConsole: (api) => trailRoutes(api, db) }
}

const rowsOfPage = 100
const rowsOfPart = 1_000

function trailRoutes(api: ConsoleApi, db: Queryable): void {
  consoleRoute(api, listAudit, async (_caller, { after, ...given }) => {
    const filter = await filterOf(db, given)
    const limit = rowsOfPage + 1
    const found = await auditPage(db, { ...filter, before: after ?? null, limit })
    const rows = found.slice(0, rowsOfPage)
    return {
      rows: await showRows(db, rows),
      next: found.length > rowsOfPage ? rows.at(-1)!.id : null,
    }
  })

  consoleFile(
    api,
    { endpoint: listAudit, path: '/api/console/audit.csv', name: 'audit.csv' },
    async function* (_caller, { after, ...given }) {
      yield csvLine(['id', 'at (UTC)', 'actor', 'action', 'subject', 'request', 'before', 'after'])
      const filter = await filterOf(db, given)
      let before = after ?? null
      for (;;) {
        const rows = await auditPage(db, { ...filter, before, limit: rowsOfPart })
        for (const row of rows) yield lineOf(row)
        if (rows.length < rowsOfPart) return
        before = rows.at(-1)!.id
      }
    },
  )
}

function lineOf({ id, at, actor, action, subject, requestId, before, after }: StoredAudit): string {
  const [one, other] = [before, after].map((value) => (value === null ? '' : JSON.stringify(value)))
  return csvLine([id, at.toISOString(), actor, action, subject, requestId, one!, other!])
}

/** Acts of operators unless somebody else's are asked for: members' would hide them within minutes. */
async function filterOf(
  on: Queryable,
  given: Omit<InputOf<typeof listAudit>, 'after'>,
): Promise<Omit<AuditFilter, 'before' | 'limit'>> {
  const { actor, action = null, subject, from, to, who = 'operators' } = given
  const timeOf = (text: string | undefined) => (text === undefined ? null : new Date(text))
  return {
    actor: actor ?? beginningOf[who],
    action,
    subjects: subject === undefined ? null : await subjectsOf(on, subject),
    from: timeOf(from),
    to: timeOf(to),
  }
}

const beginningOf = { operators: 'operator:', members: 'member:', system: 'system:', all: null }

/** A number in groups of four, as members read and quote it: of a member or of a withdrawal. */
const numberForm = /^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/

async function subjectsOf(on: Queryable, typed: string): Promise<string[]> {
  const number = typed.toUpperCase()
  if (!numberForm.test(number)) return [typed]
  const plain = number.replaceAll('-', '')
  const withdrawal = await findIdByNumber(on, plain.toLowerCase())
  return [typed, plain, ...(withdrawal === null ? [] : [withdrawal])]
}

async function showRows(on: Queryable, rows: readonly StoredAudit[]) {
  const touched = await listTouched(
    on,
    rows.map(({ id }) => id),
  )
  const about = new Map(touched.map((one) => [one.id, one]))
  const members = touched.flatMap(({ memberId }) => memberId ?? [])
  const names = new Map((await listNames(on, members)).map((one) => [one.id, one]))
  return rows.map(({ at, ...row }) => {
    const { memberId = null, amount = null, currency = null } = about.get(row.id) ?? {}
    const found = memberId === null ? undefined : names.get(memberId)
    return {
      ...row,
      at: at.toISOString(),
      memberId,
      memberName: found ? maskName(found.name || found.bankAccountName) : null,
      sum: amount === null || currency === null ? null : sumOf({ amount, currency }),
      why: whyOf(row.after),
    }
  })
}
