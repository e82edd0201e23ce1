import { consoleSettings } from './entries/console-settings.ts'
import { gameSettings } from './entries/game-settings.ts'
import { moneySettings } from './entries/money-settings.ts'
import { earnedSettings } from './entries/earned-settings.ts'
import type { Setting } from './entries/kinds/setting.ts'
import { siteSettings } from './entries/site-settings.ts'

/** All settings. A name that is not listed cannot be set, and a setting without a reader should not be listed. */
export const registry = {
  ...siteSettings,
  ...moneySettings,
  ...earnedSettings,
  ...gameSettings,
  ...consoleSettings,
}

export type SettingName = keyof typeof registry

type ValueOf<S> = S extends Setting<infer T> ? T : never
export type Settings = { readonly [N in SettingName]: ValueOf<(typeof registry)[N]> }

type PageName = {
  [N in SettingName]: (typeof registry)[N]['reader'] extends 'page' ? N : never
}[SettingName]
export type PageSettings = Pick<Settings, PageName>

export const settingNames = Object.keys(registry) as SettingName[]

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(registry, name)
}

/** The registry's own type is a union of kinds; code that treats all settings alike uses this view. */
export function settingOf(name: SettingName): Setting<unknown> {
  return registry[name]
}

/** The settings that are sent to every visitor, inside the page. */
export function settingsForPage(settings: Settings): PageSettings {
  const names = settingNames.filter((name) => settingOf(name).reader === 'page')
  return Object.fromEntries(names.map((name) => [name, settings[name]])) as PageSettings
}
