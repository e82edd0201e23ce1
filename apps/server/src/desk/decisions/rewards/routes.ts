import * as calls from '@kapao/contract/console/reward-calls'
import type { RewardKind } from '@kapao/contract/console/reward-words'
import { isDeepStrictEqual } from 'node:util'
import { listActsOf, type Actor } from '#core/audit/audit-store.ts'
import { refuseOperator } from '#core/console/refuse.ts'
import { consoleRoute, type ConsoleApi } from '#core/console/route.ts'
import { answerOf, waitsForNobody, waitsOf } from '#core/console/work/waits.ts'
import { OperatorRefused } from '#core/refused.ts'
import type { Capability } from '#context/app-context.ts'
import { voidCoupon } from '#rewards/spinwheel/define.ts'
import { fieldOf } from '#settings/entries/kinds/field-of.ts'
import { ValueRefused } from '#settings/check.ts'
import { openDecide, openPreview } from '../decide.ts'
import type { DeskParts } from '../guarded/guarded.ts'
import { periodIn } from '../settings/plans.ts'
import { isOfPeriod, planAct } from '../settings/repeated.ts'
import { decideDefinition, decideSwitch, type DefineWish } from './decide.ts'
import { rewards } from './kinds.ts'
import { lookAtReward } from './look.ts'
import { readReward } from './reading/one.ts'
import { readPeriods } from './reading/periods.ts'
import { readRewards } from './reading/rows.ts'

/** Bonuses, codes and wheels, as operators see, define and offer them. */
export function openRewardDesk(desk: DeskParts): Capability {
  return {
    registerConsole: (api) => {
      readingRoutes(api, desk)
      changingRoutes(api, desk)
    },
  }
}

/** How each is typed. */
const forms = {
  bonus: fieldOf(rewards.bonus.schema),
  code: fieldOf(rewards.code.schema),
  wheel: fieldOf(rewards.wheel.schema),
}

function readingRoutes(api: ConsoleApi, desk: DeskParts): void {
  consoleRoute(api, calls.listRewards, async () => ({ rewards: await readRewards(desk), forms }))

  consoleRoute(api, calls.readRewardPeriods, () => readPeriods(desk))

  consoleRoute(api, calls.readReward, async (_caller, { kind, code, version = null }) => {
    const found = await readReward(desk, { kind, code, version })
    return found ?? refuseOperator(calls.readReward, 'NOT_FOUND')
  })
}

function changingRoutes(api: ConsoleApi, desk: DeskParts): void {
  consoleRoute(api, calls.lookReward, async ({ operator: { actor }, requestId }, given) => {
    const { definition, isOn } = given
    const about = { ...aboutOf(given), actor, requestId }
    if (isOn === undefined)
      return lookAtReward(desk, { ...about, definition, period: periodIn(given) })
    if (!(await rewards[given.kind].find(desk.db, given.code)))
      return refuseOperator(calls.lookReward, 'NOT_FOUND')
    return lookAtReward(desk, { ...about, ...switchOf(given), isOn })
  })

  consoleRoute(api, calls.saveReward, async ({ operator: { actor }, key }, given) => {
    const { definition } = given
    const period = periodIn(given)
    const wish = { ...aboutOf(given), definition, period, actor, requestId: key }
    try {
      const known = await answerOfKey(desk, wish)
      if (known) return known
      return answerOf(await decideDefinition({ ...desk, decide: openDecide(desk) }, wish))
    } catch (error) {
      if (error instanceof ValueRefused) return refuseDefinition(error)
      // Of two with one key at once the second one finds another version, or that something waits already.
      const done = error instanceof OperatorRefused ? await answerOfKey(desk, wish) : null
      if (done) return done
      throw error
    }
  })

  consoleRoute(api, calls.switchReward, async ({ operator: { actor }, requestId }, given) => {
    if (!(await rewards[given.kind].find(desk.db, given.code)))
      return refuseOperator(calls.switchReward, 'NOT_FOUND')
    const wish = { ...aboutOf(given), ...switchOf(given), isOn: given.isOn, actor, requestId }
    return answerOf(await decideSwitch({ ...desk, decide: openDecide(desk) }, wish))
  })

  consoleRoute(api, calls.voidCoupon, async ({ operator: { actor }, requestId }, given) => {
    await voidCoupon(desk, { actor, requestId, id: given.coupon, why: given.why })
    return { message: 'SUCCESS' as const }
  })
}

function aboutOf({ kind, code, seen }: { kind: RewardKind; code: string; seen: string | null }) {
  return { kind, code, seen }
}

type Times = {
  version?: number | undefined
  from?: string | null | undefined
  until?: string | null | undefined
}

function switchOf({ version, from = null, until = null }: Times) {
  return { version: version ?? null, from, until }
}

/** Every problem at its place; nothing has changed. */
function refuseDefinition({ message: sentence, problems }: ValueRefused): never {
  const field = problems[0]?.path.join('.') ?? ''
  return refuseOperator(calls.saveReward, 'FIELD_WRONG', { field, sentence, problems })
}

/** What was defined, or asked for, under the key; null where nothing was. */
async function answerOfKey(desk: DeskParts, wish: DefineWish & { actor: Actor }) {
  const { kind, code, actor, requestId, definition, period } = wish
  const { subject, acts, check, defining } = rewards[kind]
  const about = subject(code)
  const done = await listActsOf(desk.db, { actor, requestId })
  const actions = [acts.define, planAct, 'confirm.ask']
  const act = done.find(({ action }) => actions.includes(action))
  if (!act) return null
  const asked = act.action === 'confirm.ask' ? (act.after as AskedDefinition) : null
  const made = asked ? asked.what.definition : definedIn(act.after)
  const isSame = isDeepStrictEqual(made, plain(check(code, definition))) && isOfPeriod(act, period)
  if (act.subject !== about || !isSame) return refuseOperator(calls.saveReward, 'KEY_REUSED')
  if (!asked) return { state: 'done' as const, request: null, ...waitsForNobody }
  const { seconds } = await openPreview(desk)({
    kind: defining.kind,
    subject: about,
    actor,
    gives: null,
  })
  const waits = seconds ? waitsOf(seconds) : waitsForNobody
  return { state: 'waits' as const, request: asked.asked, ...waits }
}

type AskedDefinition = { asked: string; what: { definition: unknown } }

function definedIn(after: unknown): unknown {
  const { definition, value, ...kept } = after as Record<string, unknown>
  return definition ?? value ?? kept
}

/** As JSON keeps it. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown
}
