import { isUnanswered } from './db.ts'
import { sqlStateOf } from '../sql-state.ts'

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

/** A login that is not accepted, and a database that does not exist. */
const refusedStates = /^(?:28...|3D000)$/
/**
 * At a connection: a database that allows none, and a right to connect or a role that was taken away. In a statement
 * these two are faults of ours.
 */
const refusedAtConnect = /^(?:55000|42501)$/
/** OpenSSL's reasons why a certificate is not accepted, and Node's own. */
const certificateCodes =
  /^(?:CERT_|CRL_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|ERR_OSSL_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|INVALID_CA$|HOSTNAME_MISMATCH$|PATH_LENGTH_EXCEEDED$|EPROTO$)/
/** The driver's own texts: a server without TLS, and a login by a way that the address has no password for. */
const refusedMessages =
  /^(?:The server does not support SSL connections|SASL: |There was an error establishing an SSL)/

/**
 * Whether the database can be reached but lets nobody in: its certificate has expired, the password was changed,
 * connections are not allowed. It passes only when an operator acts; for members it is the same as an outage.
 */
export function isRefused(error: unknown): boolean {
  const state = sqlStateOf(error)
  if (state !== null && refusedStates.test(state)) return true
  if (!(error instanceof Error)) return false
  const { code, severity } = error as { code?: unknown; severity?: unknown }
  if (severity === 'FATAL' && state !== null && refusedAtConnect.test(state)) return true
  if (typeof code === 'string' && certificateCodes.test(code)) return true
  return refusedMessages.test(error.message)
}

/** Whether the database is down, has no room or lets nobody in, so that the next caller would fail too. */
export function isAway(error: unknown): boolean {
  const state = sqlStateOf(error)
  if (state !== null && awayStates.test(state)) return true
  if (isRefused(error)) return true
  if (!(error instanceof Error)) return false
  if (isUnanswered(error)) return true
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (syscall === 'connect' && notConnected.some((not) => not === code)) return true
  return lostConnections.some((lost) => lost === code) || poolMessages.includes(error.message)
}
