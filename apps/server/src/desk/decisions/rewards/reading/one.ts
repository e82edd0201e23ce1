import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import { sumOf, type Sum } from '@kapao/contract/console/fields'
import type { RewardKind } from '@kapao/contract/console/reward-words'
import { nameOf } from '#core/audit/actor.ts'
import { listActsAbout, type StoredAudit } from '#core/audit/audit-store.ts'
import type { Db } from '#core/db/db.ts'
import { listWaitingAbout } from '#records/confirm/desk-store.ts'
import { countHolders, listHolders, type RewardHolder } from '#money/bonus/given-store.ts'
import { definitionOf } from '#rewards/spinwheel/definition.ts'
import { countCoupons, listCoupons } from '#rewards/spinwheel/paid-store.ts'
import { listPlansSince } from '#settings/plans/plan-store.ts'
import { findWheelId, listVersions, loadWheel } from '#rewards/spinwheel/wheel-store.ts'
import { readSettings } from '#settings/read.ts'
import { mostOf, wheelCostOf } from '../cost.ts'
import { endedShownMs, planShown } from '../../settings/end-plan.ts'
import { rewards, switchings } from '../kinds.ts'
import type { OfferKind, StoredReward } from '../offers.ts'
import { activeOf, latelyOf, offeredRow, sourceOf, wheelRow, type RewardDeps } from './rows.ts'

type RewardPage = ConsoleCallOutput<'GET /api/console/rewards/one/{kind}/{code}'>

const heldShown = 50
const versionsShown = 50

type Which = { kind: RewardKind; code: string; version: string | null }

/** One reward as it is, or an earlier definition of it; null where there is none. */
export async function readReward(
  deps: RewardDeps,
  { kind, code, version }: Which,
): Promise<RewardPage | null> {
  const { db } = deps
  const stored = await rewards[kind].find(db, code)
  if (!stored) return null
  const since = new Date(deps.clock.now().getTime() - endedShownMs)
  const [lately, history, asked, plans] = await Promise.all([
    latelyOf(deps, kind),
    kind === 'wheel' ? wheelHistory(db, code) : offerHistory(db, kind, code),
    listWaitingAbout(db, waitsAbout(kind, stored)),
    listPlansSince(db, since),
  ])
  const earlier = version === null ? null : await history.definitionOf(version)
  if (version !== null && earlier === null) return null
  const definition = earlier ?? stored.definition
  const own = lately.get(code)
  const counted = { taken30: own?.times ?? 0, last30: own?.sums ?? [] }
  const ofKind =
    kind === 'wheel'
      ? await ofWheel(deps, stored, counted)
      : await ofOffer(deps, { kind, stored, counted })
  const [waiting] = asked
  return {
    seen: stored.seen,
    definition,
    versions: history.versions,
    plans: plans
      .filter(({ changes }) => changes.some(({ name }) => name === rewards[kind].subject(code)))
      .map(planShown),
    waits: waiting ? { request: waiting.id, by: nameOf(waiting.askedBy) } : null,
    ...ofKind,
  }
}

function waitsAbout(kind: RewardKind, { code, definition }: StoredReward) {
  const { subject, defining } = rewards[kind]
  const defined = { kind: defining.kind, subject: subject(code) }
  if (kind !== 'wheel') return [defined, { kind: switchings[kind].kind, subject: subject(code) }]
  const { currency } = definition as { currency: string }
  return [defined, { kind: 'wheel on', subject: `wheel:${currency}` }]
}

type CostOfDays = { taken30: number; last30: Sum[] }

async function ofOffer(
  { db, clock }: RewardDeps,
  { kind, stored, counted }: { kind: OfferKind; stored: StoredReward; counted: CostOfDays },
): Promise<Pick<RewardPage, 'row' | 'costs' | 'held' | 'active'>> {
  const offered = stored.offered!
  const { code, changedAt } = stored
  const source = sourceOf[kind]
  const most = mostOf(offered, offered.given)
  const [count, members] = await Promise.all([
    countHolders(db, source, code),
    listHolders(db, { source, code, limit: heldShown }),
  ])
  const about = { at: clock.now(), cost: counted.last30 }
  return {
    row: offeredRow(kind, { ...offered, code, updatedAt: changedAt }, about),
    costs: { most: most && most.map(sumOf), ...counted, wheel: null },
    held: { count, members: members.map(holderOf) },
    active: null,
  }
}

async function ofWheel(
  { db, clock }: RewardDeps,
  { code }: StoredReward,
  counted: CostOfDays,
): Promise<Pick<RewardPage, 'row' | 'costs' | 'held' | 'active'>> {
  const at = clock.now()
  const wheel = await loadWheel(db, (await findWheelId(db, code, null))!)
  const active = await activeOf(db, wheel.currency, at)
  const [count, members, settings] = await Promise.all([
    countCoupons(db, code, at),
    listCoupons(db, { code, at, limit: heldShown }),
    readSettings(db),
  ])
  const lately = { times: counted.taken30, sums: counted.last30 }
  return {
    row: wheelRow(wheel, { at, active, lately }),
    costs: { most: null, ...counted, wheel: wheelCostOf(wheel, settings) },
    held: { count, members: members.map(holderOf) },
    active: active && {
      seen: String(active.wheel),
      code: active.code,
      version: active.version,
      from: active.startsAt && active.startsAt.toISOString(),
      until: active.endsAt && active.endsAt.toISOString(),
      lasting: active.lasting,
    },
  }
}

function holderOf({ memberId, since, ...money }: RewardHolder) {
  return { memberId, sum: sumOf(money), since: since.toISOString() }
}

type History = {
  versions: RewardPage['versions']
  definitionOf: (version: string) => Promise<unknown>
}

/** Of a bonus or code the trail is its versions. */
async function offerHistory(db: Db, kind: OfferKind, code: string): Promise<History> {
  const { subject, acts } = rewards[kind]
  const actions = [acts.define, acts.switch]
  const about = { subjects: [subject(code)], actions, before: null, limit: versionsShown }
  const trail = await listActsAbout(db, about)
  const isDefinition = ({ action }: StoredAudit) => action === acts.define
  return {
    versions: trail.map((one) => ({
      version: one.id,
      at: one.at.toISOString(),
      by: one.actor,
      act: isDefinition(one) ? 'defined' : isOnAfter(one) ? 'switched-on' : 'switched-off',
    })),
    definitionOf: async (version) =>
      trail.find((one) => isDefinition(one) && one.id === version)?.after ?? null,
  }
}

function isOnAfter({ after }: StoredAudit): boolean {
  return (after as { isOn?: boolean } | null)?.isOn === true
}

async function wheelHistory(db: Db, code: string): Promise<History> {
  const all = await listVersions(db, code, versionsShown)
  return {
    versions: all.map(({ version, createdAt, createdBy }) => ({
      version: String(version),
      at: createdAt.toISOString(),
      by: createdBy,
      act: 'defined',
    })),
    definitionOf: async (version) => {
      const found = all.find((one) => String(one.version) === version)
      return found ? definitionOf(await loadWheel(db, found.id)) : null
    },
  }
}
