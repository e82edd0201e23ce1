import type { AppContext, ContextWith } from '#app-context'
import type { Db } from '#core/db/db.ts'
import { maskBankAccountNo } from '#modules/account/bank-account.ts'
import { standingOf } from '#modules/account/find.ts'
import { findMember, findPayers, listStandings } from '#modules/account/store.ts'
import { listOwnAccounts } from '#modules/bankfeed/own-accounts.ts'
import { hasUnshown } from '#modules/bankfeed/unproven-store.ts'
import { bonusHeld, listHolders } from '#modules/bonus/store.ts'
import { listArrived, listBookedElsewhen, listUncompared } from '#modules/deposits/booked-store.ts'
import { findReservedBy } from '#modules/deposits/request-store.ts'
import {
  findByTransfer,
  findPaidBefore,
  findUnplaced,
  setOtherPayer,
} from '#modules/deposits/report-store.ts'
import { openPlayers } from '#modules/games/open.ts'
import { listReceived } from '#modules/giftlinks/store.ts'
import { isHeldByItem, noteItem } from '#modules/items/store.ts'
import { isClosedAt } from '#modules/lookup/closing-time.ts'
import { isStopped } from '#modules/payouts/store.ts'
import { hasUnproven } from '#modules/qrcodes/payments/proof-store.ts'
import { reconcileDeps } from '#modules/reconcile/open.ts'
import type { ReconcileDeps } from '#modules/reconcile/service.ts'
import { insertRow, lockMember, updateStatus } from '#modules/statement/store.ts'
import { listMoves } from '#modules/transfers/carry.ts'
import { listPayouts } from '#modules/withdrawals/books-store.ts'
import { makeUnsentDue } from '#modules/withdrawals/pay-store.ts'
import { readSettings } from '#settings/read.ts'
import { mayBeOldStakes } from '../watch/stakes/old-stakes.ts'

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

/** The functions that every channel of incoming money needs from other modules. */
export const channelUses = { findMember, lockMember, bonusHeld }

/** Withdrawals that waited for a deposit of this member to be proven are tried now. */
function onProvenIn({ db, clock }: ContextWith<'db' | 'clock'>) {
  return (memberId: string) => makeUnsentDue(db, memberId, clock.now())
}

type NewItem = Omit<Parameters<typeof noteItem>[1], 'kind'>

export function bankfeedUses(context: ContextWith<'db' | 'clock'>) {
  const { db } = context
  return {
    listArrived,
    listBookedElsewhen,
    listUncompared,
    findMember,
    findPayers,
    findReservedBy,
    findPaidBefore,
    findByTransfer,
    setOtherPayer,
    onShown: onProvenIn(context),
    noteUnshown: (item: NewItem) => noteItem(db, { kind: 'bankfeed.unshown', ...item }),
    noteSilent: (item: NewItem) => noteItem(db, { kind: 'bankfeed.silent', ...item }),
  }
}

export const slipUses = {
  ...channelUses,
  findPayers,
  findPaidBefore,
  findUnplaced,
  setOtherPayer,
  listArrived,
  isClosedAt,
}

export function qrcodeUses(context: ContextWith<'db' | 'clock'>) {
  return {
    ...channelUses,
    onProven: onProvenIn(context),
    noteUnknown: ({ isCredited, ...item }: NewItem & { isCredited: boolean }) => {
      const holds = isCredited ? (['rewards'] as const) : []
      return noteItem(context.db, { kind: 'qrcodes.unknown', ...item, holds })
    },
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
