import {
  isDefaultKey,
  isPlainHttp,
  isWebAddress,
  keyOf,
  sandboxKeys,
  type Environment,
} from '#core/secrets.ts'

/** The wallet behind gift links, and the key under which the private halves of link keys are kept. */
export type GiftLinkAccount = {
  /** Null leaves gift links closed. */
  sealKey: Buffer | null
  address: string
}

const realGiftLinks = 'https://gift.truemoney.com'

/** GIFT_LINK_URL may be an aggregator: the wallet's own address refuses most servers outside Thailand. */
export function giftLinkAccountOf(
  env: Environment,
  sandboxUrl: string | null,
  problems: string[],
): GiftLinkAccount {
  const key = keyOf(env, 'GIFT_LINK_SEAL_KEY', problems)
  const address = sandboxUrl ?? (env['GIFT_LINK_URL'] || realGiftLinks)
  if (!isWebAddress(address)) problems.push('GIFT_LINK_URL must be an http or https address')
  return {
    sealKey: key ?? (sandboxUrl ? sandboxKeys.giftLinks : null),
    address: address.replace(/\/+$/, ''),
  }
}

/** S53: a voucher is in the address that is asked. */
export function unsafeGiftLinks({ sealKey, address }: GiftLinkAccount): string[] {
  return [
    ...(isDefaultKey(sealKey) ? ['GIFT_LINK_SEAL_KEY is a default one; make one of its own'] : []),
    ...(isPlainHttp(address) ? ['GIFT_LINK_URL must be at https'] : []),
  ]
}
