import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { systemIds } from '#core/ids.ts'
import { openDecide } from '#desk/decisions/decide.ts'
import { decideOne } from '#desk/decisions/items.ts'
import type { CliContext } from '../../kapao/command.ts'
import { deskContext } from '../desk/desk-context.ts'

/** What a command works with at the terminal of an operator. */
export function cliOf({ db, clock }: { db: Db; clock: Clock }, operator = 'nok'): CliContext {
  return {
    ...deskContext({ db, clock }),
    requestId: systemIds.key(),
    actor: async () => `operator:${operator}`,
    tokenFileOf: (name) => name,
  }
}

/** Decides each of these items, as the console does. */
export async function decideItems(
  cli: CliContext,
  items: readonly { id: bigint }[],
  decision: 'allow' | 'deny',
): Promise<void> {
  const { requestId } = cli
  const desk = { ...cli, decide: openDecide(cli) }
  for (const { id } of items)
    await decideOne(desk, { id, decision, why: 'looked at', actor: await cli.actor(), requestId })
}
