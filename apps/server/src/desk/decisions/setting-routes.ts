import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import type { Role } from '@kapao/contract/console/roles'
import {
  endSettingPlan,
  listSettings,
  lookSettings,
  readSettingHistory,
  saveSettings,
  setSetting,
} from '@kapao/contract/console/setting-calls'
import type { WorkRow } from '@kapao/contract/console/work'
import { nameOf } from '#core/audit/actor.ts'
import type { Actor } from '#core/audit/audit-store.ts'
import { ConsoleRefused, refuseOperator } from '#core/console/refuse.ts'
import { consoleRoute, type ConsoleApi, type InputOf } from '#core/console/route.ts'
import { answerOf, waitsOf } from '#core/console/work/waits.ts'
import { OperatorRefused } from '#core/refused.ts'
import type { Capability, ContextWith } from '#context/app-context.ts'
import { listWaitingOf } from '#records/confirm/desk-store.ts'
import { findSeconds } from '#records/confirm/store.ts'
import type { NewValue } from '#settings/change.ts'
import { checkValues, ValueRefused } from '#settings/check.ts'
import { listSettings as listAll } from '#settings/list.ts'
import type { Period } from '#settings/plans/make.ts'
import { findPlan, listPlansSince } from '#settings/plans/plan-store.ts'
import { isSettingName, settingOf, type SettingName } from '#settings/registry.ts'
import { openDecide } from './decide.ts'
import type { DeskParts } from './guarded/guarded.ts'
import { readHistory } from './settings/history.ts'
import { aloneOf, lookAt } from './settings/look.ts'
import { decideOfferEnd } from './rewards/decide.ts'
import { isOfOffer } from './rewards/planned.ts'
import { decideEnd, endedShownMs, planShown } from './settings/end-plan.ts'
import { periodIn, planJob } from './settings/plans.ts'
import { mixedScripts } from './settings/scripts.ts'
import { answerOfKey } from './settings/repeated.ts'
import { decideSettings, type WantedSetting, settingKind } from './settings.ts'
import { twoOperatorSettings } from './weakening.ts'

/** The settings of the house, as one operator reads and changes them. */
export function openSettingDesk(desk: DeskParts & ContextWith<'log'>): Capability {
  return { registerConsole: (api) => settingRoutes(api, desk), jobs: [planJob(desk)] }
}

function settingRoutes(api: ConsoleApi, desk: DeskParts): void {
  consoleRoute(api, listSettings, async (_caller, { prefix = '' }) => {
    const since = new Date(desk.clock.now().getTime() - endedShownMs)
    const [waits, all, plans] = await Promise.all([
      listWaits(desk),
      listAll(desk.db),
      listPlansSince(desk.db, since),
    ])
    return {
      settings: all
        .filter(({ name }) => name.startsWith(prefix))
        .map((one) => ({
          ...one,
          changedAt: one.changedAt?.toISOString() ?? null,
          mayWait: twoOperatorSettings.includes(one.name),
          waits: waits.get(one.name) ?? null,
        })),
      plans: plans
        .filter(({ changes }) => changes.some(({ name }) => name.startsWith(prefix)))
        // A later version may know settings that this one does not.
        .filter(({ changes }) => changes.every(({ name }) => isSettingName(name)))
        .map(planShown),
    }
  })

  consoleRoute(api, lookSettings, async ({ operator: { actor, roles }, requestId }, given) => {
    const changes = given.changes.map(wantedIn)
    const period = periodIn(given)
    const look = await lookAt(desk, { changes, period, actor, roles, requestId })
    const alone = await aloneOf(desk, { names: changes.map(({ name }) => name), actor })
    const sides = look.problems.length === 0 ? await sidesOf(desk, changes) : []
    return { ...look, alone, warnings: mixedScripts(sides), changes: sides }
  })

  consoleRoute(api, readSettingHistory, async (_caller, { name, after = null }) => {
    if (!isSettingName(name)) return refuseOperator(readSettingHistory, 'NOT_FOUND')
    return readHistory(desk.db, { name, after })
  })

  consoleRoute(api, saveSettings, ({ operator, key }, given) => {
    const period = periodIn(given)
    return save(desk, { ...operator, key, changes: given.changes.map(wantedIn), period })
  })

  consoleRoute(api, setSetting, ({ operator, key }, given) =>
    save(desk, { ...operator, key, changes: [wantedIn(given)], period: null }),
  )

  consoleRoute(api, endSettingPlan, async ({ operator: { actor, roles }, requestId }, { id }) => {
    const plan = await findPlan(desk.db, id)
    if (!plan) return refuseOperator(endSettingPlan, 'NOT_FOUND')
    const end = isOfOffer(plan) ? decideOfferEnd : decideEnd
    const ending = { ...desk, decide: openDecide(desk) }
    return answerOf(await end(ending, { plan, actor, roles, requestId }))
  })
}

/** The requests that wait, each by the names of the settings that it would change. */
async function listWaits({ db }: DeskParts) {
  const waits = new Map<string, NonNullable<WorkRow['waits']>>()
  for (const one of await listWaitingOf(db, settingKind)) {
    const { id: request, kind: command, askedBy } = one
    const by = waitsOf(await findSeconds(db, one))
    for (const name of one.subject.split(' '))
      waits.set(name, { request, command, askedBy: nameOf(askedBy), ...by })
  }
  return waits
}

type SentSet = {
  changes: WantedSetting[]
  period: Period | null
  actor: Actor
  roles: readonly Role[]
  key: string
}
type SavedSet = ConsoleCallOutput<'POST /api/console/settings/save'>

async function save(
  desk: DeskParts,
  { actor, roles, key, changes, period }: SentSet,
): Promise<SavedSet> {
  const sent = { changes, period, actor, key }
  try {
    const known = await answerOfKey(desk, sent)
    if (known) return known
    const sides = await sidesOf(desk, changes)
    // In the trail a repeated key finds what was done under it.
    const about = { changes, period, actor, roles, requestId: key }
    const decided = await decideSettings({ ...desk, decide: openDecide(desk) }, about)
    return { ...answerOf(decided), changes: sides }
  } catch (error) {
    if (error instanceof ValueRefused) return refuseValues(error)
    // Of two with one key at once the second one finds another version, or that something waits already.
    const done = error instanceof OperatorRefused ? await answerOfKey(desk, sent) : null
    if (done) return done
    throw error
  }
}

/** Every problem at its place; nothing has changed. */
function refuseValues({ message: sentence, problems }: ValueRefused): never {
  const field = problems[0]?.path.join('.') ?? ''
  return refuseOperator(saveSettings, 'FIELD_WRONG', { field, sentence, problems })
}

function wantedIn(given: InputOf<typeof setSetting>): WantedSetting {
  const { name, version = null } = given
  if (!isSettingName(name)) return refuseOperator(saveSettings, 'NOT_FOUND')
  return { name, to: targetOf(name, given), seenVersion: version }
}

function targetOf(name: SettingName, given: InputOf<typeof setSetting>): NewValue {
  const { text, value, isDefault } = given
  if ([text !== undefined, value !== undefined, isDefault].filter(Boolean).length !== 1)
    throw new ConsoleRefused('FIELD_WRONG', {
      field: 'text',
      sentence: `give one of text, value and isDefault; ${name} takes ${settingOf(name).kind.form}`,
    })
  if (isDefault) return 'default'
  return { value: text === undefined ? value : settingOf(name).kind.parse(text) }
}

/** As they are, and as they would be kept; a value that its setting does not take is refused. */
async function sidesOf(
  { db }: DeskParts,
  changes: readonly WantedSetting[],
): Promise<{ name: SettingName; before: unknown; after: unknown }[]> {
  const values = checkValues(changes)
  const listed = await listAll(db)
  return changes.map(({ name }) => ({
    name,
    before: listed.find((one) => one.name === name)!.value,
    after: values.get(name),
  }))
}
