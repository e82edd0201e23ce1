import type { readProfile as readProfileCall } from '@kapao/contract/account'
import type { AuditAction } from '@kapao/contract/console/actions'
import { isEnglishName } from '@kapao/contract/limits'
import { recordAudit } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { RateLimiter } from '#core/limits/rate-limit.ts'
import { Refused } from '#core/refused.ts'
import { requireIdentified } from '#core/session/identify.ts'
import type { AnswerOf } from '#core/calls/route.ts'
import { listBalances } from '#ledger/read.ts'
import { maskBankAccountNo } from '#records/account/bank-account.ts'
import {
  readAccountNo,
  readBankAccountName,
  readBankCode,
  readName,
} from '#records/account/details.ts'
import { noteNotice } from '#records/notices/store.ts'
import { withdrawalIsOpen } from '#money/withdrawals/read.ts'
import {
  findMember,
  lockAccount,
  setDetails,
  takenIn,
  type Details,
  type Member,
} from '#records/account/store.ts'

export type ProfileDeps = {
  db: Db
  clock: Clock
  log: Pick<Log, 'info'>
  limiter: RateLimiter
  readBanks: () => Promise<readonly { code: string }[]>
  /** Notifies the member's open pages, which read the bank account again. */
  notifyChanged: (memberId: string) => void
}

export async function readProfile(
  deps: ProfileDeps,
  memberId: string,
): Promise<AnswerOf<typeof readProfileCall>> {
  const member = await findMember(deps.db, memberId)
  if (!member) throw new Refused('NO_USER')
  const { id, username, name, createdAt } = member
  const coin = Number(await countCoins(deps.db, memberId))
  return { _id: id, username, name, createdAt: createdAt.toISOString(), coin }
}

async function countCoins(db: Db, memberId: string): Promise<bigint> {
  const balances = await listBalances(db, memberId)
  return balances.find(({ kind }) => kind === 'coin')?.money.amount ?? 0n
}

type Act = { memberId: string; sessionKey: string; requestId: string; address: string }

/** OP-PROFPUT: the checks of a registration, and a refusal while a withdrawal to the old account is open. */
export async function changeProfile(deps: ProfileDeps, act: Act, given: Details): Promise<void> {
  const bankCode = readBankCode(given.bankCode, await deps.readBanks())
  const after: Details = {
    name: readName(given.name),
    bankCode,
    bankAccountName: readBankAccountName(given.bankAccountName, bankCode),
    bankAccountNo: readAccountNo(given.bankAccountNo),
  }
  await countingTaken(deps, act, () =>
    change(deps, { ...act, action: 'profile.change' }, () => after),
  )
  deps.notifyChanged(act.memberId)
}

/**
 * S13: a member may learn four times an hour whether another member has a bank account, and each is logged. A try is
 * counted first and uncounted when it revealed nothing, so that concurrent tries learn no more.
 */
async function countingTaken<T>(
  { limiter, log }: ProfileDeps,
  { memberId, requestId, address }: Act,
  work: () => Promise<T>,
): Promise<T> {
  const who = { memberId, address }
  if ((await limiter.take('taken', who)) !== null) throw new Refused('REQUEST_LIMIT')
  let isDisclosed = false
  try {
    return await work()
  } catch (error) {
    isDisclosed = error instanceof Refused && error.code === 'EXISTING_BANK'
    if (isDisclosed) log.info({ requestId, memberId }, 'a profile named what another member has')
    throw error
  } finally {
    if (!isDisclosed) limiter.giveBack('taken', who)
  }
}

/** OP-BANKNAME: the same account, its name in Latin letters. */
export async function changeBankAccountName(
  deps: ProfileDeps,
  act: Act,
  given: { bankCode: string; bankAccountName: string },
): Promise<void> {
  await change(deps, { ...act, action: 'profile.changeBankName' }, (member) => {
    if (member.bankCode !== given.bankCode) throw new Refused('INVALID_BANK')
    if (!isEnglishName(given.bankAccountName)) throw new Refused('BANK_ACCOUNT_NAME_ENG')
    const bankAccountName = readBankAccountName(given.bankAccountName, member.bankCode)
    return { ...member, bankAccountName }
  })
}

async function change(
  deps: ProfileDeps,
  { memberId, sessionKey, requestId, action }: Act & { action: AuditAction & `profile.${string}` },
  decide: (member: Member) => Details,
): Promise<void> {
  const at = deps.clock.now()
  try {
    await deps.db.beginFor(memberId, async (tx) => {
      const isOpen = await withdrawalIsOpen(tx, memberId)
      const before = await lockAccount(tx, memberId)
      if (!before) throw new Refused('NO_USER')
      const after = decide(before)
      const isOther =
        before.bankCode !== after.bankCode || before.bankAccountNo !== after.bankAccountNo
      if (isOther) await requireIdentified(tx, sessionKey)
      if (isOpen) throw new Refused('WITHDRAW_PENDING')
      await setDetails(tx, { ...after, id: memberId, at })
      await recordAudit(tx, {
        at,
        actor: `member:${memberId}`,
        requestId,
        action,
        subject: memberId,
        before: shownInAudit(before),
        after: shownInAudit(after),
      })
      if (isOther)
        await noteNotice(tx, {
          memberId,
          kind: 'bank.changed',
          key: `${at.getTime()} ${requestId}`,
        })
    })
  } catch (error) {
    const taken = takenIn(error)
    throw taken ? new Refused(taken) : error
  }
}

/** Enough for the audit trail; the full number is in the member's row and on every withdrawal. */
function shownInAudit({ name, bankCode, bankAccountName, bankAccountNo }: Details): Details {
  return { name, bankCode, bankAccountName, bankAccountNo: maskBankAccountNo(bankAccountNo) }
}
