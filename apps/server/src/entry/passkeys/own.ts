import type { Passkey } from '@kapao/contract/passkeys'
import { deviceName } from '@kapao/contract/device-name'
import { recordAudit } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import {
  askToMake,
  judgeMade,
  type PasskeyAnswer,
  type PasskeyOptions,
} from '#core/passkeys/ceremony.ts'
import { Refused } from '#core/refused.ts'
import { requireIdentified } from '#core/session/identify.ts'
import type { Tx } from '#core/db/db.ts'
import { findMember } from '#records/account/store.ts'
import { noteNotice } from '#records/notices/store.ts'
import { shortIdOf, type JudgeDeps } from './judge.ts'
import { lookFor } from './question.ts'
import { deletePasskey, insertPasskey, listPasskeysOf, takeAnswered } from './store.ts'

/** More devices than any member signs in from. */
const passkeysMax = 10

export type OwnDeps = JudgeDeps & { clock: Clock; readBrand: () => Promise<string> }
type Caller = { memberId: string; sessionKey: string; requestId: string }

/** Whether one more can be kept, and passkeys are on. */
export async function hasPlace({ db, origin }: JudgeDeps, memberId: string): Promise<boolean> {
  return origin !== null && (await listPasskeysOf(db, memberId)).length < passkeysMax
}

/** What the browser is asked to make; silently, after a login. */
export async function askForOwn(
  { db, questions, origin, readBrand }: OwnDeps,
  { memberId, sessionKey }: Caller,
): Promise<PasskeyOptions> {
  const member = await findMember(db, memberId)
  if (origin === null || !member) throw new Refused('PASSKEY_REFUSED')
  const own = await db.begin(async (tx) => {
    await requireIdentified(tx, sessionKey)
    return listPasskeysOf(tx, memberId)
  })
  if (own.length >= passkeysMax) throw new Refused('PASSKEYS_MAX')
  const owner = { id: memberId, name: member.username, house: await readBrand() }
  const challenge = await questions.make(`added ${sessionKey}`)
  return askToMake(origin, owner, { own, challenge, isSilent: true })
}

/** Keeps what the browser has made, once for its question, and tells its member. */
export async function addOwn(
  { db, clock, questions, origin }: OwnDeps,
  { memberId, sessionKey, requestId, userAgent }: Caller & { userAgent: string },
  answer: PasskeyAnswer,
): Promise<void> {
  if (origin === null) throw new Refused('PASSKEY_REFUSED')
  const asked = lookFor(questions, `added ${sessionKey}`)
  const made = await judgeMade({ origin, challenge: asked.isOurs, answer, isSilent: true })
  const { question } = asked
  await db.beginFor(memberId, async (tx) => {
    await requireIdentified(tx, sessionKey)
    if (made === null || !question || !(await takeAnswered(tx, question)))
      throw new Refused('PASSKEY_REFUSED')
    if ((await listPasskeysOf(tx, memberId)).length >= passkeysMax)
      throw new Refused('PASSKEYS_MAX')
    if (!(await insertPasskey(tx, { ...made, memberId, label: deviceName(userAgent) })))
      throw new Refused('PASSKEY_REFUSED')
    await note(tx, { memberId, requestId, id: made.id, at: clock.now() }, 'added')
  })
}

export async function removeOwn(
  { db, clock }: OwnDeps,
  { memberId, sessionKey, requestId }: Caller,
  shownId: string,
): Promise<void> {
  await db.beginFor(memberId, async (tx) => {
    await requireIdentified(tx, sessionKey)
    const own = await listPasskeysOf(tx, memberId)
    const found = own.find(({ id }) => shortIdOf(id) === shownId)
    if (!found || !(await deletePasskey(tx, { id: found.id, memberId }))) return
    await note(tx, { memberId, requestId, id: found.id, at: clock.now() }, 'removed')
  })
}

type Note = { memberId: string; requestId: string; id: string; at: Date }

async function note(
  tx: Tx,
  { memberId, requestId, id, at }: Note,
  what: 'added' | 'removed',
): Promise<void> {
  const actor = `member:${memberId}` as const
  await recordAudit(tx, {
    at,
    actor,
    requestId,
    action: what === 'added' ? 'passkeys.add' : 'passkeys.remove',
    subject: memberId,
  })
  await noteNotice(tx, { memberId, kind: `passkey.${what}`, key: shortIdOf(id) })
}

export async function listOwn({ db }: JudgeDeps, memberId: string): Promise<Passkey[]> {
  return (await listPasskeysOf(db, memberId)).map(({ id, label, addedAt, usedAt }) => ({
    _id: shortIdOf(id),
    credential: id,
    label,
    addedAt: addedAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
  }))
}
