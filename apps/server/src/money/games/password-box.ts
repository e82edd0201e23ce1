import { closeBox, openBox } from '#core/sealed-box.ts'

/** Encrypts secrets under a key from outside the database; a box opens only for its owner. */
export type PasswordBox = {
  close: (secret: string, owner: Owner) => Buffer
  open: (box: Buffer, owner: Owner) => string
}
export type Owner = { memberId: string; game: string }

/** The first byte, so that another key or scheme can follow. */
const version = 1

export function passwordBox(key: Buffer): PasswordBox {
  return {
    close: (text, owner) => {
      const box = closeBox(key, { text, about: boundTo(owner) })
      return Buffer.concat([Buffer.from([version]), box])
    },
    open: (box, owner) => {
      if (box[0] !== version) throw new Error('this password is encrypted with another scheme')
      return openBox(key, { box: box.subarray(1), about: boundTo(owner) })
    },
  }
}

/** A row copied to another member or provider cannot be decrypted there. */
function boundTo({ memberId, game }: Owner): string {
  return `${memberId} ${game}`
}
