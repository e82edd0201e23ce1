import type { Variant } from '@kapao/contract/limits'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db.ts'
import type { Ids } from '#core/ids.ts'
import { fillSettings } from './modules/settings/change.ts'
import { demoSettings } from './modules/settings/demo.ts'

export type SeedDeps = { clock: Clock; ids: Ids; variant: Variant }

/** What `npm start` prints, so that a visitor can go straight in. */
export type DemoLogin = { username: string; password: string; about: string }

/** Fills a fresh copy with demo data; what anybody has touched since stays as it is. */
export async function seedDemo(db: Db, { clock, ids }: SeedDeps): Promise<{ logins: DemoLogin[] }> {
  await fillSettings(
    { db, clock },
    { actor: 'system:seed', requestId: ids.key(), values: demoSettings },
  )
  return { logins: [] }
}
