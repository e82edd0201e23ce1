import { addFirst, bootstrap, checkForm, isDemoOnly } from '#records/operators/operators.ts'
import { roles as everyRole, type Role } from '@kapao/contract/console/roles'
import { openDecide } from '#desk/decisions/decide.ts'
import { disableOperator, enableOperator } from '#records/operators/disable.ts'
import { giveRoles, textOf as textOfRoles } from '#records/operators/roles.ts'
import { findOperators } from '#records/operators/store.ts'
import { makeLink } from '#entry/sign-in/links.ts'
import { nameOf } from '#core/audit/actor.ts'
import { CommitUnknown } from '#core/db/db.ts'
import { addByCode } from '#records/operators/desk.ts'
import { sha256 } from '#core/ids.ts'
import { joins } from '#entry/sign-in/joining.ts'
import type { Answer, Command, CliContext, Group, CommandInput } from '../command.ts'
import { refuseCommand, wrongUsage } from '../terminal/fault.ts'
import { tableOf, textOfTime } from '../terminal/print.ts'
import { removeToken, writeToken } from '../terminal/token-file.ts'
import { answerDecided } from './second.ts'

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
  args: ['NAME', '[CODE]'],
  about:
    'Adds the person who has read out this code; after the setup a second operator confirms it. The first operator needs no code, and gets a token.',
  options: {
    out: { value: 'FILE', about: 'Where the token of the first operator goes.' },
  },
  examples: ['kapao operator add nok', 'kapao operator add lek 7KQ2-M4XW-9PZA-3F6H'],
  run: async (cli, typed) => {
    const name = typed.args[0]!
    const code = typed.args[1]
    if (code === undefined) return addOwn(cli, { name, file: typed.text('out') })
    const by = { actor: await cli.actor(), requestId: cli.requestId }
    const deps = { ...cli, joins, decide: openDecide(cli) }
    const decided = await addByCode(deps, { name, roles: [], code, ...by })
    return answerDecided(decided, () => answerAdded(name, by.actor))
  },
}

/** The first operator is at this terminal, so that the token stays with its owner. */
async function addOwn(
  { db, clock, ids, requestId, tokenFileOf }: CliContext,
  { name, file: named }: { name: string; file: string | null },
): Promise<Answer> {
  checkForm(name)
  if (!isDemoOnly(await findOperators(db)))
    refuseCommand(
      `Nobody holds the token of somebody else. ${name} makes their own and reads you its code: kapao operator join ${name}; or makes a passkey at the console (Join). Then: kapao operator add ${name} CODE`,
    )
  const token = ids.secret()
  const file = named ?? tokenFileOf(name)
  // The file comes first: an operator without a token could never act or be replaced.
  await keepingFile(file, token, () => addFirst({ db, clock }, { name, token, requestId }))
  return {
    text: `${name} is an operator now, the first of this house. The token is in ${file}; keep it to its owner alone.`,
    json: { name, addedBy: bootstrap, tokenFile: file },
  }
}

function answerAdded(name: string, addedBy: string): Answer {
  return {
    text: `${name} is an operator now, added by ${nameOf(addedBy)}.`,
    json: { name, addedBy },
  }
}

const join: Command = {
  name: 'operator join',
  args: ['NAME'],
  about:
    'For a new operator, on their own machine: makes a token, and prints the code by which others add its holder. The code is no secret.',
  options: { out: { value: 'FILE', about: 'Where the token goes.' } },
  examples: ['kapao operator join lek'],
  run: async ({ ids, tokenFileOf }, typed) => {
    const name = typed.args[0]!
    checkForm(name)
    const token = ids.secret()
    const file = typed.text('out') ?? tokenFileOf(name)
    await writeToken(file, token)
    const code = sha256(token).toString('hex')
    return {
      text: `Your token is in ${file}; show it to nobody. It is good once an operator has added you:\nkapao operator add ${name} ${code}`,
      json: { name, code, tokenFile: file },
    }
  },
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

function rolesIn(typed: CommandInput): Role[] {
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

const enrol: Command = {
  name: 'operator enrol',
  args: ['[NAME]'],
  about: 'Prints a link by which you make a passkey of your own for the console.',
  options: {},
  examples: ['kapao operator enrol'],
  run: async (cli, typed) => {
    const { db, clock, ids, requestId, config } = cli
    const name = nameOf(await cli.actor())
    const asked = typed.args[0] ?? name
    if (asked !== name)
      refuseCommand(
        `You are ${name}, and nobody makes a link for somebody else. ${asked} uses a recovery code or another passkey, or begins again under another name.`,
      )
    const { origin } = config.console
    const link = await makeLink({ db, clock, ids, origin }, { name, requestId })
    return {
      text: `For ${name} alone, once and within the hour:\n${link}`,
      json: { name, link },
    }
  },
}

export const tokenMissing =
  'This needs an operator’s token, and there is none; name it with --token-file FILE, or see: kapao help operator'

export const operatorGroup: Group = {
  name: 'operator',
  about: 'The operators, who may change things.',
  commands: [list, add, join, disable, enable, roles, enrol],
}
