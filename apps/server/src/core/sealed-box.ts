import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Encrypts a text under a key from outside the database: iv, tag, text. It opens only under the same `about`. */
export function closeBox(key: Buffer, { text, about }: { text: string; about: string }): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

export function openBox(key: Buffer, { box, about }: { box: Buffer; about: string }): string {
  const iv = box.subarray(0, ivBytes)
  const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(about)).setAuthTag(box.subarray(ivBytes, ivBytes + tagBytes))
  const text = decipher.update(box.subarray(ivBytes + tagBytes))
  return Buffer.concat([text, decipher.final()]).toString('utf8')
}
