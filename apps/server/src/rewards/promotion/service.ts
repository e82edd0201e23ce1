import { nameOfCall } from '@kapao/contract/calls'
import { activatePromotion as activateCall } from '@kapao/contract/promotion'
import type { Caller } from '#core/calls/idempotency.ts'
import type { Language } from '@kapao/contract/limits'
import type { Promotion } from '@kapao/contract/promotion'
import type { RewardTerms } from '@kapao/contract/bonus'
import type { Clock } from '#core/clock.ts'
import type { GrantReward } from '#money/bonus/grant.ts'
import { findHeld } from '#money/bonus/read.ts'
import { isOpen } from '#money/bonus/terms.ts'
import type { Db, Queryable } from '#core/db/db.ts'
import { Refused } from '#core/refused.ts'
import { loadMember } from '#records/account/find.ts'
import { isHeldByItem } from '#records/items/store.ts'
import {
  findCode,
  hasReceived,
  insertReceipt,
  normalCode,
  takeOne,
  type PromotionCode,
} from './store.ts'

type Reader = { memberId: string; language: Language | null }

export type PromotionDeps = {
  db: Db
  clock: Clock
  grant: GrantReward
  isOffered: (on: Queryable, memberId: string, terms: RewardTerms) => Promise<boolean>
  watch: {
    /**
     * Whether an operator has denied this code to this member; opens an item if two accounts look like one person's.
     */
    lookAtCode: (memberId: string, code: string) => Promise<boolean>
  }
}

/** Reveals nothing of a code that `find` would not find. */
export async function readOffer<Offer>(
  deps: Pick<PromotionDeps, 'db' | 'clock' | 'isOffered'> & {
    planOffer: (memberId: string, terms: RewardTerms) => Promise<Offer>
  },
  memberId: string,
  typed: string,
): Promise<Offer> {
  const found = await findCode(deps.db, normalCode(typed))
  if (!found || !(await isOpenFor(deps, deps.db, { found, memberId })))
    throw new Refused('NO_PROMOTION')
  return deps.planOffer(memberId, found.terms)
}

/** OP-PROMO: null for a code that is over or not for this member, too, so that it reveals nothing. */
export async function findPromotion(
  deps: PromotionDeps,
  { memberId, language }: Reader,
  typed: string,
): Promise<Promotion | null> {
  const found = await findCode(deps.db, normalCode(typed))
  if (!found || !(await isOpenFor(deps, deps.db, { found, memberId }))) return null
  const words = found.description[language ?? (await loadMember(deps.db, memberId)).language]
  return { percentFail: found.terms.percentFail, description: words }
}

/** Credits the reward of a code to a member once and for all, under the conditions of a bonus. */
export async function activatePromotion(
  deps: PromotionDeps,
  caller: Caller,
  typed: string,
): Promise<true> {
  const { memberId } = caller
  const code = normalCode(typed)
  const isDenied = await deps.watch.lookAtCode(memberId, code)
  await deps.grant(caller, {
    route: nameOfCall(activateCall),
    input: { code },
    refuse: async (tx) => {
      const found = await findCode(tx, code)
      if (found && (await hasReceived(tx, memberId, code))) throw new Refused('PROMOTION_RECEIVED')
      if (!found || !(await isOpenFor(deps, tx, { found, memberId })))
        throw new Refused('NO_PROMOTION')
      if (isDenied) throw new Refused('NO_PROMOTION')
      if (await isHeldByItem(tx, memberId, 'rewards')) throw new Refused('REWARD_HELD')
    },
    claim: async (tx, { id, at }) => {
      const taken = await takeOne(tx, code, at)
      if (!taken) throw new Refused('BONUS_FULL')
      await insertReceipt(tx, { memberId, code, held: id, at })
      return { source: 'promotion', code, about: taken.description, terms: taken.terms }
    },
  })
  return true
}

/** The promotion that the member is under now, with the text and the percentage of the time it was taken. */
export async function readCurrent(
  { db }: PromotionDeps,
  { memberId, language }: Reader,
): Promise<Promotion | null> {
  const held = await findHeld(db, memberId)
  if (held?.source !== 'promotion') return null
  const words = held.about[language ?? (await loadMember(db, memberId)).language]
  return { percentFail: held.terms.percentFail, description: words }
}

async function isOpenFor(
  { clock, isOffered }: Pick<PromotionDeps, 'clock' | 'isOffered'>,
  on: Queryable,
  { found, memberId }: { found: PromotionCode; memberId: string },
): Promise<boolean> {
  return isOpen(found, clock.now()) && isOffered(on, memberId, found.terms)
}
