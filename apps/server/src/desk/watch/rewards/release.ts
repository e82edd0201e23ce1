import { textOfMoney } from '@kapao/contract/money'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { listLargestResults } from '#ledger/play/mirrors.ts'
import { fewResultsKind } from '#money/bonus/release.ts'
import type { HeldBonus } from '#money/bonus/store.ts'
import { noteItem } from '#records/items/store.ts'
import { compareHeld } from './mirrors.ts'

/** What a bonus's end may leave to its member: after the target is met, below the end amount, or nothing. */
type Moment = 'met' | 'below' | 'emptied'

export type ReleaseWatch = {
  /** Compares the play under a bonus with that of all others, and lists what a person must look at. Moves nothing. */
  look: (held: HeldBonus, moment: Moment) => Promise<void>
}

/** Targets below this are met by few results by chance, and are not worth a hedge at another casino. */
const fewFrom = { BAHT: 500_000n, LAK: 3_500_000n } as const
/** Half of what the target requires in so few results. */
const fewMax = 2

export function watchReleases({ db, clock }: { db: Db; clock: Clock }): ReleaseWatch {
  return {
    look: async (held, moment) => {
      await compareHeld({ db, clock }, { ...held, endedAt: null })
      if (moment === 'met') await noteFewResults({ db, clock }, held)
    },
  }
}

/** A large target that was met by a few results may be a hedge: the opposite was played where nobody here sees it. */
async function noteFewResults(
  { db, clock }: { db: Db; clock: Clock },
  held: HeldBonus,
): Promise<void> {
  const { id, memberId, code, currency, target, bonus, deposit, terms, createdAt } = held
  if (target < fewFrom[currency]) return
  const isTotal = terms.kind === 'balance'
  const needed = isTotal ? target - deposit - bonus : target
  const results = await listLargestResults(db, memberId, createdAt)
  const counted = results
    .map(({ amount }) => (isTotal ? amount : -amount))
    .filter((amount) => amount > 0n)
    .slice(0, fewMax)
  const sum = counted.reduce((total, amount) => total + amount, 0n)
  if (sum * 2n < needed) return
  const textOf = (amount: bigint) => textOfMoney({ amount, currency })
  await noteItem(db, {
    kind: fewResultsKind,
    key: id,
    memberId,
    words: `${counted.length} results make up half or more of what the bonus ${code} requires.`,
    evidence: { bonus: code, target: textOf(target), won: counted.map(textOf) },
    holds: ['rewards'],
    since: clock.now(),
  })
}
