import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import type { Ids } from '#core/ids.ts'
import { openKeptKey } from '#core/db/kept-key-store.ts'

/** S25: a guest is 128 random bits that we issued, and is accepted only with our signature. */
export type Guests = {
  /** Issues a new guest, as the page keeps it. */
  make: () => Promise<string>
  /** The guest behind a signed id; null for one that we did not issue. */
  read: (signed: string) => Promise<string | null>
  /** The signed id of a guest, for the page. */
  sign: (guest: string) => Promise<string>
}

const idCharacters = 22
const signedForm = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/

export function openGuests(deps: { db: Db; clock: Clock; ids: Pick<Ids, 'secret'> }): Guests {
  // Imported as a key once: a signature then costs a seventh of one with bare bytes, and a crowd of guests brings
  // thousands.
  const key = openKeptKey(deps, 'chat_key', createSecretKey)
  const markOf = async (guest: string): Promise<Buffer> =>
    createHmac('sha256', await key())
      .update(`guest:${guest}`)
      .digest()
  const sign = async (guest: string): Promise<string> =>
    `${guest}.${(await markOf(guest)).toString('base64url')}`

  return {
    make: () => sign(deps.ids.secret().slice(0, idCharacters)),
    read: async (signed) => {
      const [, guest, mark] = signedForm.exec(signed) ?? []
      if (guest === undefined || mark === undefined) return null
      const wanted = await markOf(guest)
      const given = Buffer.from(mark, 'base64url')
      return given.length === wanted.length && timingSafeEqual(given, wanted) ? guest : null
    },
    sign,
  }
}
