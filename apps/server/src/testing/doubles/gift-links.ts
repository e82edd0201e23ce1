import { CompactEncrypt, importJWK, type JWK } from 'jose'
import type { Player } from '../worlds/game-world.ts'
import { receivingWallet, type PayWorld } from '../worlds/pay-world.ts'

/** An envelope of fifty baht, filled from this phone. */
export function fillEnvelope(
  { sandbox }: Pick<PayWorld, 'sandbox'>,
  ownerMobile: string,
  given: object = {},
): Promise<{ hash: string; link: string }> {
  const filled = { amount: '50', ownerMobile, ownerName: 'SOMCHAI JAIDEE', ...given }
  return sandbox.control('POST', '/giftlink/vouchers', filled)
}

/** Seals a text for the server's current key, as the page does. */
export async function sealText(
  { call }: Pick<Player, 'call'>,
  text: string,
  protect: Record<string, string> = {},
): Promise<string> {
  const { giftLinkKey } = (await call('GET /api/lookup/deposit')).body
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: giftLinkKey.kid, ...protect })
    .encrypt(await importJWK(giftLinkKey as JWK, 'RSA-OAEP-256'))
}

export function sealLink(player: Pick<Player, 'call'>, link: string): Promise<string> {
  return sealText(player, `${link}::${receivingWallet.walletAccountName}`)
}
