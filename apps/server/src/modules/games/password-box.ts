import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Encrypts secrets under a key from outside the database; a box opens only for its owner. */
export type PasswordBox = {
  close: (secret: string, owner: Owner) => Buffer
  open: (box: Buffer, owner: Owner) => string
}
export type Owner = { memberId: string; game: string }

const algorithm = 'aes-256-gcm'
/** The first byte, so that another key or scheme can follow. */
const version = 1
const ivBytes = 12
const tagBytes = 16

export function passwordBox(key: Buffer): PasswordBox {
  return {
    close: (secret, owner) => {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, key, iv).setAAD(boundTo(owner))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([version]), iv, cipher.getAuthTag(), text])
    },
    open: (box, owner) => {
      if (box[0] !== version) throw new Error('this password is encrypted with another scheme')
      const iv = box.subarray(1, 1 + ivBytes)
      const tag = box.subarray(1 + ivBytes, 1 + ivBytes + tagBytes)
      const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes })
      decipher.setAAD(boundTo(owner)).setAuthTag(tag)
      const text = box.subarray(1 + ivBytes + tagBytes)
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
    },
  }
}

/** A row copied to another member or provider cannot be decrypted there. */
function boundTo({ memberId, game }: Owner): Buffer {
  return Buffer.from(`${memberId} ${game}`)
}
