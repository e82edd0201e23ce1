import { answerOf } from '#core/console/work/waits.ts'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { openDecide } from '#desk/decisions/decide.ts'
import { decideSettings } from '#desk/decisions/settings.ts'
import type { SettingName } from '#settings/registry.ts'
import { textOfAnswer } from '../../kapao/remote/show.ts'
import { deskContext } from './desk-context.ts'

/** As the calls do for an owner, of one setting or several: for rules that hold whatever the role of the asker is. */
export async function askSettings(
  { db, clock }: { db: Db; clock: Clock },
  { by, values }: { by: string; values: Readonly<Partial<Record<SettingName, unknown>>> },
): Promise<string> {
  const desk = deskContext({ db, clock })
  const act = { actor: `operator:${by}`, requestId: 'test' } as const
  const changes = Object.entries(values).map(([name, value]) => ({
    name: name as SettingName,
    to: { value },
    seenVersion: null,
  }))
  const wish = { ...act, changes, roles: null }
  return textOfAnswer(answerOf(await decideSettings({ ...desk, decide: openDecide(desk) }, wish)))
}
