import { bytesOfMb } from '@kapao/contract/limits'
import { sha256 } from '../ids.ts'
import type { Share } from './written.ts'

export type ChatShareSettings = { 'chat.memberDayMb': number; 'chat.networkDayMb': number }

/** Who writes in the chat: a member, or a guest from a network. */
type Writer = { owner: string; network: string | null }

/**
 * Words and files of the chat count together: for their member, or for the network of guests, who cost nothing to make.
 * The network itself is not stored.
 */
export function chatShareOf(
  { owner, network }: Writer,
  settings: ChatShareSettings,
): Omit<Share, 'at'> {
  return network === null
    ? { owner, bytesMax: settings['chat.memberDayMb'] * bytesOfMb }
    : {
        owner: `network:${sha256(`network ${network}`).toString('base64url')}`,
        bytesMax: settings['chat.networkDayMb'] * bytesOfMb,
      }
}
