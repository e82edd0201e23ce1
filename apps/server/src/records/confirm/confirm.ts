import type { RequestChange } from '@kapao/contract/console/work'
import { textOfMoney, type Money } from '@kapao/contract/money'
import { recordAudit, type AuditContext } from '#core/audit/audit-store.ts'
import { guardRefusal } from '#core/audit/guards.ts'
import type { Seconds } from '#core/audit/decision.ts'
import type { Clock } from '#core/clock.ts'
import type { Db, Queryable } from '#core/db/db.ts'
import { OperatorRefused } from '#core/refused.ts'
import {
  endTurn,
  findSeconds,
  insertRequest,
  keepTurn,
  listSpent,
  lockRequests,
  lockOne,
  setDecided,
  setDone,
  setRefused,
  setUnclear,
  sumAlone,
  takeTurn,
  type ConfirmRequest,
  type Spending,
} from './store.ts'

export type ConfirmDeps = { db: Db; clock: Clock }

export type Wish = AuditContext & {
  kind: string
  subject: string
  what: unknown
  words: string
  /** What it would change, of what is defined or set: the list of requests shows the first of it. */
  changes?: RequestChange[]
  /**
   * What it gives to members; a single operator's gifts are limited per 24 hours. Null where no one may do it alone.
   */
  gives: readonly LimitedGift[] | null
}

export type LimitedGift = { money: Money; aloneMax: Money }

export type RequestResult =
  | { mayBeDone: true; ids: string[] }
  | ({ mayBeDone: false; asked: ConfirmRequest } & Seconds)

/** One operator's request: it takes effect alone while it gives little, otherwise it waits for a second operator. */
export function requestAct({ db, clock }: ConfirmDeps, wish: Wish): Promise<RequestResult> {
  const { actor, requestId, gives, changes = [], ...rest } = wish
  const asking = db.begin<RequestResult>(async (tx) => {
    await lockRequests(tx)
    const mayBeDone = gives !== null && (await isLittle(tx, { kind: wish.kind, gives }))
    const seconds = await findSeconds(tx, { ...rest, askedBy: actor, askedAt: null })
    if (!mayBeDone && hasNobody(seconds))
      throw new OperatorRefused(
        'This needs a second operator, and no one may confirm yours: only risk and owner may, not those who added you or were added by you, nor those who were added less than a day ago. Have another operator ask for it.',
        'no-second',
      )
    const state = mayBeDone ? 'alone' : 'waits'
    const row = { ...rest, changes, state, askedBy: actor } as const
    if (mayBeDone) {
      const ids: string[] = []
      // A request that gives nothing is recorded, too, because acts follow from it.
      const monies = gives.length === 0 ? [null] : gives.map(({ money }) => money)
      for (const money of monies) ids.push((await insertRequest(tx, { ...row, money }))!.id)
      return { mayBeDone, ids }
    }
    const asked = await insertRequest(tx, { ...row, money: gives?.[0]?.money ?? null })
    if (!asked)
      throw new OperatorRefused(
        `Something waits for ${rest.subject} already: it is confirmed or dropped first (kapao work list second).`,
        'waits-already',
      )
    const { kind, subject, what } = rest
    const after = { asked: asked.id, kind, what, gives: gives?.map(({ money }) => textOf(money)) }
    const action = 'confirm.ask'
    await recordAudit(tx, { at: clock.now(), actor, requestId, action, subject, after })
    return { mayBeDone, asked, ...seconds }
  })
  return asking.catch((error: unknown) => {
    throw guardRefusal(error) ?? error
  })
}

function hasNobody({ others, soonest }: Seconds): boolean {
  return others.length === 0 && soonest === null
}

export type Preview = {
  /** Who a request would wait for; null where one operator is enough. */
  seconds: Seconds | null
  /** It needs a second operator, and there is none who may confirm this one's requests. */
  hasNoSecond: boolean
  /** What single operators have given of the first of its currencies in a day, and may, and by what most of it. */
  alone: { given: Money; max: Money; spent: (Spending & Pick<Money, 'currency'>)[] } | null
}

/** What `requestAct` would say now, without asking for anything. */
export async function previewAct(
  on: Queryable,
  { actor, gives, kind, subject }: Pick<Wish, 'actor' | 'gives' | 'kind' | 'subject'>,
): Promise<Preview> {
  const alone = gives?.[0] ? await aloneOf(on, kind, gives[0]) : null
  if (gives !== null && (await isLittle(on, { kind, gives })))
    return { seconds: null, hasNoSecond: false, alone }
  const seconds = await findSeconds(on, { kind, subject, askedBy: actor, askedAt: null })
  return { seconds, hasNoSecond: hasNobody(seconds), alone }
}

const spentShown = 3

async function aloneOf(
  on: Queryable,
  kind: string,
  { money: { currency }, aloneMax: max }: LimitedGift,
) {
  const budget = { kind, currency }
  const spent = await listSpent(on, budget, spentShown)
  return {
    given: { amount: await sumAlone(on, budget), currency },
    max,
    spent: spent.map((one) => ({ ...one, currency })),
  }
}

async function isLittle(
  on: Queryable,
  { kind, gives }: { kind: string; gives: readonly LimitedGift[] },
): Promise<boolean> {
  for (const { money, aloneMax } of gives)
    if ((await sumAlone(on, { ...money, kind })) + money.amount > aloneMax.amount) return false
  return true
}

export type Confirmation<T> = AuditContext & {
  id: string
  /** How it is done; null where this version does not know, and then the request stays as it is. */
  workOf: (asked: ConfirmRequest) => (() => Promise<T>) | null
}

/** It was confirmed, and its act was refused: the request is kept so, with the reason. */
export class NotDone extends OperatorRefused {
  readonly state: 'refused' | 'unclear'
  /** A code where there is one, a sentence otherwise. */
  readonly refusal: string

  constructor(
    id: string,
    { refused, state }: { refused: OperatorRefused; state: 'refused' | 'unclear' },
  ) {
    const became =
      state === 'refused'
        ? 'was refused when it was to be done'
        : 'was cut off once and refused then, so whether it was done is unclear'
    super(`Request ${id} was confirmed, and ${became}: ${refused.message}`, refused.why)
    this.name = 'NotDone'
    this.state = state
    this.refusal = refused.why ?? refused.message
  }
}

/** How often the process that carries it out renews its claim. */
const keptEveryMs = 3_000

/**
 * A second operator's confirmation, and the work it is for. Of several concurrent ones one does the work. Work that was
 * confirmed but cut off before it was marked as done may be done by any operator. A refusal is kept with the request.
 */
export async function confirm<T>(deps: ConfirmDeps, confirming: Confirmation<T>): Promise<T> {
  const { workOf, ...yes } = confirming
  const { db } = deps
  const known = (asked: ConfirmRequest): (() => Promise<T>) => {
    const work = workOf(asked)
    if (work) return work
    throw new OperatorRefused(
      `This version does not know ${asked.kind}; nothing was changed.`,
      'unknown-command',
    )
  }
  const { asked, doing } = await decide(deps, { ...yes, state: 'confirmed', check: known })
  const wasCutOff = asked.state === 'confirmed'
  const timer = setInterval(
    () => void keepTurn(db, yes.id, doing).catch(() => undefined),
    keptEveryMs,
  ).unref()
  try {
    const done = await known(asked)()
    await setDone(db, yes.id)
    return done
  } catch (error) {
    const refused = error instanceof OperatorRefused ? error : guardRefusal(error)
    if (!refused) throw error
    const refusal = refused.why ?? refused.message
    await (wasCutOff ? setUnclear(db, yes.id, refusal) : setRefused(db, [yes.id], refusal))
    throw new NotDone(yes.id, { refused, state: wasCutOff ? 'unclear' : 'refused' })
  } finally {
    clearInterval(timer)
    // If the database is away, the turn expires.
    await endTurn(db, yes.id, doing).catch(() => undefined)
  }
}

/** The asker may reject a request, and an operator who could confirm some, whom it is not about. */
export async function drop(
  deps: ConfirmDeps,
  { id, why, ...by }: AuditContext & { id: string; why: string },
): Promise<ConfirmRequest> {
  return (await decide(deps, { id, ...by, state: 'dropped', why })).asked
}

type Decision = AuditContext & {
  id: string
  state: 'confirmed' | 'dropped'
  why?: string
  /** Refuses before anything is decided. */
  check?: (asked: ConfirmRequest) => unknown
}

/** Together with the claim to do it, so that no other process begins in between. */
async function decide(
  { db, clock }: ConfirmDeps,
  decision: Decision,
): Promise<{ asked: ConfirmRequest; doing: number }> {
  const { id, state, why, check, actor, requestId } = decision
  const deciding = db.begin(async (tx) => {
    const asked = await lockOne(tx, id)
    if (!asked) throw new OperatorRefused(`There is no request ${id}.`, 'not-found')
    const { kind, subject, askedBy } = asked
    const isCutOff = asked.state === 'confirmed' && asked.doneAt === null
    if (!(state === 'confirmed' && isCutOff) && asked.state !== 'waits')
      throw new OperatorRefused(`${id} is ${asked.state}; nothing was changed.`, 'ended-otherwise')
    check?.(asked)
    const doing = state === 'confirmed' ? await takeTurn(tx, id) : 0
    if (doing === null)
      throw new OperatorRefused(`${id} is confirmed and being done.`, 'being-done')
    if (asked.state === 'confirmed') return { asked, doing }
    await setDecided(tx, id, { state, by: actor })
    const action = state === 'confirmed' ? 'confirm.yes' : 'confirm.no'
    const before = { state: asked.state, askedBy }
    const after = { asked: id, kind, state, why }
    await recordAudit(tx, { at: clock.now(), actor, requestId, action, subject, before, after })
    return { asked, doing }
  })
  return deciding.catch((error: unknown) => {
    throw guardRefusal(error) ?? error
  })
}

function textOf(money: Money): string {
  return `${textOfMoney(money)} ${money.currency}`
}
