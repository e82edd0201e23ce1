import type { Role } from '@kapao/contract/console/roles'
import type { Actor } from '#core/audit/audit-store.ts'
import type { Queryable } from '#core/db/db.ts'
import { createBlocker } from '#core/limits/addresses/blocked.ts'
import { OperatorRefused } from '#core/refused.ts'
import { listAddresses } from '#entry/sign-in/session-store.ts'
import { findOperators } from '#records/operators/store.ts'
import type { SettingName, Settings } from '#settings/registry.ts'
import { weakensProtection } from '../weakening.ts'
import { withCodes } from './picture-codes.ts'
import { mayChange } from './rights.ts'

export type JudgedSetting = { name: SettingName; before: unknown; after: unknown }

/**
 * The steps of a set: what it does, and where it ends by itself what it does then. Nobody is asked again at that moment,
 * so both are judged when it is made.
 */
export function stepsOf(set: readonly JudgedSetting[], willEnd: boolean): JudgedSetting[] {
  const back = set.map(({ name, before, after }) => ({ name, before: after, after: before }))
  return willEnd ? [...set, ...back] : [...set]
}

export function mayChangeAll(roles: readonly Role[], steps: readonly JudgedSetting[]): boolean {
  return steps.every((step) => mayChange(roles, step))
}

/** Whether it takes two people. */
export async function loosens(
  on: Queryable,
  steps: readonly JudgedSetting[],
  actor: Actor,
): Promise<boolean> {
  let does = false
  for (const { name, before, after } of await withCodes(on, steps))
    if (weakensProtection(name, before, after) || (await keepsOut(on, { name, after, actor })))
      does = true
  return does
}

const seenDays = 7

/**
 * Whether somebody else could reach the console until now and could not any more. It never keeps out the asker, who
 * could undo it from nowhere then.
 */
async function keepsOut(
  on: Queryable,
  { name, after, actor }: { name: SettingName; after: unknown; actor: Actor },
): Promise<boolean> {
  if (name !== 'console.addresses') return false
  const listed = after as Settings['console.addresses']
  if (listed.length === 0) return false
  const isKept = createBlocker()(listed)
  const left = (await listAddresses(on, seenDays)).filter(({ address }) => !isKept(address))
  const own = left.find((one) => one.isLatest && `operator:${one.operator}` === actor)
  if (own)
    throw new OperatorRefused(
      `This would keep you out: your own console is at ${own.address}. Add its network.`,
      'keeps-you-out',
    )
  const operators = await findOperators(on)
  const isThere = (name: string) => operators.some((one) => one.name === name && !one.disabledAt)
  return left.some(({ operator }) => `operator:${operator}` !== actor && isThere(operator))
}
