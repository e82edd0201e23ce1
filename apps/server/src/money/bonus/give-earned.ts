import type { RewardTerms, WordsByLanguage } from '@kapao/contract/bonus'
import type { WalletCurrency } from '@kapao/contract/limits'
import { recordAudit } from '#core/audit/audit-store.ts'
import type { Queryable, Tx } from '#core/db/db.ts'
import { findBegun, fingerprintOf, requireSameBody, type Caller } from '#core/calls/idempotency.ts'
import { Refused } from '#core/refused.ts'
import { bindReward } from '#money/conditions/bind.ts'
import { findMember } from '#records/account/store.ts'
import { insertRow, lockMember } from '#records/statement/store.ts'
import { creditReward, grantReward, notifyReward, type GrantDeps } from './grant.ts'

export type GiveDeps = GrantDeps & {
  /** Opens an item if two accounts look like one person's, before anything is given. */
  watch: { look: (memberId: string, source: EarnedReward['source']) => Promise<void> }
}

type RewardClaim = { id: string; at: Date; fingerprint: string; currency: WalletCurrency }

/** A reward that an operator may bind to a condition; its room provides its amount and condition. */
export type EarnedReward = {
  route: string
  source: 'invite' | 'refund'
  percentages: { success: string; fail: string }
  /** How many times it must be played before a withdrawal, if it is given without the percentages. */
  turnover: string
  findKnown: (on: Queryable, key: string) => Promise<{ fingerprint: string } | null>
  /** Throws the refusal if it is not given now. */
  refuse: (on: Queryable) => Promise<void>
  /** Takes it, in the transaction that credits it. */
  claim: (tx: Tx, given: RewardClaim) => Promise<{ code: string; amount: bigint }>
}

const words: Record<EarnedReward['source'], WordsByLanguage> = {
  invite: { th: 'โบนัสชวนเพื่อน', la: 'ໂບນັດຊວນໝູ່', en: 'Invite bonus' },
  refund: { th: 'คืนยอดเสีย', la: 'ເງິນຄືນຈາກຍອດເສຍ', en: 'Refund of losses' },
}

/**
 * Credits a reward once, under a condition if its `success` is above zero; a second call with the same key succeeds
 * and moves nothing. A call without a key is guarded by the reward's own records.
 */
export async function giveEarned(
  deps: GiveDeps,
  caller: Caller,
  reward: EarnedReward,
): Promise<void> {
  const { db } = deps
  const { memberId, key } = caller
  const fingerprint = fingerprintOf(reward.route, {})
  const known = key === null ? null : await reward.findKnown(db, key)
  if (known) return void requireSameBody(known, fingerprint)
  // A call that is refused anyway causes no request to a provider.
  await reward.refuse(db)
  await deps.watch.look(memberId, reward.source)
  const member = await findMember(db, memberId)
  if (!member) throw new Refused('NO_USER')
  const about = words[reward.source]
  if (Number(reward.percentages.success) > 0) {
    await grantReward(deps, caller, {
      route: reward.route,
      input: {},
      refuse: reward.refuse,
      claim: async (tx, given) => {
        const { currency } = member
        const { code, amount } = await reward.claim(tx, { ...given, fingerprint, currency })
        return { source: reward.source, code, about, terms: termsOf(reward.percentages), amount }
      },
    })
    return
  }
  await deps.failpoint('reward.planned')
  const description = about[member.language]
  const giving = { caller, reward, fingerprint, currency: member.currency, description }
  const isNew = await db.beginFor(memberId, (tx) => grantUnconditional(deps, tx, giving))
  await deps.failpoint('reward.given')
  if (isNew) await notifyReward(deps, { memberId, currency: member.currency }, 'bonus')
}

type EarnedGrant = {
  caller: Caller
  reward: EarnedReward
  fingerprint: string
  currency: WalletCurrency
  description: string
}

/** False if the same key gave it before. */
async function grantUnconditional(
  { clock, ids, accounts }: GiveDeps,
  tx: Tx,
  { caller, reward, fingerprint, currency, description }: EarnedGrant,
): Promise<boolean> {
  const { memberId, key, requestId } = caller
  const { source } = reward
  const findByKey = (on: Queryable, _: string, sent: string) => reward.findKnown(on, sent)
  if (await findBegun(tx, { memberId, key, fingerprint }, { lockMember, findByKey })) return false
  await reward.refuse(tx)
  const at = clock.now()
  const id = ids.key()
  const { code, amount } = await reward.claim(tx, { id, at, fingerprint, currency })
  await insertRow(tx, at, {
    memberId,
    operation: id,
    statementType: 'bonus',
    from: code,
    to: 'wallet',
    status: 'SUCCESS',
    money: { amount, currency },
    about: { [source]: { description } },
  })
  const actor = `member:${memberId}` as const
  const after = { code, amount: amount.toString(), currency }
  await recordAudit(tx, { at, actor, requestId, action: `${source}.receive`, subject: id, after })
  const given = { id, memberId, source, code, bonus: amount, currency, createdAt: at }
  await creditReward({ accounts }, tx, given)
  await bindReward(tx, {
    id,
    memberId,
    currency,
    kind: source,
    source: code,
    amount,
    turnover: reward.turnover,
    createdAt: at,
  })
  return true
}

/**
 * The operator's two percentages as a condition: the member's previous money, and the reward plus `success` percent
 * of it, must be there before a withdrawal; it may be ended when `fail` percent of everything is left.
 */
function termsOf({ success, fail }: EarnedReward['percentages']): RewardTerms {
  // Factors have two decimals; the target is rounded up, so that it is never below the promised one.
  const hundredths = 100 + Math.ceil(Number(success))
  return {
    kind: 'balance',
    base: 'bonus',
    factor: `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`,
    percentFail: Number(fail),
    gives: { of: 'amount', amount: {} },
    endAmount: null,
    withdrawMax: null,
    contributions: {},
  }
}

/** Credits a reward that a member has earned: with a condition if `success` is above zero, else without. */
export type EarnedRewardGrant = (caller: Caller, reward: EarnedReward) => Promise<void>
