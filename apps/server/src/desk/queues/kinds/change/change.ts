import type { SecondKind } from '@kapao/contract/console/reasons'
import * as facts from '#core/console/work/facts.ts'
import type { Queryable } from '#core/db/db.ts'
import * as house from './house-change.ts'
import * as money from './money-change.ts'
import * as rewards from './reward-change.ts'
import type { Change, ReadChange } from './sides.ts'

type ChangeRequest = { kind: string; subject: string; what: unknown }

/** What the second person sees of each kind. */
const readers: Record<SecondKind, ReadChange<never>> = {
  'settings set': house.settingsChange,
  'operator add': house.operatorChange,
  'operator roles': house.rolesChange,
  'operator disable': house.disablingChange,
  'operator enable': house.enablingChange,
  'recovery open': house.openingChange,
  'recovery settle': house.settlingChange,
  'bonus define': rewards.bonusChange,
  'promotions define': rewards.promotionChange,
  'wheel define': rewards.wheelChange,
  'bonus switch': rewards.bonusSwitch,
  'promotions switch': rewards.promotionSwitch,
  'wheel on': rewards.wheelOnChange,
  'deposits match': money.matchChange,
  'deposits match request': money.requestChange,
  'deposits shown': money.shownChange,
  'qrcodes resolve': money.paymentChange,
  'giftlinks resolve': money.linkChange,
  'transfers resolve': money.transferChange,
  'withdrawals resolve': money.payoutChange,
  'withdrawals bounced': money.bounceChange,
  'items decide': money.itemChange,
  'payouts resume': money.resumeChange,
}

export async function readChange(on: Queryable, { kind, what }: ChangeRequest): Promise<Change> {
  const isKnown = Object.hasOwn(readers, kind)
  const reader = isKnown ? (readers[kind as SecondKind] as ReadChange<unknown>) : null
  const change = await reader?.(on, what)
  // A fallback, for kinds of a later version.
  return change ?? { before: [], after: [facts.data('json', what)] }
}
