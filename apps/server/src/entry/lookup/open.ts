import type { WalletCurrency } from '@kapao/contract/limits'
import type { Queryable } from '#core/db/db.ts'
import type { ContextWith, Capability } from '#context/app-context.ts'
import { lookupRoutes } from './routes.ts'

type Uses = {
  findMember: (on: Queryable, id: string) => Promise<{ currency: WalletCurrency } | null>
} & Pick<Parameters<typeof lookupRoutes>[1], 'readGiftLinkKey'>

/** What the page reads before and after login. */
export function openLookup(
  context: ContextWith<'db' | 'clock' | 'readSettings', 'variant'>,
  { findMember, readGiftLinkKey }: Uses,
): Capability {
  const { config, db, clock, readSettings } = context
  return {
    registerCalls: (api) =>
      lookupRoutes(api, {
        clock,
        variant: config.variant,
        readSettings,
        findCurrency: async (id) => (await findMember(db, id))?.currency ?? null,
        readGiftLinkKey,
      }),
  }
}
