import { hasRight, roles } from '@kapao/contract/console/roles'
import { optionsOfEvery, type Command, type Group, type Option } from './command.ts'
import { callCommands } from './remote/commands.ts'
import { usageOfCall } from './remote/help.ts'
import { signInUsage } from './remote/sign-in.ts'
import { manualOf, sectionOf } from './manual.ts'
import { exitMeanings } from './terminal/fault.ts'
import { pairsOf } from './terminal/print.ts'
import { tokenFolder } from './terminal/token-file.ts'

export function helpOfAll(groups: Group[]): string {
  const commands = groups.map((group) => {
    const rows = group.commands.map((command): [string, string] => [
      [command.name, ...command.args].join(' '),
      command.about,
    ])
    return `${group.name}: ${group.about}\n${pairsOf(rows, '  ')}`
  })
  return [
    'kapao: what operators do from a terminal. Run it as `npx kapao ...` anywhere in the repository.',
    ...commands,
    `Examples\n${[
      'npx kapao operator add nok',
      'npx kapao settings set withdraw.min.BAHT --text 200',
      'npx kapao members search --words 081-234-5678',
    ]
      .map((line) => `  ${line}`)
      .join('\n')}`,
    [
      'Who you are',
      '  Calls of the console know you by the session of this terminal. A command on the database that',
      '  is for some roles knows you by it, too, or by a token, as the first operator has one.',
      `  The token is looked for in --token-file FILE, then KAPAO_TOKEN_FILE, then in`,
      `  ${tokenFolder()}, where --as NAME picks one of several.`,
      '  A file that others can read is refused.',
      '  The first operator of a new database is added without one: npx kapao operator add NAME',
    ].join('\n'),
    [
      'Calls of the console',
      '  Each call of the console is a command by its path, under the session of this terminal:',
      `  npx kapao ${signInUsage}`,
      pairsOf(
        callCommands.map((command) => [usageOfCall(command).split(' [')[0]!, command.call.summary]),
        '  ',
      ),
    ].join('\n'),
    [
      'Two operators',
      '  What lets more money out, or gives a member much, waits for a second operator:',
      '  npx kapao work list second says what waits for whom.',
    ].join('\n'),
    [
      'Which database',
      '  The one that `npm start` runs (found through DATA_DIR/run.json), or DATABASE_URL.',
    ].join('\n'),
    `Every command\n${optionsText(optionsOfEvery)}`,
    `Exit codes\n${pairsOf(Object.entries(exitMeanings), '  ')}`,
    'More: npx kapao help GROUP, npx kapao help GROUP VERB. All of it: docs/commands.md',
  ].join('\n\n')
}

export function helpOfGroup(group: Group): string {
  const [only, ...others] = group.commands
  if (only && others.length === 0)
    return [`${group.name}: ${group.about}`, helpOfCommand(only)].join('\n\n')
  const { about } = manualOf(group.name)
  return [
    `${group.name}: ${group.about}`,
    ...(about ? [about] : []),
    ...group.commands.map(usageInFull),
    `More: npx kapao help ${group.name} VERB`,
  ].join('\n\n')
}

export function helpOfCommand(command: Command): string {
  const more = sectionOf(command.name)
  return [usageInFull(command), ...(more ? [more] : [])].join('\n\n')
}

/** The usage text of a command, without its manual. */
function usageInFull(command: Command): string {
  const options = Object.keys(command.options).length > 0 ? optionsText(command.options) : null
  const examples = command.examples.map((example) => `  npx ${example}`).join('\n')
  return [
    `npx kapao ${usageOf(command)}`,
    `  ${aboutOf(command)}`,
    ...(options ? [options] : []),
    `  For example:\n${examples}`,
  ].join('\n')
}

/** What it does, and for whom it is where it is not for everybody. */
export function aboutOf({ about, right }: Command): string {
  if (right === undefined) return about
  const may = roles.filter((role) => hasRight([role], right))
  return `${about} For ${may.join(', ')}.`
}

export function usageOf({ name, args, options }: Command): string {
  const switches = Object.entries(options).map(([option, { value }]) =>
    value ? `[--${option} ${value}]` : `[--${option}]`,
  )
  return [name, ...args, ...switches].join(' ')
}

function optionsText(options: Record<string, Option>): string {
  const rows = Object.entries(options).map(([name, { value, about }]): [string, string] => [
    value ? `--${name} ${value}` : `--${name}`,
    about,
  ])
  return pairsOf(rows, '  ')
}
