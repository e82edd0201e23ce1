import { openTextPack } from '#core/text-pack.ts'
import type { MemberNoticesText } from './en.ts'

export type { MemberNoticesText }

/** Few who look at a member ask for it. */
export const useNoticesText = openTextPack<MemberNoticesText>('member notices', {
  th: async () => (await import('./th.ts')).memberNotices,
  la: async () => (await import('./la.ts')).memberNotices,
  en: async () => (await import('./en.ts')).memberNotices,
})
