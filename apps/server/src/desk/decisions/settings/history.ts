import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import { listActsAbout, type StoredAudit } from '#core/audit/audit-store.ts'
import { whyOf } from '#core/console/work/decided.ts'
import type { Queryable } from '#core/db/db.ts'
import { listSubjectsWith } from '#records/confirm/store.ts'
import { settingOf, type SettingName } from '#settings/registry.ts'
import type { SettingsWhat } from './plans.ts'

type History = ConsoleCallOutput<'GET /api/console/settings/history/{name}'>
type Act = History['acts'][number]

const actOf = {
  'settings.set': 'set',
  'settings.reset': 'default',
  'confirm.ask': 'asked',
  'confirm.yes': 'approved',
  'confirm.no': 'dropped',
  'settings.plan': 'planned',
  'settings.drop': 'unplanned',
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

type Side = { value?: unknown; plan?: string; from?: string; until?: string; state?: string }

function shown(name: SettingName, { id, at, actor, action, before, after }: StoredAudit): Act {
  const act = actOf[action as keyof typeof actOf]
  const [was, is] = [before, after] as (Side | null)[]
  const row = {
    id,
    at: at.toISOString(),
    by: actor,
    plan: is?.plan ?? null,
    from: is?.from ?? null,
    until: is?.until ?? null,
    why: whyOf(after),
  }
  if (act === 'set' || act === 'default' || act === 'planned')
    return { ...row, act, before: was?.value ?? null, after: is?.value ?? null }
  const nothing = { before: null, after: null }
  if (act === 'unplanned') return { ...row, ...nothing, act: endOf(is?.state) }
  if (act !== 'asked') return { ...row, ...nothing, act }
  const { changes, plan } = (after as { what: SettingsWhat }).what
  const to = changes.find((one) => one.name === name)?.to
  return {
    ...row,
    act,
    from: plan?.beginsAt ?? null,
    until: plan?.endsAt ?? null,
    before: null,
    after: to === 'default' ? settingOf(name).fallback : to?.value,
  }
}

function endOf(state: string | undefined): Act['act'] {
  return state === 'overtaken' || state === 'refused' ? state : 'unplanned'
}
