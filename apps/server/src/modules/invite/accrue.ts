import type { WalletCurrency } from '@kapao/contract/limits'
import type { Clock } from '#core/clock.ts'
import type { Db, Queryable } from '#core/db.ts'
import { doEach, walk } from '#core/jobs.ts'
import type { Log } from '#core/log.ts'
import { listMovedAccounts, sumByKind, type MovedAccount } from '#ledger/read.ts'
import { isSamePerson } from './same-person.ts'
import { insertAccrual, listCursors, moveCursor, type Accrual } from './store.ts'

type Person = {
  id: string
  phone: string
  bankAccountNo: string
  currency: WalletCurrency
}

export type AccrueDeps = {
  db: Db
  clock: Clock
  log: Pick<Log, 'error'>
  /** Members who were invited by somebody, by id, after one. */
  listInvited: (
    on: Queryable,
    wanted: { after: string; limit: number },
  ) => Promise<readonly (Person & { invitedBy: string })[]>
  listMembers: (on: Queryable, ids: readonly string[]) => Promise<readonly Person[]>
  /** Whether rewards are given, and the percentage as the operator wrote it. */
  readRate: () => Promise<{ isActive: boolean; percent: string }>
}

const membersAtOnce = 500

/**
 * OP-INV: counts what invited members have played since the last time, and credits nothing yet. Only what they lost is known
 * to have been staked, so play is what was lost, result by result. Safe to run twice, at once and to be killed anywhere.
 */
export async function accrueInvites(deps: AccrueDeps): Promise<number> {
  const { isActive, percent } = await deps.readRate()
  const rate = isActive ? hundredthsOf(percent) : null
  let counted = 0
  const count = async (played: Played): Promise<void> => {
    if (await countAccount(deps, played, rate)) counted += 1
  }
  await doEach(listPlayed(deps), count, {
    log: deps.log,
    failed: 'what an invited member played could not be counted',
    subjectOf: ({ account, invitee }) => ({ account: String(account.id), member: invitee.id }),
  })
  return counted
}

type Played = { account: MovedAccount; from: bigint; inviter: Person; invitee: Person }

/** Accounts at games that have moved since they were counted last. */
async function* listPlayed({ db, ...deps }: AccrueDeps): AsyncGenerator<Played> {
  const listAfter = (after: string) => deps.listInvited(db, { after, limit: membersAtOnce })
  for await (const invited of walk(listAfter, ({ id }) => id)) {
    const ids = invited.map(({ id }) => id)
    const inviters = await deps.listMembers(db, [...new Set(invited.map((one) => one.invitedBy))])
    const accounts = await listMovedAccounts(db, ids, ['game'])
    const cursors = await listCursors(
      db,
      accounts.map(({ id }) => id),
    )
    for (const account of accounts) {
      const invitee = invited.find(({ id }) => id === account.owner)!
      const inviter = inviters.find(({ id }) => id === invitee.invitedBy)
      const from = cursors.get(account.id) ?? 0n
      if (inviter && account.seq > from) yield { account, from, inviter, invitee }
    }
  }
}

async function countAccount(
  { db, clock }: AccrueDeps,
  { account, from, inviter, invitee }: Played,
  rate: number | null,
): Promise<boolean> {
  return db.begin(async (tx) => {
    const to = account.seq
    if (!(await moveCursor(tx, account.id, { from, to }))) return false
    const sums = await sumByKind(tx, [{ id: account.id, after: from, upto: to }])
    const play = sums.get('play_result')?.gave ?? 0n
    if (play <= 0n) return false
    const why = voidOf({ inviter, invitee, rate })
    const accrual: Accrual = {
      account: account.id,
      uptoSeq: to,
      inviter: inviter.id,
      invitee: invitee.id,
      currency: invitee.currency,
      play,
      rate: why === null ? rate! : 0,
      void: why,
    }
    await insertAccrual(tx, accrual, clock.now())
    return true
  })
}

type Judged = Pick<Played, 'inviter' | 'invitee'> & { rate: number | null }

/** There is no exchange, so what was played in another currency brings nothing; nor does what is played while it is off. */
function voidOf({ inviter, invitee, rate }: Judged): Accrual['void'] {
  if (isSamePerson(inviter, invitee)) return 'same-person'
  if (inviter.currency !== invitee.currency) return 'currency'
  return rate === null ? 'off' : null
}

/** `0.5` is 50; the setting has at most two decimals. */
export function hundredthsOf(percent: string): number {
  const [whole = '0', decimals = ''] = percent.split('.')
  return Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
}
