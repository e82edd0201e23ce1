import type { HouseCheck, HouseFact } from '@kapao/contract/console/house'
import {
  checkGrades,
  houseCheckNames,
  type CheckGrade,
  type HouseCheckName,
} from '@kapao/contract/console/house-words'
import { walletCurrencies, type WalletCurrency } from '@kapao/contract/limits'
import type { AppContext } from '#context/app-context.ts'
import { findLastAct, recordAudit, type AuditContext } from '#core/audit/audit-store.ts'
import { nameOf } from '#core/audit/actor.ts'
import type { Queryable } from '#core/db/db.ts'
import { sha256 } from '#core/ids.ts'
import { OperatorRefused } from '#core/refused.ts'
import { listSettings } from '#settings/list.ts'
import type { Settings } from '#settings/registry.ts'
import {
  checkAccounts,
  checkGames,
  checkMoney,
  checkPayouts,
  checkSlips,
  checkSms,
} from './checks/channels.ts'
import { screenOf } from './checks/fact.ts'
import { checkAlarms, checkBooks, checkMachine } from './checks/kept.ts'
import { checkPeople } from './checks/people.ts'
import { checkRewards } from './checks/rewards.ts'
import { checkBrand, checkLimits, checkTexts, type HouseSettings } from './checks/written.ts'
import { readOtherSigns } from './store.ts'

export type CheckContext = Pick<AppContext, 'config' | 'db' | 'clock' | 'ids' | 'outside'>

/** What is there and what is missing, line by line. It forbids nothing: a house opens when its owners say so. */
export async function checkHouse(context: CheckContext): Promise<HouseCheck[]> {
  const found = await findFacts(context)
  const checks: HouseCheck[] = []
  for (const check of houseCheckNames)
    checks.push(await judge(context.db, { check, facts: found[check] }))
  return checks
}

async function findFacts(context: CheckContext): Promise<Record<HouseCheckName, HouseFact[]>> {
  const { db, clock } = context
  const now = clock.now()
  const house = await readHouseSettings(context)
  const signs = await readOtherSigns(db, now)
  return {
    people: await checkPeople(db),
    brand: checkBrand(house),
    accounts: checkAccounts(context, house),
    payouts: checkPayouts(context, house),
    games: checkGames(context, house),
    limits: checkLimits(house),
    texts: checkTexts(house),
    rewards: await checkRewards(db, { now, settings: house.settings }),
    sms: checkSms(context, house, signs),
    slips: checkSlips(context, signs),
    money: await checkMoney(db),
    books: await checkBooks(db, now),
    alarms: checkAlarms(),
    machine: await checkMachine(context),
  }
}

async function readHouseSettings({ db, config }: CheckContext): Promise<HouseSettings> {
  const rows = await listSettings(db)
  const settings = Object.fromEntries(rows.map(({ name, value }) => [name, value])) as Settings
  const set = new Set(rows.filter(({ isSet }) => isSet).map(({ name }) => name))
  const paidIn = [...settings['deposit.accounts'], ...settings['deposit.wallets']]
  const used = walletCurrencies.filter((one) => paidIn.some(({ currency }) => currency === one))
  const first: WalletCurrency = config.variant === 'laos' ? 'LAK' : 'BAHT'
  return {
    settings,
    isSet: (name) => set.has(name),
    currencies: used.length > 0 ? used : [first],
  }
}

const screens: Record<HouseCheckName, string | null> = {
  people: '/operators',
  brand: screenOf('brand.name'),
  accounts: screenOf('deposit.accounts'),
  payouts: '/doors',
  games: screenOf('games.providers'),
  limits: screenOf('withdraw.max.BAHT'),
  texts: screenOf('agreements.th'),
  rewards: '/rewards',
  sms: '/doors',
  slips: '/doors',
  money: '/work',
  books: null,
  alarms: null,
  machine: null,
}

type GuideLine = { check: HouseCheckName; facts: HouseFact[] }

async function judge(on: Queryable, { check, facts }: GuideLine): Promise<HouseCheck> {
  const worst = worstOf(facts)
  const seen = worst === 'should' ? seenOf(facts) : null
  const last = seen === null ? null : await findLastAct(on, aboutOf(check))
  const isConfirmed = last !== null && (last.after as { seen?: unknown }).seen === seen
  return {
    check,
    grade: isConfirmed ? 'fine' : worst,
    facts,
    screen: screens[check],
    seen: isConfirmed ? null : seen,
    confirmed: isConfirmed ? { by: nameOf(last.actor), at: last.at.toISOString() } : null,
  }
}

function worstOf(facts: readonly HouseFact[]): CheckGrade {
  const at = Math.max(...facts.map(({ grade }) => checkGrades.indexOf(grade)))
  return checkGrades[at]!
}

const action = 'house.confirm'
const aboutOf = (check: HouseCheckName) => ({ subject: `house:${check}`, actions: [action] })

/** What a word would be given for: when it differs, somebody has to look again. */
function seenOf(facts: readonly HouseFact[]): string {
  const open = facts.filter(({ grade }) => grade === 'should')
  const text = JSON.stringify(
    open.map(({ what, names, count, sums }) => [what, names, count, sums]),
  )
  return sha256(text).toString('hex').slice(0, 32)
}

/** Keeps the word of an operator for just what was seen; a second one only adds another row of the trail. */
export async function confirmCheck(
  context: CheckContext,
  { check, seen, ...by }: AuditContext & { check: HouseCheckName; seen: string },
): Promise<{ by: string; at: string }> {
  const facts = (await findFacts(context))[check]
  const now = await judge(context.db, { check, facts })
  if (now.confirmed) return now.confirmed
  if (now.seen !== seen)
    throw new OperatorRefused(
      `What the house needs of ${check} was found otherwise meanwhile. Look at it again.`,
      'setting-changed',
    )
  const at = context.clock.now()
  const { subject } = aboutOf(check)
  await recordAudit(context.db, { at, ...by, action, subject, after: { seen, facts } })
  return { by: nameOf(by.actor), at: at.toISOString() }
}
