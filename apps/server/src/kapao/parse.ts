import { parseArgs } from 'node:util'
import { optionsOfEvery, type Command, type Group, type CommandInput } from './command.ts'
import { wrongUsage } from './terminal/fault.ts'
import { usageOf } from './help.ts'
import { callCommands } from './remote/commands.ts'
import { nearest } from './terminal/nearest.ts'

export type ParsedLine =
  | { help: Group | Command | null }
  | { command: Command; typed: CommandInput }

/** Parses a typed line into a command and its arguments, or into a request for help. */
export function parseLine(groups: Group[], line: string[]): ParsedLine {
  const [first, second, ...rest] = line
  if (first === undefined || first === '--help' || first === '-h') return { help: null }
  if (first === 'help') return { help: topicOf(groups, second, rest[0]) }
  const group = groupNamed(groups, first)
  const defaultCommand = group.commands.find((command) => command.name === group.name)
  if (!defaultCommand && (second === undefined || second === '--help' || second === '-h'))
    return { help: group }
  const command = defaultCommand ?? commandNamed(group, second!)
  const typed = readTyped(command, defaultCommand ? line.slice(1) : rest)
  return typed.flag('help') ? { help: command } : { command, typed: checkCount(command, typed) }
}

function topicOf(groups: Group[], group?: string, verb?: string): Group | Command | null {
  if (group === undefined) return null
  const found = groupNamed(groups, group)
  return verb === undefined ? found : commandNamed(found, verb)
}

function groupNamed(groups: Group[], name: string): Group {
  const calls = callCommands.map((call) => call.name.split(' ')[0]!)
  const names = new Set([...groups.map((group) => group.name), ...calls])
  return (
    groups.find((group) => group.name === name) ??
    wrongUsage(`There is no command ${name}${guess(nearest(name, [...names]))} See: npx kapao`)
  )
}

function commandNamed(group: Group, verb: string): Command {
  const verbs = group.commands.map(verbOf)
  const near = nearest(verb, verbs)
  return (
    group.commands.find((command) => verbOf(command) === verb) ??
    wrongUsage(
      `There is no command ${group.name} ${verb}${guess(near && `${group.name} ${near}`)} See: npx kapao help ${group.name}`,
    )
  )
}

/** A command that is its own group, such as `verify`, has its name as its verb. */
function verbOf(command: Command): string {
  return command.name.split(' ')[1] ?? command.name
}

function guess(near: string | null): string {
  return near ? `; did you mean ${near}?` : '.'
}

function readTyped(command: Command, rest: string[]): CommandInput {
  const known = { ...command.options, ...optionsOfEvery }
  const options = Object.fromEntries(
    Object.entries(known).map(([name, { value }]) => [
      name,
      { type: value ? ('string' as const) : ('boolean' as const) },
    ]),
  )
  refuseUnknownOptions(Object.keys(known), rest)
  try {
    const { values, positionals } = parseArgs({ args: rest, options, allowPositionals: true })
    return {
      args: positionals,
      text: (name) => (typeof values[name] === 'string' ? values[name] : null),
      flag: (name) => values[name] === true,
    }
  } catch (error) {
    // The parser's message has several sentences; only the first is useful here.
    return wrongUsage(
      `${(error as Error).message.split('\n')[0]} Usage: npx kapao ${usageOf(command)}`,
    )
  }
}

function refuseUnknownOptions(known: string[], rest: string[]): void {
  const { tokens } = parseArgs({ args: rest, strict: false, tokens: true, allowPositionals: true })
  for (const token of tokens) {
    if (token.kind !== 'option' || known.includes(token.name)) continue
    const near = nearest(token.name, known)
    wrongUsage(
      `There is no option ${token.rawName}${guess(near && `--${near}`)} A value that begins with a dash comes after --.`,
    )
  }
}

function checkCount(command: Command, typed: CommandInput): CommandInput {
  const least = command.args.filter((arg) => !arg.startsWith('[')).length
  if (typed.args.length >= least && typed.args.length <= command.args.length) return typed
  const what = typed.args.length < least ? 'Something is missing' : 'That is too much'
  const quotes = typed.args.length < least ? '' : ' (put quotes around a value with spaces)'
  return wrongUsage(`${what}${quotes}. Usage: npx kapao ${usageOf(command)}`)
}
