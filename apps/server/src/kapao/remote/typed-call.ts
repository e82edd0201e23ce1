import { readFile } from 'node:fs/promises'
import { text as readStream } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { wrongUsage, refuseCommand } from '../terminal/fault.ts'
import { nearest } from '../terminal/nearest.ts'
import type { CallCommand, Field } from './commands.ts'
import { usageOfCall } from './help.ts'

export type TypedCall = {
  input: Record<string, unknown>
  file: string | null
  key: string | null
  as: string | null
  isJson: boolean
  isHelp: boolean
}

const ofEvery = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  as: { type: 'string' },
  key: { type: 'string' },
  input: { type: 'string' },
} as const

/** The fields of a call as somebody has typed them; what the contract does not take is refused before anything is sent. */
export async function readTypedCall(
  command: CallCommand,
  line: readonly string[],
): Promise<TypedCall> {
  const { values, positionals } = parse(command, line)
  const given = [...command.args.map(({ name }) => name), ...(command.file ? ['FILE'] : [])]
  const typed: TypedCall = {
    input: {},
    file: null,
    key: textIn(values, 'key'),
    as: textIn(values, 'as'),
    isJson: values['json'] === true,
    isHelp: values['help'] === true,
  }
  if (typed.isHelp) return typed
  if (positionals.length !== given.length) {
    const what = positionals.length < given.length ? 'Something is missing' : 'That is too much'
    wrongUsage(`${what}. Usage: npx kapao ${usageOfCall(command)}`)
  }
  const file = textIn(values, 'input')
  const fields: Record<string, unknown> = file === null ? {} : await readFields(file)
  for (const [place, field] of command.args.entries())
    fields[field.name] = valueOf(field, positionals[place]!)
  for (const field of command.options) {
    const text = textIn(values, field.name)
    if (text !== null) fields[field.name] = valueOf(field, text)
  }
  checkFields(command, fields)
  return { ...typed, input: fields, file: command.file ? positionals.at(-1)! : null }
}

type Values = Record<string, string | boolean | undefined>

function parse(
  command: CallCommand,
  line: readonly string[],
): { values: Values; positionals: string[] } {
  const own = Object.fromEntries(command.options.map(({ name }) => [name, { type: 'string' }]))
  const options = { ...own, ...ofEvery } as Record<string, { type: 'string' | 'boolean' }>
  const rest = joinValues(line.slice(command.name.split(' ').length), options)
  try {
    const { values, positionals } = parseArgs({ args: rest, options, allowPositionals: true })
    return { values, positionals }
  } catch (error) {
    const { tokens } = parseArgs({ args: rest, strict: false, tokens: true })
    const unknown = tokens.find((one) => one.kind === 'option' && !(one.name in options))
    const name = unknown?.kind === 'option' ? nearest(unknown.name, Object.keys(options)) : null
    const guess = name === null ? '' : ` Did you mean --${name}?`
    return wrongUsage(
      `${(error as Error).message.split('\n')[0]}${guess} Usage: npx kapao ${usageOfCall(command)}`,
    )
  }
}

/** The value of an option may begin with a dash, as an option does: an id, or words. */
function joinValues(
  words: readonly string[],
  options: Record<string, { type: 'string' | 'boolean' }>,
): string[] {
  const nameIn = (word = ''): string => (word.startsWith('--') ? word.slice(2) : '')
  const isPair = (place: number): boolean =>
    options[nameIn(words[place])]?.type === 'string' &&
    words[place + 1] !== undefined &&
    !(nameIn(words[place + 1]) in options)
  return words.flatMap((word, place) => {
    if (isPair(place)) return [`${word}=${words[place + 1]}`]
    return isPair(place - 1) ? [] : [word]
  })
}

function textIn(values: Values, name: string): string | null {
  const value = values[name]
  return typeof value === 'string' ? value : null
}

async function readFields(file: string): Promise<Record<string, unknown>> {
  const reading = file === '-' ? readStream(process.stdin) : readFile(file, 'utf8')
  const text = await reading.catch((error: Error) =>
    refuseCommand(`Cannot read ${file}: ${error.message}.`),
  )
  const value = jsonOf(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return wrongUsage(`${file} does not hold the fields of a call as a JSON object.`)
  return { ...value }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const truths: Record<string, boolean> = {
  yes: true,
  true: true,
  on: true,
  no: false,
  false: false,
  off: false,
}
const zoned = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(?:Z|[+-]\d{2}:\d{2})$/

function valueOf({ name, form, isNullable }: Field, text: string): unknown {
  if (isNullable && text === 'none') return null
  if (form === 'number') return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text
  if (form === 'truth') return truths[text] ?? wrongUsage(`--${name} takes yes or no.`)
  if (form === 'list') return text === '' ? [] : text.split(',')
  if (form === 'json') {
    const value = jsonOf(text)
    return value === undefined ? wrongUsage(`--${name} takes JSON.`) : value
  }
  if (form !== 'instant') return text
  // Without a zone the same text would mean another instant on another machine.
  if (!zoned.test(text) || Number.isNaN(Date.parse(text)))
    return wrongUsage(`--${name} takes an instant with its zone: 2026-11-21T23:59:59+07:00.`)
  return new Date(text).toISOString()
}

function checkFields(command: CallCommand, fields: Record<string, unknown>): void {
  const { input } = command.call
  if (input === null) return
  const judged = input.safeParse(fields)
  const [first] = judged.error?.issues ?? []
  if (!first) return
  const field = String(first.path[0] ?? '')
  const { isNullable = false, choices = [] } =
    command.options.find(({ name }) => name === field) ?? {}
  const takes = choices.length > 0 ? ` It takes ${choices.join(', ')}.` : ''
  const none = isNullable && !(field in fields) ? ' Say none where there is none.' : ''
  wrongUsage(`${field}: ${first.message}.${takes}${none} Usage: npx kapao ${usageOfCall(command)}`)
}
