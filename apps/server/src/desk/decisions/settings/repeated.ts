import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import { isDeepStrictEqual } from 'node:util'
import { listActsOf, type Actor, type StoredAudit } from '#core/audit/audit-store.ts'
import { ConsoleRefused } from '#core/console/refuse.ts'
import { waitsForNobody, waitsOf } from '#core/console/work/waits.ts'
import { checkValues } from '#settings/check.ts'
import { listSettings } from '#settings/list.ts'
import type { Period } from '#settings/plans/make.ts'
import type { SettingName } from '#settings/registry.ts'
import { openPreview } from '../decide.ts'
import type { DeskParts } from '../guarded/guarded.ts'
import { settingKind, subjectOf, type WantedSetting } from '../settings.ts'
import type { AskedTime, SettingsWhat } from './plans.ts'

type SavedSet = ConsoleCallOutput<'POST /api/console/settings/save'>

type SentSet = {
  changes: readonly WantedSetting[]
  period: Period | null
  actor: Actor
  key: string
}

export const planAct = 'settings.plan'
const doneBy: readonly string[] = ['settings.set', 'settings.reset', planAct]

/** What was done, or asked for, under the key; null where nothing was. Something else under the same key is refused. */
export async function answerOfKey(desk: DeskParts, sent: SentSet): Promise<SavedSet | null> {
  const { changes, period, actor, key } = sent
  const acts = await listActsOf(desk.db, { actor, requestId: key })
  const asked = acts.find(({ action }) => action === 'confirm.ask')
  const done = acts.filter(({ action }) => doneBy.includes(action))
  if (!asked && done.length === 0) return null
  const wanted = checkValues(changes)
  const listed = await listSettings(desk.db)
  const valueNow = (name: SettingName) => listed.find((one) => one.name === name)!.value
  const before = new Map(changes.map(({ name }) => [name as string, valueNow(name)]))
  // What had that value already has no row of the trail.
  const after = asked ? askedIn(asked) : new Map([...before, ...done.map(valueSetIn)])
  const act = asked ?? done[0]!
  if (!isDeepStrictEqual(new Map<string, unknown>(wanted), after) || !isOfPeriod(act, period))
    throw new ConsoleRefused('KEY_REUSED')
  for (const act of done) before.set(act.subject, (act.before as { value: unknown }).value)
  const changed = changes.map(({ name }) => ({
    name,
    before: before.get(name),
    after: after.get(name),
  }))
  if (!asked) return { state: 'done', request: null, ...waitsForNobody, changes: changed }
  const subject = subjectOf(changes.map(({ name }) => name))
  const { seconds } = await openPreview(desk)({ kind: settingKind, subject, actor, gives: null })
  const waits = seconds ? waitsOf(seconds) : waitsForNobody
  const request = (asked.after as { asked: string }).asked
  return { state: 'waits', request, ...waits, changes: changed }
}

function valueSetIn({ subject, after }: StoredAudit): [string, unknown] {
  return [subject, (after as { value: unknown }).value]
}

type Times = { beginsAt: string | null; endsAt: string | null } | null

function timesIn({ after, action }: StoredAudit): Times {
  if (action === 'confirm.ask') return (after as { what: AskedTime }).what.plan ?? null
  const { from, until } = after as { from: string; until: string | null }
  return action === planAct ? { beginsAt: from, endsAt: until } : null
}

/** Whether it was done, or asked for, for these times. One that was to begin at once has noted when that was. */
export function isOfPeriod(act: StoredAudit, sent: Period | null): boolean {
  const stored = timesIn(act)
  if (sent === null || stored === null) return sent === stored
  const { beginsAt, endsAt } = sent
  const isSameStart = beginsAt === null || beginsAt.toISOString() === stored.beginsAt
  return isSameStart && (endsAt?.toISOString() ?? null) === stored.endsAt
}

function askedIn({ after }: StoredAudit): Map<string, unknown> {
  return new Map(checkValues((after as { what: SettingsWhat }).what.changes))
}
