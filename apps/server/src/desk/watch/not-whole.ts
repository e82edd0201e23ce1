import type { Clock } from '#core/clock.ts'
import type { Db, Queryable } from '#core/db/db.ts'
import type { Violation } from '#ledger/verify.ts'
import { noteItem } from '#records/items/store.ts'
import { stopPayouts } from '#records/payouts/stop.ts'
import { listFindings } from '#records/payouts/store.ts'
import { findImbalance, findOwners } from './not-whole-store.ts'

type Deps = { db: Db; clock: Clock }

const floorCheck = 'no account is below its floor'
const sumCheck = 'each currency sums to zero'

/**
 * Stops payouts of the members whose accounts do not follow from their movements, or of everybody where a finding does
 * not say whose it is, and puts an item on the list in the same commit. A finding that is known stops nothing again,
 * and a process that dies before the commit finds it again in a minute.
 */
export async function stopOnFindings(
  { db, clock }: Deps,
  violations: readonly Violation[],
): Promise<void> {
  for (const [memberId, found] of await groupByMember(db, violations)) {
    const checks = [...new Set(found.map(({ check }) => check))]
    const words = `The books are not whole: ${checks.join('; ')}`
    const act = {
      memberId,
      findings: found.map(keyOf),
      why: words,
      actor: 'system:ledger' as const,
      requestId: 'ledger.verify',
    }
    await stopPayouts({ db, clock }, act, (tx, id) =>
      noteItem(tx, {
        kind: 'ledger.not-whole',
        key: `stop ${id}`,
        memberId,
        words,
        evidence: { checks },
        since: clock.now(),
      }),
    )
  }
}

async function groupByMember(
  db: Db,
  violations: readonly Violation[],
): Promise<Map<string | null, Violation[]>> {
  const accounts = violations.map(accountOf)
  const owners = await findOwners(
    db,
    accounts.filter((one) => one !== null),
  )
  const groups = new Map<string | null, Violation[]>()
  for (const [at, one] of violations.entries()) {
    const account = accounts[at]!
    const owner = account === null ? null : (owners.get(account) ?? null)
    if (owner === null && one.check === sumCheck && (await isExplained(db, one, violations)))
      continue
    groups.set(owner, [...(groups.get(owner) ?? []), one])
  }
  return groups
}

/** A sum is off by as much as the members' accounts that were found, now or before. */
async function isExplained(
  on: Queryable,
  { what }: Violation,
  violations: readonly Violation[],
): Promise<boolean> {
  const found = [...violations.map(keyOf), ...(await listFindings(on))]
  const accounts = found.flatMap((key) => {
    const id = /^account (\d+) /.exec(key)?.[1]
    return id === undefined ? [] : [BigInt(id)]
  })
  const { currency, sum } = what as { currency: string; sum: unknown }
  return (await findImbalance(on, accounts, currency)) === BigInt(String(sum))
}

function accountOf({ check, what }: Violation): bigint | null {
  if (typeof what === 'string') return null
  const id = what['account'] ?? (check === floorCheck ? what['id'] : null)
  return typeof id === 'bigint' ? id : null
}

/** The same for the checks of each minute, of the quarter hour and of the night. */
function keyOf(violation: Violation): string {
  const { check, what } = violation
  const account = accountOf(violation)
  if (account === null || typeof what === 'string') return `${check}: ${textOf(what)}`.slice(0, 300)
  const at = typeof what['seq'] === 'bigint' ? String(what['seq']) : check
  return `account ${account} ${at} ${textOf({ balance: what['balance'] })}`
}

function textOf(what: Violation['what']): string {
  return typeof what === 'string'
    ? what
    : JSON.stringify(what, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part))
}
