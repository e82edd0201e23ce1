import { hasRight } from '@kapao/contract/console/roles'
import { nameOf } from '#core/audit/actor.ts'
import { recordAudit, type Actor, type AuditContext } from '#core/audit/audit-store.ts'
import type { Decide, DecisionResult } from '#core/audit/decision.ts'
import { OperatorRefused } from '#core/refused.ts'
import type { Tx } from '#core/db/db.ts'
import type { OperatorDeps } from './operators.ts'
import {
  findOperators,
  lockOperators,
  markDisabled,
  markEnabled,
  mayTakeBack,
  type Operator,
} from './store.ts'

/** The requests that a second operator confirms. */
export const disablingKind = 'operator disable'
export const enablingKind = 'operator enable'

/** Who asked for it: the one who confirms it does it in their name. */
export type OperatorEnd = { name: string; askedBy: Actor }

type EndingDeps = OperatorDeps & { decide: Decide }
type DisableRequest = AuditContext & { name: string }

/** Why an operator cannot be disabled: a code of the console, and a sentence for the terminal. */
export type Stays = { code: 'NOT_FOUND' | 'LAST_OPERATOR' | 'LAST_OWNER'; sentence: string }

export function whyStays(operators: readonly Operator[], name: string): Stays | null {
  const found = operators.find((one) => one.name === name)
  const enabled = operators.filter((one) => !one.disabledAt)
  if (!found) return { code: 'NOT_FOUND', sentence: `There is no operator ${name}.` }
  if (found.disabledAt) return { code: 'NOT_FOUND', sentence: `${name} is disabled already.` }
  if (enabled.length === 1)
    return {
      code: 'LAST_OPERATOR',
      sentence: `${name} is the last operator; add another one first.`,
    }
  if (isOwner(found) && !enabled.some((one) => one !== found && isOwner(one)))
    return {
      code: 'LAST_OWNER',
      sentence: `${name} is the last owner; give another one that role first.`,
    }
  return null
}

export function isOwner({ roles }: Operator): boolean {
  return roles.includes('owner')
}

/** Refuses an operator without the right to end those of others; they must still be enabled. */
function refuseWithoutRight(operators: readonly Operator[], actor: Actor): void {
  const by = operators.find((one) => `operator:${one.name}` === actor && !one.disabledAt)
  if (!by) throw new OperatorRefused('This operator is disabled.')
  if (!hasRight(by.roles, 'operators.disable'))
    throw new OperatorRefused('Only risk and owner end the rights of others, and give them back.')
}

/** Ends an operator's rights immediately; those of an owner when a second operator agrees. */
export async function disableOperator(
  deps: EndingDeps,
  { name, actor, requestId }: DisableRequest,
): Promise<DecisionResult<void>> {
  const operators = await findOperators(deps.db)
  const stays = whyStays(operators, name)
  if (stays) throw new OperatorRefused(stays.sentence)
  refuseWithoutRight(operators, actor)
  const what: OperatorEnd = { name, askedBy: actor }
  const work = () => disableAgreed(deps, what, { actor, requestId })
  if (!isOwner(operators.find((one) => one.name === name)!))
    return { state: 'done', value: await work() }
  const words = `the owner ${name} is to be disabled`
  return deps.decide(
    { kind: disablingKind, subject: name, what, words, gives: null, actor, requestId },
    work,
  )
}

/** The database checks the right of the asker, and that two have agreed on an owner. */
export function disableAgreed(
  deps: OperatorDeps,
  what: OperatorEnd,
  by: AuditContext,
): Promise<void> {
  const { name, askedBy } = what
  return turn(deps, { what, by, action: 'operators.disable' }, async (tx, { operators, at }) => {
    // Checked again under the lock: two who disable each other concurrently must not both succeed.
    const stays = whyStays(operators, name)
    if (stays) throw new OperatorRefused(stays.sentence)
    refuseWithoutRight(operators, askedBy)
    await markDisabled(tx, { name, at, by: askedBy })
  })
}

/**
 * Gives a disabled operator back their passkeys and roles, when a second operator agrees. Who has disabled somebody may
 * take that back alone within a day.
 */
export async function enableOperator(
  deps: EndingDeps,
  { name, actor, requestId }: DisableRequest,
): Promise<DecisionResult<void>> {
  const operators = await findOperators(deps.db)
  const found = operators.find((one) => one.name === name)
  if (!found?.disabledAt) throw new OperatorRefused(`There is no disabled operator ${name}.`)
  refuseWithoutRight(operators, actor)
  const isOwnAct = !isOwner(found) && (await mayTakeBack(deps.db, name, actor))
  const gives = isOwnAct ? [] : null
  const what: OperatorEnd = { name, askedBy: actor }
  const words = `${name}, whom ${nameOf(found.disabledBy!)} has disabled, is to be enabled again`
  const work = () => enableAgreed(deps, what, { actor, requestId })
  return deps.decide(
    { kind: enablingKind, subject: name, what, words, gives, actor, requestId },
    work,
  )
}

/** The database checks that it is agreed on. */
export function enableAgreed(
  deps: OperatorDeps,
  what: OperatorEnd,
  by: AuditContext,
): Promise<void> {
  const { name, askedBy } = what
  return turn(deps, { what, by, action: 'operators.enable' }, async (tx, { operators }) => {
    if (!operators.find((one) => one.name === name)?.disabledAt)
      throw new OperatorRefused(`${name} is enabled already.`)
    refuseWithoutRight(operators, askedBy)
    await markEnabled(tx, name)
  })
}

type Turn = {
  what: OperatorEnd
  by: AuditContext
  action: 'operators.disable' | 'operators.enable'
}
type Roster = { operators: readonly Operator[]; at: Date }

/** Among operators as they are under their lock, and with its row in the trail. */
function turn(
  { db, clock }: OperatorDeps,
  { what, by, action }: Turn,
  change: (tx: Tx, found: Roster) => Promise<void>,
): Promise<void> {
  const at = clock.now()
  return db.begin(async (tx) => {
    await lockOperators(tx)
    await change(tx, { operators: await findOperators(tx), at })
    const isEnabled = action === 'operators.enable'
    const [before, after] = [{ enabled: !isEnabled }, { enabled: isEnabled }]
    await recordAudit(tx, { ...by, at, action, subject: what.name, before, after })
  })
}
