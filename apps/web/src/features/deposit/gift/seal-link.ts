import { giftLinkSeparator } from '@kapao/contract/limits'
import { giftLinkAlgorithm, giftLinkEncryption } from '@kapao/contract/limits-of-parts'
import type { GiftLinkKey } from '@kapao/contract/lookup'
import type { CallOutput } from '@kapao/contract/calls'
import { callOnce } from '#core/calls/call-once.ts'

/** Sealing a gift link needs a page opened over HTTPS, or on this very device. */
export function canSeal(): boolean {
  return typeof crypto !== 'undefined' && crypto.subtle !== undefined
}

/**
 * DEP-G06: the link and the wallet account's name, encrypted for the server, so that the plain link is never on the
 * wire. The library is loaded here, because few members ever send one.
 */
export async function sealLink(
  key: GiftLinkKey,
  { link, walletAccountName }: { link: string; walletAccountName: string },
): Promise<string> {
  const { CompactEncrypt, importJWK } = await import('jose')
  const publicKey = await importJWK({ ...key, key_ops: ['encrypt'] }, giftLinkAlgorithm)
  const text = `${link.trim()}${giftLinkSeparator}${walletAccountName}`
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: giftLinkAlgorithm, enc: giftLinkEncryption, kid: key.kid })
    .encrypt(publicKey)
}

/** Sends a sealed link, once for each press; rejects with `TRANSFER_PENDING` while the outcome is unknown. */
export async function sendGiftLink(
  key: GiftLinkKey,
  gift: { link: string; walletAccountName: string },
): Promise<CallOutput<'POST /api/wallet/truelink'>> {
  return callOnce('POST /api/wallet/truelink', { link: await sealLink(key, gift) })
}
