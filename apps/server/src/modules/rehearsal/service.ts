import type { AmountText } from '@kapao/contract/money'
import { moneyFromText, type Money } from '@kapao/contract/money'
import type { Clock } from '#core/clock.ts'
import { collect, type Collector } from '#core/db/collect.ts'
import type { Db, Tx } from '#core/db/db.ts'
import { fingerprintOf, keyFor } from '#core/calls/idempotency.ts'
import type { Ids } from '#core/ids.ts'
import { Refused } from '#core/calls/refuse.ts'
import type { AccountBook } from '#ledger/accounts.ts'
import {
  beginStatus,
  findByKey,
  insertBeginnings,
  updateEndings,
  type Beginning,
  type Begun,
  type Ending,
} from './store.ts'

export type RehearsalDeps = { db: Db; clock: Clock; ids: Ids; accounts: AccountBook }

export type Caller = { memberId: string; key: string | null; requestId: string }
export type Wanted = { from: string; to: string; amount: AmountText }
export type Transfer = { id: string; state: Begun['state']; balanceAfter: Money }

export type Rehearsal = {
  /** Holds the money; the same key and body again answers the same transfer and moves nothing. */
  begin: (caller: Caller, wanted: Wanted) => Promise<Transfer>
  /** Passes held money on (`done`) or gives it back; a second call changes nothing, one that contradicts the first throws. */
  end: (ending: Ending) => Promise<void>
  idle: () => Promise<void>
}

const route = 'rehearsal'

/** The reference operation: how a module holds money, answers a repeated key, and settles. */
export function rehearsal({ db, clock, ids, accounts }: RehearsalDeps): Rehearsal {
  const beginnings: Collector<Beginning, Begun> = collect({
    run: (items, { skipBusy }) => insertBeginnings(db, items, { at: clock.now(), skipBusy }),
    isBusy: (begun) => begun.status === beginStatus.busy,
    identityOf: (item) => `${item.memberId} ${item.key}`,
    ownerOf: (item) => item.memberId,
  })
  const endings: Collector<Ending, number> = collect({
    run: (items, { skipBusy }) => updateEndings(db, items, { at: clock.now(), skipBusy }),
    isBusy: (status) => status === beginStatus.busy,
    identityOf: (item) => item.id,
    ownerOf: (item) => item.memberId,
  })

  return {
    begin: async (caller, wanted) => {
      const planned = await plan(caller, wanted)
      const begun = await beginnings.add(planned)
      refuseUnlessBegun(begun.status)
      return {
        id: begun.id,
        state: begun.state,
        balanceAfter: { amount: begun.balanceAfter, currency: planned.currency },
      }
    },
    end: async (ending) => {
      const status = await endings.add(ending)
      if (status !== beginStatus.done && status !== beginStatus.replayed)
        throw new Error(`transfer ${ending.id} could not be ended: ${status}`)
    },
    idle: async () => {
      await Promise.all([beginnings.idle(), endings.idle()])
    },
  }

  async function plan(caller: Caller, wanted: Wanted): Promise<Beginning> {
    if (wanted.from === wanted.to) throw new Refused('KEY_INVALID')
    const [from, to, hold] = await accounts.find(caller.memberId, [
      ['game', wanted.from],
      ['game', wanted.to],
      ['transfer', ''],
    ])
    if (!from || !to || !hold) throw new Refused('SLOT_NO_ACCOUNT')
    const money = moneyFromText(wanted.amount, from.currency)
    if (!money) throw new Refused('KEY_INVALID')
    if (money.amount <= 0n) throw new Refused('TRANSFER_MINIMUM')
    const fingerprint = fingerprintOf(route, wanted)
    return {
      id: ids.key(),
      memberId: caller.memberId,
      key: keyFor(caller, fingerprint, clock.now()),
      fingerprint,
      from,
      hold,
      to,
      amount: money.amount,
      currency: money.currency,
      requestId: caller.requestId,
    }
  }
}

/** What a key began here, for `outcome`. */
export async function findTransferOutcome(
  tx: Tx,
  memberId: string,
  key: string,
): Promise<{ state: 'done' | 'running'; route: string } | undefined> {
  const found = await findByKey(tx, memberId, key)
  return found && { state: found.state === 'held' ? 'running' : 'done', route }
}

function refuseUnlessBegun(status: number): void {
  if (status === beginStatus.done || status === beginStatus.replayed) return
  if (status === beginStatus.short) throw new Refused('MONEY_NOT_ENOUGH')
  if (status === beginStatus.reused) throw new Refused('KEY_REUSED')
  if (status === beginStatus.abandoned) throw new Refused('ABANDONED')
  throw new Error(`a transfer could not begin: ${status}`)
}
