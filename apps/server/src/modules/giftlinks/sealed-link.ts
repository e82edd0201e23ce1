import { giftLinkAlgorithm, giftLinkEncryption, giftLinkSeparator } from '@kapao/contract/limits'
import { compactDecrypt } from 'jose'
import type { LinkKeys } from './keys.ts'

export type OpenedLink = { voucher: string; account: string }

const textMax = 1_000
/** Eighteen letters once, about thirty-five by now; the length is not fixed anywhere. */
const voucherForm = /^[0-9A-Za-z]{16,64}$/
const linkForm =
  /^https:\/\/gift\.truemoney\.com\/campaign\/?\?(?:[^#\s]*&)?v=([0-9A-Za-z]{16,64})(?:[&#]\S*)?$/

/**
 * What the page has sealed: a gift link and the name of a wallet account. Null for anything else, always the same and for
 * whatever reason, so that nobody learns from the answer what was wrong with their text (S36).
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

/** S35: the code and nothing else is taken from a link; where it is asked for is ours to say. */
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
