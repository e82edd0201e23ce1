import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import { isDeepStrictEqual } from 'node:util'
import { listActsOf, type Actor, type StoredAudit } from '#core/audit/audit-store.ts'
import { ConsoleRefused } from '#core/console/refuse.ts'
import { waitsForNobody, waitsOf } from '#core/console/work/waits.ts'
import type { SettingChange } from '#settings/change.ts'
import { checkValues } from '#settings/check.ts'
import { listSettings } from '#settings/list.ts'
import type { SettingName } from '#settings/registry.ts'
import { openPreview } from '../decide.ts'
import type { DeskParts } from '../guarded/guarded.ts'
import { settingKind, subjectOf, type WantedSetting } from '../settings.ts'

type SavedSet = ConsoleCallOutput<'POST /api/console/settings/save'>

type SentSet = { changes: readonly WantedSetting[]; actor: Actor; key: string }

/** What was done, or asked for, under the key; null where nothing was. Something else under the same key is refused. */
export async function answerOfKey(desk: DeskParts, sent: SentSet): Promise<SavedSet | null> {
  const { changes, actor, key } = sent
  const acts = await listActsOf(desk.db, { actor, requestId: key })
  const asked = acts.find(({ action }) => action === 'confirm.ask')
  const done = acts.filter(({ action }) => action === 'settings.set' || action === 'settings.reset')
  if (!asked && done.length === 0) return null
  const wanted = checkValues(changes)
  const listed = await listSettings(desk.db)
  const valueNow = (name: SettingName) => listed.find((one) => one.name === name)!.value
  const before = new Map(changes.map(({ name }) => [name as string, valueNow(name)]))
  // What had that value already has no row of the trail.
  const after = asked ? askedIn(asked) : new Map([...before, ...done.map(valueSetIn)])
  if (!isDeepStrictEqual(new Map<string, unknown>(wanted), after))
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

function askedIn({ after }: StoredAudit): Map<string, unknown> {
  return new Map(checkValues((after as { what: { changes: SettingChange[] } }).what.changes))
}
