import { nameOfCall } from '@kapao/contract/calls'
import type { Caller } from '#core/calls/idempotency.ts'
import { activateBonus as activateCall } from '@kapao/contract/bonus'
import type { Bonus, UserBonus } from '@kapao/contract/bonus'
import type { RewardTerms } from '@kapao/contract/bonus'
import type { WalletCurrency, Language } from '@kapao/contract/limits'
import { bangkokDayName, bangkokDayStart, bangkokWeekStart } from '#core/clock.ts'
import type { Queryable, Tx } from '#core/db/db.ts'
import { Refused } from '#core/refused.ts'
import {
  countReceipts,
  findCampaign,
  insertReceipt,
  listCampaigns,
  listReceipts,
  takeOne,
  type Campaign,
  type Receipt,
} from './campaign-store.ts'
import { findMember } from '#records/account/store.ts'
import { calculateReward, grantReward, type GrantDeps } from './grant.ts'
import { listLatest, type HeldBonus } from './store.ts'
import { isOffered, isOpen, readDefaults, type BonusPromise } from './terms.ts'

const campaignsMax = 200
/** A page counts the receipts of today or this week; no bonus can be received more often than this. */
const receiptsMax = 1_000

/**
 * BON-17: every bonus that is offered now in the member's currency, and the one that is held even if it is offered no
 * more.
 */
export async function listBonuses(
  { db, clock }: GrantDeps,
  memberId: string,
  language: Language | null,
): Promise<Bonus[]> {
  const member = await findMember(db, memberId)
  if (!member) throw new Refused('NO_USER')
  const [campaigns, latest, receipts] = await Promise.all([
    listCampaigns(db, campaignsMax),
    listLatest(db, memberId),
    listReceipts(db, memberId, receiptsMax),
  ])
  const at = clock.now()
  const userBonusOf = (code: string): UserBonus | null => {
    const last = latest.find((one) => one.code === code)
    return last ? shownBonus(last, receipts) : null
  }
  return campaigns
    .map((campaign) => ({ campaign, userBonus: userBonusOf(campaign.code) }))
    .filter(
      ({ campaign, userBonus }) =>
        userBonus?.isActive || (isOpen(campaign, at) && isOffered(campaign.terms, member.currency)),
    )
    .map(({ campaign, userBonus }) => ({
      code: campaign.code,
      type: campaign.type,
      maxReceived: campaign.maxReceived,
      percentFail: campaign.terms.percentFail,
      banners: campaign.banners[language ?? member.language],
      userBonus,
    }))
}

export type Offer = BonusPromise & {
  terms: RewardTerms
  currency: WalletCurrency
  needsDeposit: boolean
}

/** What it would give and require if the member took it now, as far as the ledger knows; gives nothing. */
export async function readOffer(deps: GrantDeps, memberId: string, code: string): Promise<Offer> {
  const { db, clock } = deps
  const campaign = await findCampaign(db, code)
  if (!campaign || !isOpen(campaign, clock.now())) throw new Refused('NO_DATA')
  return planOffer(deps, memberId, campaign.terms)
}

/** The same for any terms; NO_DATA if they give nothing in the member's currency. */
export async function planOffer(
  deps: GrantDeps,
  memberId: string,
  terms: RewardTerms,
): Promise<Offer> {
  const { db } = deps
  const member = await findMember(db, memberId)
  if (!member) throw new Refused('NO_USER')
  const { currency } = member
  if (!isOffered(terms, currency)) throw new Refused('NO_DATA')
  const defaults = await readDefaults(deps, currency)
  const promised = await calculateReward(deps, db, { member, terms, defaults })
  return { ...promised, terms, currency, needsDeposit: promised.bonus === 0n }
}

export type ActivateDeps = GrantDeps & {
  watch: {
    /**
     * Checks before it is given whether another account that may belong to the same person has received it; the
     * returned function checks again inside the transaction, where no other account can receive it meanwhile. Only what
     * was received since an instant counts, where one is given.
     */
    lookAtBonus: (
      memberId: string,
      bonus: { code: string; since: Date | null },
    ) => Promise<(on: Queryable) => Promise<'free' | 'held' | 'denied'>>
  }
}

/**
 * OP-BON: credits a bonus once for each receipt that its type allows; the key, or the held bonus, finds the first
 * again.
 */
export async function activateBonus(
  deps: ActivateDeps,
  caller: Caller,
  code: string,
): Promise<UserBonus> {
  const { db, clock, watch } = deps
  const { memberId } = caller
  const campaign = await findCampaign(db, code)
  if (!campaign) throw new Refused('NO_DATA')
  // One person with two accounts would receive twice as much of it in its period.
  const looked = { code, since: periodOf(campaign.type, clock.now()).since }
  const judge = await watch.lookAtBonus(memberId, looked)
  const giving = grantReward(deps, caller, {
    route: nameOfCall(activateCall),
    input: { code },
    claim: async (tx, { id, at }) => {
      const currency = (await findMember(tx, memberId))!.currency
      const { terms } = await claim(tx, { memberId, code, currency, held: id, at })
      const judged = await judge(tx)
      if (judged === 'held') throw new Refused('REWARD_HELD')
      // The other account received all that one person may have.
      if (judged === 'denied') throw new Refused('BONUS_MAX_CLAIMED')
      const about = { th: code, la: code, en: code }
      return { source: 'bonus', code, about, terms }
    },
  })
  const held = await giving.catch(async (error: unknown) => {
    // If both accounts applied at once, the first check saw neither: checking again opens the item for operators.
    const isHeld = error instanceof Refused && error.code === 'REWARD_HELD'
    if (isHeld) await watch.lookAtBonus(memberId, looked)
    throw error
  })
  return shownBonus(held, await listReceipts(db, memberId, receiptsMax))
}

function shownBonus(
  { id, code, state }: Pick<HeldBonus, 'id' | 'code' | 'state'>,
  receipts: readonly Receipt[],
): UserBonus {
  const received = receipts
    .filter((one) => one.code === code)
    .map(({ updatedAt }) => ({ updatedAt: updatedAt.toISOString() }))
  return { _id: id, isActive: state !== 'ended', received }
}

type CampaignClaim = {
  memberId: string
  code: string
  currency: WalletCurrency
  held: string
  at: Date
}

/**
 * Callers must hold the member's lock, so that the counts stay valid; the campaign's row is locked, too, while its
 * counter rises.
 */
async function claim(
  tx: Tx,
  { memberId, code, currency, held, at }: CampaignClaim,
): Promise<Campaign> {
  const campaign = await findCampaign(tx, code)
  if (!campaign || !isOpen(campaign, at) || !isOffered(campaign.terms, currency))
    throw new Refused('NO_DATA')
  if (await isExhausted(tx, campaign, { memberId, at })) throw new Refused('BONUS_MAX_CLAIMED')
  const taken = await takeOne(tx, code, at)
  if (!taken) throw new Refused('BONUS_FULL')
  const { period, since } = periodOf(taken.type, at)
  const n = (await countReceipts(tx, { memberId, code, since })) + 1
  // A campaign redefined a moment ago may allow less.
  if (n > taken.maxReceived) throw new Refused('BONUS_MAX_CLAIMED')
  // It refers to the held bonus, which is written after it: the database checks the reference at commit.
  await insertReceipt(tx, { memberId, code, period, n, held, updatedAt: at })
  return taken
}

/** BON-13: received as often as the type allows in its period. */
async function isExhausted(
  on: Queryable,
  { code, type, maxReceived }: Campaign,
  { memberId, at }: { memberId: string; at: Date },
): Promise<boolean> {
  const { since } = periodOf(type, at)
  return (await countReceipts(on, { memberId, code, since })) >= maxReceived
}

/** OP-B23: days and weeks are Bangkok's, and a week begins on Monday. */
function periodOf(type: Campaign['type'], at: Date): { period: string; since: Date | null } {
  if (type === 'limit') return { period: 'all', since: null }
  const since = type === 'day' ? bangkokDayStart(at) : bangkokWeekStart(at)
  return { period: `${type} ${bangkokDayName(since)}`, since }
}
