import { answerOf } from '#core/console/work/waits.ts'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { openDecide } from '#desk/decisions/decide.ts'
import { decideSettings } from '#desk/decisions/settings.ts'
import type { SettingName } from '#settings/registry.ts'
import { textOfAnswer } from '../../kapao/remote/show.ts'
import { deskContext } from './desk-context.ts'

/** As the call does for an owner: for rules that hold whatever the role of the asker is. */
export async function askSetting(
  { db, clock }: { db: Db; clock: Clock },
  { by, name, value }: { by: string; name: SettingName; value: unknown },
): Promise<string> {
  const desk = deskContext({ db, clock })
  const act = { actor: `operator:${by}`, requestId: 'test' } as const
  const wish = { ...act, changes: [{ name, to: { value }, seenVersion: null }], roles: null }
  return textOfAnswer(answerOf(await decideSettings({ ...desk, decide: openDecide(desk) }, wish)))
}
