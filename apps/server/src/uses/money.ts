import type { AppContext, ContextWith } from '#context/app-context.ts'
import type { Db } from '#core/db/db.ts'
import { maskBankAccountNo } from '#records/account/bank-account.ts'
import { standingOf } from '#records/account/find.ts'
import { findMember, listStandings } from '#records/account/store.ts'
import { listOwnAccounts } from '#channels/bankfeed/own-accounts.ts'
import { hasUnshown } from '#channels/bankfeed/unproven-store.ts'
import { bonusHeld, listHolders } from '#money/bonus/store.ts'
import { openPlayers } from '#money/games/open.ts'
import { listReceived } from '#channels/giftlinks/store.ts'
import { isHeldByItem } from '#records/items/store.ts'
import { isStopped } from '#records/payouts/store.ts'
import { hasUnproven } from '#channels/qrcodes/payments/proof-store.ts'
import { reconcileDeps } from '#desk/reconcile/open.ts'
import type { ReconcileDeps } from '#desk/reconcile/service.ts'
import { insertRow, lockMember, updateStatus } from '#records/statement/store.ts'
import { listMoves } from '#money/transfers/carry.ts'
import { listPayouts } from '#money/withdrawals/books-store.ts'
import { readSettings } from '#settings/read.ts'
import { mayBeOldStakes } from '#desk/watch/stakes/old-stakes.ts'

export const depositUses = {
  findMember,
  lockMember,
  insertRow,
  updateStatus,
  bonusHeld,
  listHolders,
  listStandings,
}

export function depositDeskUses(read: AppContext['readSettings']) {
  return {
    ...depositUses,
    listOwnParties: async (currency: string) =>
      (await listOwnAccounts(read))
        .filter((own) => own.currency === currency)
        .map(({ party }) => party),
  }
}

export function withdrawalUses({
  db,
  clock,
  lookAtPayout,
}: ContextWith<'db' | 'clock'> & { lookAtPayout: (memberId: string) => Promise<void> }) {
  return {
    needsManualReview: (memberId: string, isSwept: boolean) =>
      mayBeOldStakes(db, { memberId, now: clock.now(), isSwept }),
    lockMember,
    setRowStatus: updateStatus,
    isChecked: async (memberId: string) => {
      await lookAtPayout(memberId)
      return isHeldByItem(db, memberId, 'withdrawals')
    },
    findUnproven: (memberId: string) => findUnproven(db, memberId),
    isPayingStopped: (memberId: string) => isStopped(db, memberId),
    isDeactivated: async (memberId: string) => (await standingOf(db, memberId)) === 'inactive',
    maskAccountNo: maskBankAccountNo,
  }
}

/** Money credited on a message alone is not paid out until its second source confirms it. */
async function findUnproven(db: Db, memberId: string): Promise<string | null> {
  if (await hasUnproven(db, memberId))
    return 'a payment of the member is not confirmed by its gateway: kapao qrcodes list --payments'
  if (await hasUnshown(db, memberId))
    return 'a deposit of the member is not shown by its bank yet: kapao deposits list --unproven'
  return null
}

export const reconcileUses = { listMoves, listPayouts, listReceived }

/** The sources that a day is compared with, for operators' commands, which run without a server. */
export function openReconciling(context: ContextWith<'db' | 'clock' | 'outside'>): ReconcileDeps {
  const players = openPlayers({ ...context, readSettings: () => readSettings(context.db) })
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
  return reconcileDeps({ ...context, log: quiet }, { ...players, ...reconcileUses })
}
