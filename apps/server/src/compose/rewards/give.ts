import type { RewardTerms, WordsByLanguage } from '@kapao/contract/bonus'
import type { WalletCurrency } from '@kapao/contract/limits'
import { recordAudit } from '#core/audit.ts'
import type { Clock } from '#core/clock.ts'
import type { Db, Queryable, Tx } from '#core/db.ts'
import { fingerprintOf } from '#core/idempotency.ts'
import type { Ids } from '#core/ids.ts'
import type { PushTo } from '#core/live/push.ts'
import { Refused } from '#core/refuse.ts'
import { isAbandoned } from '#core/tombstone-store.ts'
import type { AccountBook } from '#ledger/accounts.ts'
import { leg, postAll } from '#ledger/post.ts'
import { findMember } from '#modules/account/store.ts'
import { tellReward, type Caller } from '#modules/bonus/grant.ts'
import { addCondition } from '#modules/conditions/store.ts'
import { toPlayOf } from '#modules/conditions/to-play.ts'
import { insertRow, lockMember } from '#modules/statement/store.ts'
import type { ComposedBonus } from './bonus.ts'
import type { RewardWatch } from './watch/watch.ts'

export type GiveAround = {
  db: Db
  clock: Clock
  ids: Ids
  accounts: AccountBook
  push: PushTo
  /** Gives what is bound to a condition. */
  grant: ComposedBonus['grant']
  /** Who looks before anything is given, and what waits for a person. */
  watch: Pick<RewardWatch, 'look' | 'isHeld'>
  passStep: (step: string) => Promise<void>
}

type Given = { id: string; at: Date; fingerprint: string; currency: WalletCurrency }

/** A reward that an operator may bind to a condition; who gives it says what it is worth and when it is over. */
export type Gift<Source extends 'invite' | 'refund'> = {
  route: string
  source: Source
  percentages: { success: string; fail: string }
  /** How many times it is played before it is withdrawn, where it is given without those. */
  turnover: string
  findKnown: (on: Queryable, key: string) => Promise<{ fingerprint: string } | null>
  refuse: (on: Queryable) => Promise<void>
  claim: (tx: Tx, given: Given) => Promise<{ code: string; amount: bigint }>
}

type AnyGift = Gift<'invite' | 'refund'>

const words: Record<AnyGift['source'], WordsByLanguage> = {
  invite: { th: 'โบนัสชวนเพื่อน', la: 'ໂບນັດຊວນໝູ່', en: 'Invite bonus' },
  refund: { th: 'คืนยอดเสีย', la: 'ຄືນຍອດເສຍ', en: 'Refund of losses' },
}

/**
 * Credits a reward once, under a condition where its `success` is above zero; a second call with the same key is answered
 * well and moves nothing. One without a key is held off by what the reward itself remembers.
 */
export async function give(around: GiveAround, caller: Caller, gift: AnyGift): Promise<void> {
  const { db } = around
  const { memberId, key } = caller
  const fingerprint = fingerprintOf(gift.route, {})
  const known = key === null ? null : await gift.findKnown(db, key)
  if (known) return replay(known, fingerprint)
  // Whoever gets a no anyway makes us ask no provider.
  await gift.refuse(db)
  await around.watch.look(memberId)
  const member = await findMember(db, memberId)
  if (!member) throw new Refused('NO_USER')
  const about = words[gift.source]
  if (Number(gift.percentages.success) > 0) {
    await around.grant(caller, {
      route: gift.route,
      input: {},
      refuse: gift.refuse,
      claim: async (tx, given) => {
        const { currency } = member
        const { code, amount } = await gift.claim(tx, { ...given, fingerprint, currency })
        return { source: gift.source, code, about, terms: termsOf(gift.percentages), amount }
      },
    })
    return
  }
  await around.passStep('reward planned')
  const description = about[member.language]
  const giving = { caller, gift, fingerprint, currency: member.currency, description }
  const isNew = await db.beginFor(memberId, (tx) => giveFreely(around, tx, giving))
  await around.passStep('reward given')
  if (isNew) await tellReward(around, { memberId, currency: member.currency }, 'bonus')
}

type Giving = {
  caller: Caller
  gift: AnyGift
  fingerprint: string
  currency: WalletCurrency
  description: string
}

/** False where the same key gave it before. */
async function giveFreely(
  { clock, ids, accounts }: GiveAround,
  tx: Tx,
  { caller, gift, fingerprint, currency, description }: Giving,
): Promise<boolean> {
  const { memberId, key, requestId } = caller
  const { source } = gift
  await lockMember(tx, memberId)
  const known = key === null ? null : await gift.findKnown(tx, key)
  if (known) {
    replay(known, fingerprint)
    return false
  }
  if (key !== null && (await isAbandoned(tx, memberId, key))) throw new Refused('ABANDONED')
  await gift.refuse(tx)
  const at = clock.now()
  const id = ids.key()
  const { code, amount } = await gift.claim(tx, { id, at, fingerprint, currency })
  const money = { amount, currency }
  await insertRow(tx, at, {
    memberId,
    operation: id,
    statementType: 'bonus',
    from: code,
    to: 'wallet',
    status: 'SUCCESS',
    money,
    about: { [source]: { description } },
  })
  const actor = `member:${memberId}` as const
  const after = { code, amount: amount.toString(), currency }
  await recordAudit(tx, { at, actor, requestId, action: `${source}.receive`, subject: id, after })
  const [house, wallet] = await accounts.open(tx, [
    { owner: null, kind: source, party: code, currency },
    { owner: memberId, kind: 'wallet', party: '', currency },
  ])
  await postAll(tx, at, [
    { idem: leg(id, 1), debit: house!, credit: wallet!, money, kind: source, ref: code },
  ])
  const toPlay = toPlayOf(amount, gift.turnover)
  const condition = { id, memberId, currency, kind: source, source: code, amount, toPlay }
  await addCondition(tx, { ...condition, createdAt: at })
  return true
}

function replay(known: { fingerprint: string }, fingerprint: string): void {
  if (known.fingerprint !== fingerprint) throw new Refused('KEY_REUSED')
}

/**
 * The operator's two percentages as a condition: what the member had, and the reward with `success` percent of itself on top,
 * must be there before a withdrawal; it may be ended when `fail` percent of everything is left.
 */
function termsOf({ success, fail }: AnyGift['percentages']): RewardTerms {
  // Factors have two decimals; what must be reached is never less than what was told.
  const hundredths = 100 + Math.ceil(Number(success))
  return {
    kind: 'balance',
    base: 'bonus',
    factor: (hundredths / 100).toFixed(2),
    percentFail: Number(fail),
    gives: { of: 'amount', amount: {} },
    endAmount: null,
    withdrawMax: null,
    contributions: {},
  }
}
