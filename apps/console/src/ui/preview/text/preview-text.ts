import { openTextPack } from '#core/text-pack.ts'
import type { PreviewText } from './en.ts'

export type { PreviewText }

export const usePreviewText = openTextPack<PreviewText>('preview', {
  th: async () => (await import('./th.ts')).preview,
  la: async () => (await import('./la.ts')).preview,
  en: async () => (await import('./en.ts')).preview,
})
