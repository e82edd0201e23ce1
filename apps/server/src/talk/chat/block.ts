import { dayMs } from '@kapao/contract/times'
import { hint } from '#core/console/hint-store.ts'
import { recordAudit } from '#core/audit/audit-store.ts'
import { setBlocked } from './inbox-store.ts'
import { closeTalk, loadTalk, type Act, type PeopleDeps } from './people.ts'

/** Takes nothing from an abusive guest for a day and closes the talk, or takes that back. Of one guest, never of a network. */
export async function blockGuest(
  deps: PeopleDeps,
  { isOn, ...act }: Act & { isOn: boolean },
): Promise<void> {
  const { db, clock } = deps
  const { code, actor, requestId } = act
  const { owner } = await loadTalk(db, code)
  const at = clock.now()
  await db.beginFor(owner, async (tx) => {
    const until = isOn ? new Date(at.getTime() + dayMs) : null
    await setBlocked(tx, owner, until)
    await hint(tx, 'talk', { talk: code })
    const action = isOn ? 'chat.block' : 'chat.unblock'
    await recordAudit(tx, {
      at,
      actor,
      requestId,
      action,
      subject: `chat:${code}`,
      after: { until },
    })
  })
  if (isOn) await closeTalk(deps, { ...act, reason: 'spam' })
}
