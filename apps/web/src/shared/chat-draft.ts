import { readToken } from '#core/session/token.ts'
import { go } from './link.tsx'
import { paths } from './paths.ts'

export type ChatDraft = { words: string; file: File | null }

let kept: { draft: ChatDraft; token: string | null } | null = null

/** Opens the chat with words and a picture in its field. Nothing is sent before the member sends it. */
export function continueInChat(draft: ChatDraft): void {
  kept = { draft, token: readToken() }
  go(paths.userContact)
}

/** What was handed over, to the member who did so. */
export function readChatDraft(): ChatDraft | null {
  return kept !== null && kept.token === readToken() ? kept.draft : null
}

export function forgetChatDraft(): void {
  kept = null
}
