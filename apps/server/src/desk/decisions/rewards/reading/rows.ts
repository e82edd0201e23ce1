import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import { sumOf, type Sum } from '@kapao/contract/console/fields'
import type { RewardKind, RewardState } from '@kapao/contract/console/reward-words'
import { languages, walletCurrencies, type Language } from '@kapao/contract/limits'
import { dayMs } from '@kapao/contract/times'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { listGiven, type GivenSum } from '#money/bonus/given-store.ts'
import { listCampaigns } from '#money/bonus/campaign-store.ts'
import { listPaidByWheels, listSpun } from '#rewards/spinwheel/paid-store.ts'
import { listCodes } from '#rewards/promotion/store.ts'
import {
  findActive,
  isSeenAt,
  lastingWheel,
  listWheels,
  loadWheel,
  type ActiveWheel,
  type Wheel,
} from '#rewards/spinwheel/wheel-store.ts'
import type { OfferKind, OfferState } from '../offers.ts'

export type RewardRow = ConsoleCallOutput<'GET /api/console/rewards'>['rewards'][number]
export type RewardDeps = { db: Db; clock: Clock }

const listedMax = 500
const costDays = 30

export const sourceOf = { bonus: 'bonus', code: 'promotion' } as const

/** What each reward has given lately: how often, and how much in each currency. */
type Lately = Map<string, { times: number; sums: Sum[] }>

function byCode(given: readonly GivenSum[]): Lately {
  const all: Lately = new Map()
  for (const one of given) {
    const known = all.get(one.code) ?? { times: 0, sums: [] }
    all.set(one.code, { times: known.times + one.times, sums: [...known.sums, sumOf(one)] })
  }
  return all
}

export async function latelyOf({ db, clock }: RewardDeps, kind: RewardKind): Promise<Lately> {
  const since = new Date(clock.now().getTime() - costDays * dayMs)
  if (kind !== 'wheel') return byCode(await listGiven(db, { source: sourceOf[kind], since }))
  const [paid, spun] = await Promise.all([listPaidByWheels(db, since), listSpun(db, since)])
  const sums = byCode(paid)
  return new Map(
    spun.map(({ code, times }) => [code, { times, sums: sums.get(code)?.sums ?? [] }] as const),
  )
}

export async function readRewards(deps: RewardDeps): Promise<RewardRow[]> {
  const { db, clock } = deps
  const at = clock.now()
  const [bonuses, codes, wheels, active, ...lately] = await Promise.all([
    listCampaigns(db, listedMax),
    listCodes(db, listedMax),
    listWheels(db, listedMax),
    listActive(deps),
    latelyOf(deps, 'bonus'),
    latelyOf(deps, 'code'),
    latelyOf(deps, 'wheel'),
  ])
  const [ofBonus, ofCode, ofWheel] = lately
  const row = (kind: OfferKind, from: Lately) => (one: OfferState & RowOf) =>
    offeredRow(kind, one, { at, cost: from.get(one.code)?.sums ?? [] })
  return [
    ...bonuses.map(row('bonus', ofBonus)),
    ...codes.map(row('code', ofCode)),
    ...wheels.map((one) =>
      wheelRow(one, {
        at,
        active: active.find(({ currency }) => currency === one.currency) ?? null,
        lately: ofWheel.get(one.code),
      }),
    ),
  ]
}

type RowOf = { code: string; updatedAt: Date }

export function offeredRow(
  kind: OfferKind,
  one: OfferState & RowOf,
  { at, cost }: { at: Date; cost: Sum[] },
): RewardRow {
  return {
    kind,
    code: one.code,
    state: stateOf(one, at),
    from: one.startsAt && one.startsAt.toISOString(),
    until: one.endsAt && one.endsAt.toISOString(),
    quota: one.quota,
    taken: one.given,
    cost,
    missing: missingIn(one.banners ?? one.description),
    changedAt: one.updatedAt.toISOString(),
  }
}

/** The languages without words or pictures, of what has some in another one. */
function missingIn(words: OfferState['banners'] | OfferState['description']): Language[] {
  const empty = languages.filter((one) => words?.[one].length === 0)
  return empty.length === languages.length ? [] : empty
}

function stateOf({ isOn, startsAt, endsAt, quota, given }: OfferState, at: Date): RewardState {
  if (!isOn) return 'off'
  if (endsAt && endsAt <= at) return 'over'
  if (quota !== null && given >= quota) return 'full'
  return startsAt && startsAt > at ? 'begins' : 'on'
}

type NamedWheel = Pick<Wheel, 'code' | 'version'>
type NamedActive = ActiveWheel &
  NamedWheel & {
    currency: Wheel['currency']
    around: NamedWheel | null
    lasting: NamedWheel | null
  }

/** The wheels that members see or will see, of each currency one and the one around its time at most. */
async function listActive({ db, clock }: RewardDeps): Promise<NamedActive[]> {
  const at = clock.now()
  const found = await Promise.all(walletCurrencies.map((currency) => activeOf(db, currency, at)))
  return found.filter((one) => one !== null)
}

export async function activeOf(
  db: Db,
  currency: Wheel['currency'],
  at: Date,
): Promise<NamedActive | null> {
  const active = await findActive(db, currency, at)
  if (!active) return null
  const nameOf = async (id: number | null): Promise<NamedWheel | null> => {
    if (id === null) return null
    const { code, version } = await loadWheel(db, id)
    return { code, version }
  }
  const { code, version } = (await nameOf(active.wheel))!
  const around = await nameOf(active.otherwise)
  return {
    ...active,
    currency,
    code,
    version,
    around,
    lasting: await nameOf(lastingWheel(active, at)),
  }
}

type OfWheel = {
  at: Date
  /** Of its currency. */
  active: NamedActive | null
  lately: { times: number; sums: Sum[] } | undefined
}

export function wheelRow(
  { code, createdAt }: Pick<Wheel, 'code' | 'createdAt'>,
  { at, active, lately }: OfWheel,
): RewardRow {
  return {
    kind: 'wheel',
    code,
    ...seenOf(code, active, at),
    quota: null,
    taken: lately?.times ?? 0,
    cost: lately?.sums ?? [],
    // No wheel is kept without a name and labels in each.
    missing: [],
    changedAt: createdAt.toISOString(),
  }
}

/** Whether members see it now, and if not, from when on. */
function seenOf(
  code: string,
  active: NamedActive | null,
  at: Date,
): Pick<RewardRow, 'state' | 'from' | 'until'> {
  const never = { state: 'off', from: null, until: null } as const
  if (active === null) return never
  const { startsAt, endsAt } = active
  const isSeen = isSeenAt(active, at)
  if (active.around?.code === code && !(isSeen && active.code === code))
    return isSeen
      ? { state: 'begins', from: endsAt!.toISOString(), until: null }
      : { ...never, state: 'on' }
  if (active.code !== code) return never
  const isOver = endsAt !== null && endsAt <= at
  return {
    state: isSeen ? 'on' : isOver ? 'over' : 'begins',
    from: startsAt && startsAt.toISOString(),
    until: endsAt && endsAt.toISOString(),
  }
}
