import { hash, verify } from '@node-rs/argon2'
import { Refused } from '#core/refuse.ts'

/** argon2id, as OWASP's least: 19 MiB, two passes, one lane. */
const hashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hashes in flight are memory and processor; who comes when the queue is full is told so at once. */
const inFlightMax = 4
const waitingMax = 8

export type Hasher = {
  hash: (password: string) => Promise<string>
  /** Null stands for a member who does not exist: it takes as long, and is always false. */
  verify: (passwordHash: string | null, password: string) => Promise<boolean>
  isOutdated: (passwordHash: string) => boolean
}

/** Of nothing that anybody can type: random bytes, hashed once and forgotten. */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$lUSWamyp3Kgq304N9SC4lg$222XW6esLpJ8sBs0w/BiTxpd/GcgPXaD5fO1ReTYSbA'

export function createHasher(): Hasher {
  const inTurn = createTurns()
  return {
    hash: (password) => inTurn(() => hash(password, hashCost)),
    verify: (passwordHash, password) =>
      inTurn(async () => {
        const isRight = await verify(passwordHash ?? nobodysHash, password)
        return isRight && passwordHash !== null
      }),
    isOutdated: (passwordHash) => {
      const { memoryCost, timeCost, parallelism } = hashCost
      const wanted = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`
      return !passwordHash.startsWith(wanted)
    },
  }
}

/** Lets so many work at once and so many wait; whoever comes after them hears so at once. */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let inFlight = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (inFlight >= inFlightMax) {
      if (waiting.length >= waitingMax) throw new Refused('SERVICE_BUSY')
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else inFlight += 1
    try {
      return await work()
    } finally {
      // The place is handed on, so that nobody who comes now can take it first.
      const next = waiting.shift()
      if (next) next()
      else inFlight -= 1
    }
  }
}
