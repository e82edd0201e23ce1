import { textOfMoney, type Currency } from '@kapao/contract/money'
import { dayMs } from '@kapao/contract/times'
import { bangkokDayName, bangkokDayStart } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { readFromStandby } from '#core/db/reads/reads.ts'
import { readTrialBalance, type TrialLine } from '#ledger/reconcile.ts'
import { listReconciled } from '#channels/bankfeed/store.ts'
import { listFindings } from '#channels/qrcodes/findings-store.ts'
import { reconcileDay, startOfDay } from '#desk/reconcile/service.ts'
import { listResults, type Result } from '#desk/reconcile/store.ts'
import type { Command, Group } from '../command.ts'
import { wrongUsage } from '../terminal/fault.ts'
import { listedMax, tableOf } from '../terminal/print.ts'
import { openReconciling } from '#desk/reconcile/open.ts'

const dayForm = /^\d{4}-\d\d-\d\d$/

const reconcile: Command = {
  name: 'reconcile',
  args: [],
  about:
    'Compares a day of the ledger with banks, gateways, wallets, providers and payout channels.',
  options: {
    day: { value: 'DAY', about: 'A day in Bangkok, such as 2026-11-21; yesterday if left out.' },
    kept: { value: null, about: 'Show the last comparison without asking anyone.' },
  },
  examples: [
    'kapao reconcile',
    'kapao reconcile --day 2026-11-21',
    'kapao reconcile --kept --json',
  ],
  run: async (cli, typed) => {
    const day =
      typed.text('day') ??
      bangkokDayName(new Date(bangkokDayStart(cli.clock.now()).getTime() - dayMs))
    const start = startOfDay(day)
    if (!dayForm.test(day) || Number.isNaN(start.getTime()))
      wrongUsage('A day is written 2026-11-21.')
    if (!typed.flag('kept')) await reconcileDay(openReconciling(cli), start)
    // What was found just now is read where it was written.
    const read = typed.flag('kept')
      ? readFromStandby(cli, (on) => found(on, day))
      : found(cli.db, day)
    const results = await read
    const trial = await readFromStandby(cli, readTrialBalance)
    const text = `${day}\n${textOfResults(results)}\n\nTrial balance\n${textOfTrial(trial)}`
    const money = trial.map((one) => ({ ...one, amount: textOfMoney(one) }))
    return { text, json: { day, results, trialBalance: money } }
  },
}

type ResultRow = Omit<Result, 'checkedAt'>

async function found(on: Db, day: string): Promise<ResultRow[]> {
  return [...(await listResults(on, day)), ...(await elsewhere(on, day))]
}

/** Banks (daily) and gateways (hourly) are compared by their own modules; their findings belong on the same page. */
async function elsewhere(db: Db, day: string): Promise<ResultRow[]> {
  const shared = { day, why: null, unasked: 0 }
  const open = { class: 'open' as const, ours: null, theirs: null }
  const banks = (await listReconciled(db, listedMax)).filter((one) => one.day === day)
  const gateways = await listFindings(db, listedMax)
  return [
    ...banks.map(({ party, lines, differences }) => {
      const found = { ...open, what: 'in its statement' }
      const findings = differences.map(({ kind, reference }) => ({ ...found, kind, reference }))
      return { ...shared, source: 'bank', party, ours: lines, theirs: lines, findings }
    }),
    ...gateways.map(({ provider, about, what }) => {
      const findings = [{ ...open, kind: 'extra' as const, reference: about, what }]
      return { ...shared, source: 'gateway', party: provider, ours: 0, theirs: 0, findings }
    }),
  ]
}

function textOfResults(results: readonly ResultRow[]): string {
  const rows = results.flatMap(({ source, party, why, ours, theirs, unasked, findings }) => {
    const all = unasked > 0 ? `${ours} (${unasked} not asked about)` : String(ours)
    const head = [source, party, all, String(theirs)]
    if (why !== null) return [[...head, 'NOT COMPARED', '-', why]]
    if (findings.length === 0) return [[...head, 'agrees', '-', '-']]
    return findings.map((one) => [...head, `${one.class} ${one.kind}`, one.reference, one.what])
  })
  return tableOf(['source', 'who', 'ours', 'theirs', 'verdict', 'reference', 'what'], rows)
}

function textOfTrial(lines: readonly TrialLine[]): string {
  const rows = lines.map((one) => [one.side, one.kind, `${textOfMoney(one)} ${one.currency}`])
  const sums = new Map<Currency, bigint>()
  for (const { currency, amount } of lines) sums.set(currency, (sums.get(currency) ?? 0n) + amount)
  for (const [currency, amount] of sums)
    rows.push(['all', 'sum, must be nothing', `${textOfMoney({ amount, currency })} ${currency}`])
  return tableOf(['side', 'kind', 'balance'], rows)
}

export const reconcileGroup: Group = {
  name: 'reconcile',
  about: 'The ledger compared with all outside parties.',
  commands: [reconcile],
}
