import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { Connection } from './book.ts'

/** One or two requests of a browser; about thirty of the shortest possible. */
const sliceBytes = 512

/**
 * Node's parser reads all received bytes at once, which may be thousands of requests in 64 KB, and cannot be stopped
 * midway. So it receives the bytes in slices, while it may continue. A slice that is certainly nothing but body is as
 * long as the body. Call it after the server has taken the socket; answers a function that releases the socket for an
 * upgrade.
 */
export function readInSlices(
  socket: Socket,
  connection: Pick<Connection, 'bodyBytesNext'>,
  mayGoOn: () => boolean,
): () => void {
  const readers = socket.listeners('data') as ((bytes: Buffer) => void)[]
  const read = (bytes: Buffer): void => {
    for (let at = 0; at < bytes.length && mayGoOn();) {
      // After an upgrade request nothing may follow before its answer.
      if (socket.listenerCount('data', read) === 0) return void socket.destroy()
      const slice = bytes.subarray(at, at + Math.max(sliceBytes, connection.bodyBytesNext))
      at += slice.length
      // Before it is read, as a request that it completes has a body of its own.
      connection.bodyBytesNext = Math.max(0, connection.bodyBytesNext - slice.length)
      for (const reader of readers) reader.call(socket, slice)
    }
  }
  socket.on('data', read)
  for (const reader of readers) socket.removeListener('data', reader)
  return () => void socket.removeListener('data', read)
}

/**
 * How much body certainly follows the slice that has completed these headers. A part of it may be in that slice, and
 * how much a chunked body holds is not known in advance.
 */
export function bodyBytesAfter(headers: IncomingHttpHeaders): number {
  if (headers['transfer-encoding'] !== undefined) return 0
  return Math.max(0, Number(headers['content-length'] ?? 0) - sliceBytes)
}
