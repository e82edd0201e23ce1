import type { RefusalCode } from '@kapao/contract/refusals'

const lost: RefusalCode = 'FILE_LOST'

/** Whether the server no longer has a file. An expired address is no loss: messages come with new ones. */
export async function isLost(address: string): Promise<boolean> {
  try {
    const answer = await fetch(address)
    return !answer.ok && ((await answer.json()) as { code?: unknown }).code === lost
  } catch {
    // It cannot be checked now, or is on another server.
    return false
  }
}
