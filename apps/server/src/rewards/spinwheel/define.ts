import type { WalletCurrency } from '@kapao/contract/limits'
import { recordAudit, type AuditContext } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { OperatorRefused } from '#core/refused.ts'
import { checkDefinition, refuseCode } from '#settings/check.ts'
import { wheelCode, wheelDefinition, wheelOf, type WheelDefinition } from './definition.ts'
import { lockCoupon, setVoid } from './store.ts'
import {
  findActive,
  findWheelId,
  insertWheel,
  lastingWheel,
  loadWheel,
  lockWheels,
  setActiveWheel,
  type ActiveWheel,
  type Wheel,
} from './wheel-store.ts'

export type DefineDeps = { db: Db; clock: Clock }

type WheelWish = AuditContext & {
  code: string
  definition: unknown
  /** The newest version that the author saw, null for none; left out where any may be followed. */
  seen?: number | null
}

/** Adds the next version of a wheel; members keep seeing the active one until it is switched. */
export async function defineWheel(
  { db, clock }: DefineDeps,
  { actor, requestId, code, definition, seen }: WheelWish,
): Promise<Wheel> {
  const after = checkWheel(code, definition)
  return db.begin(async (tx) => {
    await lockWheels(tx)
    const id = await findWheelId(tx, code, null)
    const newest = id === null ? null : await loadWheel(tx, id)
    if (seen !== undefined && seen !== (newest?.version ?? null))
      throw new OperatorRefused(
        `${code} has another version meanwhile; look at it, and define it again.`,
        'setting-changed',
      )
    const at = clock.now()
    const made = await insertWheel(tx, {
      ...wheelOf(after),
      code,
      createdBy: actor,
      createdAt: at,
    })
    await recordAudit(tx, {
      at,
      actor,
      requestId,
      action: 'spinwheel.define',
      subject: `wheel:${code}`,
      before: newest && { version: newest.version },
      after: { version: made.version, definition: after },
    })
    return loadWheel(tx, made.id)
  })
}

/** A definition that can be kept, or a refusal with everything that is wrong at its place. */
export function checkWheel(code: string, definition: unknown): WheelDefinition {
  if (!wheelCode.safeParse(code).success)
    refuseCode('A wheel’s code has up to 32 letters, figures and - _ . only.')
  return checkDefinition(wheelDefinition, definition)
}

export async function loadNamed(
  { db }: Pick<DefineDeps, 'db'>,
  name: string,
  version: number | null,
): Promise<Wheel> {
  const id = await findWheelId(db, name, version)
  if (id === null) throw new OperatorRefused(`There is no such wheel: ${name}.`, 'not-found')
  return loadWheel(db, id)
}

type WheelSwitch = AuditContext & {
  currency: WalletCurrency
  wheel: Wheel | null
  from?: Date | null
  until?: Date | null
  /** Whether before and after that time members see what they would without it, or none. */
  isAlone?: boolean
  /** The wheel that the asker saw in its place; left out where any may be replaced. */
  seen?: number | null
  /** The one that the asker saw around that time; left out where it may be any. */
  otherwise?: number | null
}

/**
 * Members see the wheel from their next request on, or in its time; before and after that they see the one that is there
 * for good. Null removes the wheels of a currency.
 */
export function switchWheel({ db, clock }: DefineDeps, wish: WheelSwitch): Promise<void> {
  const { actor, requestId, currency, wheel, from = null, until = null, seen } = wish
  return db.begin(async (tx) => {
    await lockWheels(tx)
    const at = clock.now()
    const before = await findActive(tx, currency, at)
    const otherwise = wish.isAlone ? null : aroundWheel(before, { wheel, from, until, at })
    const isMoved = seen !== undefined && seen !== (before?.wheel ?? null)
    if (isMoved || (wish.otherwise !== undefined && wish.otherwise !== otherwise))
      throw new OperatorRefused(
        `Members with ${currency} see another wheel meanwhile; look at it, and switch again.`,
        'setting-changed',
      )
    if (until && (until <= at || (from && until <= from)))
      throw new OperatorRefused('It would end before it begins, or is over.', 'not-in-time')
    const next = { startsAt: from, endsAt: until, otherwise }
    await setActiveWheel(tx, { currency, wheel: wheel?.id ?? null, ...next })
    const { id, code, version } = wheel ?? {}
    await recordAudit(tx, {
      at,
      actor,
      requestId,
      action: 'spinwheel.switch',
      subject: `wheel:${currency}`,
      before,
      after: wheel && { wheel: id, code, version, from, until, otherwise },
    })
  })
}

type WheelTimes = { from: Date | null; until: Date | null }

/** What members would see before and after these times: what is there for good. */
export function aroundWheel(
  active: ActiveWheel | null,
  { wheel, from, until, at }: WheelTimes & { wheel: Pick<Wheel, 'id'> | null; at: Date },
): number | null {
  if (from === null && until === null) return null
  const lasting = lastingWheel(active, at)
  // One that is given times gets an end by them, and does not follow itself.
  return lasting === wheel?.id ? null : lasting
}

/** Ends a coupon that was given by mistake; a claimed one is money already, and stays. */
export function voidCoupon(
  { db, clock }: DefineDeps,
  { actor, requestId, id, why }: AuditContext & { id: string; why: string },
): Promise<void> {
  return db.begin(async (tx) => {
    const coupon = await lockCoupon(tx, id)
    if (!coupon) throw new OperatorRefused(`There is no coupon ${id}.`, 'not-found')
    if (coupon.state !== 'open')
      throw new OperatorRefused(`This coupon is ${coupon.state} already.`, 'ended-otherwise')
    const at = clock.now()
    await setVoid(tx, { id, why, at })
    const after = { why, member: coupon.memberId }
    await recordAudit(tx, { at, actor, requestId, action: 'spinwheel.void', subject: id, after })
  })
}
