import type { RequestChange } from '@kapao/contract/console/work'
import type { Money } from '@kapao/contract/money'
import { nameOf } from '#core/audit/actor.ts'
import type { DecisionResult, Seconds } from '#core/audit/decision.ts'
import { openDecide } from '#desk/decisions/decide.ts'
import type { DeskContext, GuardedAct } from '#desk/decisions/guarded/guarded.ts'
import { settlingIn } from '../../system/with-recovery.ts'
import type { Answer, CliContext } from '../command.ts'
import { textOfTime } from '../terminal/print.ts'

/** What may need a second operator, with the answer at the terminal. */
export type GuardedCommand<W, T> = {
  guarded: GuardedAct<W, T>
  answer: (cli: CliContext, what: W, value: T) => Answer | Promise<Answer>
}

export type ConfirmationRequest<W> = {
  subject: string
  what: W
  /** One sentence for the operator who is to confirm it. */
  words: string
  /** The first of what it changes, of what is defined or set. */
  changes?: RequestChange[]
  /** What a member would get from it, in each currency; null where no one may do it alone. */
  gives: readonly Money[] | null
}

async function contextOf(cli: CliContext): Promise<DeskContext> {
  const { db, clock, ids, config, outside, requestId } = cli
  const parts = { db, clock, ids, config, outside }
  return { ...parts, settleDifference: settlingIn(parts), requestId, actor: await cli.actor() }
}

/** Runs it in the name of the operator at the terminal. */
async function runGuarded<W, T>(
  cli: CliContext,
  { guarded, answer }: GuardedCommand<W, T>,
  what: W,
): Promise<Answer> {
  return answer(cli, what, await guarded.run(await contextOf(cli), what))
}

/** Runs it where one operator is enough, and otherwise stores it for a second one. */
export async function runOrRequest<W, T>(
  cli: CliContext,
  one: GuardedCommand<W, T>,
  wanted: ConfirmationRequest<W>,
): Promise<Answer> {
  const by = { actor: await cli.actor(), requestId: cli.requestId }
  const wish = { ...wanted, ...by, kind: one.guarded.kind }
  const decided = await openDecide(cli)(wish, () => runGuarded(cli, one, wanted.what))
  return answerDecided(decided, (answer) => answer)
}

export function answerDecided<T>(decided: DecisionResult<T>, answer: (value: T) => Answer): Answer {
  return decided.state === 'done' ? answer(decided.value) : answerWaiting(decided)
}

function answerWaiting({
  asked,
  ...seconds
}: Extract<DecisionResult<unknown>, { state: 'waits' }>): Answer {
  const { id, words, askedBy } = asked
  const confirming = `kapao work decide second ${id} --decision yes`
  const { others, soonest } = seconds
  const waits =
    soonest?.operator === askedBy
      ? `There is no second operator: run ${confirming} after ${textOfTime(soonest.at)}.`
      : `It waits for ${textOfSeconds(seconds)}: ${confirming}`
  const text = `Nothing is done yet: ${words}\n${waits}`
  return { text, json: { state: 'waits', asked: id, words, others, soonest } }
}

/** Who can confirm it, or who can first. */
function textOfSeconds({ others, soonest }: Seconds): string {
  if (others.length > 0) return others.map(nameOf).join(' or ')
  if (soonest === null) return 'nobody: nobody can confirm it'
  return `nobody yet: ${nameOf(soonest.operator)} from ${textOfTime(soonest.at)} on`
}
