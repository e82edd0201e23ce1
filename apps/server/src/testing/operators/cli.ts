import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { systemIds } from '#core/ids.ts'
import type { CliContext } from '../../kapao/command.ts'
import { itemsGroup } from '../../kapao/groups/items.ts'
import { deskContext } from '../desk/desk-context.ts'

/** What a command works with at the terminal of an operator. */
export function cliOf({ db, clock }: { db: Db; clock: Clock }, operator = 'nok'): CliContext {
  return {
    ...deskContext({ db, clock }),
    requestId: systemIds.key(),
    token: async () => null,
    actor: async () => `operator:${operator}`,
    tokenFileOf: (name) => name,
  }
}

/** `kapao items decide` for each of these items. */
export async function decideItems(
  cli: CliContext,
  items: readonly { id: bigint }[],
  word: 'allow' | 'deny',
): Promise<void> {
  const command = itemsGroup.commands.find(({ name }) => name === 'items decide')!
  for (const { id } of items)
    await command.run(cli, {
      args: [String(id)],
      text: () => 'looked at',
      flag: (option) => option === word,
    })
}
