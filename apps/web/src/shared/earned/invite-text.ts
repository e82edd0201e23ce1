import { ownText } from '#core/own-text/own-text.ts'
import { loadInviteText } from '#text/invite/invite-pack.ts'

/** The texts of the invite sheet; `app` fetches them together with it. */
export const inviteTexts = ownText(loadInviteText)

export const useInviteText = inviteTexts.useOwnText
