import { addFirst, bootstrap, checkForm, isDemoOnly } from '#records/operators/operators.ts'
import { openDecide } from '#desk/decisions/decide.ts'
import { disableOperator } from '#records/operators/disable.ts'
import { findOperators } from '#records/operators/store.ts'
import { makeLink } from '#entry/sign-in/links.ts'
import { nameOf } from '#core/audit/actor.ts'
import { CommitUnknown } from '#core/db/db.ts'
import type { Command, Group } from '../command.ts'
import { refuseCommand } from '../terminal/fault.ts'
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
  args: ['NAME'],
  about:
    'Adds the first operator of a database, an owner, with a token for this terminal and a link for a passkey. Everybody else is added by the call operators add.',
  options: {
    out: { value: 'FILE', about: 'Where the token goes.' },
  },
  examples: ['kapao operator add nok'],
  run: async ({ db, clock, ids, requestId, config, tokenFileOf }, typed) => {
    const name = typed.args[0]!
    checkForm(name)
    if (!isDemoOnly(await findOperators(db)))
      refuseCommand(
        `There is a first operator, and nobody holds what signs in somebody else. ${name} makes a passkey at the console (Join) and reads you its code: kapao operators add --name ${name} --roles ROLES --code CODE`,
      )
    const token = ids.secret()
    const file = typed.text('out') ?? tokenFileOf(name)
    // The file comes first: an operator without a token could never act or be replaced.
    await keepingFile(file, token, () => addFirst({ db, clock }, { name, token, requestId }))
    const { origin } = config.console
    const link = await makeLink({ db, clock, ids, origin }, { name, requestId })
    return {
      text: [
        `${name} is an operator now, the first of this house. The token is in ${file}; keep it to its owner alone.`,
        `A passkey for the console, for ${name} alone, once and within the hour:\n${link}`,
      ].join('\n'),
      json: { name, addedBy: bootstrap, tokenFile: file, link },
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
    'Ends an operator’s rights immediately, where risk or owner ask for it; those of an owner when a second operator confirms it. The last owner stays.',
  options: {},
  examples: ['kapao operator disable lek'],
  right: 'operators.disable',
  run: async (cli, typed) => {
    const name = typed.args[0]!
    const by = { actor: await cli.actor(), requestId: cli.requestId }
    const decided = await disableOperator({ ...cli, decide: openDecide(cli) }, { name, ...by })
    return answerDecided(decided, () => ({
      text: `${name} is disabled.`,
      json: { name, disabled: true },
    }))
  },
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

export const operatorGroup: Group = {
  name: 'operator',
  about: 'What is done about operators where no console can be.',
  commands: [list, add, disable, enrol],
}
