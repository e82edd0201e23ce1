import { isDeepStrictEqual } from 'node:util'
import type { Role } from '@kapao/contract/console/roles'
import {
  listSettings,
  lookSetting,
  readSettingHistory,
  setSetting,
} from '@kapao/contract/console/setting-calls'
import { listActsOf, type Actor } from '#core/audit/audit-store.ts'
import { ConsoleRefused, refuseOperator } from '#core/console/refuse.ts'
import { consoleRoute, type ConsoleApi, type InputOf } from '#core/console/route.ts'
import { answerOf, waitsForNobody, waitsOf } from '#core/console/work/waits.ts'
import { OperatorRefused } from '#core/refused.ts'
import type { Capability } from '#context/app-context.ts'
import { checkValue, ValueRefused } from '#settings/check.ts'
import { listSettings as listAll } from '#settings/list.ts'
import { isSettingName, settingOf, type SettingName } from '#settings/registry.ts'
import { openDecide, openPreview } from './decide.ts'
import type { DeskParts } from './guarded/guarded.ts'
import { readHistory } from './settings/history.ts'
import { aloneOf, lookAt } from './settings/look.ts'
import { decideSetting, settingKind } from './settings.ts'
import { twoOperatorSettings } from './weakening.ts'

/** The settings of the house, as one operator reads and changes them. */
export function openSettingDesk(desk: DeskParts): Capability {
  return { registerConsole: (api) => settingRoutes(api, desk) }
}

function settingRoutes(api: ConsoleApi, desk: DeskParts): void {
  consoleRoute(api, listSettings, async (_caller, { prefix = '' }) => ({
    settings: (await listAll(desk.db))
      .filter(({ name }) => name.startsWith(prefix))
      .map((one) => ({
        ...one,
        changedAt: one.changedAt?.toISOString() ?? null,
        mayWait: twoOperatorSettings.includes(one.name),
      })),
  }))

  consoleRoute(api, lookSetting, async ({ operator: { actor, roles }, requestId }, given) => {
    const { name } = given
    if (!isSettingName(name)) return refuseOperator(lookSetting, 'NOT_FOUND')
    const to = targetOf(name, given)
    const look = await lookAt(desk, {
      name,
      actor,
      roles,
      requestId,
      to,
      seenVersion: given.version ?? null,
    })
    const isRight = look.problems.length === 0
    const after = isRight ? valueWanted({ name, to }) : null
    const alone = await aloneOf(desk, { name, actor })
    return { ...look, alone, before: await valueOf(desk, name), after }
  })

  consoleRoute(api, readSettingHistory, async (_caller, { name, after = null }) => {
    if (!isSettingName(name)) return refuseOperator(readSettingHistory, 'NOT_FOUND')
    return readHistory(desk.db, { name, after })
  })

  consoleRoute(api, setSetting, async ({ operator: { actor, roles }, key }, given) => {
    const { name } = given
    if (!isSettingName(name)) return refuseOperator(setSetting, 'NOT_FOUND')
    const wish = { name, actor, roles, key, to: targetOf(name, given) }
    try {
      const known = await answerOfKey(desk, wish)
      if (known) return known
      return await change(desk, { ...wish, seenVersion: given.version ?? null })
    } catch (error) {
      if (error instanceof ValueRefused) return refuseValue(error)
      // Of two with one key at once the second one finds another version, or that something waits already.
      const done = error instanceof OperatorRefused ? await answerOfKey(desk, wish) : null
      if (done) return done
      throw error
    }
  })
}

type Wish = {
  name: SettingName
  to: 'default' | { value: unknown }
  actor: Actor
  roles: readonly Role[]
  key: string
}

/** Every problem at its place; nothing has changed. */
function refuseValue({ message: sentence, problems }: ValueRefused): never {
  const field = problems[0]?.path.join('.') ?? ''
  return refuseOperator(setSetting, 'FIELD_WRONG', { field, sentence, problems })
}

async function change(desk: DeskParts, wish: Wish & { seenVersion: number | null }) {
  const { name, to, actor, roles, key, seenVersion } = wish
  const before = await valueOf(desk, name)
  // In the trail a repeated key finds what was done under it.
  const about = { name, to, actor, roles, seenVersion, requestId: key }
  const decided = await decideSetting({ ...desk, decide: openDecide(desk) }, about)
  return { ...answerOf(decided), before, after: valueWanted(wish) }
}

/** What was done, or asked for, under the key; null where nothing was. */
async function answerOfKey(desk: DeskParts, wish: Wish) {
  const { name, actor, key } = wish
  const acts = await listActsOf(desk.db, { actor, requestId: key })
  const act = acts.find(({ subject, action }) => subject === name && action in wanted)
  if (!act) return null
  const { value: after, asked } = wanted[act.action as keyof typeof wanted](act.after, name)
  if (!isDeepStrictEqual(after, valueWanted(wish))) return refuseOperator(setSetting, 'KEY_REUSED')
  const before = asked ? await valueOf(desk, name) : (act.before as { value: unknown }).value
  if (!asked) return { state: 'done' as const, request: null, ...waitsForNobody, before, after }
  const about = { kind: settingKind, subject: name, actor, gives: null }
  const { seconds } = await openPreview(desk)(about)
  const waits = seconds ? waitsOf(seconds) : waitsForNobody
  return { state: 'waits' as const, request: asked, ...waits, before, after }
}

/** The value that a row of the trail has set, or asked for, and the number of the request. */
const wanted: Record<
  'settings.set' | 'settings.reset' | 'confirm.ask',
  (after: unknown, name: SettingName) => { value: unknown; asked: string | null }
> = {
  'settings.set': (after) => ({ ...(after as { value: unknown }), asked: null }),
  'settings.reset': (after) => ({ ...(after as { value: unknown }), asked: null }),
  'confirm.ask': (after, name) => {
    const { asked, what } = after as { asked: string; what: Pick<Wish, 'to'> }
    return { value: valueWanted({ name, to: what.to }), asked }
  },
}

function targetOf(name: SettingName, given: InputOf<typeof setSetting>): Wish['to'] {
  const { text, value, isDefault } = given
  if ([text !== undefined, value !== undefined, isDefault].filter(Boolean).length !== 1)
    throw new ConsoleRefused('FIELD_WRONG', {
      field: 'text',
      sentence: `give one of text, value and isDefault; ${name} takes ${settingOf(name).kind.form}`,
    })
  if (isDefault) return 'default'
  return { value: text === undefined ? value : settingOf(name).kind.parse(text) }
}

/** As it is kept; a value that the setting does not take is refused. */
function valueWanted({ name, to }: Pick<Wish, 'name' | 'to'>): unknown {
  return to === 'default' ? settingOf(name).fallback : checkValue(name, to.value)
}

async function valueOf({ db }: DeskParts, name: SettingName): Promise<unknown> {
  return (await listAll(db)).find((one) => one.name === name)!.value
}
