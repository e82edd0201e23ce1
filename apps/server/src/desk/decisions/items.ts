import type { WalletCurrency } from '@kapao/contract/limits'
import type { Money } from '@kapao/contract/money'
import type { Decide, DecisionResult } from '#core/audit/decision.ts'
import type { AuditContext } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { OperatorRefused } from '#core/refused.ts'
import { listMembers } from '#records/account/store.ts'
import { findCampaign } from '#money/bonus/campaign-store.ts'
import { findHeld } from '#money/bonus/read.ts'
import { releaseKinds } from '#money/bonus/release.ts'
import { largestOf } from '#money/bonus/terms.ts'
import { findBalance, waitingOf } from '#rewards/invite/store.ts'
import { decideItem } from '#records/items/decide.ts'
import { findItem, type Item } from '#records/items/store.ts'
import { findCode } from '#rewards/promotion/store.ts'
import { sumWaiting } from '#rewards/refund/store.ts'
import { findLatest } from '#money/withdrawals/store.ts'
import { onItemDecided } from '#desk/watch/rewards/decided.ts'

export const decidingKind = 'items decide'

export type ItemDecision = AuditContext & { id: bigint; decision: 'allow' | 'deny'; why: string }

/**
 * One operator's decision on an item. Everything that members wait for because of it counts as given when it is
 * released: beyond the daily limit of single decisions it waits for a second operator. A denial gives nothing and
 * needs one operator.
 */
export async function decideOne(
  deps: { db: Db; clock: Clock; decide: Decide },
  decision: ItemDecision,
): Promise<DecisionResult<Item>> {
  const { id, decision: said, why, actor, requestId } = decision
  const work = () => carryOut(deps, decision)
  const item = await findItem(deps.db, id)
  if (!item || item.decision !== null || said === 'deny' || item.holds.length === 0)
    return { state: 'done', value: await work() }
  const gives = await heldBy(deps.db, item)
  const subject = `item:${id}`
  const words = `item ${id} about ${membersOf(item).join(' and ')} allowed: ${why}`
  const what = { id: String(id), decision: said, why }
  return deps.decide({ kind: decidingKind, subject, what, words, gives, actor, requestId }, work)
}

/**
 * Carries out a confirmed decision, or one that needs no confirmation; the database releases nothing without the
 * recorded decision.
 */
export async function carryOut(
  { db, clock }: { db: Db; clock: Clock },
  { id, ...decision }: ItemDecision,
): Promise<Item> {
  const deps = { db, clock, onDecided: onItemDecided }
  const item = await decideItem(deps, id, decision)
  if (!item) throw new OperatorRefused(`There is no open item ${id}.`, 'ended-otherwise')
  return item
}

function membersOf({ memberId, otherId }: Item): string[] {
  return [memberId, otherId].filter((one) => one !== null)
}

/** Everything that its members may receive when it is released, as far as it is known now. */
export async function heldBy(db: Db, item: Item): Promise<Money[]> {
  const sums = new Map<WalletCurrency, bigint>()
  for (const { id, currency } of await listMembers(db, membersOf(item))) {
    const amount = await heldOf(db, item, { id, currency })
    sums.set(currency, (sums.get(currency) ?? 0n) + amount)
  }
  return [...sums].flatMap(([currency, amount]) => (amount > 0n ? [{ amount, currency }] : []))
}

type WalletOwner = { id: string; currency: WalletCurrency }

async function heldOf(
  db: Db,
  { kind, holds, evidence }: Item,
  { id, currency }: WalletOwner,
): Promise<bigint> {
  let sum = 0n
  if (holds.includes('rewards') || holds.includes('friend'))
    sum += waitingOf(await findBalance(db, id)) + (await sumWaiting(db, id)).amount
  if (holds.includes('withdrawals')) {
    const open = await findLatest(db, id)
    if (open?.endedAt === null) sum += open.amount
  }
  if (releaseKinds.some((one) => one === kind)) sum += (await findHeld(db, id))?.bonus ?? 0n
  const code = evidence['code']
  // The member who has received it is known; the other one waits for it.
  if (typeof code === 'string' && evidence['received'] !== id) {
    const found = holds.includes('bonus') ? await findCampaign(db, code) : await findCode(db, code)
    if (found) sum += largestOf(found.terms, currency)
  }
  return sum
}
