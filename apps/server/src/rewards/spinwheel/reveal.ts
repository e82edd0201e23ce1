import { revealSpins } from '@kapao/contract/spinwheel'
import type { Db } from '#core/db/db.ts'
import { refuse } from '#core/refused.ts'
import type { AnswerOf } from '#core/calls/route.ts'
import { findClosedSeed, listSpins } from './store.ts'
import { loadWheel } from './wheel-store.ts'

/** Everything that is needed to repeat the draws of a promise; refused while more may be drawn under it. */
export async function reveal(
  { db }: { db: Db },
  memberId: string,
  commitment: string,
): Promise<AnswerOf<typeof revealSpins>> {
  const seed = await findClosedSeed(db, memberId, commitment)
  if (!seed) refuse(revealSpins, 'NO_DATA')
  const { slices } = await loadWheel(db, seed.wheel)
  const spins = await listSpins(db, seed.id)
  return {
    commitment,
    serverSeed: seed.secret,
    wheel: slices.map(({ code, weight }) => ({ code, weight })),
    spins: spins.map(({ createdAt, ...rest }) => ({ ...rest, createdAt: createdAt.toISOString() })),
  }
}
