import type { CrashPoint } from '#core/jobs/failpoint.ts'
import { nameOfCall } from '@kapao/contract/calls'
import { createQr as createCall, type QrState } from '@kapao/contract/deposits'
import { qrAmountMin, type WalletCurrency } from '@kapao/contract/limits'
import { type AmountText, decimalsOf, type Money, moneyFromText } from '@kapao/contract/money'
import { hourMs, minuteMs } from '@kapao/contract/times'
import {
  findBegun,
  fingerprintOf,
  keyFor,
  outcomeOf,
  requireSameBody,
  type Caller,
} from '#core/calls/idempotency.ts'
import { Refused } from '#core/refused.ts'
import type { Ids } from '#core/ids.ts'
import type { GatewayClient, OrderResult } from '#outside/gateways/client.ts'
import { bonusHeld } from '#money/bonus/read.ts'
import { findMember, type Member } from '#records/account/store.ts'
import { lockMember } from '#records/statement/store.ts'
import { askAfterEndMs, type CancelDeps, closeAtGateway } from './cancel.ts'
import {
  type Code,
  countOrdered,
  findByKey,
  findCode,
  findLive,
  insertCode,
  setEnded,
  setOpen,
} from './codes/store.ts'
import { noCode, stateOfCode } from './codes/view.ts'
import { isOffered, readRules, type QrRules, type RuleDeps } from './rules.ts'

const createRoute = nameOfCall(createCall)

export type CreateDeps = CancelDeps &
  RuleDeps & {
    ids: Ids
    /** Each code costs the gateway an order and several queries, and no member pays that often. */
    orderedPerHourMax: number
    /** Failpoint: tests end the process here; does nothing in production. */
    failpoint: (step: CrashPoint) => Promise<void>
  }

/** A younger order is still handled by the request that made it. */
const orderingMs = 30_000
const firstAskAfterMs = 30_000

/**
 * Orders a code for one deposit and shows it; moves no money. The member's earlier code is replaced once this one can
 * be shown. The same key and body again returns the same code.
 */
export async function createQr(
  deps: CreateDeps,
  caller: Caller,
  wanted: { provider: string; amount: AmountText },
): Promise<QrState> {
  const { db, clock, ids } = deps
  const { memberId } = caller
  const provider = wanted.provider.toUpperCase()
  const fingerprint = fingerprintOf(createRoute, { ...wanted, provider })
  const key = keyFor(caller, fingerprint, clock.now())
  const known = await findByKey(db, memberId, key)
  if (known) return answerKnown(deps, requireSameBody(known, fingerprint))

  const { member, client } = await refuseUnlessOffered(deps, memberId, provider)
  if (await bonusHeld(db, memberId)) throw new Refused('BONUS_REMAINING')
  const rules = await readRules(deps, provider)
  const money = moneyFromText(wanted.amount, member.currency)
  if (!money || money.amount < smallest(rules, member.currency)) return noCode('QR_FAIL')

  const at = clock.now()
  const code = {
    id: ids.key(),
    reference: `K${ids.code()}`,
    memberId,
    provider,
    key,
    fingerprint,
    money,
    expiresAt: new Date(at.getTime() + rules.minutes * minuteMs),
  }
  const raced = await order(deps, code, at)
  if (raced) return answerKnown(deps, raced)
  await deps.failpoint('code.ordered')
  await make(deps, { client, member, code })
  return stateOfCode(await findCode(db, code.id), clock.now())
}

async function refuseUnlessOffered(
  deps: CreateDeps,
  memberId: string,
  provider: string,
): Promise<{ member: Member; client: GatewayClient }> {
  const member = await findMember(deps.db, memberId)
  if (!member) throw new Refused('NO_USER')
  const client = deps.findClient(provider)
  const isKnown = client !== null && (await isOffered(deps, provider, member.currency))
  if (!isKnown || client.currency !== member.currency) throw new Refused('QR_FAIL')
  return { member, client }
}

/** OP-A06: at least one unit, whatever the setting. */
function smallest({ minimum }: QrRules, currency: WalletCurrency): bigint {
  const unit = BigInt(qrAmountMin) * 10n ** BigInt(decimalsOf[currency])
  const set = moneyFromText(minimum, currency)?.amount ?? unit
  return set > unit ? set : unit
}

type NewCode = Parameters<typeof insertCode>[1]

/** Returns the code that already has this key, if another request was faster. */
async function order(deps: CreateDeps, code: NewCode, at: Date): Promise<Code | null> {
  return deps.db.beginFor(code.memberId, async (tx) => {
    const known = await findBegun(tx, code, { lockMember, findByKey })
    if (known) return known
    const other = await findLive(tx, code.memberId, 'ordered')
    if (other && isYoung(other, at)) throw new Refused('REQUEST_IN_PROGRESS')
    const ordered = await countOrdered(tx, code.memberId, new Date(at.getTime() - hourMs))
    if (ordered >= deps.orderedPerHourMax) throw new Refused('REQUEST_LIMIT')
    if (other) await setEnded(tx, other.id, failedAs('the request was abandoned', at))
    await insertCode(tx, code, { at, nextAt: new Date(at.getTime() + firstAskAfterMs) })
    return null
  })
}

type GatewayOrder = { client: GatewayClient; member: Member; code: NewCode }

async function make(deps: CreateDeps, { client, member, code }: GatewayOrder): Promise<void> {
  const { reference, money } = code
  const made = await client.make({
    reference,
    money,
    payer: {
      memberId: member.id,
      bank: member.bankCode,
      account: member.bankAccountNo,
      name: member.bankAccountName,
    },
  })
  await deps.failpoint('code.made')
  // Ordering again under another reference could create two codes for one request.
  await applyMade(
    deps,
    code.id,
    made.outcome === 'unknown' ? await askFor(client, code, member.id) : made,
  )
}

/** Asks whether a code exists whose reply was lost. */
export async function askFor(
  client: GatewayClient,
  { reference, money }: { reference: string; money: Money },
  owner?: string,
): Promise<OrderResult> {
  const asked = await client.ask(reference, owner)
  if (asked.outcome === 'absent') return { outcome: 'refused', why: 'the gateway does not know it' }
  // A query that failed or was refused says nothing about the code.
  if (asked.outcome !== 'found') return { outcome: 'unknown', why: asked.why }
  return asked.payload === null
    ? { outcome: 'unfit', why: 'the gateway knows it, and shows no code' }
    : client.judge(asked.payload, money, asked.livesMs)
}

/** Shows the code in place of the earlier one, or ends it; both only if it is still being ordered. */
export async function applyMade(deps: CreateDeps, id: string, made: OrderResult): Promise<void> {
  const { db, clock, log } = deps
  const code = (await findCode(db, id))!
  const at = clock.now()
  if (made.outcome !== 'made') {
    log.warn({ provider: code.provider, reference: code.reference, why: made.why }, 'no code')
    const isGone = made.outcome === 'refused'
    await setEnded(db, id, failedAs(made.why, at, !isGone))
    if (!isGone) await closeAtGateway(deps, code)
    return
  }
  const livesUntilMs =
    made.livesMs === null ? code.expiresAt.getTime() : at.getTime() + made.livesMs
  const expiresAt = new Date(Math.min(code.expiresAt.getTime(), livesUntilMs))
  const replaced = await db
    .beginFor(code.memberId, async (tx) => {
      await lockMember(tx, code.memberId)
      const before = await findLive(tx, code.memberId, 'open')
      const nextAt = new Date(at.getTime() + askAfterEndMs)
      if (before && before.id !== id)
        await setEnded(tx, before.id, { state: 'replaced', at, nextAt })
      const opened = await setOpen(tx, id, {
        amount: made.money.amount,
        payload: made.payload,
        expiresAt,
        nextAt: new Date(at.getTime() + firstAskAfterMs),
      })
      // The code has ended meanwhile: the earlier one stays.
      if (!opened) throw new Overtaken()
      return before
    })
    .catch((error: unknown) => {
      if (error instanceof Overtaken) return null
      throw error
    })
  if (replaced) await closeAtGateway(deps, replaced)
}

class Overtaken extends Error {}

function failedAs(why: string, at: Date, mayBeThere = true) {
  const nextAt = mayBeThere ? new Date(at.getTime() + askAfterEndMs) : null
  return { state: 'failed' as const, at, why: why.slice(0, 200), nextAt }
}

function answerKnown({ clock }: CreateDeps, code: Code): QrState {
  if (code.state === 'ordered' && isYoung(code, clock.now()))
    throw new Refused('REQUEST_IN_PROGRESS')
  return stateOfCode(code, clock.now())
}

function isYoung({ createdAt }: Code, now: Date): boolean {
  return now.getTime() - createdAt.getTime() < orderingMs
}

/** The outcome of a key used here, for `outcome`. */
export const findQrOutcome = outcomeOf(findByKey, ({ state }) =>
  state === 'ordered'
    ? { state: 'running', route: createRoute }
    : { state: 'done', route: createRoute, code: state === 'failed' ? 'QR_FAIL' : 'SUCCESS' },
)
