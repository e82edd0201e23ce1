import type { ContextWith } from '#context/app-context.ts'
import { openPlayers } from '#money/games/open.ts'
import { listReceived } from '#channels/giftlinks/store.ts'
import { reconcileDeps } from '#desk/reconcile/open.ts'
import type { ReconcileDeps } from '#desk/reconcile/service.ts'
import { listMoves } from '#money/transfers/carry.ts'
import { listPayouts } from '#money/withdrawals/books-store.ts'
import { readSettings } from '#settings/read.ts'

export const reconcileUses = { listMoves, listPayouts, listReceived }

/** The sources that a day is compared with, for operators' commands, which run without a server. */
export function openReconciling(context: ContextWith<'db' | 'clock' | 'outside'>): ReconcileDeps {
  const players = openPlayers({ ...context, readSettings: () => readSettings(context.db) })
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
  return reconcileDeps({ ...context, log: quiet }, { ...players, ...reconcileUses })
}
