import { hasRight } from '@kapao/contract/console/roles'
import type { Actor } from '#core/audit/audit-store.ts'
import { nameOf } from '#core/audit/actor.ts'
import { rolesOf } from '#records/operators/store.ts'
import type { CliContext } from '../command.ts'
import { refuseCommand } from './fault.ts'

/** Who changes the house itself where no console can be: a token or a terminal's session proves who, the role what. */
export async function rescuer({ db, actor, token, sessionActor }: CliContext): Promise<Actor> {
  const bySession = (await token()) === null ? await sessionActor?.() : null
  const asked = bySession ?? (await actor())
  const roles = await rolesOf(db, nameOf(asked))
  if (!hasRight(roles, 'house.rescue'))
    refuseCommand('Only operators with the role risk or owner may do this. Nothing was changed.')
  return asked
}
