import { hash, verify } from '@node-rs/argon2'
import type { Clock } from '#core/clock.ts'
import { createHashLines, type HashClient } from './hash-lines.ts'

export type HashCost = { memoryCost: number; timeCost: number; parallelism: number }

/** argon2id with OWASP's minimum: 19 MiB, two passes, one lane. */
const commonCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Null stands for a member who does not exist: it takes as long, and is always false. */
type Verify = (passwordHash: string | null, password: string) => Promise<boolean>

export type Hasher = {
  hash: (password: string, who: HashClient) => Promise<string>
  verify: (passwordHash: string | null, password: string, who: HashClient) => Promise<boolean>
  /** Waits once for work that verifies a password and does more that must not run many times in parallel. */
  inTurn: <T>(who: HashClient, work: (verify: Verify) => Promise<T>) => Promise<T>
  isOutdated: (passwordHash: string) => boolean
}

/** The hash of random bytes that were discarded, so no input matches. */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$lUSWamyp3Kgq304N9SC4lg$222XW6esLpJ8sBs0w/BiTxpd/GcgPXaD5fO1ReTYSbA'

export function createHasher(clock: Clock, cost: HashCost = commonCost): Hasher {
  const inTurn = createHashLines(clock)
  return {
    hash: (password, who) => inTurn(who, () => hash(password, cost)),
    verify: (passwordHash, password, who) => inTurn(who, () => verifyNow(passwordHash, password)),
    inTurn: (who, work) => inTurn(who, () => work(verifyNow)),
    isOutdated: (passwordHash) => {
      const { memoryCost, timeCost, parallelism } = cost
      const wanted = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`
      return !passwordHash.startsWith(wanted)
    },
  }
}

async function verifyNow(passwordHash: string | null, password: string): Promise<boolean> {
  const isRight = await verify(passwordHash ?? nobodysHash, password)
  return isRight && passwordHash !== null
}
