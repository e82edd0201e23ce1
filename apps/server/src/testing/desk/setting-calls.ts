import type { Role } from '@kapao/contract/console/roles'
import { systemIds } from '#core/ids.ts'
import { createLog } from '#core/telemetry/log.ts'
import { openSettingDesk } from '#desk/decisions/setting-routes.ts'
import { openDeskCalls, type DeskAnswer } from './desk-calls.ts'
import type { WorkWorld } from './work-world.ts'

export type SettingSeat = { name: string; roles: readonly Role[] }
export type SettingTarget = {
  value?: unknown
  text?: string
  isDefault?: boolean
  version?: number
}
export type SettingWish = SettingTarget & { name: string }
export type SettingTimes = { from?: string; until?: string }

export const lek: SettingSeat = { name: 'lek', roles: ['owner'] }

export type SettingCalls = Awaited<ReturnType<typeof openSettingCalls>>

/** The calls about settings, as operators make them; others decide at the desk of the world. */
export async function openSettingCalls(world: WorkWorld) {
  const { registerConsole } = openSettingDesk({ ...world.around, log: createLog('silent') })
  const desk = await openDeskCalls(registerConsole!, world)
  const call = (
    name: string,
    input: Record<string, unknown>,
    { as = lek, ...key }: { as?: SettingSeat | undefined; key?: string } = {},
  ) => desk.call(name, { as, input, ...key })
  const list = async () => (await call('GET /api/console/settings', {})).body
  return {
    look: (changes: readonly SettingWish[], as?: SettingSeat, times: SettingTimes = {}) =>
      call('POST /api/console/settings/look', { changes, ...times }, { as }),
    save: (
      changes: readonly SettingWish[],
      as?: SettingSeat,
      { key = systemIds.key(), ...times }: SettingTimes & { key?: string } = {},
    ) => call('POST /api/console/settings/save', { changes, ...times }, { as, key }),
    /** As a terminal sends one. */
    set: (name: string, given: SettingTarget, as?: SettingSeat) =>
      call(
        'POST /api/console/settings/set/{name}',
        { name, ...given },
        { as, key: systemIds.key() },
      ),
    history: (name: string, after?: string) =>
      call('GET /api/console/settings/history/{name}', { name, ...(after && { after }) }),
    endPlan: (id: string, as?: SettingSeat) =>
      call('POST /api/console/settings/plan/end', { id }, { as }),
    read: async (name: string) =>
      (await list()).settings.find((one: { name: string }) => one.name === name),
    plans: async () => (await list()).plans,
    yes: (id: string, name = 'som'): Promise<DeskAnswer> =>
      world.decide(name, { kind: 'second', id, decision: 'yes' }),
    no: (id: string): Promise<DeskAnswer> =>
      world.decide('som', { kind: 'second', id, decision: 'no', why: 'not today' }),
    close: desk.close,
  }
}
