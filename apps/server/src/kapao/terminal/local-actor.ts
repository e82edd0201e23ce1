import { hasRight, roles, type Right } from '@kapao/contract/console/roles'
import type { Actor } from '#core/audit/audit-store.ts'
import { nameOf } from '#core/audit/actor.ts'
import { rolesOf } from '#records/operators/store.ts'
import type { Answer, CliContext, Command, CommandInput, Typist } from '../command.ts'
import { refuseCommand } from './fault.ts'

const tokenMissing =
  'This needs an operator’s token, and there is none; name it with --token-file FILE, or see: kapao help operator'
const nobodyKnown =
  'This needs an operator, and none is known here: sign this terminal in (kapao help sign-in), or name a token with --token-file FILE.'

/** Runs it for who may: nothing is read or changed for anybody else. */
export async function runCommand(
  { right, run }: Command,
  cli: Omit<CliContext, 'actor'> & Typist,
  typed: CommandInput,
): Promise<Answer> {
  const known = right === undefined ? null : await localActor(cli, right)
  const actor = async () => known ?? (await cli.tokenActor()) ?? refuseCommand(tokenMissing)
  return run({ ...cli, actor }, typed)
}

/** A token or a terminal's session proves who it is, the role what they may; no console has to be there. */
async function localActor(
  { db, tokenActor, sessionActor }: Pick<CliContext, 'db'> & Typist,
  right: Right,
): Promise<Actor> {
  const asked = (await tokenActor()) ?? (await sessionActor()) ?? refuseCommand(nobodyKnown)
  if (!hasRight(await rolesOf(db, nameOf(asked)), right)) {
    const holders = roles.filter((role) => hasRight([role], right)).join(' or ')
    refuseCommand(`Only operators with the role ${holders} may do this. Nothing was changed.`)
  }
  return asked
}
