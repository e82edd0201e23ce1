import type { Money } from '@kapao/contract/money'
import type { Decided } from '#core/audit/decided.ts'
import { openDecide } from '#desk/decide.ts'
import { waitMs } from '#modules/confirm/confirm.ts'
import type { Answer, Desk } from '../../command.ts'
import { textOfTime } from '../../terminal/print.ts'

/** A command for which one person's word may not be enough. What it needs is kept as JSON until somebody confirms it. */
export type Guarded<W> = {
  kind: string
  /** Does it, in the name of whoever sits at the desk. */
  run: (desk: Desk, what: W) => Promise<Answer>
}

export type Wanted<W> = {
  subject: string
  what: W
  /** One sentence for the person who is to confirm it. */
  words: string
  /** What a member would have of it, in each currency; null where nobody may do it alone. */
  gives: readonly Money[] | null
}

/** Does it where one person's word is enough, and else keeps it for a second person. */
export async function doOrAsk<W>(
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
      ? `The house has no second person: say ${confirming} after ${textOfTime(after)}.`
      : `It waits for ${others.map(nameOf).join(' or ')}: ${confirming}`
  const text = `Nothing is done yet: ${words}\n${waits}`
  const json = { state: 'waits', asked: id, words, others, after: others.length ? null : after }
  return { text, json }
}

export function nameOf(operator: string): string {
  return operator.replace(/^operator:/, '')
}
