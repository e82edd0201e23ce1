import type { Language } from '@kapao/contract/limits'
import type { Money } from '@kapao/contract/money'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { BucketStore } from '#core/limits/rate-limit.ts'
import type { SmsClient } from '#outside/sms/client.ts'
import { findMember } from '#records/account/store.ts'
import { textOfAct, textOfNotice, type ActNotice, type Notice } from './texts.ts'

export type NoticeDeps = {
  db: Db
  clock: Clock
  /** How many each member was sent recently by this process. */
  sent: BucketStore
  log: Pick<Log, 'warn'>
  sms: Pick<SmsClient, 'sendText'>
  readBrand: () => Promise<string>
}

/** Each SMS costs money, and more of them inform no better: this many at once, and another one every eight hours. */
const figure = { burst: 3, perMinute: 3 / (24 * 60) }

/**
 * Notifies a member of a change that only they should have made. The change stands either way, so callers do not wait;
 * it is sent once, because a second SMS after a lost reply would be a second bill.
 */
export function notifyMember(deps: NoticeDeps, memberId: string, notice: Notice): void {
  const { log, sent, clock } = deps
  if (sent.take(`${notice}#${memberId}`, figure, clock.now().getTime()) > 0)
    return log.warn({ memberId, notice }, 'a notice was not sent: there were many of them')
  const textIn = (language: Language, brand: string) => textOfNotice(notice, language, brand)
  void sendText(deps, { memberId, notice, textIn }).catch((error) =>
    log.warn({ err: error, memberId, notice }, 'a notice was not sent'),
  )
}

export type ActDeps = Omit<NoticeDeps, 'clock' | 'sent'>

/**
 * Notifies a member of what an operator took from them, moved or changed. There is no limit: small acts could otherwise
 * hide a large one.
 */
export function notifyOfAct(
  deps: ActDeps,
  { memberId, notice, money }: { memberId: string; notice: ActNotice; money: Money | null },
): Promise<void> {
  const textIn = (language: Language, brand: string) =>
    textOfAct(notice, { language, brand, money })
  return sendText(deps, { memberId, notice, textIn })
}

type Message = {
  memberId: string
  notice: string
  textIn: (language: Language, brand: string) => string
}

async function sendText(deps: ActDeps, { memberId, notice, textIn }: Message): Promise<void> {
  const member = await findMember(deps.db, memberId)
  if (!member) return
  const text = textIn(member.language, await deps.readBrand())
  const sent = await deps.sms.sendText(member.phone, text)
  if (sent.outcome !== 'sent')
    deps.log.warn(
      { memberId, notice, outcome: sent.outcome, why: sent.why },
      'a notice was not sent',
    )
}
