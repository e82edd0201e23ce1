import type { Language } from '@kapao/contract/limits'
import type { Clock } from '#core/clock.ts'
import type { Log } from '#core/log.ts'
import type { BucketStore } from '#core/rate-limit.ts'
import type { SmsClient } from '#outside/sms/client.ts'
import { textOfNotice, type Notice } from './texts.ts'

export type NoticeDeps = {
  clock: Clock
  /** How many each member was told lately, by this process. */
  told: BucketStore
  log: Pick<Log, 'warn'>
  sms: Pick<SmsClient, 'sendText'>
  readBrand: () => Promise<string>
  /** From the account module. */
  findMember: (id: string) => Promise<{ phone: string; language: Language } | null>
}

/** Each is a bill, and more of them tell nobody more: so many at once, and another one every eight hours. */
const figure = { burst: 3, perMinute: 3 / (24 * 60) }

/**
 * Tells a member of a change that only they should have made. What it tells of is done and stays done, so nobody waits
 * for it; it is tried once, as a second message after a lost reply would be a second bill.
 */
export function tellMember(deps: NoticeDeps, memberId: string, notice: Notice): void {
  const { log, told, clock } = deps
  if (told.take(`${notice}#${memberId}`, figure, clock.now().getTime()) > 0)
    return log.warn({ memberId, notice }, 'a notice was not sent: there were many of them')
  void send(deps, memberId, notice).catch((error) =>
    deps.log.warn({ err: error, memberId, notice }, 'a notice was not sent'),
  )
}

async function send(deps: NoticeDeps, memberId: string, notice: Notice): Promise<void> {
  const member = await deps.findMember(memberId)
  if (!member) return
  const text = textOfNotice(notice, member.language, await deps.readBrand())
  const sent = await deps.sms.sendText(member.phone, text)
  if (sent.outcome !== 'sent')
    deps.log.warn(
      { memberId, notice, outcome: sent.outcome, why: sent.why },
      'a notice was not sent',
    )
}
