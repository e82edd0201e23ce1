import type { Money } from '@kapao/contract/money'
import type { Decided } from '#core/audit/decided.ts'
import { openDecide } from '#desk/decide.ts'
import type { DeskContext, Guarded } from '#desk/guarded/guarded.ts'
import { waitMs } from '#modules/confirm/confirm.ts'
import type { Answer, Desk } from '../../command.ts'
import { textOfTime } from '../../terminal/print.ts'

/** What may need a second operator, with the words of its end for the terminal. */
export type Told<W, T> = {
  guarded: Guarded<W, T>
  tell: (desk: Desk, what: W, value: T) => Answer | Promise<Answer>
}

export type Wanted<W> = {
  subject: string
  what: W
  /** One sentence for the operator who is to confirm it. */
  words: string
  /** What a member would get from it, in each currency; null where no one may do it alone. */
  gives: readonly Money[] | null
}

export async function contextOf(desk: Desk): Promise<DeskContext> {
  const { db, clock, ids, config, requestId } = desk
  return { db, clock, ids, config, requestId, actor: await desk.actor() }
}

/** Runs it in the name of the operator at the terminal. */
export async function runTold<W, T>(
  desk: Desk,
  { guarded, tell }: Told<W, T>,
  what: W,
): Promise<Answer> {
  return tell(desk, what, await guarded.run(await contextOf(desk), what))
}

/** Runs it where one operator is enough, and otherwise stores it for a second one. */
export async function runOrRequest<W, T>(
  desk: Desk,
  one: Told<W, T>,
  wanted: Wanted<W>,
): Promise<Answer> {
  const by = { actor: await desk.actor(), requestId: desk.requestId }
  const wish = { ...wanted, ...by, kind: one.guarded.kind }
  const decided = await openDecide(desk)(wish, () => runTold(desk, one, wanted.what))
  return tellDecided(decided, (answer) => answer)
}

export function tellDecided<T>(decided: Decided<T>, tell: (value: T) => Answer): Answer {
  return decided.state === 'done' ? tell(decided.value) : tellWaiting(decided)
}

function tellWaiting({ asked, others }: Extract<Decided<unknown>, { state: 'waits' }>): Answer {
  const { id, words } = asked
  const confirming = `kapao confirm yes ${id}`
  const after = new Date(asked.askedAt.getTime() + waitMs)
  const waits =
    others.length === 0
      ? `There is no second operator: run ${confirming} after ${textOfTime(after)}.`
      : `It waits for ${others.map(nameOf).join(' or ')}: ${confirming}`
  const text = `Nothing is done yet: ${words}\n${waits}`
  const json = { state: 'waits', asked: id, words, others, after: others.length ? null : after }
  return { text, json }
}

export function nameOf(operator: string): string {
  return operator.replace(/^operator:/, '')
}
