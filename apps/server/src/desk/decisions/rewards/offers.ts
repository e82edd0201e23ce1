import type { RewardTerms } from '@kapao/contract/bonus'
import type { AuditAction } from '@kapao/contract/console/actions'
import { recordAudit, type AuditContext } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import type { Db, Queryable, Tx } from '#core/db/db.ts'
import { OperatorRefused } from '#core/refused.ts'
import {
  findCampaign,
  lockCampaigns,
  saveCampaign,
  type Campaign,
} from '#money/bonus/campaign-store.ts'
import {
  findCode,
  lockCodes,
  normalCode,
  saveCode,
  type PromotionCode,
} from '#rewards/promotion/store.ts'
import { checkDefinition, refuseCode, ValueRefused } from '#settings/check.ts'
import {
  bonusDefinition,
  campaignOf,
  codeDefinition,
  codeOf,
  definitionOfBonus,
  definitionOfCode,
} from './definition.ts'

/** The state a definition was written against: the instant of its last change, or null for none. */
export type SeenVersion = string | null

/** What is kept of a bonus or code beside its definition. */
export type OfferState = {
  terms: RewardTerms
  quota: number | null
  given: number
  isOn: boolean
  startsAt: Date | null
  endsAt: Date | null
  /** What members read of it. */
  banners?: Campaign['banners']
  description?: PromotionCode['description']
}

/** A reward as it is kept; `offered` is null for a wheel. */
export type StoredReward = {
  code: string
  definition: unknown
  seen: string
  changedAt: Date
  offered: OfferState | null
}

/** To this definition, or to being offered or not; of the state that was seen, where it says one. */
export type OfferChange = { code: string; seen?: SeenVersion } & (
  | { definition: unknown }
  | { isOn: boolean }
)

type OfferRow = OfferState & { code: string; updatedAt: Date }

type KindOfOffer<K extends OfferRow, D extends { quota: number | null }> = {
  subject: string
  /** Acts of the trail, by what they do. */
  acts: Record<'define' | 'switch', AuditAction>
  lock: (tx: Tx) => Promise<void>
  find: (on: Queryable, code: string) => Promise<K | null>
  check: (code: string, definition: unknown) => D
  definitionOf: (kept: K) => D
  keptOf: (definition: D) => Omit<K, 'code' | 'given' | 'isOn' | 'updatedAt'>
  save: (tx: Tx, kept: Omit<K, 'given' | 'updatedAt'>, at: Date) => Promise<void>
}

/** Serialized by a lock of its kind; members who hold it keep the terms it was given under, and a new one is off. */
function offerOf<K extends OfferRow, D extends { quota: number | null }>(kind: KindOfOffer<K, D>) {
  const { acts, lock, check, definitionOf } = kind
  const subject = (code: string) => `${kind.subject}:${code}`
  const find = async (on: Queryable, code: string): Promise<StoredReward | null> => {
    const found = await kind.find(on, code)
    return found && storedOf(found, definitionOf(found))
  }
  /** Under the lock of its kind: what is there, and what is to be defined instead; null where only its offering changes. */
  const prepare = async (tx: Tx, wish: OfferChange) => {
    const { code, seen } = wish
    const wanted = 'isOn' in wish ? null : check(code, wish.definition)
    await lock(tx)
    const before = await kind.find(tx, code)
    refuseWhenMoved(code, before, seen)
    if (!wanted && !before) throw new OperatorRefused(`There is no ${code}.`, 'not-found')
    if (wanted && before) refuseFewer(wanted, before)
    return { wanted, before, now: before && definitionOf(before) }
  }
  const change = async (
    tx: Tx,
    at: Date,
    { actor, requestId, ...wish }: AuditContext & OfferChange,
  ): Promise<void> => {
    const { wanted, before, now } = await prepare(tx, wish)
    const isOn = 'isOn' in wish ? wish.isOn : (before?.isOn ?? false)
    const kept = { ...(wanted ? kind.keptOf(wanted) : before!), code: wish.code, isOn }
    await kind.save(tx, kept as Omit<K, 'given' | 'updatedAt'>, at)
    const act = { at, actor, requestId, subject: subject(wish.code) }
    await recordAudit(
      tx,
      wanted
        ? { ...act, action: acts.define, before: now, after: wanted }
        : { ...act, action: acts.switch, before: { isOn: before!.isOn }, after: { isOn } },
    )
  }
  return { subject, acts, lock, find, check, prepare, change }
}

function storedOf(found: OfferRow, definition: unknown): StoredReward {
  const { code, updatedAt } = found
  return { code, definition, seen: updatedAt.toISOString(), changedAt: updatedAt, offered: found }
}

/** A definition that waited for confirmation, or was cut off and is done again, must not undo a later change. */
function refuseWhenMoved(
  code: string,
  before: { updatedAt: Date } | null,
  seen: SeenVersion | undefined,
): void {
  if (seen === undefined || seen === (before && before.updatedAt.toISOString())) return
  throw new OperatorRefused(
    `${code} was changed meanwhile; look at it, and define it again.`,
    'setting-changed',
  )
}

function refuseFewer({ quota }: { quota: number | null }, { given }: { given: number }): void {
  if (quota === null || quota >= given) return
  const sentence = `${given} were taken already`
  throw new ValueRefused(
    `quota: ${sentence}.`,
    [{ path: ['quota'], reason: 'taken', sentence }],
    'definition-wrong',
  )
}

const bonusForm = /^[A-Z0-9_.-]{1,64}$/
/** Letters that members can type; those of other scripts pass for Latin ones. */
const codeForm = /^(?:[\p{P}\p{S}\p{sc=Thai}\p{sc=Lao}]|[A-Z0-9]){1,64}$/u

/** Bonuses and codes, as operators define and offer them. */
export const offers = {
  bonus: offerOf({
    subject: 'bonus',
    acts: { define: 'bonus.define', switch: 'bonus.switch' },
    lock: lockCampaigns,
    find: findCampaign,
    check: (code, definition) => {
      if (!bonusForm.test(code))
        refuseCode('A bonus is named with capitals, digits, dots, dashes and underscores.')
      return checkDefinition(bonusDefinition, definition)
    },
    definitionOf: definitionOfBonus,
    keptOf: campaignOf,
    save: saveCampaign,
  }),
  code: offerOf({
    subject: 'promotion',
    acts: { define: 'promotions.define', switch: 'promotions.switch' },
    lock: lockCodes,
    find: findCode,
    check: (code, definition) => {
      if (!codeForm.test(code) || code !== normalCode(code))
        refuseCode('A code has 1 to 64 capital letters and digits.')
      return checkDefinition(codeDefinition, definition)
    },
    definitionOf: definitionOfCode,
    keptOf: codeOf,
    save: saveCode,
  }),
}
export type OfferKind = keyof typeof offers

type Saver = AuditContext & { db: Db; clock: Clock }

/** A change and its author, in one transaction. */
export function saveOffer(
  { db, clock, actor, requestId }: Saver,
  kind: OfferKind,
  change: OfferChange,
): Promise<void> {
  const at = clock.now()
  return db.begin((tx) => offers[kind].change(tx, at, { ...change, actor, requestId }))
}
