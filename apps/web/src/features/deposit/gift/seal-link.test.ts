import { compactDecrypt, decodeProtectedHeader, exportJWK, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { canSeal, sealLink } from './seal-link.ts'

const link = 'https://gift.truemoney.com/campaign/?v=0192450a0192450a0192450a'

test('BUILD-07 SEC-15 DEP-G06 a link is sealed with the account’s name after two colons, and cannot be read in transit', async () => {
  const pair = await generateKeyPair('RSA-OAEP-256', { extractable: true })
  const { n, e } = await exportJWK(pair.publicKey)
  const key = {
    kty: 'RSA',
    kid: 'k1',
    alg: 'RSA-OAEP-256',
    use: 'enc',
    n: n!,
    e: e!,
  } as const
  const sealed = await sealLink(key, { link: ` ${link}\n`, walletAccountName: 'กระเป๋า หลัก' })
  expect(decodeProtectedHeader(sealed)).toEqual({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: 'k1' })
  expect(sealed).not.toContain('0192450a')
  expect(Buffer.from(sealed.split('.')[3]!, 'base64url').toString()).not.toContain('0192450a')
  const { plaintext } = await compactDecrypt(sealed, pair.privateKey)
  expect(new TextDecoder().decode(plaintext)).toBe(`${link}::กระเป๋า หลัก`)
  expect(await sealLink(key, { link, walletAccountName: 'A' })).not.toBe(
    await sealLink(key, { link, walletAccountName: 'A' }),
  )
  expect(canSeal()).toBe(true)
})
