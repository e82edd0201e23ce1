import type { Language } from '@kapao/contract/limits'
import { ownText } from '#core/own-text/own-text.ts'
import type { InviteText } from './shape.ts'

const packs: Record<Language, () => Promise<{ inviteText: InviteText }>> = {
  th: () => import('./th.ts'),
  la: () => import('./la.ts'),
  en: () => import('./en.ts'),
}

export async function loadInviteText(language: Language): Promise<InviteText> {
  return (await packs[language]()).inviteText
}

/** The texts of the invite sheet; `app` fetches them together with it. */
export const inviteTexts = ownText(loadInviteText)

export const useInviteText = inviteTexts.useOwnText
