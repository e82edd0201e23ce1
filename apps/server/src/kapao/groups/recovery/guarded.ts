import { textOfMoney } from '@kapao/contract/money'
import { openDb } from '#core/db/db.ts'
import { appRole } from '#core/db/migrate.ts'
import { byOf, type DeskParts } from '#desk/decisions/guarded/guarded.ts'
import { houseOpening } from '#desk/decisions/guarded/house.ts'
import type { Recovery } from '../../../system/open-recovery.ts'
import type { Comparison } from '#desk/recovery/settle.ts'
import type { GuardedCommand } from '../confirm/second.ts'

const connectionsMax = 6

/** Works on connections of its own, which may book while Kapao is in recovery. */
export async function withRecovery<T>(
  { config, clock, ids, outside }: Omit<DeskParts, 'db'>,
  work: (recovery: Recovery) => Promise<T>,
): Promise<T> {
  const db = openDb({
    url: config.databaseUrl,
    role: appRole,
    connectionsMax,
    applicationName: 'kapao recover',
    rebuilds: true,
  })
  // The whole server, which no other command needs.
  const { openRecovery } = await import('../../../system/open-recovery.ts')
  try {
    return await work(openRecovery({ db, clock, ids, config, outside }))
  } finally {
    await db.close()
  }
}

export const houseOpened: GuardedCommand<{ why: string }, number> = {
  guarded: houseOpening,
  answer: (_desk, _what, epoch) => ({ text: 'The house is open.', json: { epoch, state: 'open' } }),
}

export type DifferenceInput = { memberId: string; game: string; moved: string; why: string }

export const differenceSettled: GuardedCommand<DifferenceInput, Comparison> = {
  guarded: {
    kind: 'recovery settle',
    run: (cli, { moved, ...what }) =>
      withRecovery(cli, ({ settle }) => settle({ ...what, moved: BigInt(moved), ...byOf(cli) })),
  },
  answer: (_desk, { memberId, game, moved }, { reported, play }) => {
    const text = (amount: bigint): string => textOfMoney({ ...reported, amount })
    const net = text(BigInt(moved))
    return {
      text: `${memberId} has ${text(reported.amount)} ${reported.currency} at ${game}: ${net} moved there, ${text(play)} by play. Its item still holds what it holds: kapao items decide.`,
      json: { memberId, game, moved: net, play: text(play), balance: text(reported.amount) },
    }
  },
}
