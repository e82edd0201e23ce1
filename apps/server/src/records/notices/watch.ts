import type { NoticeKind } from '@kapao/contract/notices'
import type { Clock } from '#core/clock.ts'
import type { Db, Tx } from '#core/db/db.ts'
import { findItemBy, lockItem, noteItem, setEvidence } from '#records/items/store.ts'
import { takeOverdue, type OverdueWarning } from './watch-store.ts'

export type WatchDeps = {
  db: Db
  clock: Clock
  readSettings: () => Promise<{ 'notices.untoldMinutes': number }>
}

const kind = 'notices.untold'
const takenAtOnceMax = 200
const namedMax = 50

/** What a thief needs the member not to hear of: nothing is paid out until somebody has asked the member. */
const ofBank: readonly NoticeKind[] = ['bank.changed', 'bank.byHand']

/** Makes an item of each warning that was neither read nor sent within its time, in the transaction that takes it. */
export async function watchUntold({ db, clock, readSettings }: WatchDeps): Promise<void> {
  const { 'notices.untoldMinutes': minutes } = await readSettings()
  let taken = takenAtOnceMax
  while (taken === takenAtOnceMax)
    taken = await db.begin(async (tx) => {
      const found = await takeOverdue(tx, { minutes, limit: takenAtOnceMax })
      const untold = found.filter(({ isTold }) => !isTold)
      for (const one of untold) if (ofBank.includes(one.kind)) await noteAlone(tx, one, clock.now())
      await noteTogether(
        tx,
        untold.filter((one) => !ofBank.includes(one.kind)),
        clock.now(),
      )
      return found.length
    })
}

async function noteAlone(tx: Tx, { id, memberId, at }: OverdueWarning, now: Date): Promise<void> {
  await noteItem(tx, {
    kind,
    key: `notice ${id}`,
    memberId,
    words:
      'The bank account was changed, and no SMS about it could be sent; nobody has read it on the page',
    evidence: { at: at.toISOString() },
    holds: ['withdrawals'],
    since: now,
  })
}

/** One item for each hour, however many they are; what comes after its decision is another one. */
async function noteTogether(tx: Tx, untold: readonly OverdueWarning[], now: Date): Promise<void> {
  if (untold.length === 0) return
  const hour = now.toISOString().slice(0, 13)
  for (let no = 1; ; no += 1) {
    const key = no === 1 ? hour : `${hour} #${no}`
    const words =
      'Warnings to members could not be sent by SMS, and nobody has read them on the page'
    const members = untold.map(({ memberId }) => memberId)
    const evidence = evidenceOf(members, untold.length)
    if (await noteItem(tx, { kind, key, words, evidence, since: now })) return
    const item = await lockItem(tx, (await findItemBy(tx, kind, key))!.id)
    if (item?.decision !== null) continue
    const { member, count } = item.evidence as ReturnType<typeof evidenceOf>
    return setEvidence(tx, item.id, evidenceOf([...member, ...members], count + untold.length))
  }
}

function evidenceOf(members: readonly string[], count: number) {
  return { member: [...new Set(members)].slice(0, namedMax), count }
}
