import { isUnanswered, sqlStateOf } from './db.ts'

/** No connection, a read-only standby, no room, stopped from outside, no disk. */
const awayStates = /^(?:08...|25006|53...|57P0[1-5]|58...)$/
const lostConnections = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]
/** The codes of `connect` when the socket file is missing during a start, and when no file descriptor is left. */
const notConnected = ['ENOENT', 'EAGAIN', 'EMFILE', 'ENFILE']
const poolMessages = [
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Connection terminated due to connection timeout',
  'Cannot use a pool after calling end on the pool',
]

/** Whether the database is down or has no room, so that the next caller would fail too. */
export function isAway(error: unknown): boolean {
  const state = sqlStateOf(error)
  if (state !== null && awayStates.test(state)) return true
  if (!(error instanceof Error)) return false
  if (isUnanswered(error)) return true
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (syscall === 'connect' && notConnected.some((not) => not === code)) return true
  return lostConnections.some((lost) => lost === code) || poolMessages.includes(error.message)
}
