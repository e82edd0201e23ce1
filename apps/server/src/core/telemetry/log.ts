import { pino, type DestinationStream, type Logger } from 'pino'
import { sqlStateOf } from '../sql-state.ts'

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export type Log = Logger

/** Names whose values never reach a log, at any depth. */
const secretNames = new Set([
  'authorization',
  'cookie',
  'password',
  'oldPassword',
  'newPassword',
  'token',
  'otpToken',
  'otpCode',
  'code',
  'link',
  'secret',
  'key',
  'databaseUrl',
  'bankAccountNo',
  'body',
  'url',
])

const nowhere: DestinationStream = { write: () => undefined }

/** One line of JSON per event, in UTC. A process hands in `openLines`; without a destination nothing is kept. */
export function createLog(level: LogLevel, destination = nowhere): Log {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: hideSecrets },
      serializers: { err: describeError },
    },
    destination,
  )
}

const depthMax = 5

/** Pino's own redaction costs a tenth of a call with this many names, and reaches only as deep as its paths. */
function hideSecrets(entry: Record<string, unknown>, depth = 0): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const name in entry) {
    const value = entry[name]
    if (secretNames.has(name)) shown[name] = '[hidden]'
    else if (typeof value !== 'object' || value === null || value instanceof Error)
      shown[name] = value
    else
      shown[name] =
        depth < depthMax ? hideSecrets(value as Record<string, unknown>, depth + 1) : '[deep]'
  }
  return shown
}

export type ErrorEntry = {
  name: string
  message: string
  state: string | null
  where: Record<string, string>
  stack: string[]
  cause: ErrorEntry | null
  errors?: ErrorEntry[]
}

const causesMax = 3
const errorsMax = 5

/** The loggable part of an error. Messages of databases and parsers quote the caller's input, so quotes are emptied. */
export function describeError(error: unknown, depth = 0): ErrorEntry {
  const { name, message, stack, cause } =
    error instanceof Error ? error : new Error(`thrown: ${typeof error}`)
  return {
    name,
    message: maskText(message),
    state: sqlStateOf(error),
    where: placesOf(error),
    stack: (stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .map((line) => line.trim()),
    cause: cause === undefined || depth >= causesMax ? null : describeError(cause, depth + 1),
    ...(error instanceof AggregateError && depth < causesMax
      ? { errors: someOf(error, depth) }
      : {}),
  }
}

/** The first few of many failures show the cause. */
function someOf({ errors }: AggregateError, depth: number): ErrorEntry[] {
  return errors.slice(0, errorsMax).map((one) => describeError(one, depth + 1))
}

/** The names of tables and constraints in a database error, without the rows that it quotes. */
function placesOf(error: unknown): Record<string, string> {
  const given = error as Record<string, unknown> | null
  const names = ['table', 'column', 'constraint', 'routine'] as const
  return Object.fromEntries(
    names.flatMap((name) => (typeof given?.[name] === 'string' ? [[name, given[name]]] : [])),
  )
}

const messageLengthMax = 300

/** What a message asks an operator to run, such as `kapao migrate`. */
const ownCommand = /^`(?:npx )?kapao [a-z]{1,20}(?: [a-z]{1,20})?`$/

/** Removes personal data from a text: quoted parts but our own commands, long words, long numbers. */
export function maskText(text: string): string {
  return text
    .replace(/"[^"]*"?/g, '"…"')
    .replace(/'[^']*'/g, "'…'")
    .replace(/`[^`]*`/g, (quoted) => (ownCommand.test(quoted) ? quoted : '`…`'))
    .replace(/(?<![A-Za-z0-9_])(?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{12,}/g, '…')
    .replace(/\d{6,}/g, (digits) => `${digits.slice(0, 2)}…`)
    .slice(0, messageLengthMax)
}
