import type { ContextWith, Capability } from '#context/app-context.ts'
import { lookupRoutes } from './routes.ts'

/** What the page reads before and after login. */
export function openLookup(
  { config, ...context }: ContextWith<'db' | 'clock' | 'readSettings', 'variant'>,
  { readGiftLinkKey }: Pick<Parameters<typeof lookupRoutes>[1], 'readGiftLinkKey'>,
): Capability {
  const { variant } = config
  return {
    registerCalls: (api) => lookupRoutes(api, { ...context, variant, readGiftLinkKey }),
  }
}
