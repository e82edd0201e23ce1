import type { PlanGround, PlannedName } from '#settings/plans/ground.ts'
import type { Plan } from '#settings/plans/plan-store.ts'
import { offers, type OfferKind } from './offers.ts'

export type NamedOffer = { kind: OfferKind; code: string }

export function plannedName({ kind, code }: NamedOffer): PlannedName {
  return offers[kind].subject(code) as PlannedName
}

/** The bonus or code that a plan changes by this name; null for a setting. */
export function offerNamed(name: string): NamedOffer | null {
  const kinds = Object.keys(offers) as OfferKind[]
  const kind = kinds.find((one) => name.startsWith(offers[one].subject('')))
  return kind ? { kind, code: name.slice(offers[kind].subject('').length) } : null
}

export function isOfOffer({ changes }: Pick<Plan, 'changes'>): boolean {
  return changes.some(({ name }) => offerNamed(name) !== null)
}

/** A plan changes what is defined, and never whether it is offered. */
export const offerGround: PlanGround = {
  lock: (tx, names) =>
    Promise.all(
      names.map(async (name) => {
        const { kind, code } = offerNamed(name)!
        await offers[kind].lock(tx)
        return { value: (await offers[kind].find(tx, code))?.definition ?? null }
      }),
    ),
  set: async (tx, at, { changes, actor, requestId }) => {
    for (const { name, to } of changes) {
      const { kind, code } = offerNamed(name)!
      const definition = to === 'default' ? null : to.value
      await offers[kind].change(tx, at, { code, definition, actor, requestId })
    }
  },
}
