import type { RewardKind } from '@kapao/contract/console/reward-words'
import { isDeepStrictEqual } from 'node:util'
import { hasRight, type Role } from '@kapao/contract/console/roles'
import { listActsAbout, type AuditContext } from '#core/audit/audit-store.ts'
import type { Decide, DecisionRequest, DecisionResult } from '#core/audit/decision.ts'
import { ConsoleRefused } from '#core/console/refuse.ts'
import { OperatorRefused } from '#core/refused.ts'
import { changesOf, wordsOfChanges } from '#core/console/work/differences.ts'
import type { Queryable } from '#core/db/db.ts'
import { wasCounted } from '#records/confirm/store.ts'
import { isDearer } from '#rewards/spinwheel/cost.ts'
import { aroundWheel, loadNamed, switchWheel } from '#rewards/spinwheel/define.ts'
import {
  findActive,
  findWheelId,
  isSeenAt,
  loadWheel,
  seenWheel,
  type ActiveWheel,
  type Wheel,
} from '#rewards/spinwheel/wheel-store.ts'
import { endPlan } from '#settings/plans/carry-out.ts'
import { refuseTimes, type Period } from '#settings/plans/make.ts'
import type { Plan, PlannedChange } from '#settings/plans/plan-store.ts'
import { atNoDesk, type DeskParts } from '../guarded/guarded.ts'
import type { OfferWhat } from '../guarded/rewards.ts'
import { wheelSwitching } from '../guarded/switching.ts'
import { refuseUnknownPictures, withCodes } from '../settings/picture-codes.ts'
import { noteUndone, plainValue, timeAsked } from '../settings/plans.ts'
import { mostOf } from './cost.ts'
import { givesOf, givesOfPlan, type Gives } from './gives.ts'
import { countingKinds, rewards, switchings } from './kinds.ts'
import {
  saveOffer,
  type OfferKind,
  type OfferState,
  type SeenVersion,
  type StoredReward,
} from './offers.ts'
import { offerGround, offerNamed } from './planned.ts'
import { shownSwitch } from './shown.ts'

export type RewardDesk = DeskParts & { decide: Decide }
type About = AuditContext & { kind: RewardKind; code: string; seen: SeenVersion }
export type DefineWish = About & {
  definition: unknown
  /** When it begins, and when it ends by itself; at once, and for good, without it. */
  period: Period | null
}
export type SwitchWish = About & {
  isOn: boolean
  version: number | null
  from: string | null
  until: string | null
}

export type RewardDecision = { changed: boolean }
type RewardRequest = Omit<DecisionRequest, 'actor' | 'requestId'>

const unchanged: DecisionResult<RewardDecision> = { state: 'done', value: { changed: false } }

/**
 * One operator's definition, at once or at a moment: what may be taken of it counts as given by them, and a wheel takes
 * two. A wheel's next version is planned where it is switched on.
 */
export async function decideDefinition(
  desk: RewardDesk,
  { kind, code, seen, definition, period, actor, requestId }: DefineWish,
): Promise<DecisionResult<RewardDecision>> {
  const { check, find } = rewards[kind]
  if (period) refuseTimes(period, desk.clock.now())
  const wanted = check(code, definition)
  await refuseUnknownPictures(desk.db, wanted)
  const stored = await find(desk.db, code)
  if ((stored?.seen ?? null) !== seen) throw moved(code)
  if (period && !stored?.offered)
    throw new OperatorRefused(
      `Only a bonus or code that is there is changed at a moment; a wheel is switched on at one.`,
      'not-found',
    )
  if (stored && isDeepStrictEqual(stored.definition, wanted)) return unchanged
  const gives = period
    ? givesOfPlan({ from: stored?.definition, to: wanted, willEnd: period.endsAt !== null })
    : await givesOf(desk.db, { kind, wanted, stored })
  const what = { code, seen, definition: wanted, ...timeAsked(period, actor) }
  return define(desk, { kind, what, stored, gives, actor, requestId })
}

type Defining = AuditContext & {
  kind: RewardKind
  what: OfferWhat
  stored: StoredReward | null
  gives: Gives
}

async function define(
  desk: RewardDesk,
  { kind, what, stored, gives, actor, requestId }: Defining,
): Promise<DecisionResult<RewardDecision>> {
  const { subject, defining } = rewards[kind]
  const { code, definition } = what
  const [was, next] = await withCodes(desk.db, [stored?.definition, definition])
  const changes = changesOf(was, next)
  const asked: RewardRequest = {
    kind: defining.kind,
    subject: subject(code),
    what,
    words: `${kind} ${code}: ${wordsOfChanges(changes)}`,
    changes,
    gives,
  }
  return decided(desk, { asked, actor, requestId }, (context) => defining.run(context, what))
}

/** One that waits is dropped, and nothing is given by it; one in force is a definition like any other, of what was there. */
export async function decideOfferEnd(
  desk: RewardDesk,
  { plan, roles, actor, requestId }: AuditContext & { plan: Plan; roles: readonly Role[] },
): Promise<DecisionResult<unknown>> {
  if (!hasRight(roles, 'rewards.change')) throw new ConsoleRefused('NO_RIGHT')
  const { id, state, changes } = plan
  const by = { actor, requestId }
  if (state !== 'begun') {
    const ending = { ...desk, ground: offerGround, noteUndone }
    return { state: 'done', value: await endPlan(ending, { id, seen: state, ...by }) }
  }
  const [{ name, from }] = changes as [PlannedChange]
  const { kind, code } = offerNamed(name)!
  const definition = plainValue(name, from)
  const stored = await rewards[kind].find(desk.db, code)
  const gives = await givesOf(desk.db, { kind, wanted: definition, stored })
  const what = { code, seen: stored?.seen ?? null, definition, ends: id }
  return define(desk, { kind, what, stored, gives, ...by })
}

function moved(code: string): OperatorRefused {
  return new OperatorRefused(
    `${code} was changed meanwhile; look at it, and define it again.`,
    'setting-changed',
  )
}

type Context = RewardDesk & AuditContext & { settleDifference: typeof atNoDesk }

async function decided(
  desk: RewardDesk,
  { asked, actor, requestId }: AuditContext & { asked: RewardRequest },
  run: (context: Context) => Promise<unknown>,
): Promise<DecisionResult<RewardDecision>> {
  const context = { ...desk, actor, requestId, settleDifference: atNoDesk }
  return desk.decide({ ...asked, actor, requestId }, async () => {
    await run(context)
    return { changed: true }
  })
}

/** One operator's switch: to stop offering never waits. */
export async function decideSwitch(
  desk: RewardDesk,
  wish: SwitchWish,
): Promise<DecisionResult<RewardDecision>> {
  if (wish.kind === 'wheel') return switchTheWheel(desk, wish)
  const { kind, code, seen, isOn, actor, requestId } = wish
  const stored = await rewards[kind].find(desk.db, code)
  if (!stored?.offered) throw new OperatorRefused(`There is no ${code}.`, 'not-found')
  if (stored.seen !== seen) throw moved(code)
  if (stored.offered.isOn === isOn) return unchanged
  if (!isOn) {
    await saveOffer({ ...desk, actor, requestId }, kind, { code, seen, isOn })
    return { state: 'done', value: { changed: true } }
  }
  const { quota, given } = stored.offered
  const often = quota === null ? 'without a quota' : `${given} of ${quota} taken`
  const asked: RewardRequest = {
    kind: switchings[kind].kind,
    subject: rewards[kind].subject(code),
    what: { code, seen },
    words: `${kind} ${code} on again, ${often}`,
    changes: changesOf({ isOn: false }, { isOn }),
    gives: await givesOfOffer(desk.db, { kind, stored: { ...stored.offered, code } }),
  }
  return decided(desk, { asked, actor, requestId }, (context) =>
    switchings[kind].run(context, { code, seen }),
  )
}

/**
 * What is left of a quota counts when it is defined. Switched on later than a day after that, it takes two, however
 * little it is: nobody has looked at it since.
 */
async function givesOfOffer(
  on: Queryable,
  { kind, stored }: { kind: OfferKind; stored: OfferState & { code: string } },
): Promise<Gives> {
  if (mostOf(stored, stored.given)?.length === 0) return []
  const subject = rewards[kind].subject(stored.code)
  // What a plan has defined was agreed, or counted, for another day.
  const { acts } = rewards[kind]
  const trail = { subjects: [subject], actions: [acts.define], before: null, limit: 1 }
  const [newest] = await listActsAbout(on, trail)
  if (newest?.actor === 'system:worker') return null
  const { define, switch: switched } = countingKinds[kind]
  return (await wasCounted(on, { subject, define, switch: switched })) ? [] : null
}

async function switchTheWheel(
  desk: RewardDesk,
  { code, seen, isOn, version, from, until, actor, requestId }: SwitchWish,
): Promise<DecisionResult<RewardDecision>> {
  const { db, clock } = desk
  const wheel = await loadNamed({ db }, code, version)
  const at = clock.now()
  const active = await findActive(db, wheel.currency, at)
  if ((active === null ? null : String(active.wheel)) !== seen) throw moved(code)
  if (!isOn) return switchOff(desk, { code, active, currency: wheel.currency, actor, requestId })
  const dateOf = (text: string | null) => (text === null ? null : new Date(text))
  const times = { from: dateOf(from), until: dateOf(until) }
  const what = {
    code,
    version: wheel.version,
    seen: active?.wheel ?? null,
    otherwise: aroundWheel(active, { wheel, ...times, at }),
    from,
    until,
  }
  const changes = changesOf(...(await shownSwitch(db, active, { wheel, ...what })))
  const asked: RewardRequest = {
    kind: wheelSwitching.kind,
    subject: `wheel:${wheel.currency}`,
    what,
    words: `members with ${wheel.currency} are to see wheel ${code}, version ${wheel.version}`,
    changes,
    gives: await givenByWheel(db, wheel, seenWheel(active, at)),
  }
  return decided(desk, { asked, actor, requestId }, (context) => wheelSwitching.run(context, what))
}

type WheelOff = AuditContext & {
  code: string
  active: ActiveWheel | null
  currency: Wheel['currency']
}

/**
 * Members see none of its versions any more, and where they see one now, none at all: no other one begins by it. One that
 * has not begun leaves the one that they see.
 */
async function switchOff(
  { db, clock }: RewardDesk,
  { code, active, ...by }: WheelOff,
): Promise<DecisionResult<RewardDecision>> {
  if (active === null) return unchanged
  const [wheel, around] = [await loadWheel(db, active.wheel), await aroundOf(db, active)]
  const isAround = around?.code === code
  if (wheel.code !== code && !isAround) return unchanged
  const { startsAt: from, endsAt: until } = active
  const isKept = around !== null && !isAround && !isSeenAt(active, clock.now())
  const next =
    wheel.code === code ? { wheel: isKept ? around : null } : { wheel, from, until, isAlone: true }
  await switchWheel({ db, clock }, { ...by, seen: active.wheel, ...next })
  return { state: 'done', value: { changed: true } }
}

async function aroundOf(on: Queryable, { otherwise }: ActiveWheel): Promise<Wheel | null> {
  return otherwise === null ? null : loadWheel(on, otherwise)
}

/**
 * A wheel's cost depends on how often it is spun: one operator may put the newest version in the place of one that
 * members see and on which they win no less, or keep that one. Every other wheel, and one where there is none, takes two.
 */
async function givenByWheel(on: Queryable, wheel: Wheel, seen: number | null): Promise<Gives> {
  if (seen === wheel.id) return []
  if (seen === null || (await findWheelId(on, wheel.code, null)) !== wheel.id) return null
  return isDearer(wheel, await loadWheel(on, seen)) ? null : []
}
