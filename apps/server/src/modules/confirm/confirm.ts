import type { WhyRefused } from '@kapao/contract/console/reasons'
import { textOfMoney, type Money } from '@kapao/contract/money'
import { recordAudit, type AuditContext } from '#core/audit/audit-store.ts'
import type { Seconds } from '#core/audit/decision.ts'
import type { Clock } from '#core/clock.ts'
import { sqlStateOf, type Db, type Queryable } from '#core/db/db.ts'
import { OperatorRefused } from '#core/calls/refuse.ts'
import {
  endTurn,
  findSeconds,
  insertRequest,
  keepTurn,
  lockRequests,
  lockOne,
  setDecided,
  setDone,
  setRefused,
  setUnclear,
  sumAlone,
  takeTurn,
  type ConfirmRequest,
} from './store.ts'

export type ConfirmDeps = { db: Db; clock: Clock }

export type Wish = AuditContext & {
  kind: string
  subject: string
  what: unknown
  words: string
  /**
   * What it gives to members; a single operator's gifts are limited per 24 hours. Null where no one may do it alone.
   */
  gives: readonly Limited[] | null
}

export type Limited = { money: Money; aloneMax: Money }

export type RequestResult =
  | { mayBeDone: true; ids: string[] }
  | ({ mayBeDone: false; asked: ConfirmRequest } & Seconds)

/** One operator's request: it takes effect alone while it gives little, otherwise it waits for a second operator. */
export function requestAct({ db, clock }: ConfirmDeps, wish: Wish): Promise<RequestResult> {
  const { actor, requestId, gives, ...rest } = wish
  const asking = db.begin<RequestResult>(async (tx) => {
    await lockRequests(tx)
    const mayBeDone = gives !== null && (await isLittle(tx, gives))
    const seconds = await findSeconds(tx, { ...rest, askedBy: actor, askedAt: null })
    if (!mayBeDone && hasNobody(seconds))
      throw new OperatorRefused(
        'This needs a second operator, and no one may confirm yours: only risk and owner may, not those who added you or were added by you, nor those who were added less than a day ago. Have another operator ask for it.',
        'no-second',
      )
    const state = mayBeDone ? 'alone' : 'waits'
    const row = { ...rest, state, askedBy: actor } as const
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
        `Something waits for ${rest.subject} already; see kapao confirm list, and kapao confirm no.`,
        'waits-already',
      )
    const { kind, subject, what } = rest
    const after = { asked: asked.id, kind, what, gives: gives?.map(({ money }) => textOf(money)) }
    const action = 'confirm.ask'
    await recordAudit(tx, { at: clock.now(), actor, requestId, action, subject, after })
    return { mayBeDone, asked, ...seconds }
  })
  return asking.catch(explain)
}

function hasNobody({ others, soonest }: Seconds): boolean {
  return others.length === 0 && soonest === null
}

export type Preview = {
  /** Who a request would wait for; null where one operator is enough. */
  seconds: Seconds | null
  /** It needs a second operator, and there is none who may confirm this one's requests. */
  hasNoSecond: boolean
}

/** What `requestAct` would say now, without asking for anything. */
export async function previewAct(
  on: Queryable,
  { actor, gives, kind, subject }: Pick<Wish, 'actor' | 'gives' | 'kind' | 'subject'>,
): Promise<Preview> {
  if (gives !== null && (await isLittle(on, gives))) return { seconds: null, hasNoSecond: false }
  const seconds = await findSeconds(on, { kind, subject, askedBy: actor, askedAt: null })
  return { seconds, hasNoSecond: hasNobody(seconds) }
}

async function isLittle(on: Queryable, gives: readonly Limited[]): Promise<boolean> {
  for (const { money, aloneMax } of gives)
    if ((await sumAlone(on, money.currency)) + money.amount > aloneMax.amount) return false
  return true
}

/** The database's refusals as sentences for the operator. */
const refusals: Readonly<Record<string, [sentence: string, why: WhyRefused]>> = {
  KC002: [
    'You may not confirm this: only risk and owner may, and not who asked for it, is linked to the asker by who added whom, or became an operator, got that role or a way to sign in less than a day before.',
    'may-not-confirm',
  ],
  KC003: [
    'There is no second operator, so it waits for 24 hours after the request.',
    'waits-a-day',
  ],
  KC004: [
    'The operator who asked for this has been disabled since; ask for it yourself.',
    'asker-disabled',
  ],
  KC006: [
    'You have closed the house, so two others open it: one asks, the other confirms.',
    'closed-it',
  ],
  KC007: [
    'You may not reject this: the asker may, and risk and owner may whom it is not about.',
    'may-not-confirm',
  ],
}

export type Confirming<T> = AuditContext & {
  id: string
  work: (asked: ConfirmRequest) => Promise<T>
}

/** How often the process that carries it out renews its claim. */
const keptEveryMs = 3_000

/**
 * A second operator's confirmation, and the work it is for. Of several concurrent ones one does the work. Work that was
 * confirmed but cut off before it was marked as done may be done by any operator.
 */
export async function confirm<T>(deps: ConfirmDeps, confirming: Confirming<T>): Promise<T> {
  const { work, ...yes } = confirming
  const { db } = deps
  const { asked, doing } = await decide(deps, { ...yes, state: 'confirmed' }).catch(explain)
  const wasCutOff = asked.state === 'confirmed'
  const timer = setInterval(
    () => void keepTurn(db, yes.id, doing).catch(() => undefined),
    keptEveryMs,
  ).unref()
  try {
    const done = await work(asked)
    await setDone(db, yes.id)
    return done
  } catch (error) {
    if (error instanceof OperatorRefused)
      await (wasCutOff ? setUnclear(db, yes.id) : setRefused(db, [yes.id]))
    throw error
  } finally {
    clearInterval(timer)
    // If the database is away, the turn expires.
    await endTurn(db, yes.id, doing).catch(() => undefined)
  }
}

function explain(error: unknown): never {
  const refusal = refusals[sqlStateOf(error) ?? '']
  throw refusal === undefined ? error : new OperatorRefused(...refusal)
}

/** The asker may reject a request, and an operator who could confirm some, whom it is not about. */
export async function drop(
  deps: ConfirmDeps,
  { id, why, ...by }: AuditContext & { id: string; why: string },
): Promise<ConfirmRequest> {
  return (await decide(deps, { id, ...by, state: 'dropped', why }).catch(explain)).asked
}

type Decision = AuditContext & { id: string; state: 'confirmed' | 'dropped'; why?: string }

/** Together with the claim to do it, so that no other process begins in between. */
function decide(
  { db, clock }: ConfirmDeps,
  decision: Decision,
): Promise<{ asked: ConfirmRequest; doing: number }> {
  const { id, state, why, actor, requestId } = decision
  return db.begin(async (tx) => {
    const asked = await lockOne(tx, id)
    if (!asked) throw new OperatorRefused(`There is no request ${id}.`, 'not-found')
    const { kind, subject, askedBy } = asked
    const isCutOff = asked.state === 'confirmed' && asked.doneAt === null
    if (!(state === 'confirmed' && isCutOff) && asked.state !== 'waits')
      throw new OperatorRefused(`${id} is ${asked.state}; nothing was changed.`, 'ended-otherwise')
    const doing = state === 'confirmed' ? await takeTurn(tx, id) : 0
    if (doing === null)
      throw new OperatorRefused(
        `${id} is confirmed and being done; see kapao confirm show ${id}.`,
        'being-done',
      )
    if (asked.state === 'confirmed') return { asked, doing }
    await setDecided(tx, id, { state, by: actor })
    const action = state === 'confirmed' ? 'confirm.yes' : 'confirm.no'
    const before = { state: asked.state, askedBy }
    const after = { asked: id, kind, state, why }
    await recordAudit(tx, { at: clock.now(), actor, requestId, action, subject, before, after })
    return { asked, doing }
  })
}

function textOf(money: Money): string {
  return `${textOfMoney(money)} ${money.currency}`
}
