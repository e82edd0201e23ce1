import { type Currency, type Money, moneyFromText } from '@kapao/contract/money'
import type { Capability, ContextWith } from '#context/app-context.ts'
import { accountBook } from '#ledger/accounts.ts'
import type { Settings } from '#settings/registry.ts'
import { openBeginnings, type Rules, type WithdrawalDeps } from './begin.ts'
import { findWithdrawalOutcome } from './view.ts'
import { dueWithdrawals } from './pay-store.ts'
import { recover } from './recover.ts'
import { withdrawalRoutes } from './routes.ts'

type Uses = Pick<
  WithdrawalDeps,
  | 'bonusBlocks'
  | 'refreshAll'
  | 'needsManualReview'
  | 'lookAtPayout'
  | 'hasUnproven'
  | 'hasUnshown'
  | 'sweepGames'
  | 'notify'
>

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
    beginnings: openBeginnings(context),
  }
  return {
    registerCalls: (api) => withdrawalRoutes(api, deps),
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
