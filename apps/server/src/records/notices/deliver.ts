import { noticeKinds } from '@kapao/contract/notices'
import { minuteMs } from '@kapao/contract/times'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import type { CrashPoint } from '#core/jobs/failpoint.ts'
import { describeError, type Log } from '#core/telemetry/log.ts'
import { numberNotTaken, type SmsClient } from '#outside/sms/client.ts'
import { findMember } from '#records/account/store.ts'
import { afterTry, type TryOutcome } from './after-try.ts'
import { channelsOf, classOf, textsMaxOf } from './channels.ts'
import {
  claimDue,
  countTexts,
  insertDelivery,
  lockPlanning,
  setLost,
  setTried,
  takeNew,
  wakeRefused,
  type Delivery,
} from './delivery-store.ts'
import type { EndCounter } from './gauges.ts'
import { smsOf } from './texts.ts'

export type DeliverDeps = {
  db: Db
  clock: Clock
  log: Pick<Log, 'warn'>
  sms: Pick<SmsClient, 'sendText'>
  readBrand: () => Promise<string>
  failpoint: (step: CrashPoint) => Promise<void>
  countEnded: EndCounter
}

const plannedAtOnceMax = 200
/** As many as the SMS company's door lets through at once. */
const sentAtOnceMax = 16
const leaseMs = minuteMs

/** Carries notices to their members' phones; may run in several processes at once. */
export async function deliver(deps: DeliverDeps): Promise<void> {
  while ((await plan(deps)) === plannedAtOnceMax);
  await deps.failpoint('notice.planned')
  for (const kind of await setLost(deps.db, deps.clock.now()))
    deps.countEnded({ class: classOf(kind), channel: 'sms', state: 'unknown' })
  for (;;) {
    const at = deps.clock.now()
    const until = new Date(at.getTime() + leaseMs)
    const taken = await claimDue(deps.db, { at, until, limit: sentAtOnceMax })
    await deps.failpoint('notice.claimed')
    await Promise.all(taken.map((delivery) => carry(deps, delivery)))
    if (taken.length < sentAtOnceMax) return
  }
}

/** Decides which channels carry what was noted since; returns how many there were. */
function plan({ db, clock }: DeliverDeps): Promise<number> {
  return db.begin(async (tx) => {
    await lockPlanning(tx)
    const found = await takeNew(tx, { watched: noticeKinds.warning, limit: plannedAtOnceMax })
    for (const notice of found)
      for (const target of channelsOf(notice.kind))
        if (target.channel !== 'sms' || (await countTexts(tx, notice)) < textsMaxOf(notice.kind))
          await insertDelivery(tx, notice, { ...target, at: clock.now() })
    return found.length
  })
}

async function carry(deps: DeliverDeps, delivery: Delivery): Promise<void> {
  const { outcome, why } = await send(deps, delivery)
  await deps.failpoint('notice.sent')
  const { db, clock, log } = deps
  const at = clock.now()
  const next = afterTry(outcome, delivery.tries)
  const nextAt = new Date(at.getTime() + (next.state === 'due' ? next.againInMs : 0))
  const { id, memberId, kind, channel } = delivery
  const isAwaited = await setTried(db, delivery, { state: next.state, nextAt, why, at })
  if (isAwaited && next.state !== 'due')
    deps.countEnded({ class: classOf(kind), channel, state: next.state })
  await deps.failpoint('notice.recorded')
  if (outcome !== 'sent')
    log.warn({ delivery: id, memberId, kind, channel, outcome, why }, 'a notice was not sent')
  else await wakeRefused(db, { channel, butWhy: numberNotTaken, at })
}

async function send(
  { db, sms, readBrand }: DeliverDeps,
  delivery: Delivery,
): Promise<{ outcome: TryOutcome; why: string | null }> {
  let message: { phone: string; text: string }
  try {
    const member = await findMember(db, delivery.memberId)
    if (!member) return { outcome: 'gone', why: 'there is no such member' }
    message = {
      phone: member.phone,
      text: smsOf(delivery, member.language, await readBrand()),
    }
  } catch (error) {
    return { outcome: 'refused', why: describeError(error).message }
  }
  const sent = await sms.sendText(message.phone, message.text)
  return { outcome: sent.outcome, why: 'why' in sent ? sent.why : null }
}
