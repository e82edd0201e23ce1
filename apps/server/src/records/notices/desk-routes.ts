import * as calls from '@kapao/contract/console/notices'
import type { DeskNotice } from '@kapao/contract/console/notices'
import { hasRight } from '@kapao/contract/console/roles'
import { defaultLanguage, type Language, type Variant } from '@kapao/contract/limits'
import type { Clock } from '#core/clock.ts'
import { refuseOperator } from '#core/console/refuse.ts'
import { consoleRoute, type ConsoleApi } from '#core/console/route.ts'
import type { Db } from '#core/db/db.ts'
import { findMember } from '#records/account/store.ts'
import { mayGoAgain, sendAgain } from './again.ts'
import { listWithDeliveries, type ListedNotice } from './desk-store.ts'
import { wordsOf } from './texts.ts'

export type NoticeDeskDeps = { db: Db; clock: Clock; variant: Variant }

const rowsOfPage = 20

export function noticeDeskRoutes(api: ConsoleApi, deps: NoticeDeskDeps): void {
  const { db, variant } = deps
  consoleRoute(api, calls.listNotices, async ({ operator }, { memberId = null, only, after }) => {
    const before = after !== undefined && /^\d{1,18}$/.test(after) ? BigInt(after) : null
    const filter = { memberId, isUnsent: only === 'unsent', before, limit: rowsOfPage + 1 }
    const found = await listWithDeliveries(db, filter)
    const shown = found.slice(0, rowsOfPage)
    const seesMoney = hasRight(operator.roles, 'members.money')
    const languages = await readLanguages(db, shown)
    const languageOf = (one: ListedNotice) =>
      languages.get(one.memberId) ?? defaultLanguage(variant)
    return {
      rows: shown.map((one) => show(one, seesMoney ? languageOf(one) : null)),
      next: found.length > rowsOfPage ? String(shown.at(-1)!.id) : null,
    }
  })
  consoleRoute(
    api,
    calls.sendNoticeAgain,
    async ({ operator: { actor }, requestId }, { delivery: id, why }) => {
      const isKnown = await sendAgain(deps, { id, why, actor, requestId })
      if (!isKnown) refuseOperator(calls.sendNoticeAgain, 'NOT_FOUND')
      return { message: 'SUCCESS' as const }
    },
  )
}

/** The languages of their members, who are few on a page. */
async function readLanguages(
  db: Db,
  rows: readonly ListedNotice[],
): Promise<Map<string, Language>> {
  const ids = [...new Set(rows.map(({ memberId }) => memberId))]
  const members = await Promise.all(ids.map((id) => findMember(db, id)))
  return new Map(members.flatMap((one) => (one ? [[one.id, one.language]] : [])))
}

/** Nothing of what was said where there is no language: it holds sums. */
function show(one: ListedNotice, language: Language | null): DeskNotice {
  const { id, memberId, kind, at, readAt, deliveries } = one
  const textOf = (time: string) => new Date(time).toISOString()
  return {
    id: String(id),
    memberId,
    kind,
    said: language && wordsOf(one, language).text,
    at: at.toISOString(),
    readAt: readAt?.toISOString() ?? null,
    deliveries: deliveries.map(({ nextAt, endedAt, ...rest }) => ({
      ...rest,
      nextAt: rest.state === 'due' ? textOf(nextAt) : null,
      endedAt: endedAt && textOf(endedAt),
      mayGoAgain: mayGoAgain(rest.state, readAt !== null),
    })),
  }
}
