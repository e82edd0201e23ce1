import type * as S3 from '@aws-sdk/client-s3'
import type { BucketAddress } from './address.ts'

export type Connection = {
  open: () => Promise<{ s3: typeof S3; client: S3.S3Client }>
  /** Bucket and key of an object in a request. */
  at: (key: string) => { Bucket: string; Key: string }
  bucket: string
  prefix: string
  attemptsMax: number
}

/** Callers log what went wrong; it is not printed. */
const say = (): void => undefined
const silent = { debug: say, info: say, warn: say, error: say }

const answerWithinMs = 5_000
/** A connection on which no byte moves for so long is given up: a bucket that hangs must not hold an upload. */
const silentMaxMs = 5_000
/** A file of 20 MB on a slow line. */
const fileWithinMs = 60_000

const connections = new Map<string, Connection>()

/** One client in a process for each bucket, with its connections, however many rooms use it. */
export function connectTo(address: BucketAddress, attemptsMax: number): Connection {
  const name = JSON.stringify([address, attemptsMax])
  const known = connections.get(name) ?? openConnection(address, attemptsMax)
  connections.set(name, known)
  return known
}

/** The library is loaded at the first use, so that processes without a bucket do not pay for it. */
function openConnection(address: BucketAddress, attemptsMax: number): Connection {
  const { bucket, prefix, endpoint, region, ...credentials } = address
  let opened: ReturnType<Connection['open']> | null = null
  const load = async () => {
    const s3 = await import('@aws-sdk/client-s3')
    const where = endpoint === null ? {} : { endpoint, forcePathStyle: true }
    const client = new s3.S3Client({
      region,
      credentials,
      maxAttempts: attemptsMax,
      requestHandler: { connectionTimeout: silentMaxMs, socketTimeout: silentMaxMs },
      logger: silent,
      ...where,
    })
    return { s3, client }
  }
  return {
    open: () => (opened ??= load()),
    at: (key) => ({ Bucket: bucket, Key: `${prefix}/${key}` }),
    bucket,
    prefix,
    attemptsMax,
  }
}

export const soon = () => ({ abortSignal: AbortSignal.timeout(answerWithinMs) })
export const asFile = () => ({ abortSignal: AbortSignal.timeout(fileWithinMs) })

/** Whether the bucket was waited for in vain. */
export function isSilent(error: unknown): boolean {
  const { name } = error as { name?: unknown }
  return name === 'TimeoutError' || name === 'AbortError'
}

export function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
}

/** For `catch`: an answer with this status is no fault. */
export function unlessStatus<T>(status: number, instead: T): (error: unknown) => T {
  return (error) => {
    if (statusOf(error) === status) return instead
    throw error
  }
}

/** A bucket did not do what it was asked: to a caller this is a busy service, and nothing was taken. */
export class BucketUnavailable extends Error {
  constructor(cause: unknown) {
    super('the bucket of uploaded files does not answer as it should', { cause })
    this.name = 'BucketUnavailable'
  }
}
