import { addOperator, checkName, needsSecond } from '#modules/operators/operators.ts'
import { roles as everyRole, type Role } from '@kapao/contract/console/roles'
import { openDecide } from '#desk/decide.ts'
import { disableOperator, enableOperator, type Ending } from '#modules/operators/disable.ts'
import { giveRoles, textOf as textOfRoles, type RoleChange } from '#modules/operators/roles.ts'
import { findOperators, isEnabled } from '#modules/operators/store.ts'
import { linkOrRequest } from '#modules/sign-in/links.ts'
import { nameOf } from '#core/audit/actor.ts'
import { CommitUnknown } from '#core/db/db.ts'
import * as house from '#desk/guarded/house.ts'
import type { OperatorToAdd } from '#modules/operators/desk.ts'
import { sha256 } from '#core/ids.ts'
import type { Answer, Command, CliContext, Group, Typed } from '../command.ts'
import { wrongUsage } from '../terminal/fault.ts'
import { tableOf, textOfTime } from '../terminal/print.ts'
import { removeToken, writeToken } from '../terminal/token-file.ts'
import { runOrRequest, answerDecided, type GuardedCommand } from './confirm/second.ts'

const list: Command = {
  name: 'operator list',
  args: [],
  about: 'Lists the operators, including disabled ones.',
  options: {},
  examples: ['kapao operator list'],
  run: async ({ db }) => {
    const operators = await findOperators(db)
    const rows = operators.map((one) => [
      one.name,
      one.disabledAt ? 'disabled' : 'enabled',
      one.roles.join(','),
      textOfTime(one.createdAt),
      one.createdBy,
      one.disabledAt ? `${textOfTime(one.disabledAt)} by ${one.disabledBy}` : '',
    ])
    const text =
      rows.length === 0
        ? 'There is no operator yet. Add the first: kapao operator add NAME'
        : tableOf(['NAME', 'STATE', 'ROLES', 'ADDED', 'BY', 'DISABLED'], rows)
    return { text, json: operators }
  },
}

const add: Command = {
  name: 'operator add',
  args: ['NAME'],
  about:
    'Adds an operator and writes their token into a file; after the setup a second operator confirms it.',
  options: {
    out: { value: 'FILE', about: 'Where the new token goes; give that file to its owner.' },
  },
  examples: ['kapao operator add nok', 'kapao operator add lek --out /media/stick/lek.token'],
  run: async (cli, typed) => {
    const name = typed.args[0]!
    const byToken = await cli.token()
    const token = cli.ids.secret()
    const file = typed.text('out') ?? cli.tokenFileOf(name)
    const { db, clock, requestId } = cli
    if (await needsSecond(db, byToken)) return askToAdd(cli, { name, token, file })
    const act = { name, token, byToken, requestId }
    // The file comes first: an operator without a token could never act or be replaced.
    const added = await keepingFile(file, token, () => addOperator({ db, clock }, act))
    return {
      text: `${name} is an operator now, added by ${added.actor}. The token is in ${file}; keep it to its owner alone.`,
      json: { name, addedBy: added.actor, tokenFile: file },
    }
  },
}

/** Two names that one person has added could act as two people, so a second operator confirms each. */
async function askToAdd(
  cli: CliContext,
  { name, token, file }: { name: string; token: string; file: string },
): Promise<Answer> {
  const addedBy = await cli.actor()
  await checkName(cli.db, name)
  const what = { name, tokenHash: sha256(token).toString('hex'), addedBy }
  const words = `${name} is to be an operator, added by ${nameOf(addedBy)}`
  const wanted = { subject: name, what, words, gives: null }
  const said = await keepingFile(file, token, () => runOrRequest(cli, operatorAdded, wanted))
  const text = `${said.text}\nThe token is in ${file}, and is good from then on.`
  return { text, json: { ...(said.json as object), tokenFile: file } }
}

export const operatorAdded: GuardedCommand<OperatorToAdd, void> = {
  guarded: house.operatorAdding,
  answer: (_desk, { name, addedBy }) => ({
    text: `${name} is an operator now, added by ${nameOf(addedBy)}.`,
    json: { name, addedBy },
  }),
}

async function keepingFile<T>(file: string, token: string, work: () => Promise<T>): Promise<T> {
  await writeToken(file, token)
  try {
    return await work()
  } catch (error) {
    // After a commit whose answer was lost the operator may exist, and then the file is needed.
    if (!(error instanceof CommitUnknown)) await removeToken(file)
    throw error
  }
}

const disable: Command = {
  name: 'operator disable',
  args: ['NAME'],
  about:
    'Ends an operator’s rights immediately, by a token of risk or owner; those of an owner when a second operator confirms it. The last owner stays.',
  options: {},
  examples: ['kapao operator disable lek'],
  run: async (cli, typed) => {
    const name = typed.args[0]!
    const by = { actor: await cli.actor(), requestId: cli.requestId }
    const decided = await disableOperator({ ...cli, decide: openDecide(cli) }, { name, ...by })
    return answerDecided(decided, () => answerDisabled(name, true))
  },
}

const enable: Command = {
  name: 'operator enable',
  args: ['NAME'],
  about:
    'Gives a disabled operator their passkeys and roles back; a second operator confirms it, except where you disabled them yourself within a day.',
  options: {},
  examples: ['kapao operator enable lek'],
  run: async (cli, typed) => {
    const name = typed.args[0]!
    const by = { actor: await cli.actor(), requestId: cli.requestId }
    const decided = await enableOperator({ ...cli, decide: openDecide(cli) }, { name, ...by })
    return answerDecided(decided, () => answerDisabled(name, false))
  },
}

function answerDisabled(name: string, disabled: boolean): Answer {
  const text = disabled ? `${name} is disabled.` : `${name} is enabled again.`
  return { text, json: { name, disabled } }
}

export const operatorDisabled: GuardedCommand<Ending, void> = {
  guarded: house.operatorDisabling,
  answer: (_desk, { name }) => answerDisabled(name, true),
}

export const operatorEnabled: GuardedCommand<Ending, void> = {
  guarded: house.operatorEnabling,
  answer: (_desk, { name }) => answerDisabled(name, false),
}

const roles: Command = {
  name: 'operator roles',
  args: ['NAME', '[ROLES]'],
  about:
    'Gives an operator exactly these roles at the console; a second operator confirms what is more than before.',
  options: { none: { value: null, about: 'Takes all of them away.' } },
  examples: ['kapao operator roles nok cashier,support', 'kapao operator roles lek --none'],
  run: async (cli, typed) => {
    const name = typed.args[0]!
    const wanted = rolesIn(typed)
    const by = { actor: await cli.actor(), requestId: cli.requestId }
    const decided = await giveRoles(
      { ...cli, decide: openDecide(cli) },
      { name, roles: wanted, ...by },
    )
    return answerDecided(decided, () => answerRoles(name, wanted))
  },
}

function rolesIn(typed: Typed): Role[] {
  if (typed.flag('none')) return []
  const names = typed.args[1]?.split(',') ?? wrongUsage('Say which roles, or --none.')
  return names.map(
    (name) =>
      everyRole.find((role) => role === name) ?? wrongUsage(`Roles are ${everyRole.join(', ')}.`),
  )
}

function answerRoles(name: string, roles: readonly Role[]): Answer {
  return { text: `${name} is ${textOfRoles(roles)} now.`, json: { name, roles } }
}

export const rolesChanged: GuardedCommand<RoleChange, void> = {
  guarded: house.rolesChanging,
  answer: (_desk, { name, roles }) => answerRoles(name, roles),
}

const enrol: Command = {
  name: 'operator enrol',
  args: ['NAME'],
  about:
    'Prints a link by which an operator makes a passkey for the console: your own, or of somebody whom a second operator has confirmed.',
  options: {},
  examples: ['kapao operator enrol nok'],
  run: async (cli, typed) => {
    const name = typed.args[0]!
    const by = { actor: await cli.actor(), requestId: cli.requestId }
    const { origin } = cli.config.console
    const deps = { ...cli, origin, isEnabled, decide: openDecide(cli) }
    const decided = await linkOrRequest(deps, { name, ...by })
    return answerDecided(decided, (link) => ({
      text: `For ${name} alone, once and within the hour:\n${link}`,
      json: { name, link },
    }))
  },
}

/** The one who confirms it makes the link afterwards: only they read it. */
export const operatorEnrolled: GuardedCommand<{ name: string }, void> = {
  guarded: house.enrolling,
  answer: (_desk, { name }) => ({
    text: `Confirmed. Now make the link, within the hour: kapao operator enrol ${name}`,
    json: { name },
  }),
}

export const tokenMissing =
  'This needs an operator’s token, and there is none; name it with --token-file FILE, or see: kapao help operator'

export const operatorGroup: Group = {
  name: 'operator',
  about: 'The operators, who may change things.',
  commands: [list, add, disable, enable, roles, enrol],
}
