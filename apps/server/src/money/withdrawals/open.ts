import { type Currency, type Money, moneyFromText } from '@kapao/contract/money'
import type { Capability, ContextWith } from '#context/app-context.ts'
import { accountBook } from '#ledger/accounts.ts'
import type { Settings } from '#settings/registry.ts'
import { openWithdrawals as openService, type Rules, type WithdrawalDeps } from './begin.ts'
import { findWithdrawalOutcome } from './view.ts'
import { dueWithdrawals } from './pay-store.ts'
import { recover } from './recover.ts'
import { type WithdrawalRouteDeps, withdrawalRoutes } from './routes.ts'

type Uses = Pick<
  WithdrawalDeps,
  | 'bonusBlocks'
  | 'isKept'
  | 'needsManualReview'
  | 'lockMember'
  | 'setRowStatus'
  | 'isChecked'
  | 'findUnproven'
  | 'isPayingStopped'
  | 'isDeactivated'
  | 'notify'
> &
  Pick<WithdrawalRouteDeps, 'maskAccountNo' | 'showKept'> & {
    /** Empties a member's games into the wallet, once per key. */
    sweepGames: (sweep: { memberId: string; key: string; requestId: string }) => Promise<void>
    isSweeping: (memberId: string, key: string) => Promise<boolean>
  }

/** Withdrawals: money from the wallet, or from everywhere, to the member's bank account. */
export function openWithdrawals(
  context: ContextWith<'db' | 'clock' | 'ids' | 'log' | 'outside' | 'readSettings' | 'failpoint'>,
  uses: Uses,
): Capability {
  const { db, outside, readSettings } = context
  const deps: WithdrawalDeps = {
    ...context,
    ...uses,
    accounts: accountBook(db),
    readRules: async (currency) => rulesOf(await readSettings(), currency),
    findChannel: outside.payouts.find,
    sweepGames: (memberId, withdrawal, requestId) =>
      uses.sweepGames({ memberId, key: keyOf(withdrawal), requestId }),
    isSweeping: (memberId, withdrawal) => uses.isSweeping(memberId, keyOf(withdrawal)),
  }
  const withdrawals = openService(deps)
  return {
    registerCalls: (api) => withdrawalRoutes(api, { ...uses, ...deps, withdrawals }),
    operations: [findWithdrawalOutcome],
    openWork: [
      {
        name: 'withdrawals',
        job: 'withdrawals.sweep',
        everyMs: 2_000,
        atOnceEach: 4,
        findDue: (wanted) => dueWithdrawals.find(db, wanted),
        countDue: (at) => dueWithdrawals.count(db, at),
        finish: (due) => recover(deps, due),
      },
    ],
  }
}

function rulesOf(settings: Settings, currency: Currency): Rules {
  if (currency === 'COIN') throw new Error('coins are not withdrawn')
  const money = (text: string): Money => moneyFromText(text, currency)!
  return {
    min: money(settings[`withdraw.min.${currency}`]),
    max: money(settings[`withdraw.max.${currency}`]),
    autoMax: money(settings[`withdraw.autoMax.${currency}`]),
    autoDayMax: money(settings[`withdraw.autoDayMax.${currency}`]),
    twoFrom: money(settings[`withdraw.twoFrom.${currency}`]),
    channel: settings[`withdraw.channel.${currency}`],
  }
}

/** The sweep of a withdrawal is a transfer of everything under its own key, which no member can send. */
function keyOf(withdrawal: string): string {
  return `withdrawal:${withdrawal}`
}
