import type { Canned } from '@kapao/contract/console/inbox'
import type { Language } from '@kapao/contract/limits'
import type { ContextWith } from '#context/app-context.ts'
import { readCanned, saveCanned } from '#desk/decisions/canned.ts'
import { maskName } from '#core/console/work/masks.ts'
import { listNames } from '#records/account/store.ts'
import { findOperators } from '#records/operators/store.ts'
import { readCannedFacts } from '#desk/overview/canned-facts.ts'

/** What the desk answers beside the talks: masked names, canned answers with facts, and who may answer. */
export function deskUses({ db, clock }: ContextWith<'db' | 'clock'>) {
  return {
    maskName,
    listNames,
    readCanned: (): Promise<{ canned: Canned[]; version: number }> => readCanned(db),
    saveCanned: (change: Parameters<typeof saveCanned>[1]) => saveCanned({ db, clock }, change),
    readCannedFacts: (memberId: string, language: Language) =>
      readCannedFacts({ db, clock }, memberId, language),
    findRoles: async (name: string) => {
      const found = (await findOperators(db)).find((one) => one.name === name)
      return found && found.disabledAt === null ? found.roles : null
    },
  }
}
