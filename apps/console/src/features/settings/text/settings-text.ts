import { openTextPack, openTextContext } from '#core/text-pack.ts'
import type { SettingsText } from './en.ts'

export type { SettingsText }

/** Nobody else reads them. */
export const useSettingsPack = openTextPack<SettingsText>('settings', {
  th: async () => (await import('./th.ts')).settings,
  la: async () => (await import('./la.ts')).settings,
  en: async () => (await import('./en.ts')).settings,
})

export const [SettingsTextContext, useSettingsText] = openTextContext<SettingsText>('settings')
