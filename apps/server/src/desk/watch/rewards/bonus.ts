import type { Clock } from '#core/clock.ts'
import type { Db, Queryable } from '#core/db/db.ts'
import { listReceivers } from '#money/bonus/campaign-store.ts'
import { findItemBy, noteItem, type ItemHold } from '#records/items/store.ts'
import { isOfPerson, type Link } from '#records/links/signs.ts'
import { readSettings } from '#settings/read.ts'

const bonusKind = 'bonus.linked'

export type JudgeBonus = (on: Queryable) => Promise<'free' | 'held' | 'denied'>

type BonusQuery = { memberId: string; code: string; since: Date | null; links: readonly Link[] }

/**
 * For a bonus that a possibly identical person has received: only it waits for an operator. Deposits are not affected,
 * and other rewards are given meanwhile.
 */
export async function checkBonusReceipt(
  { db, clock }: { db: Db; clock: Clock },
  asked: BonusQuery,
): Promise<JudgeBonus> {
  const { memberId, code } = asked
  for (const { link, other } of await listOthers(db, asked))
    await noteItem(db, {
      kind: bonusKind,
      key: keyOf(code, link),
      memberId,
      otherId: other,
      words: `A member who may be the same person has received this bonus: the same ${saidOf(link)}.`,
      evidence: { code, received: other, same: saidOf(link) },
      holds: (await holdsOf(db, 'withdraw.waitLinked')).map((hold) =>
        hold === 'rewards' ? 'bonus' : hold,
      ),
      since: clock.now(),
    })
  return async (on) => {
    const found = await listOthers(on, asked)
    const items = []
    for (const { link } of found) items.push(await findItemBy(on, bonusKind, keyOf(code, link)))
    if (items.some((item) => item?.decision === 'deny')) return 'denied'
    return items.every((item) => item?.decision === 'allow') ? 'free' : 'held'
  }
}

async function listOthers(on: Queryable, { memberId, code, since, links }: BonusQuery) {
  if (links.length === 0) return []
  const found = links.map((link) => ({
    link,
    other: link.one === memberId ? link.other : link.one,
  }))
  const ids = found.map(({ other }) => other)
  const receivers = await listReceivers(on, { code, since }, ids)
  return found.filter(({ other }) => receivers.includes(other))
}

function keyOf(code: string, { one, other }: Link): string {
  return `${code}:${one}:${other}`
}

/** What waits for an operator besides the reward itself. */
export async function holdsOf(
  on: Queryable,
  name: 'withdraw.waitLinked' | 'withdraw.waitOpposite',
): Promise<ItemHold[]> {
  return (await readSettings(on))[name] ? ['rewards', 'withdrawals'] : ['rewards']
}

export function saidOf({ signs }: Link): string {
  return signs.filter(isOfPerson).join(' and ')
}
