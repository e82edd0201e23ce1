import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import { listActsAbout, type StoredAudit } from '#core/audit/audit-store.ts'
import { whyOf } from '#core/console/work/decided.ts'
import type { Queryable } from '#core/db/db.ts'
import { listSubjectsWith } from '#records/confirm/store.ts'
import { settingOf, type SettingName } from '#settings/registry.ts'
import type { SettingChange } from '#settings/change.ts'

type History = ConsoleCallOutput<'GET /api/console/settings/history/{name}'>
type Act = History['acts'][number]

const actOf = {
  'settings.set': 'set',
  'settings.reset': 'default',
  'confirm.ask': 'asked',
  'confirm.yes': 'approved',
  'confirm.no': 'dropped',
} as const

/** Values may be long, such as banners with their pictures. */
const actsOfPage = 20

/** The trail is the history: every change has a row of it, and nobody can take one out. */
export async function readHistory(
  on: Queryable,
  { name, after }: { name: SettingName; after: string | null },
): Promise<History> {
  const actions = Object.keys(actOf)
  const before = after !== null && /^\d{1,18}$/.test(after) ? after : null
  // A request is about all settings of its set.
  const sets = await listSubjectsWith(on, { kind: 'settings set', name })
  const subjects = [...new Set([name, ...sets])]
  const found = await listActsAbout(on, { subjects, actions, before, limit: actsOfPage + 1 })
  const acts = found.slice(0, actsOfPage).map((row) => shown(name, row))
  return { acts, next: found.length > actsOfPage ? acts.at(-1)!.id : null }
}

function shown(name: SettingName, { id, at, actor, action, before, after }: StoredAudit): Act {
  const act = actOf[action as keyof typeof actOf]
  const row = { id, at: at.toISOString(), by: actor, act, why: whyOf(after) }
  if (act === 'set' || act === 'default')
    return { ...row, before: valueIn(before), after: valueIn(after) }
  if (act !== 'asked') return { ...row, before: null, after: null }
  const { changes } = (after as { what: { changes: SettingChange[] } }).what
  const to = changes.find((one) => one.name === name)?.to
  return { ...row, before: null, after: to === 'default' ? settingOf(name).fallback : to?.value }
}

function valueIn(side: unknown): unknown {
  return (side as { value?: unknown } | null)?.value ?? null
}
