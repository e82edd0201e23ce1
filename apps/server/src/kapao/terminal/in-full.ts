import { recordView } from '#records/account/find.ts'
import type { CliContext, CommandInput } from '../command.ts'

/** The option of every command that can show a person's numbers and name in full. */
export const fullOption = {
  full: { value: null, about: 'Show numbers and names in full; this is recorded.' },
}

/** Whether they are shown in full: only where it was asked for, by an operator, after the trail says whose they are. */
export async function isInFull(
  cli: CliContext,
  typed: CommandInput,
  subject: string,
): Promise<boolean> {
  if (!typed.flag('full')) return false
  const { db, clock, requestId } = cli
  const actor = await cli.actor()
  await recordView(db, { at: clock.now(), actor, requestId, subject })
  return true
}
