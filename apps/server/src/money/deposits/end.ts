import { dayMs } from '@kapao/contract/times'
import { recordAudit } from '#core/audit/audit-store.ts'
import { OperatorRefused } from '#core/refused.ts'
import type { Db } from '#core/db/db.ts'
import { doEach } from '#core/jobs/jobs.ts'
import type { PushTo } from '#core/live/push.ts'
import type { Log } from '#core/telemetry/log.ts'
import { listBalances, walletOf } from '#ledger/read.ts'
import { lockMember, updateStatus } from '#records/statement/store.ts'
import type { Decider, ResolveDeps } from './match.ts'
import {
  findRequest,
  listRequestsBefore,
  lockRequest,
  type RequestCursor,
  type Request,
  setRequestEnded,
} from './request-store.ts'
import type { RequestDeps } from './request.ts'

/** How long a request waits for its transfer before it ends. */
export const requestLifetimeMs = dayMs
const endedAtOnceMax = 200

type EndDeps = Pick<RequestDeps, 'db' | 'clock'> & { log: Pick<Log, 'error'>; push: PushTo }

/** Expires a request that was not paid within a day, and notifies its member's pages. */
export async function endOldRequests({ db, clock, log, push }: EndDeps): Promise<void> {
  const at = clock.now()
  const due = listOld(db, new Date(at.getTime() - requestLifetimeMs))
  const end = async ({ id, memberId, statementSeq }: Request) => {
    const isEnded = await db.beginFor(memberId, async (tx) => {
      await lockMember(tx, memberId)
      if ((await lockRequest(tx, id))?.state !== 'open') return false
      await setRequestEnded(tx, { id, state: 'expired', why: 'it was not paid', at })
      await updateStatus(tx, { memberId, seq: statementSeq }, 'FAILED')
      return true
    })
    if (!isEnded) return
    const wallet = walletOf(await listBalances(db, memberId))
    push(memberId, 'deposit', { seq: Number(wallet?.seq ?? 0n), _id: id, status: 'FAILED' })
  }
  await doEach(due, end, {
    log,
    failed: 'an old request could not be ended',
    subjectOf: ({ id, memberId }) => ({ request: id, member: memberId }),
  })
}

async function* listOld(db: Db, before: Date): AsyncGenerator<Request> {
  let after: RequestCursor = { createdAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    const page = await listRequestsBefore(db, before, { after, limit: endedAtOnceMax })
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    after = last
  }
}

/** Refuses a request that will not be paid; it holds no money. */
export async function refuseRequest(
  { db, clock }: Pick<ResolveDeps, 'db' | 'clock'>,
  { id, actor, requestId, note }: Decider & { id: string },
): Promise<void> {
  const request = await findRequest(db, id)
  if (!request) throw new OperatorRefused(`There is no request ${id}.`, 'not-found')
  await db.beginFor(request.memberId, async (tx) => {
    await lockMember(tx, request.memberId)
    const { state } = (await lockRequest(tx, id))!
    if (state !== 'open')
      throw new OperatorRefused(
        `Request ${id} is ${state}; nothing was changed.`,
        'ended-otherwise',
      )
    const at = clock.now()
    await setRequestEnded(tx, { id, state: 'refused', why: note, at })
    const { memberId, statementSeq: seq } = request
    await updateStatus(tx, { memberId, seq }, 'FAILED')
    const action = 'deposits.refuse'
    await recordAudit(tx, { at, actor, requestId, action, subject: id, after: { why: note } })
  })
}
