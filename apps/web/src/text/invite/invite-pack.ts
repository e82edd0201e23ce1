import type { Language } from '@kapao/contract/limits'
import type { InviteText } from './invite-shape.ts'

const packs: Record<Language, () => Promise<{ inviteText: InviteText }>> = {
  th: () => import('../th/invite/invite.ts'),
  la: () => import('../la/invite/invite.ts'),
  en: () => import('../en/invite/invite.ts'),
}

export async function loadInviteText(language: Language): Promise<InviteText> {
  return (await packs[language]()).inviteText
}
