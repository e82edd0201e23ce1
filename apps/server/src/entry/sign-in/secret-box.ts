import { hkdfSync } from 'node:crypto'
import { passwordBox } from '#money/games/password-box.ts'

/** Encrypts the secret of an operator's app of codes under a key of the process. */
export type SecretBox = {
  close: (secret: string, operator: string) => Buffer
  open: (box: Buffer, operator: string) => string
}

/** As members' passwords at providers are kept, under a key that is derived for this use and opens none of those. */
export function secretBox(credentialKey: Buffer): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', credentialKey, '', 'kapao console codes', 32))
  const box = passwordBox(key)
  const ownerOf = (operator: string) => ({ memberId: `operator:${operator}`, game: 'console' })
  return {
    close: (secret, operator) => box.close(secret, ownerOf(operator)),
    open: (sealed, operator) => box.open(sealed, ownerOf(operator)),
  }
}
