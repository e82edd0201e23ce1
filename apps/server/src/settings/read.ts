import type { Clock } from '#core/clock.ts'
import type { Db, Queryable } from '#core/db/db.ts'
import { isAway } from '#core/db/outage.ts'
import type { Log } from '#core/telemetry/log.ts'
import {
  isSettingName,
  settingNames,
  settingOf,
  type SettingName,
  type Settings,
} from './registry.ts'
import { findRows, type SettingRow } from './store.ts'

/** Called for a stored value that its kind no longer accepts; the default is used instead. */
type OnInvalid = (name: SettingName) => void

export async function readSettings(on: Queryable, onInvalid?: OnInvalid): Promise<Settings> {
  return settingsOf(await findRows(on), onInvalid)
}

export function settingsOf(rows: SettingRow[], onInvalid?: OnInvalid): Settings {
  const settings = new Map<string, unknown>(
    settingNames.map((name) => [name, settingOf(name).fallback]),
  )
  for (const { name, value, isSet } of rows) {
    // A newer version of the server may know settings that this one does not.
    if (!isSet || !isSettingName(name)) continue
    const checked = settingOf(name).kind.schema.safeParse(value)
    if (checked.success) settings.set(name, checked.data)
    else onInvalid?.(name)
  }
  return Object.fromEntries(settings) as Settings
}

export type SettingsReader = {
  read: () => Promise<Settings>
  close: () => Promise<void>
}

const channel = 'settings_changed'

/** A notice can be lost with the listening connection, so no cached value is older than this. */
const ageMaxMs = 30_000

export type ReaderDeps = { db: Db; clock: Clock; log?: Pick<Log, 'warn'> }

type CachedSettings = { settings: Promise<Settings>; readAt: number }

/** Caches the settings until one changes, in any process. */
export async function openSettings({ db, clock, log }: ReaderDeps): Promise<SettingsReader> {
  let kept: CachedSettings | null = null
  let lastKnown: Settings | null = null
  const listening = await db.listen(channel, () => (kept = null))
  const onInvalid: OnInvalid = (name) =>
    log?.warn({ name }, 'a stored setting is not valid; its default is used')

  return {
    read: () => {
      db.refuseInside('settings were read')
      const now = clock.now().getTime()
      if (kept && now - kept.readAt < ageMaxMs) return kept.settings
      const mine: CachedSettings = {
        readAt: now,
        settings: readSettings(db, onInvalid).then(
          (settings) => (lastKnown = settings),
          (error: unknown) => {
            // A failed read is not cached; the next caller tries again.
            if (kept === mine) kept = null
            // They cannot be changed, and nothing that depends on them can be committed.
            if (lastKnown !== null && isAway(error)) return lastKnown
            throw error
          },
        ),
      }
      kept = mine
      return mine.settings
    },
    close: listening.stop,
  }
}
