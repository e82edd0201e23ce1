import type { Money } from '@kapao/contract/money'
import type { Db } from '#core/db/db.ts'
import type { Log } from '#core/telemetry/log.ts'
import { noticesOf, type ActNotice } from './notice.ts'
import { claimUnnotified } from './store.ts'

export type NotifyDeps = {
  db: Db
  log: Pick<Log, 'warn'>
  /**
   * Sends one SMS in the member's language; it is sent once, as a second one after a lost reply would be a second bill.
   */
  notifyOfAct: (about: {
    memberId: string
    notice: ActNotice
    money: Money | null
  }) => Promise<void>
}

const atOnceMax = 20

/** Notifies members of what operators took from them, moved or changed: each act once, across all workers. */
export async function notifyMembers({ db, log, notifyOfAct }: NotifyDeps): Promise<void> {
  for (;;) {
    const taken = await claimUnnotified(db, atOnceMax)
    for (const act of taken) {
      const { amount, currency } = act
      const money = amount === null || currency === null ? null : { amount, currency }
      for (const { memberId, notice } of noticesOf(act))
        await notifyOfAct({ memberId, notice, money }).catch((error: unknown) =>
          log.warn(
            { err: error, memberId, notice, act: act.id },
            'a member was not notified of an act',
          ),
        )
    }
    if (taken.length < atOnceMax) return
  }
}
