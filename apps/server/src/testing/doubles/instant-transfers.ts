import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { systemIds } from '#core/ids.ts'
import { accountBook } from '#ledger/accounts.ts'
import type { Caller } from '#core/calls/idempotency.ts'
import { createTransfers, type Transfers } from '#money/transfers/move.ts'
import type { BegunTransfer, TransferRequest } from '#money/transfers/begin.ts'
import type { GameClient } from '#outside/games/client.ts'

export type InstantTransfers = Pick<Transfers, 'end'> & {
  /** Holds the money; the caller decides how it ends. */
  begin: (caller: Caller, wanted: TransferRequest) => Promise<BegunTransfer>
  /** Holds the money and completes the transfer at a provider that answers immediately. */
  complete: (caller: Caller, wanted: TransferRequest) => Promise<void>
}

/** Accepts every move and keeps no books: the subject of tests and measurements is our side. */
const provider: GameClient = {
  countsOnce: true,
  createAccount: async ({ username }) => ({ outcome: 'done', username }),
  readBalance: async () => ({ outcome: 'refused', why: 'it keeps no books' }),
  move: async () => ({ outcome: 'done' }),
  lookUp: null,
  list: null,
  kick: null,
  setPassword: null,
  launch: null,
}

/** The product's own transfers with these providers, as in one of our processes. */
export function openInstantTransfers(
  { db, clock }: { db: Db; clock: Clock },
  games: readonly string[],
): InstantTransfers {
  const transfers = createTransfers({
    db,
    clock,
    ids: systemIds,
    log: { warn: () => undefined, error: () => undefined },
    accounts: accountBook(db),
    players: {
      listGames: async () => games,
      mayEnter: async (game) => games.includes(game),
      findPlayer: async (memberId) => ({ client: provider, username: memberId }),
    },
    mayMove: async () => true,
    readDayMax: async () => 2_000_000_000,
    failpoint: async () => undefined,
    notifyEnded: () => undefined,
  })
  const begin = async (caller: Caller, wanted: TransferRequest): Promise<BegunTransfer> =>
    transfers.begin(await transfers.plan(caller, wanted))
  return {
    begin,
    complete: async (caller, wanted) => {
      const started = await begin(caller, wanted)
      if (started.isMine) await transfers.carryStarted(started)
    },
    end: transfers.end,
  }
}
