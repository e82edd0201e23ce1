import type { Language } from '@kapao/contract/limits'
import type { MemberText } from './en/member.ts'
import type { PublicText } from './en/public.ts'
import type { VisitorText } from './en/visitor.ts'

// Every import is written out, because the bundler makes a file for each literal and none for a computed name.
const publicPacks: Record<Language, () => Promise<{ publicText: PublicText }>> = {
  th: () => import('./th/public.ts'),
  la: () => import('./la/public.ts'),
  en: () => import('./en/public.ts'),
}

const visitorPacks: Record<Language, () => Promise<{ visitorText: VisitorText }>> = {
  th: () => import('./th/visitor.ts'),
  la: () => import('./la/visitor.ts'),
  en: () => import('./en/visitor.ts'),
}

const memberPacks: Record<Language, () => Promise<{ memberText: MemberText }>> = {
  th: () => import('./th/member.ts'),
  la: () => import('./la/member.ts'),
  en: () => import('./en/member.ts'),
}

export async function loadPublicText(language: Language): Promise<PublicText> {
  return (await publicPacks[language]()).publicText
}

export async function loadVisitorText(language: Language): Promise<VisitorText> {
  return (await visitorPacks[language]()).visitorText
}

export async function loadMemberText(language: Language): Promise<MemberText> {
  return (await memberPacks[language]()).memberText
}
