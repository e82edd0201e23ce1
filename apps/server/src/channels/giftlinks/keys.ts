import { giftLinkAlgorithm } from '@kapao/contract/limits-of-parts'
import type { GiftLinkKey } from '@kapao/contract/lookup'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { closeBox, openBox } from '#core/sealed-box.ts'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { dayMs } from '@kapao/contract/times'
import { findCurrentKey, findKey, insertKey, retireKeysBefore, type StoredKey } from './store.ts'

export type LinkKeys = {
  /** The public key; the page seals links for it. */
  current: () => Promise<GiftLinkKey>
  /** The private key by the id in a sealed link; null for one that is unknown or too old. */
  findPrivate: (kid: string) => Promise<PrivateKey | null>
  /** Replaces keys that are old. */
  rotate: () => Promise<void>
}

export type PrivateKey = Exclude<Awaited<ReturnType<typeof importJWK>>, Uint8Array>
export type KeyDeps = { db: Db; clock: Clock; sealKey: Buffer }

const lifeMs = 90 * dayMs
/** A page that was opened the day before still has the old key. */
const opensForMs = dayMs
const rememberedMs = 60_000

/** OP-B35: a new pair for each installation, rotated by kid. */
export function openKeys({ db, clock, sealKey }: KeyDeps): LinkKeys {
  let remembered: { key: GiftLinkKey; untilMs: number } | null = null

  async function loadCurrent(): Promise<StoredKey> {
    const known = await findCurrentKey(db)
    if (known) return known
    await insertKey(db, { ...(await makeKey(sealKey)), createdAt: clock.now() })
    // Another process may have been faster; its key counts then.
    return (await findCurrentKey(db))!
  }

  return {
    current: async () => {
      const now = clock.now().getTime()
      if (remembered && remembered.untilMs > now) return remembered.key
      const { kid, publicKey } = await loadCurrent()
      const key = publicHalf(kid, publicKey)
      remembered = { key, untilMs: now + rememberedMs }
      return key
    },
    findPrivate: async (kid) => {
      const stored = await findKey(db, kid)
      if (!stored) return null
      const { retiredAt, privateBox } = stored
      if (retiredAt && clock.now().getTime() - retiredAt.getTime() > opensForMs) return null
      const jwk = JSON.parse(openBox(sealKey, { box: privateBox, about: kid })) as JWK
      return (await importJWK(jwk, giftLinkAlgorithm)) as PrivateKey
    },
    rotate: async () => {
      const at = clock.now()
      await retireKeysBefore(db, new Date(at.getTime() - lifeMs), at)
      remembered = null
      await loadCurrent()
    },
  }
}

async function makeKey(
  sealKey: Buffer,
): Promise<Pick<StoredKey, 'kid' | 'publicKey' | 'privateBox'>> {
  const pair = await generateKeyPair(giftLinkAlgorithm, { extractable: true })
  const publicKey = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(publicKey)
  const privateText = JSON.stringify(await exportJWK(pair.privateKey))
  // Bound to the key's id, so that no box can replace another's.
  return { kid, publicKey, privateBox: closeBox(sealKey, { text: privateText, about: kid }) }
}

function publicHalf(kid: string, { n, e }: StoredKey['publicKey']): GiftLinkKey {
  return { kty: 'RSA', kid, alg: giftLinkAlgorithm, use: 'enc', n: String(n), e: String(e) }
}
