import type { Db, Tx } from '#core/db/db.ts'
import { judgeSigned, type KnownPasskey, type PasskeyAnswer } from '#core/passkeys/ceremony.ts'
import { sha256 } from '#core/ids.ts'
import { noteNotice } from '#records/notices/store.ts'
import { lookFor, type AskedQuestion, type Questions } from './question.ts'
import { deletePasskey, findPasskey, noteUse, takeAnswered, type KeptPasskey } from './store.ts'

export type JudgeDeps = {
  db: Db
  questions: Questions
  /** The origin of the members' page; null where it is not known, and passkeys are off. */
  origin: string | null
}

/** Whose passkey has signed what we asked, and with which counter; nothing is recorded yet. */
export type ShownPasskey = { passkey: KeptPasskey; counter: bigint; question: AskedQuestion }

/** Nobody has its private half. An unknown passkey is compared with it, so that it takes as long as a known one. */
const decoy: KnownPasskey = {
  id: 'decoy',
  owner: 'decoy',
  transports: [],
  publicKey: Buffer.from(
    'a5010203262001215820a9c75fe0663b40db62589299b8e0de28e515cd49498d1dc013444ec9f1c4d869225820cc62e442be3525e1d5d89ac4320b64393507970482a6b0fb71394c108a7a8d72',
    'hex',
  ),
}

/** Null, whatever is wrong with it: unknown, removed, of another origin, over, or made up. */
export async function judgeShown(
  { db, questions, origin }: JudgeDeps,
  answer: PasskeyAnswer,
): Promise<ShownPasskey | null> {
  if (origin === null) return null
  const { id } = answer
  const passkey = typeof id === 'string' ? await findPasskey(db, id) : null
  const asked = lookFor(questions, 'shown')
  const counter = await judgeSigned({ origin, challenge: asked.isOurs, answer }, passkey ?? decoy)
  const { question } = asked
  return passkey && counter !== null && question ? { passkey, counter, question } : null
}

/**
 * Notes its use, in the transaction of what it is shown for; false if it may not be used. One whose counter did not go
 * forward was copied: it is removed, and its member warned, so the transaction is to be committed all the same.
 */
export async function countShown(
  tx: Tx,
  { passkey: { id, owner: memberId }, counter, question }: ShownPasskey,
): Promise<boolean> {
  // A second answer to the same question is a copy of the call, and not of the passkey.
  if (!(await takeAnswered(tx, question))) return false
  if (await noteUse(tx, { id, counter })) return true
  if (await deletePasskey(tx, { id, memberId }))
    await noteNotice(tx, { memberId, kind: 'passkey.removed', key: shortIdOf(id) })
  return false
}

/** Short enough for an address, whatever the device calls it. */
export function shortIdOf(id: string): string {
  return sha256(id).toString('base64url').slice(0, 22)
}
