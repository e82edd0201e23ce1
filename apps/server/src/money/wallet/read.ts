import type { BankNames } from '@kapao/contract/fields'
import type { Money } from '@kapao/contract/money'
import type { Wallet } from '@kapao/contract/wallet'
import type { Db, Queryable } from '#core/db/db.ts'
import { readDespiteOutage, type Reads } from '#core/db/reads/reads.ts'
import { Refused } from '#core/refused.ts'
import { listBalances } from '#ledger/read.ts'
import { findMember } from '#records/account/store.ts'
import type { Settings } from '#settings/registry.ts'
import { listReportedAt } from './store.ts'

export type WalletDeps = {
  db: Db
  reads?: Reads | undefined
  readSettings: () => Promise<Settings>
  /** The unclaimed rewards for a member's invitees. */
  findInviteAmount: (on: Queryable, memberId: string) => Promise<bigint>
}

/**
 * Everything the home screen shows, from one snapshot; queries no provider and changes nothing. While the primary is
 * away, members see what a standby has, and how old that may be.
 */
export async function readWallet(deps: WalletDeps, memberId: string): Promise<Wallet> {
  const settings = await deps.readSettings()
  const banks = settings['registration.banks']
  const read = await readDespiteOutage(deps, (on, ageMs) =>
    on.begin(async (tx) => {
      await tx.query('set transaction isolation level repeatable read, read only')
      return {
        member: await findMember(tx, memberId),
        balances: await listBalances(tx, memberId),
        reportedAt: await listReportedAt(tx, memberId),
        earned: await deps.findInviteAmount(tx, memberId),
        ageMs,
      }
    }),
  )
  const { member, balances, reportedAt, earned, ageMs } = read
  if (!member) throw new Refused(ageMs === null ? 'NO_USER' : 'SERVICE_BUSY')
  const { currency } = member
  const nothing: Money = { amount: 0n, currency }
  const find = (kind: string, party = '') =>
    balances.find((one) => one.kind === kind && one.party === party)

  return {
    profile: {
      _id: member.id,
      username: member.username,
      name: member.name,
      createdAt: member.createdAt.toISOString(),
      coin: Number(find('coin')?.money.amount ?? 0n),
    },
    bankAccount: {
      bankAccountName: member.bankAccountName,
      bankAccountNo: member.bankAccountNo,
      bank: {
        code: member.bankCode,
        ...namesOf(
          member.bankCode,
          banks.find(({ code }) => code === member.bankCode),
        ),
      },
    },
    currency,
    ...(ageMs === null ? {} : { ageSeconds: Math.ceil(ageMs / 1_000) }),
    wallet: { amount: find('wallet')?.money ?? nothing },
    invite: {
      amount: { amount: earned, currency },
      success: Number(settings['invite.success']),
      fail: Number(settings['invite.fail']),
    },
    slots: settings['games.providers']
      // A provider that is no longer offered is still shown with its balance.
      .filter(({ code, currencies }) => currencies.includes(currency) || find('game', code))
      .map(({ factor, currencies, ...shown }) => {
        const account = find('game', shown.code)
        return {
          ...shown,
          isActive: account !== undefined,
          amount: account?.money ?? nothing,
          ftWalletSlot: factor,
          ...(currencies.includes(currency) ? {} : { isClosed: true as const }),
          amountAt: reportedAt.get(shown.code)?.toISOString() ?? null,
        }
      }),
  }
}

/** A bank that is no longer offered is named by its code. */
function namesOf(code: string, known: BankNames | undefined): BankNames {
  const { nameTH, nameLA, nameEN } = known ?? { nameTH: code, nameLA: code, nameEN: code }
  return { nameTH, nameLA, nameEN }
}
