import type { readActive, readInfo } from '@kapao/contract/lookup'
import { goneMessage } from '@kapao/contract/refusals'
import type { AnswerOf } from '#core/route.ts'

/** The settings that lookups show. */
export type LookupSettings = {
  'service.active': boolean
  'brand.name': string
  'brand.website': string
}

export type LookupDeps = {
  /** From the settings module, handed over in compose.ts. */
  readSettings: () => Promise<LookupSettings>
}

/** OP-C04: this one call answers 200 when the whole service has ended, so that the page can say so. */
export async function tellActive({
  readSettings,
}: LookupDeps): Promise<AnswerOf<typeof readActive>> {
  const settings = await readSettings()
  return settings['service.active'] ? { active: true } : { message: goneMessage }
}

export async function tellInfo({ readSettings }: LookupDeps): Promise<AnswerOf<typeof readInfo>> {
  const settings = await readSettings()
  return { name: settings['brand.name'], website: settings['brand.website'] }
}
