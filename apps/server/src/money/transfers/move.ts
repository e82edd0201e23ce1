import { collect } from '#core/db/collect.ts'
import type { Caller } from '#core/calls/idempotency.ts'
import { waitFor } from '#core/jobs/wait-for.ts'
import {
  collectTransfers,
  planTransfer,
  type BegunTransfer,
  type TransferRequest,
} from './begin.ts'
import { beginStatus, type NewTransfer } from './begin-store.ts'
import { carryOrGiveUp, type TransferDeps } from './carry.ts'
import { updateEndings, type TransferEnd } from './end-store.ts'
import { findTransfer, type Transfer } from './store.ts'
import { answerOf, type pending, receiptOf, type TransferReceipt } from './view.ts'

export type Transfers = ReturnType<typeof collectTransfers> & {
  /** Carries a transfer of this process, and its second half, until their outcome is known or has to wait. */
  carryOn: (id: string) => Promise<void>
  /** The same without reading the row that was just written. Returns the transfer if it is done; null is no answer. */
  carryStarted: (started: BegunTransfer) => Promise<Transfer | null>
  /** Settles (`done`) or returns held money; a second call changes nothing, one that contradicts the first throws. */
  end: (ending: TransferEnd) => Promise<void>
  plan: (caller: Caller, wanted: TransferRequest) => Promise<NewTransfer>
}

export function createTransfers(deps: TransferDeps): Transfers {
  const { db, clock } = deps
  const beginnings = collectTransfers(deps)
  const endings = collect<TransferEnd, number>({
    name: 'transfers.end',
    run: (items, { skipBusy }) => updateEndings(db, items, { at: clock.now(), skipBusy }),
    isBusy: (status) => status === beginStatus.busy,
    identityOf: (item) => item.memberId,
    ownerOf: (item) => item.memberId,
  })
  const end = async (ending: TransferEnd): Promise<void> => {
    const status = await endings.add(ending)
    if (status !== beginStatus.done && status !== beginStatus.replayed)
      throw new Error(`transfer ${ending.id} could not be ended: ${status}`)
    deps.notifyEnded(ending)
  }
  const mover = { ...deps, end }
  const carryOn = async (id: string): Promise<void> => {
    for (let next: string | null = id; next !== null;) {
      const transfer: Transfer | null = await findTransfer(db, next)
      if (transfer?.state !== 'held') return
      await carryOrGiveUp(mover, transfer)
      next = transfer.nextId
    }
  }

  return {
    begin: beginnings.begin,
    carryOn,
    carryStarted: async ({ id, held }) => {
      if (held && held.nextId === null && isFresh(clock, held))
        return (await carryOrGiveUp(mover, held)) ? held : null
      await carryOn(id)
      return null
    },
    end,
    plan: async (caller, wanted) => {
      const planned = await planTransfer(deps, caller, wanted)
      await deps.failpoint('transfer.planned')
      return planned
    },
  }
}

/** A process suspended for longer than this reads its row again. */
const knownForMs = 5_000

function isFresh(clock: TransferDeps['clock'], { createdAt }: Transfer): boolean {
  return clock.now().getTime() - createdAt.getTime() < knownForMs
}

/** Moves money and waits for it as long as a member should; the same key again answers what became of the first. */
export async function transfer(
  deps: TransferDeps & { transfers: Transfers },
  caller: Caller,
  wanted: TransferRequest,
): Promise<TransferReceipt | typeof pending> {
  const { transfers } = deps
  const started = await transfers.begin(await transfers.plan(caller, wanted))
  const work = () => transfers.carryStarted(started)
  const done = started.isMine ? await waitFor(deps, { work: work(), what: 'a transfer' }) : null
  return done ? receiptOf(done) : answerOf(deps, started.id, started)
}
