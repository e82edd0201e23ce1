import { openTextPack } from '#core/text-pack.ts'
import type { HouseText } from './en.ts'

export type { HouseText }

/** Few open these screens, and rarely. */
export const useHouseText = openTextPack<HouseText>('house', {
  th: async () => (await import('./th.ts')).house,
  la: async () => (await import('./la.ts')).house,
  en: async () => (await import('./en.ts')).house,
})
