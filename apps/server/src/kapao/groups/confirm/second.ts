import type { Money } from '@kapao/contract/money'
import type { Decided } from '#core/audit/decided.ts'
import { openDecide } from '#desk/decide.ts'
import { waitMs } from '#modules/confirm/confirm.ts'
import type { Answer, Desk } from '../../command.ts'
import { textOfTime } from '../../terminal/print.ts'

/** A command that may need a second operator. Its input is stored as JSON until it is confirmed. */
export type Guarded<W> = {
  kind: string
  /** Runs it, in the name of the operator at the desk. */
  run: (desk: Desk, what: W) => Promise<Answer>
}

export type Wanted<W> = {
  subject: string
  what: W
  /** One sentence for the operator who is to confirm it. */
  words: string
  /** What a member would get from it, in each currency; null where no one may do it alone. */
  gives: readonly Money[] | null
}

/** Runs it where one operator is enough, and otherwise stores it for a second one. */
export async function runOrRequest<W>(
  desk: Desk,
  guarded: Guarded<W>,
  wanted: Wanted<W>,
): Promise<Answer> {
  const by = { actor: await desk.actor(), requestId: desk.requestId }
  const wish = { ...wanted, ...by, kind: guarded.kind }
  const decided = await openDecide(desk)(wish, () => guarded.run(desk, wanted.what))
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
