import type { Socket } from 'node:net'
import type { Connection } from './book.ts'
import type { ConnectionLimits } from './limits.ts'

/** Bytes of answers that wait in this process for their reader. */
export function unreadBytesOf({ session, socket, exchanges }: Connection): number {
  if (!session) return socket.writableLength
  let sum = 0
  for (const { response } of exchanges)
    if ('stream' in response) sum += response.stream?.writableLength ?? 0
  return sum
}

/** How much the peer has read. A long answer is one write, whose progress only the handle knows. */
function takenBytesOf(raw: Socket): number {
  const { _handle: handle } = raw as { _handle?: Partial<Record<string, number>> | null }
  const { bytesWritten, writeQueueSize } = handle ?? {}
  return bytesWritten === undefined || writeQueueSize === undefined
    ? raw.bytesWritten - raw.writableLength
    : bytesWritten - writeQueueSize
}

/** Whether the peer has read this connection's output too slowly for too long. */
function isUnread(connection: Connection, limits: ConnectionLimits, nowMs: number): boolean {
  const takenBytes = takenBytesOf(connection.raw)
  const { unread } = connection
  if (!unread) {
    connection.unread = { sinceMs: nowMs, takenBytes }
    return false
  }
  if (nowMs - unread.sinceMs < limits.unreadPatienceMs) return false
  connection.unread = { sinceMs: nowMs, takenBytes }
  return takenBytes - unread.takenBytes < limits.readBytesMin
}

export type CheckConnectionsDeps = {
  limits: ConnectionLimits
  cut: (connection: Connection, why: 'unread' | 'flood') => void
  readMs: () => number
}

type Behind = { connection: Connection; unreadBytes: number }

/** Checks that every connection reads its answers and sends nothing but requests. */
export function checkConnections(
  connections: Iterable<Connection>,
  { limits, cut, readMs }: CheckConnectionsDeps,
): void {
  const nowMs = readMs()
  const behind: Behind[] = []
  for (const connection of connections) {
    if (connection.raw.bytesRead > connection.readBytesMax) {
      cut(connection, 'flood')
      continue
    }
    const unreadBytes = unreadBytesOf(connection)
    if (unreadBytes === 0) connection.unread = null
    else if (isUnread(connection, limits, nowMs)) cut(connection, 'unread')
    else behind.push({ connection, unreadBytes })
  }
  const cutLargest = (some: Behind[], bytesMax: number): Behind[] => {
    const tooMany = largestAbove(some, bytesMax)
    for (const { connection } of tooMany) cut(connection, 'unread')
    return some.filter((one) => !tooMany.includes(one))
  }
  const byNetwork = Map.groupBy(behind, ({ connection }) => connection.network)
  // A proxy carries all callers, so only the total limit applies to it.
  const left = [...byNetwork].flatMap(([network, some]) =>
    network === null ? some : cutLargest(some, limits.unreadBytesOfNetworkMax),
  )
  cutLargest(left, limits.unreadBytesOfAllMax)
}

/** The connections that hold the most, until half of the limit is free again. */
function largestAbove(some: readonly Behind[], bytesMax: number): Behind[] {
  let sum = some.reduce((bytes, { unreadBytes }) => bytes + unreadBytes, 0)
  if (sum <= bytesMax) return []
  return some
    .toSorted((one, other) => other.unreadBytes - one.unreadBytes)
    .filter(({ unreadBytes }) => {
      if (sum <= bytesMax / 2) return false
      sum -= unreadBytes
      return true
    })
}
