import type { Clock } from '#core/clock.ts'
import type { Db, Queryable, Tx } from '#core/db.ts'
import type { Log } from '#core/log.ts'
import { Refused } from '#core/refuse.ts'
import { beginAttempt, endAttempt, type AttemptEnd } from './throttle.ts'

type Credential = { id: string; passwordHash: string; isActive: boolean }

export type LoginDeps = {
  db: Db
  clock: Clock
  log: Pick<Log, 'info' | 'warn' | 'error'>
  /** From the modules account and password, handed over in compose.ts. */
  readPhone: (text: string) => string | null
  findCredential: (on: Queryable, phone: string) => Promise<Credential | null>
  lockCredential: (tx: Tx, id: string) => Promise<Credential | null>
  setPasswordHash: (
    on: Queryable,
    change: { id: string; was: string; now: string },
  ) => Promise<boolean>
  hasher: {
    hash: (password: string) => Promise<string>
    verify: (passwordHash: string | null, password: string) => Promise<boolean>
    isOutdated: (passwordHash: string) => boolean
  }
  /** From core/session. */
  startSession: (
    on: Queryable,
    who: { memberId: string; address: string; device: string },
  ) => Promise<string>
}

export type LoginWish = {
  username: string
  password: string
  address: string
  device: string
  requestId: string
}

/** Opens a session. Every failure but a wait looks and lasts the same, whether the phone is known or not (F52). */
export async function login(deps: LoginDeps, wish: LoginWish): Promise<{ token: string }> {
  // What is no phone takes the same way under its own text, so that it is neither faster nor free.
  const phone = deps.readPhone(wish.username) ?? `not a phone: ${wish.username}`
  const begun = await beginAttempt(deps, { phone, address: wish.address })
  if (!begun) {
    deps.log.info({ requestId: wish.requestId }, 'a login has to wait')
    throw new Refused('REQUEST_LIMIT')
  }
  let end: AttemptEnd = 'not tried'
  try {
    const credential = await deps.findCredential(deps.db, phone)
    const isRight = await deps.hasher.verify(credential?.passwordHash ?? null, wish.password)
    end = isRight ? 'right' : 'wrong'
    if (!isRight || !credential) throw new Refused('WRONG_CREDENTIAL')
    const token = await openSession(deps, credential, wish)
    await renewHash(deps, credential, wish.password)
    return { token }
  } finally {
    // By now there may be a session, which a failure here would leave with nobody who holds it.
    await endAttempt(deps, begun, end).catch((error: unknown) =>
      deps.log.error({ err: error, requestId: wish.requestId }, 'an attempt stays counted'),
    )
  }
}

/** Under a lock: a session must not begin with a password that is being changed, or for a member being shut out. */
function openSession(
  { db, lockCredential, startSession }: LoginDeps,
  { id, passwordHash }: Credential,
  { address, device }: LoginWish,
): Promise<string> {
  return db.begin(async (tx) => {
    const now = await lockCredential(tx, id)
    if (!now || now.passwordHash !== passwordHash) throw new Refused('WRONG_CREDENTIAL')
    if (!now.isActive) throw new Refused('INACTIVE_USER')
    return startSession(tx, { memberId: id, address, device })
  })
}

/** The only moment at which a password is known that was hashed more cheaply than we now think right. */
async function renewHash(
  { db, log, hasher, setPasswordHash }: LoginDeps,
  { id, passwordHash }: Credential,
  password: string,
): Promise<void> {
  if (!hasher.isOutdated(passwordHash)) return
  try {
    const now = await hasher.hash(password)
    await setPasswordHash(db, { id, was: passwordHash, now })
  } catch (error) {
    // It can wait for the next login; this one has succeeded.
    log.warn({ err: error, memberId: id }, 'a password was not hashed anew')
  }
}
