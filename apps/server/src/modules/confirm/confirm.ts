import { textOfMoney, type Money } from '@kapao/contract/money'
import { recordAudit, type Actor } from '#core/audit/audit-store.ts'
import { dayMs, type Clock } from '#core/clock.ts'
import { sqlStateOf, type Db, type Tx } from '#core/db/db.ts'
import { OperatorRefused } from '#core/calls/refuse.ts'
import {
  findOthers,
  hasNoPair,
  insertRequest,
  lockRequests,
  lockOne,
  setDecided,
  setDone,
  setRefused,
  setUnclear,
  sumAlone,
  tryTurn,
  type ConfirmRequest,
} from './store.ts'

export type ConfirmDeps = { db: Db; clock: Clock }

type By = { actor: Actor; requestId: string }

export type Wish = By & {
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
  /** Who may confirm it; if no one can, the asker may do so after the waiting time. */
  | { mayBeDone: false; asked: ConfirmRequest; others: string[] }

/** The waiting time where no two operators could confirm each other; the database enforces it. */
export const waitMs = dayMs

/** One operator's request: it takes effect alone while it gives little, otherwise it waits for a second operator. */
export function requestAct({ db, clock }: ConfirmDeps, wish: Wish): Promise<RequestResult> {
  const { actor, requestId, gives, ...rest } = wish
  return db.begin(async (tx) => {
    await lockRequests(tx)
    const mayBeDone = gives !== null && (await isLittle(tx, gives))
    const others = await findOthers(tx, { askedBy: actor, askedAt: null })
    if (!mayBeDone && others.length === 0 && !(await hasNoPair(tx)))
      throw new OperatorRefused(
        'This needs a second operator, and no one may confirm yours: operators who added you or were added by you do not count, nor those who were added less than a day ago. Have another operator ask for it.',
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
      )
    const { kind, subject, what } = rest
    const after = { asked: asked.id, kind, what, gives: gives?.map(({ money }) => textOf(money)) }
    const action = 'confirm.ask'
    await recordAudit(tx, { at: clock.now(), actor, requestId, action, subject, after })
    return { mayBeDone, asked, others }
  })
}

async function isLittle(tx: Tx, gives: readonly Limited[]): Promise<boolean> {
  for (const { money, aloneMax } of gives)
    if ((await sumAlone(tx, money.currency)) + money.amount > aloneMax.amount) return false
  return true
}

/** The database's refusals as sentences for the operator. */
const sentences: Readonly<Record<string, string>> = {
  KC002:
    'You may not confirm this: you asked for it, added the asker or were added by them, or became an operator less than a day before.',
  KC003: 'There is no second operator, so it waits for 24 hours after the request.',
  KC004: 'The operator who asked for this has been disabled since; ask for it yourself.',
}

export type Confirming<T> = By & { id: string; work: (asked: ConfirmRequest) => Promise<T> }

/**
 * A second operator's confirmation, and the work it is for. Of several concurrent ones one does the work. Work that was
 * confirmed but cut off before it was marked as done may be done by any operator.
 */
export async function confirm<T>(deps: ConfirmDeps, confirming: Confirming<T>): Promise<T> {
  const { id } = confirming
  const ended = await deps.db.holdOutside(async (tx) => {
    if (!(await tryTurn(tx, id)))
      throw new OperatorRefused(`${id} is confirmed and being done; see kapao confirm show ${id}.`)
    // A failure of the work is thrown outside, so that this transaction is not retried.
    return confirmInTurn(deps, confirming).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
  })
  if ('error' in ended) throw ended.error
  return ended.value
}

/** Runs on pool connections, so that its records stand even if the lock's transaction fails. */
async function confirmInTurn<T>(deps: ConfirmDeps, confirming: Confirming<T>): Promise<T> {
  const { work, ...yes } = confirming
  const { db } = deps
  const asked = await decide(deps, { ...yes, state: 'confirmed' }).catch((error: unknown) => {
    const sentence = sentences[sqlStateOf(error) ?? '']
    throw sentence === undefined ? error : new OperatorRefused(sentence)
  })
  const wasCutOff = asked.state === 'confirmed'
  try {
    const done = await work(asked)
    await setDone(db, yes.id)
    return done
  } catch (error) {
    if (error instanceof OperatorRefused)
      await (wasCutOff ? setUnclear(db, yes.id) : setRefused(db, [yes.id]))
    throw error
  }
}

/** Any operator may reject a request, including the asker. */
export function drop(
  deps: ConfirmDeps,
  { id, why, ...by }: By & { id: string; why: string },
): Promise<ConfirmRequest> {
  return decide(deps, { id, ...by, state: 'dropped', why })
}

type Decision = By & { id: string; state: 'confirmed' | 'dropped'; why?: string }

function decide({ db, clock }: ConfirmDeps, decision: Decision): Promise<ConfirmRequest> {
  const { id, state, why, actor, requestId } = decision
  return db.begin(async (tx) => {
    const asked = await lockOne(tx, id)
    if (!asked) throw new OperatorRefused(`There is no request ${id}.`)
    const { kind, subject, askedBy } = asked
    if (state === 'confirmed' && asked.state === 'confirmed' && asked.doneAt === null) return asked
    if (asked.state !== 'waits')
      throw new OperatorRefused(`${id} is ${asked.state}; nothing was changed.`)
    await setDecided(tx, id, { state, by: actor })
    const action = state === 'confirmed' ? 'confirm.yes' : 'confirm.no'
    const before = { state: asked.state, askedBy }
    const after = { asked: id, kind, state, why }
    await recordAudit(tx, { at: clock.now(), actor, requestId, action, subject, before, after })
    return asked
  })
}

function textOf(money: Money): string {
  return `${textOfMoney(money)} ${money.currency}`
}
