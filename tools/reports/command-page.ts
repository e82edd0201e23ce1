import { optionsOfEvery, type Command, type Group } from '../../apps/server/src/kapao/command.ts'
import { callCommands, rolesOf } from '../../apps/server/src/kapao/remote/commands.ts'
import { usageOfCall } from '../../apps/server/src/kapao/remote/help.ts'
import { aboutOf, usageOf } from '../../apps/server/src/kapao/help.ts'
import { manualOf } from '../../apps/server/src/kapao/manual.ts'
import { exitMeanings } from '../../apps/server/src/kapao/terminal/fault.ts'

export const commandPagePath = 'docs/commands.md'

/** docs/commands.md: the whole help of `kapao`, group by group. */
export function commandPage(groups: readonly Group[]): string {
  return `${[
    '<!-- Written by `npm run docs` from apps/server/src/kapao: change it there. -->',
    manualOf('kapao').about,
    '## Every command',
    tableOf(['option', 'does'], optionRows()),
    tableOf(['exit code', 'means'], Object.entries(exitMeanings)),
    ...callChapter(),
    ...groups.flatMap(chapterOf),
  ].join('\n\n')}\n`
}

function chapterOf(group: Group): string[] {
  const { about, sections } = manualOf(group.name)
  const isOneCommand = group.commands.length === 1 && group.commands[0]!.name === group.name
  return [
    `## ${group.name}: ${group.about}`,
    ...(about ? [about] : []),
    tableOf(['command', 'does'], group.commands.map(commandRow)),
    ...sections.flatMap(({ commands, text }) => [
      ...(isOneCommand ? [] : [`### ${commands.join(', ')}`]),
      text,
    ]),
  ]
}

function commandRow(command: Command): [string, string] {
  const options = Object.entries(command.options).map(
    ([name, { value, about }]) => `\`--${name}${value ? ` ${value}` : ''}\`: ${about}`,
  )
  const examples = command.examples.map((example) => `\`npx ${example}\``).join(', ')
  return [
    inCell(`\`npx kapao ${usageOf(command)}\``),
    inCell([aboutOf(command), ...options, `For example ${examples}`].join(' ')),
  ]
}

/** Also in code a bar ends a cell. */
const inCell = (text: string) => text.replaceAll('|', '\\|')

/** Made from the contract, as the commands are. */
function callChapter(): string[] {
  const rows = callCommands.map((command): [string, string, string] => [
    inCell(`\`${usageOfCall(command)}\``),
    rolesOf(command.call)?.join(', ') ?? 'everybody',
    `${command.call.summary}${command.call.touch === true ? ' Touch.' : ''}`,
  ])
  return [
    '## sign-in: Calls of the console',
    manualOf('sign-in').about,
    tableOf(['command', 'roles', 'does'], rows),
  ]
}

function optionRows(): [string, string][] {
  return Object.entries(optionsOfEvery).map(([name, { value, about }]) => [
    value ? `\`--${name} ${value}\`` : `\`--${name}\``,
    about,
  ])
}

function tableOf(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  return [headings, headings.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
