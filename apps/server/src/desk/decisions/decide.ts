import { moneyFromText, type Money } from '@kapao/contract/money'
import type { Actor } from '#core/audit/audit-store.ts'
import type { Decide } from '#core/audit/decision.ts'
import type { Db } from '#core/db/db.ts'
import { OperatorRefused } from '#core/refused.ts'
import { hasMembers } from '#records/account/store.ts'
import { previewAct, requestAct, type LimitedGift, type Preview } from '#records/confirm/confirm.ts'
import { isOffer } from '#records/confirm/budget.ts'
import { setRefused } from '#records/confirm/store.ts'
import { readSettings } from '#settings/read.ts'
import type { DeskParts } from './guarded/guarded.ts'
import { rehearse } from './guarded/rehearse.ts'
import type { Settings } from '#settings/registry.ts'

/** The rule of two operators, for all operator decisions. */
export function openDecide(deps: DeskParts): Decide {
  const { db, clock } = deps
  return async ({ gives, ...wish }, work) => {
    // An operator who sets up a platform without members needs no second one.
    if (!(await hasMembers(db))) return { state: 'done', value: await work() }
    const settings = await readSettings(db)
    const limited = limitedBy(settings, { kind: wish.kind, gives })
    const { actor, requestId } = wish
    const { seconds } = await previewAct(db, { ...wish, gives: limited })
    if (seconds) await rehearse({ ...deps, actor, requestId }, wish)
    const said = await requestAct({ db, clock }, { ...wish, gives: limited })
    if (!said.mayBeDone)
      return { state: 'waits', asked: said.asked, others: said.others, soonest: said.soonest }
    return { state: 'done', value: await orRefused(db, said.ids, work) }
  }
}

export type PreviewAct = (asked: {
  kind: string
  subject: string
  actor: Actor
  gives: readonly Money[] | null
}) => Promise<Preview>

/** The same rule without asking for anything: who a decision would wait for, before it is made. */
export function openPreview({ db }: { db: Db }): PreviewAct {
  return async ({ gives, ...asked }) => {
    if (!(await hasMembers(db))) return { seconds: null, hasNoSecond: false, alone: null }
    const settings = await readSettings(db)
    return previewAct(db, { ...asked, gives: limitedBy(settings, { kind: asked.kind, gives }) })
  }
}

function limitedBy(
  settings: Settings,
  { kind, gives }: { kind: string; gives: readonly Money[] | null },
): LimitedGift[] | null {
  const isOffered = isOffer(kind)
  return (
    gives && gives.map((money) => ({ money, aloneMax: aloneMaxOf(settings, isOffered, money) }))
  )
}

/** A refused action has moved no money, so it does not count as given. */
async function orRefused<T>(db: Db, ids: readonly string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OperatorRefused) await setRefused(db, ids, error.why ?? error.message)
    throw error
  }
}

function aloneMaxOf(settings: Settings, isOffered: boolean, { currency }: Money): Money {
  if (currency === 'COIN') return { amount: 0n, currency }
  const text = isOffered
    ? settings[`rewards.aloneDayMax.${currency}`]
    : settings[`credit.aloneDayMax.${currency}`]
  return moneyFromText(text, currency)!
}
