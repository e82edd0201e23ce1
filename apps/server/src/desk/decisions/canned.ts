import type { Canned } from '@kapao/contract/console/inbox'
import type { Actor } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { changeSetting } from '#settings/change.ts'
import { listSettings } from '#settings/list.ts'

const name = 'chat.canned'

/** The canned answers are a setting, the same for every desk. */
export async function readCanned(db: Db): Promise<{ canned: Canned[]; version: number }> {
  const found = (await listSettings(db)).find((one) => one.name === name)!
  return { canned: found.value as Canned[], version: found.version }
}

type Change = { canned: readonly Canned[]; version: number; actor: Actor; requestId: string }

/** Refused if another operator has changed them in the meantime. */
export async function saveCanned(
  deps: { db: Db; clock: Clock },
  { canned, version: expectedVersion, ...by }: Change,
): Promise<void> {
  await changeSetting(deps, { ...by, name, to: { value: canned }, expectedVersion })
}
