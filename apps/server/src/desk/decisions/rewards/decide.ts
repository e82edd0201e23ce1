import type { RewardKind } from '@kapao/contract/console/reward-words'
import { isDeepStrictEqual } from 'node:util'
import type { AuditContext } from '#core/audit/audit-store.ts'
import type { Decide, DecisionRequest, DecisionResult } from '#core/audit/decision.ts'
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
import { readSettings } from '#settings/read.ts'
import { atNoDesk, type DeskParts } from '../guarded/guarded.ts'
import { saveBonus, savePromotion, type SeenVersion } from '../guarded/rewards.ts'
import { wheelSwitching } from '../guarded/switching.ts'
import { leadsAway } from '../settings/leads-away.ts'
import { refuseUnknownPictures, withCodes } from '../settings/picture-codes.ts'
import { givenBy, mostOf } from './cost.ts'
import { countingKinds, rewards, switchings, type Gives, type StoredReward } from './kinds.ts'
import { shownSwitch } from './shown.ts'

export type RewardDesk = DeskParts & { decide: Decide }
type About = AuditContext & { kind: RewardKind; code: string; seen: SeenVersion }
export type DefineWish = About & { definition: unknown }
export type SwitchWish = About & {
  isOn: boolean
  version: number | null
  from: string | null
  until: string | null
}

export type RewardDecision = { changed: boolean }
type RewardRequest = Omit<DecisionRequest, 'actor' | 'requestId'>

const unchanged: DecisionResult<RewardDecision> = { state: 'done', value: { changed: false } }

/** One operator's definition: what may be taken of it counts as given by them, and a wheel takes two. */
export async function decideDefinition(
  desk: RewardDesk,
  { kind, code, seen, definition, actor, requestId }: DefineWish,
): Promise<DecisionResult<RewardDecision>> {
  const { subject, check, find, defining } = rewards[kind]
  const wanted = check(code, definition)
  await refuseUnknownPictures(desk.db, wanted)
  const stored = await find(desk.db, code)
  if ((stored?.seen ?? null) !== seen) throw moved(code)
  if (stored && isDeepStrictEqual(stored.definition, wanted)) return unchanged
  const what = { code, seen, definition: wanted }
  const [was, next] = await withCodes(desk.db, [stored?.definition, wanted])
  const changes = changesOf(was, next)
  const asked: RewardRequest = {
    kind: defining.kind,
    subject: subject(code),
    what,
    words: `${kind} ${code}: ${wordsOfChanges(changes)}`,
    changes,
    gives: await givesOf(desk.db, { kind, wanted, stored }),
  }
  return decided(desk, { asked, actor, requestId }, (context) => defining.run(context, what))
}

function moved(code: string): OperatorRefused {
  return new OperatorRefused(
    `${code} was changed meanwhile; look at it, and define it again.`,
    'setting-changed',
  )
}

type Offer = Parameters<typeof givenBy>[0]

/**
 * What counts as given by its author: all that may still be taken of it. Nothing of what is offered already, where only
 * its words change or less of it is left. A wheel's cost depends on how often it is spun, so no one defines one alone,
 * and no one alone what leads members away.
 */
async function givesOf(
  on: Queryable,
  { kind, wanted, stored }: { kind: RewardKind; wanted: unknown; stored: StoredReward | null },
): Promise<Gives> {
  if (kind === 'wheel' || leadsAway(wordsIn(stored?.definition), wordsIn(wanted))) return null
  const offer = wanted as Offer
  if (stored?.offered?.isOn && givesNoMore(stored.definition as Offer, offer)) return []
  const { 'bonus.factor': usual } = await readSettings(on)
  return givenBy(offer, stored?.offered?.given ?? 0, usual)
}

type RewardWords = { banners?: unknown; description?: unknown }

/** What members read of it. */
function wordsIn(definition: unknown): unknown {
  const { banners, description } = (definition ?? {}) as RewardWords
  return banners ?? description ?? null
}

function givesNoMore(before: Offer, after: Offer): boolean {
  const quotaOf = ({ quota }: Offer) => quota ?? Infinity
  const restOf = (offer: Offer & RewardWords) => {
    const { banners: _, description: _1, quota: _2, ...rest } = offer
    return rest
  }
  return quotaOf(after) <= quotaOf(before) && isDeepStrictEqual(restOf(before), restOf(after))
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
    const save = kind === 'bonus' ? saveBonus : savePromotion
    await save({ ...desk, actor, requestId }, { code, seen, isOn })
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
  { kind, stored }: { kind: 'bonus' | 'code'; stored: Offer & { given: number; code: string } },
): Promise<Gives> {
  if (mostOf(stored, stored.given)?.length === 0) return []
  const subject = rewards[kind].subject(stored.code)
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
