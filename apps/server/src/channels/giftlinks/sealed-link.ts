import { giftLinkSeparator } from '@kapao/contract/limits'
import { giftLinkAlgorithm, giftLinkEncryption } from '@kapao/contract/limits-of-parts'
import { compactDecrypt } from 'jose'
import type { LinkKeys } from './keys.ts'

export type OpenedLink = { voucher: string; account: string }

const textMax = 1_000
/** Formerly eighteen letters, now about thirty-five; no document fixes the length. */
const voucherForm = /^[0-9A-Za-z]{16,64}$/
const linkForm =
  /^https:\/\/gift\.truemoney\.com\/campaign\/?\?(?:[^#\s]*&)?v=([0-9A-Za-z]{16,64})(?:[&#]\S*)?$/

/**
 * Opens a sealed text: a gift link and the name of a wallet account. Null for anything else and for any reason, so
 * that the reply reveals nothing about what was wrong (S36).
 */
export async function openSealedLink(keys: LinkKeys, sealed: string): Promise<OpenedLink | null> {
  const text = await decrypt(keys, sealed)
  if (text === null || text.length > textMax) return null
  const at = text.lastIndexOf(giftLinkSeparator)
  if (at < 0) return null
  const voucher = voucherIn(text.slice(0, at))
  const account = text.slice(at + giftLinkSeparator.length).trim()
  return voucher === null || account === '' ? null : { voucher, account }
}

/** S35: only the code is taken from a link; the address to call is configured here. */
function voucherIn(link: string): string | null {
  const plain = link.trim()
  if (voucherForm.test(plain)) return plain
  return linkForm.exec(plain)?.[1] ?? null
}

async function decrypt(keys: LinkKeys, sealed: string): Promise<string | null> {
  try {
    const { plaintext } = await compactDecrypt(
      sealed,
      async ({ kid }) => {
        const key = typeof kid === 'string' ? await keys.findPrivate(kid) : null
        if (!key) throw new Error('no such key')
        return key
      },
      {
        keyManagementAlgorithms: [giftLinkAlgorithm],
        contentEncryptionAlgorithms: [giftLinkEncryption],
      },
    )
    return new TextDecoder('utf8', { fatal: true }).decode(plaintext)
  } catch {
    return null
  }
}
