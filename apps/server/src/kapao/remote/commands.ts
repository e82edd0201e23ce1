import { consoleCalls } from '@kapao/contract/console/calls'
import type { ConsoleEndpointShape } from '@kapao/contract/console/endpoint'
import { roles, rightsOf } from '@kapao/contract/console/roles'
import { parametersOf } from '@kapao/contract/paths'
import { z } from 'zod'

/** A field of a call, as it is typed. */
export type Field = {
  name: string
  isNeeded: boolean
  /** What its text stands for. */
  form: 'text' | 'number' | 'truth' | 'list' | 'instant' | 'json'
  /** The word `none` stands for null. */
  isNullable: boolean
  choices: readonly string[]
}

/** A call of the console as a command: its path is its name, what stands in the path its arguments. */
export type CallCommand = {
  name: string
  call: ConsoleEndpointShape
  args: readonly Field[]
  options: readonly Field[]
  /** The one file of a call with a form, as its last argument. */
  file: string | null
}

/** Every call but those by which a browser signs in and is touched. */
export function commandsOf(calls: readonly ConsoleEndpointShape[]): CallCommand[] {
  return calls
    .filter(({ access, atBrowser }) => access !== 'public' && atBrowser !== true)
    .map((call) => {
      const fields = fieldsOf(call)
      const inPath = parametersOf(call.path)
      return {
        name: nameOf(call),
        call,
        args: inPath.map((name) => fields.find((field) => field.name === name)!),
        options: fields.filter(({ name }) => !inPath.includes(name)),
        file: call.multipart?.files[0] ?? null,
      }
    })
}

export const callCommands: readonly CallCommand[] = commandsOf(consoleCalls)

function nameOf({ path }: ConsoleEndpointShape): string {
  const words = path.split('/').slice(3)
  return words.filter((word) => !word.startsWith('{')).join(' ')
}

/** The command whose name is the longest beginning of a line; null where there is none. */
export function findCall(line: readonly string[]): CallCommand | null {
  const found = callCommands.filter(({ name }) => `${line.join(' ')} `.startsWith(`${name} `))
  return found.toSorted((one, other) => other.name.length - one.name.length)[0] ?? null
}

/** The commands that begin with a word, for who types no more of them. */
export function callsUnder(word: string): readonly CallCommand[] {
  return callCommands.filter(({ name }) => name.startsWith(`${word} `))
}

/** Which roles may call it; null where everybody may who is signed in. */
export function rolesOf({ access }: ConsoleEndpointShape): string[] | null {
  if (access === 'public' || access === 'session') return null
  return roles.filter((role) => rightsOf[role].includes(access))
}

type JsonSchema = {
  type?: string
  enum?: unknown[]
  format?: string
  anyOf?: JsonSchema[]
  items?: JsonSchema
}

function fieldsOf({ input }: ConsoleEndpointShape): Field[] {
  if (input === null) return []
  const { properties = {}, required = [] } = z.toJSONSchema(input, {
    io: 'input',
    unrepresentable: 'any',
  }) as { properties?: Record<string, JsonSchema>; required?: string[] }
  return Object.entries(properties).map(([name, described]) => {
    const some = described.anyOf?.find(({ type }) => type !== 'null') ?? described
    return {
      name,
      isNeeded: required.includes(name),
      form: formOf(some),
      isNullable: described.anyOf?.some(({ type }) => type === 'null') ?? false,
      choices: (some.items ?? some).enum?.map(String) ?? [],
    }
  })
}

function formOf({ type, format, items }: JsonSchema): Field['form'] {
  if (format === 'date-time') return 'instant'
  if (type === 'boolean') return 'truth'
  if (type === 'number' || type === 'integer') return 'number'
  if (type === 'array') return items?.type === 'string' ? 'list' : 'json'
  return type === 'string' ? 'text' : 'json'
}
